/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the options of commands that measure a communication pattern (rounds of pairs of ranks), and measures it by
 * them. A mapping says on which endpoint each rank runs. Options are checked before tables are read.
 */
#include "evaluator/commands/bandwidth/pattern_setup.h"

#include "core/base/error.h"
#include "evaluator/commands/progress.h"
#include "formats/input.h"

#define MAX_PPN 1024

PatternSetup pattern_setup = {.mapping = MAPPING_RANDOM, .mappings = EVAL_UNSET, .ranks = EVAL_UNSET, .ppn = 1};

gboolean pattern_setup_mapping(const char *name, const char *value, gpointer data, GError **error)
{
	(void)name, (void)data;
	g_clear_pointer(&pattern_setup.mapping_file, g_free);
	if (g_str_has_prefix(value, "file:") && value[5]) {
		pattern_setup.mapping = MAPPING_FILE;
		pattern_setup.mapping_file = g_strdup(value + 5);
		return TRUE;
	}
	if (mapping_kind_find(value, &pattern_setup.mapping))
		return TRUE;
	return eval_bad_value("--mapping", "random, linear, guid, file or file:FILE", value, error);
}

/* TRUE: the name of standard input, which only topology and tables can be read from. */
static gboolean is_stdin(const char *path)
{
	return g_strcmp0(path, "-") == 0;
}

gboolean pattern_setup_check(GError **error)
{
	const PatternSetup *s = &pattern_setup;
	if (s->mapping == MAPPING_FILE && !s->mapping_file && !subset_given)
		return sssp_error_usage(error,
					"--mapping file takes the order of the endpoints from --subset, or file:FILE");
	if (s->mapping_file && subset_given)
		return sssp_error_usage(error,
					"--mapping file:FILE says which endpoints take part: --subset cannot too");
	if (by_given && s->mapping != MAPPING_RANDOM && s->mapping != MAPPING_LINEAR)
		return sssp_error_usage(error, "nodes are drawn, or taken by name: --mapping random or linear");
	if (is_stdin(s->mapping_file) || is_stdin(subset_given))
		return sssp_error_usage(error, "the endpoints cannot come from standard input");
	return nodes_given_check(error) && eval_is_count("--mappings", s->mappings, 1, PATTERN_MAX_MAPPINGS, error) &&
	       eval_is_count("--ranks", s->ranks, 2, RANK_MOST, error) &&
	       eval_in_range("--ppn", s->ppn, 1, MAX_PPN, error) && drawn_given_check(error);
}

/* The mapping of --by node: the adapters of a node follow one another. NULL with an error. */
static Mapping *map_nodes(Paths *paths, GError **error)
{
	g_autoptr(Units) units = nodes_given_take(paths, error);
	return units ? mapping_new_nodes(pattern_setup.mapping, units->endpoint, units->n * units->per, units->per,
					 (guint32)pattern_setup.ppn, error)
		     : NULL;
}

Mapping *pattern_setup_map(Paths *paths, GError **error)
{
	if (by_given)
		return (!subset_given || subset_given_take(paths, subset_given, error)) ? map_nodes(paths, error)
											: NULL;
	const char *file = pattern_setup.mapping_file;
	g_autoptr(NameList) list = file           ? input_name_list(file, error)
				   : subset_given ? subset_given_read(subset_given, error)
						  : NULL;
	if ((file || subset_given) && !list)
		return NULL;
	return mapping_new_for(paths, pattern_setup.mapping, list, (guint32)pattern_setup.ppn, error);
}

/* *ranks: as many as the options ask for, else as the pattern says, else as fit. FALSE with an error. */
static gboolean count_ranks(const Pattern *pattern, const Mapping *mapping, guint32 *ranks, GError **error)
{
	guint32 most = (guint32)MIN(mapping_room(mapping), RANK_MOST);
	guint32 own = pattern->own_ranks ? MIN(pattern->own_ranks, most) : most;
	guint32 given = eval_count(pattern_setup.ranks);
	*ranks = given ? given : own;
	if (*ranks <= most)
		return TRUE;
	return sssp_error_usage(error, "%u ranks do not fit: there are %u endpoints, for %u ranks with --ppn %u",
				*ranks, mapping->n, most, mapping->ppn);
}

/* Reads the file of a pattern that is a list of pairs. FALSE with an error. */
static gboolean read_pairs(Pattern *pattern, GError **error)
{
	RankPairs *pairs = input_rank_pairs(pattern->file, error);
	return pairs && pattern_take_file(pattern, pairs, rank_pairs_free, error);
}

/* Gives the pattern its pairs and ranks; one of rails that names no adapters per node gets those of the mapping. */
static gboolean fit(Pattern *pattern, const Mapping *mapping, GError **error)
{
	guint32 ranks;
	if (!pattern->rails)
		pattern->rails = mapping->group;
	return (!pattern->file || read_pairs(pattern, error)) && count_ranks(pattern, mapping, &ranks, error) &&
	       pattern_fit(pattern, ranks, error);
}

static PatternFacts *run(const Case *subject, PatternOptions how, GError **error)
{
	Progress progress = PROGRESS_START("mappings");
	const PatternSetup *s = &pattern_setup;
	how.mappings = pattern_varies(how.pattern, how.mapping) ? how.mappings : 1;
	how.seed = (guint64)drawn_given.seed;
	how.threads = (guint)drawn_given.threads;
	how.progress = subject->show_progress ? progress_draw : NULL;
	how.user = &progress;
	how.capacity = s->capacity;
	how.split = s->split;
	PatternFacts *facts = pattern_facts_new(subject->paths, &how, error);
	if (!facts && g_error_matches(*error, SSSP_ERROR, SSSP_ERROR_INPUT))
		g_prefix_error(error, "%s: ", subject->topology_name);
	progress_clear(&progress);
	return facts;
}

PatternFacts *pattern_setup_run(const Case *subject, Pattern *pattern, const Mapping *mapping, GError **error)
{
	if (!fit(pattern, mapping, error))
		return NULL;
	guint32 given = eval_count(pattern_setup.mappings), otherwise = pattern_default_mappings(pattern, mapping),
		mappings = given                 ? given
			   : pattern_setup.split ? MIN(otherwise, PATTERN_SHARES)
						 : otherwise;
	PatternOptions how = {.pattern = pattern, .mapping = mapping, .mappings = mappings};
	return run(subject, how, error);
}

PatternFacts *pattern_setup_shares(const Case *subject, Pattern *pattern, const Mapping *mapping, guint32 mappings,
				   const Spread *spread, GError **error)
{
	PatternOptions how = {
		.pattern = pattern, .mapping = mapping, .mappings = mappings, .shares = TRUE, .spread = spread};
	return run(subject, how, error);
}
