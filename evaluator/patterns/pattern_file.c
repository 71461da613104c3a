/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the pattern "file:FILE" of the pairs of ranks that a file lists, round by round. The pairs are read elsewhere,
 * sorted by round, and handed over; here the beginning of each round is noted, so that its pairs can be copied out.
 */
#include "evaluator/patterns/pattern_kinds.h"

#include "core/base/error.h"

static gboolean take_argument(Pattern *p, const char *argument, GError **error)
{
	if (!argument || !*argument || g_str_equal(argument, "-"))
		return pattern_error(p, error, "the name of a file must follow: file:FILE");
	p->file = argument;
	return TRUE;
}

/* Where a round begins, and how many pairs the largest has. */
static void index_rounds(Pattern *p)
{
	for (gsize i = 0; i < p->pairs->n; i++)
		if (i == 0 || p->pairs->pair[i].round != p->pairs->pair[i - 1].round)
			p->first[p->rounds++] = i;
	p->first[p->rounds] = p->pairs->n;
	for (guint32 round = 0; round < p->rounds; round++)
		p->room = MAX(p->room, (guint32)(p->first[round + 1] - p->first[round]));
}

gboolean pattern_take_file(Pattern *p, RankPairs *pairs, void (*free_pairs)(RankPairs *), GError **error)
{
	p->pairs = pairs;
	p->free_pairs = free_pairs;
	if (pairs->n > RANK_MOST)
		return pattern_error(p, error, "there are more than %d pairs", RANK_MOST);
	p->first = g_try_new(gsize, pairs->n + 1);
	if (!p->first)
		return sssp_error_memory(error, "the rounds of a pattern", (pairs->n + 1) * sizeof(gsize));
	p->own_ranks = pairs->most + 1;
	index_rounds(p);
	return TRUE;
}

static gboolean fit(Pattern *p, GError **error)
{
	if (p->pairs->most < p->ranks)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s:%u: rank %u is unknown: there are ranks 0 .. %u",
			      p->pairs->file, p->pairs->most_line, p->pairs->most, p->ranks - 1);
}

static guint32 pairs_of_file(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	const RankPair *pair = p->pairs->pair + p->first[round];
	guint32 n = (guint32)(p->first[round + 1] - p->first[round]);
	(void)drawn;
	for (guint32 i = 0; i < n; i++) {
		source[i] = pair[i].source;
		target[i] = pair[i].target;
	}
	return n;
}

const PatternKind pattern_kind_file = {.name = "file", .take = take_argument, .fit = fit, .pairs = pairs_of_file};
