/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the patterns of collective operations (all-to-all, tree, ring and others), and bisect, permutation and
 * receivers. Each kind has a function that sets the number of rounds for the given ranks, and one that computes the
 * pairs of a round from the numbers of the ranks.
 */
#include "evaluator/patterns/pattern_kinds.h"

#include <math.h>

/* The smallest k with 2^k >= n. */
static guint log2_up(guint32 n)
{
	return n > 1 ? g_bit_storage(n - 1) : 0;
}

static gboolean is_power_of_two(guint32 n)
{
	return (n & (n - 1)) == 0;
}

static void put(guint32 *source, guint32 *target, guint32 i, guint32 from, guint32 to)
{
	source[i] = from;
	target[i] = to;
}

static guint32 add(guint32 a, guint32 b, guint32 modulus)
{
	return (guint32)(((guint64)a + b) % modulus);
}

static gboolean fit(Pattern *p, guint32 rounds, guint32 room)
{
	p->rounds = rounds;
	p->room = room;
	return TRUE;
}

static gboolean fit_one_round(Pattern *p, GError **error)
{
	(void)error;
	return fit(p, 1, p->ranks);
}

static gboolean fit_log(Pattern *p, GError **error)
{
	(void)error;
	return fit(p, log2_up(p->ranks), p->ranks);
}

static guint32 pairs_bisect(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	(void)round, (void)drawn;
	for (guint32 i = 0; i < p->ranks / 2; i++)
		put(source, target, i, i, p->ranks / 2 + i);
	return p->ranks / 2;
}

gdouble pattern_bisections_log10(guint32 n)
{
	gdouble log = 0;
	for (guint32 i = n / 2 + 1; i <= n; i++) /* n! / (n / 2)! for even and odd n */
		log += log10(i);
	return log;
}

const PatternKind pattern_kind_bisect = {.name = "bisect", .fit = fit_one_round, .pairs = pairs_bisect};

static guint32 pairs_permutation(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source,
				 guint32 *target)
{
	(void)round;
	for (guint32 i = 0; i < p->ranks; i++)
		put(source, target, i, i, drawn[i]);
	return p->ranks;
}

const PatternKind pattern_kind_permutation = {
	.name = "permutation", .drawn = TRUE, .fit = fit_one_round, .pairs = pairs_permutation};

/* Everyone to the one `by` further. */
static guint32 shift(const Pattern *p, guint32 by, guint32 *source, guint32 *target)
{
	for (guint32 i = 0; i < p->ranks; i++)
		put(source, target, i, i, add(i, by, p->ranks));
	return p->ranks;
}

static guint32 pairs_dissemination(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source,
				   guint32 *target)
{
	(void)drawn;
	return shift(p, 1u << round, source, target);
}

const PatternKind pattern_kind_dissemination = {.name = "dissemination", .fit = fit_log, .pairs = pairs_dissemination};

static gboolean fit_alltoall(Pattern *p, GError **error)
{
	(void)error;
	return fit(p, p->ranks - 1, p->ranks);
}

static guint32 pairs_alltoall(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	(void)drawn;
	return shift(p, round + 1, source, target);
}

const PatternKind pattern_kind_alltoall = {.name = "alltoall", .fit = fit_alltoall, .pairs = pairs_alltoall};

static guint32 pairs_ring(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	(void)round, (void)drawn;
	return shift(p, 1, source, target);
}

const PatternKind pattern_kind_ring = {.name = "ring", .fit = fit_one_round, .pairs = pairs_ring};

/* The last pair of a ring closes it. */
static guint32 pairs_pipeline(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	(void)round, (void)drawn;
	return shift(p, 1, source, target) - 1;
}

const PatternKind pattern_kind_pipeline = {.name = "pipeline", .fit = fit_one_round, .pairs = pairs_pipeline};

static guint32 pairs_tree(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	guint32 reach = 1u << round, n = MIN(reach, p->ranks - reach);
	(void)drawn;
	for (guint32 i = 0; i < n; i++)
		put(source, target, i, i, i + reach);
	return n;
}

