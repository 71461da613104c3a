/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Does what is the same for all kinds of communication patterns: fits a pattern to a number of ranks, draws its random
 * part, and lists the pairs of ranks that send in a round. What differs is done by the functions of the pattern's kind
 * (PatternKind), which are called from here.
 */
#include "evaluator/patterns/pattern.h"

#include "core/base/error.h"
#include "evaluator/measures/bandwidth/ebb.h"

gboolean pattern_error(const Pattern *pattern, GError **error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *text = g_strdup_vprintf(format, args);
	va_end(args);
	return sssp_error_usage(error, "pattern '%s': %s", pattern->name, text);
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
