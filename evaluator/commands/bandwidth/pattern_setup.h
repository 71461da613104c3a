/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses and measures a communication pattern by the options of the command line, for the commands pattern and app.
 * The options say how many ranks there are, on which endpoints they run (the mapping), and how many mappings are drawn.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_BANDWIDTH_PATTERN_SETUP_H
#define SSSP_EVALUATOR_COMMANDS_BANDWIDTH_PATTERN_SETUP_H

#include "evaluator/commands/command.h"
#include "evaluator/commands/drawn_given.h"
#include "evaluator/commands/nodes_given.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/patterns/pattern_run.h"

#define PATTERN_SHARES 100 /* mappings measured with max-min fair shares (slow, see ebb.h), unless more are asked for */

/* The options of commands that measure a pattern; one set is enough, as a process runs one command. */
typedef struct {
	MappingKind mapping;
	char *mapping_file; /* of file:FILE, else NULL */
	gint64 mappings;    /* EVAL_UNSET: pattern_default_mappings() */
	gint64 ranks;       /* EVAL_UNSET: as many as the pattern says or fit */
	gint64 ppn;         /* ranks on each endpoint */
	gboolean capacity;  /* of the command pattern only */
	const Split *split; /* likewise: flows over the LIDs of their targets, NULL: to base LIDs; not owned */
} PatternSetup;

extern PatternSetup pattern_setup;

/* The callback of --mapping. FALSE with G_OPTION_ERROR_BAD_VALUE. */
gboolean pattern_setup_mapping(const char *name, const char *value, gpointer data, GError **error);

/* clang-format off */
#define PATTERN_SETUP_OPTIONS \
	{"mapping", 0, 0, G_OPTION_ARG_CALLBACK, pattern_setup_mapping, \
	 "Order of the endpoints (random); file is that of --subset", "random|linear|guid|file|file:FILE"}, \
	{"mappings", 0, 0, G_OPTION_ARG_INT64, &pattern_setup.mappings, \
	 "Mappings drawn: 1000, fewer of patterns with many streams", "N"}, \
	{"ranks", 0, 0, G_OPTION_ARG_INT64, &pattern_setup.ranks, "Ranks (as many as fit)", "N"}, \
	SUBSET_OPTION, \
	{"ppn", 0, 0, G_OPTION_ARG_INT64, &pattern_setup.ppn, "Ranks on each endpoint (1)", "N"}, \
	SEED_OPTION, THREADS_OPTION
/* clang-format on */

/* FALSE with SSSP_ERROR_USAGE when the options make no sense. */
gboolean pattern_setup_check(GError **error);

/*
 * The mapping that the options ask for on this fabric; reads the files that they name. With --by node, only nodes of
 * the most frequent shape take part in `paths` from here on. NULL with any error.
 */
Mapping *pattern_setup_map(Paths *paths, GError **error);

/*
 * Measures a pattern for as many ranks as the options, the pattern and the mapping allow; reads the pattern's file.
 * NULL with any error.
 */
PatternFacts *pattern_setup_run(const Case *subject, Pattern *pattern, const Mapping *mapping, GError **error);

/*
 * Measures the same pattern again for `mappings` mappings, with bandwidths as shares (PatternOptions). NULL with any
 * error.
 */
PatternFacts *pattern_setup_shares(const Case *subject, Pattern *pattern, const Mapping *mapping, guint32 mappings,
				   const Spread *spread, GError **error);

#endif