const PatternKind pattern_kind_tree = {.name = "tree", .fit = fit_log, .pairs = pairs_tree};

static guint32 pairs_scatter(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	(void)round, (void)drawn;
	for (guint32 i = 1; i < p->ranks; i++)
		put(source, target, i - 1, 0, i);
	return p->ranks - 1;
}

const PatternKind pattern_kind_scatter = {.name = "scatter", .fit = fit_one_round, .pairs = pairs_scatter};

static guint32 pairs_gather(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	return pairs_scatter(p, round, drawn, target, source);
}

const PatternKind pattern_kind_gather = {.name = "gather", .fit = fit_one_round, .pairs = pairs_gather};

/* Where ranks are no power of two, the numbers of partners add up to the round's, modulo the ranks; some ranks rest. */
static gboolean fit_pairwise(Pattern *p, GError **error)
{
	(void)error;
	return fit(p, is_power_of_two(p->ranks) ? p->ranks - 1 : p->ranks, p->ranks);
}

static guint32 pairs_pairwise(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	gboolean flip = is_power_of_two(p->ranks);
	guint32 n = 0;
	(void)drawn;
	for (guint32 i = 0; i < p->ranks; i++) {
		guint32 other = flip ? i ^ (round + 1) : add(round, p->ranks - i, p->ranks);
		if (other != i)
			put(source, target, n++, i, other);
	}
	return n;
}

const PatternKind pattern_kind_pairwise_exchange = {
	.name = "pairwise-exchange", .fit = fit_pairwise, .pairs = pairs_pairwise};

/*
 * The largest power of two of ranks doubles. The others are the surplus: among the first 2 * surplus ranks, each even
 * one hands its part over to the odd one above, which stands for both.
 */
static gboolean fit_doubling(Pattern *p, GError **error)
{
	guint32 log = g_bit_storage(p->ranks) - 1;
	(void)error;
	return fit(p, is_power_of_two(p->ranks) ? log : log + 2, p->ranks);
}

/* The rank that stands for number i among those that double. */
static guint32 doubling_rank(guint32 i, guint32 surplus)
{
	return i < surplus ? 2 * i + 1 : i + surplus;
}

static guint32 pairs_doubling(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	guint32 doubling = 1u << (g_bit_storage(p->ranks) - 1), surplus = p->ranks - doubling;
	gboolean before = surplus && round == 0, after = surplus && round == p->rounds - 1;
	(void)drawn;
	for (guint32 i = 0; before && i < surplus; i++)
		put(source, target, i, 2 * i, 2 * i + 1);
	for (guint32 i = 0; after && i < surplus; i++)
		put(source, target, i, 2 * i + 1, 2 * i);
	if (before || after)
		return surplus;
	guint32 bit = 1u << (surplus ? round - 1 : round);
	for (guint32 i = 0; i < doubling; i++)
		put(source, target, i, doubling_rank(i, surplus), doubling_rank(i ^ bit, surplus));
	return doubling;
}

const PatternKind pattern_kind_recursive_doubling = {
	.name = "recursive-doubling", .fit = fit_doubling, .pairs = pairs_doubling};

static gboolean take_receivers(Pattern *p, const char *argument, GError **error)
{
	guint64 n;
	if (!argument || !g_ascii_string_to_unsigned(argument, 10, 1, RANK_MOST, &n, NULL))
		return pattern_error(p, error, "a number of receivers must follow: receivers:N");
	p->argument = (guint32)n;
	return TRUE;
}

static gboolean fit_receivers(Pattern *p, GError **error)
{
	if (p->argument >= p->ranks)
		return pattern_error(p, error, "of %u ranks none is left to send", p->ranks);
	return fit(p, 1, p->ranks - p->argument);
}

static guint32 pairs_receivers(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	(void)round, (void)drawn;
	for (guint32 i = 0; i < p->ranks - p->argument; i++)
		put(source, target, i, p->argument + i, i % p->argument);
	return p->ranks - p->argument;
}

const PatternKind pattern_kind_receivers = {
	.name = "receivers", .take = take_receivers, .fit = fit_receivers, .pairs = pairs_receivers};
