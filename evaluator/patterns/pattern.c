/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "evaluator/patterns/pattern_kinds.h"

#include "core/base/error.h"
#include "evaluator/measures/ebb.h"

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
	&pattern_kind_file,
};

char *pattern_names(void)
{
	GString *names = g_string_new(NULL);
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		g_string_append_printf(names, "%s%s", i ? ", " : "", kinds[i]->name);
	return g_string_free(names, FALSE);
}

gboolean pattern_error(const Pattern *pattern, GError **error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *text = g_strdup_vprintf(format, args);
	va_end(args);
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "pattern '%s': %s", pattern->name, text);
	return FALSE;
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
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "there is no pattern '%s'; there are %s", name, names);
		return NULL;
	}
	if (colon && !pattern->kind->take)
		pattern_error(pattern, error, "nothing can follow the name");
	else if (!pattern->kind->take || pattern->kind->take(pattern, colon ? colon + 1 : NULL, error))
		return g_steal_pointer(&pattern);
	return NULL;
}

void pattern_free(Pattern *pattern)
{
	if (!pattern)
		return;
	g_free(pattern->name);
	g_free(pattern->first);
	if (pattern->free_pairs)
		pattern->free_pairs(pattern->pairs);
	g_free(pattern);
}

gboolean pattern_fit(Pattern *pattern, guint32 ranks, GError **error)
{
	pattern->ranks = ranks;
	if (ranks < 2)
		return pattern_error(pattern, error, "at least two ranks are needed");
	return pattern->kind->fit(pattern, error);
}

gboolean pattern_is_drawn(const Pattern *pattern)
{
	return pattern->kind->drawn;
}

static gboolean any_fixed_point(const guint32 *drawn, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		if (drawn[i] == i)
			return TRUE;
	return FALSE;
}

void pattern_draw(const Pattern *pattern, GRand *twister, guint32 *drawn)
{
	if (!pattern->kind->drawn)
		return;
	do /* every permutation without a rank that sends to itself is as likely; e = 2.7 draws on average */
		ebb_shuffle(twister, drawn, pattern->ranks);
	while (any_fixed_point(drawn, pattern->ranks));
}

guint32 pattern_pairs(const Pattern *pattern, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	return pattern->kind->pairs(pattern, round, drawn, source, target);
}
