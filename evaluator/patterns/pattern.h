/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/patterns: communication patterns, and what bandwidth they get. In this order:
 *
 *	pattern          a pattern: rounds of pairs of ranks
 *	pattern_kinds    all kinds of them by name: those of collective operations (pattern_shapes), of neighbours on
 *	                 grids (pattern_grid), of nodes with several adapters (pattern_rails), of files (pattern_file)
 *	mapping          the endpoints that ranks run on
 *	pattern_round    the congestion of one round on given tables
 *	pattern_run      the bandwidth of a pattern: all rounds of many mappings
 */

/*
 * Makes communication patterns: which rank sends to which, round by round, in applications and in algorithms of
 * collective operations (Hoefler, Schneider, Lumsdaine: "Multistage Switches are not Crossbars", 2008, section 5).
 *
 * A pattern knows ranks only; a Mapping says where they run. It is called NAME or NAME:ARGUMENT:
 *
 *	bisect                  rank i of the first half to i of the second; with an odd number the last sits out
 *	permutation             every rank sends to another one and receives from one; drawn anew for each mapping
 *	dissemination           round k: every rank to the one 2^k further, modulo their number
 *	recursive-doubling      round k: ranks that differ in bit k exchange; where the ranks are no power of two the
 *	                        surplus ones hand their part over before and get the result after
 *	pairwise-exchange       every two ranks exchange in exactly one round
 *	alltoall                round k: every rank to the one k further, all shifts
 *	tree                    binomial: round k: ranks below 2^k to the one 2^k further
 *	pipeline                every rank to the next one, except the last: a chain that is filled
 *	ring                    every rank to the next one, the last to the first
 *	scatter, gather         rank 0 to all others; all others to rank 0
 *	receivers:N             ranks N and up send, evenly, to ranks 0 .. N - 1
 *	nearest-neighbour:6     every rank r to all of its N neighbours (an even number, here 6) at a time. The ranks
 *	                        are taken as a torus of N / 2 dimensions, all sides about a, the (N / 2)-th root of
 *	                        their number, whose rows run into one another: neighbours are r +- 1, r +- a, r +- a^2,
 *	                        .., each rounded, modulo the number of ranks, which may be any
 *	nearest-neighbour:8x8x4 the same on a torus of so many ranks; with ",open" on a grid that does not wrap around
 *	rail-ring, rail-pipeline, rail-alltoall   ring, pipeline and alltoall of the nodes on each rail: rank r is
 *	                        adapter r % N of node r / N, and sends to adapters of its own number only. All take
 *	                        ":N", the adapters of a node, and have those of the mapping otherwise
 *	rail-tree               all-reduce on each rail: a binomial tree of the nodes upwards, then downwards
 *	file:FILE               what the file says (formats/lists/rank_pairs.h)
 */
#ifndef SSSP_EVALUATOR_PATTERNS_PATTERN_H
#define SSSP_EVALUATOR_PATTERNS_PATTERN_H

#include "formats/lists/rank_pairs.h"

#include <glib.h>

#define PATTERN_MAX_DIMS 8

typedef struct PatternKind PatternKind;

typedef struct {
	const PatternKind *kind;
	char *name;         /* as given */
	const char *file;   /* of "file:FILE": part of name; rounds must be given to pattern_take_file() */
	guint32 own_ranks;  /* the ranks that the pattern itself says it has, 0: any number */
	guint32 neighbours; /* that a rank sends to at a time, where bandwidths are relative to their number; else 0 */

	/* valid once pattern_fit() knows the ranks */
	guint32 ranks;
	guint32 rounds; /* at least 1, each with at least one pair */
	guint32 room;   /* the most pairs of a round */

	guint32 rails; /* adapters of a node, for patterns of rails; 0: not known; may be set before pattern_fit() */

	/* private */
	guint32 argument; /* receivers, or neighbours */
	guint32 n_dims, dim[PATTERN_MAX_DIMS];
	guint32 stride[PATTERN_MAX_DIMS];
	gboolean open;
	RankPairs *pairs;
	void (*free_pairs)(RankPairs *pairs);
	gsize *first; /* [rounds + 1] where a round's pairs begin */
} Pattern;

void pattern_free(Pattern *pattern); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Pattern, pattern_free)

/*
 * Gives "file:FILE" its pairs. The pattern owns them from here on, and frees them with `free_pairs` (NULL: never).
 * FALSE with SSSP_ERROR_MEMORY or, when there are too many, SSSP_ERROR_USAGE.
 */
gboolean pattern_take_file(Pattern *pattern, RankPairs *pairs, void (*free_pairs)(RankPairs *), GError **error);

/*
 * Fits the pattern to a number of ranks. FALSE with SSSP_ERROR_USAGE when it cannot have so many or so few; with
 * SSSP_ERROR_INPUT, "FILE:LINE: ..", when a file names a rank that is not below that number.
 */
gboolean pattern_fit(Pattern *pattern, guint32 ranks, GError **error);

/* Whether pairs are drawn anew for each mapping: pattern_draw() makes `drawn`, [ranks], from the twister. */
gboolean pattern_is_drawn(const Pattern *pattern);
void pattern_draw(const Pattern *pattern, GRand *twister, guint32 *drawn);

/*
 * The pairs of a round, 0 .. rounds - 1: source[i] sends to target[i], never to itself; room for pattern->room each.
 * Returns their number. `drawn` matters to patterns that are drawn only.
 */
guint32 pattern_pairs(const Pattern *pattern, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target);

/*
 * The decimal logarithm of the number of bisections of n endpoints: of all choices of two halves and pairings of them,
 * C(n, n / 2) x (n / 2)! for even n, n times that of n - 1 for odd n. O(n).
 */
gdouble pattern_bisections_log10(guint32 n);

/* ---- for files that define kinds of patterns: see pattern_kinds.h */

/* What a kind of pattern consists of. */
struct PatternKind {
	const char *name;
	gboolean drawn; /* pairs differ from mapping to mapping */
	gboolean rails; /* it is of nodes with several adapters */
	/* Reads the argument, NULL where there is none. Not set: none may be given. FALSE with SSSP_ERROR_USAGE. */
	gboolean (*take)(Pattern *pattern, const char *argument, GError **error);
	/* Sets rounds and room for pattern->ranks, which are 2 at least. FALSE as pattern_fit(). */
	gboolean (*fit)(Pattern *pattern, GError **error);
	guint32 (*pairs)(const Pattern *pattern, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target);
};

/* Sets SSSP_ERROR_USAGE "NAME: ..." and returns FALSE. */
gboolean pattern_error(const Pattern *pattern, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);

#endif
