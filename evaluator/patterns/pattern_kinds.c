/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a communication pattern from its name, NAME or NAME:ARGUMENT. All kinds of patterns stand in one list; the kind
 * with that name then reads the argument.
 */
#include "evaluator/patterns/pattern_kinds.h"

#include "core/base/error.h"

#include <string.h>

static const PatternKind *const kinds[] = {
	&pattern_kind_bisect,
	&pattern_kind_permutation,
	&pattern_kind_dissemination,
	&pattern_kind_recursive_doubling,
	&pattern_kind_pairwise_exchange,
	&pattern_kind_alltoall,
	&pattern_kind_tree,
	&pattern_kind_pipeline,
	&pattern_kind_ring,
	&pattern_kind_scatter,
	&pattern_kind_gather,
	&pattern_kind_receivers,
	&pattern_kind_neighbour,
	&pattern_kind_rail_ring,
	&pattern_kind_rail_pipeline,
	&pattern_kind_rail_alltoall,
	&pattern_kind_rail_tree,
	&pattern_kind_file,
};

char *pattern_names(void)
{
	GString *names = g_string_new(NULL);
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		g_string_append_printf(names, "%s%s", i ? ", " : "", kinds[i]->name);
	return g_string_free(names, FALSE);
}

static const PatternKind *find_kind(const char *name, gsize length)
{
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (strlen(kinds[i]->name) == length && strncmp(kinds[i]->name, name, length) == 0)
			return kinds[i];
	return NULL;
}

Pattern *pattern_new(const char *name, GError **error)
{
	g_autoptr(Pattern) pattern = g_new0(Pattern, 1);
	pattern->name = g_strdup(name);
	const char *colon = strchr(pattern->name, ':');
	pattern->kind = find_kind(name, colon ? (gsize)(colon - pattern->name) : strlen(name));
	if (!pattern->kind) {
		g_autofree char *names = pattern_names();
		return sssp_error_null(error, SSSP_ERROR_USAGE, "there is no pattern '%s'; there are %s", name, names);
	}
	if (colon && !pattern->kind->take)
		pattern_error(pattern, error, "nothing can follow the name");
	else if (!pattern->kind->take || pattern->kind->take(pattern, colon ? colon + 1 : NULL, error))
		return g_steal_pointer(&pattern);
	return NULL;
}
