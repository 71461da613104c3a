/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a communication pattern, lines "round source destination" with ranks as numbers, and sorts its pairs by round;
 * pairs of a round keep their order.
 */
#include "formats/lists/rank_pairs.h"

#include "formats/text/make_room.h"
#include "formats/text/scan.h"

#include <stdlib.h>

static gboolean read_number(Scan *scan, Text *line, const char *what, guint32 *value, GError **error)
{
	guint64 number;
	Text word;
	if (!text_word(line, &word) || *word.at == '#')
		return scan_error(scan, error, "there is no %s: a line is 'round source destination'", what);
	Text rest = word;
	if (!text_decimal(&rest, RANK_MOST, &number) || !text_empty(rest))
		return scan_error(scan, error, "%s '%.*s' is not a number from 0 to %d", what, text_show(word, 30),
				  word.at, RANK_MOST);
	*value = (guint32)number;
	return TRUE;
}

static gboolean read_pair(Scan *scan, Text line, RankPair *pair, GError **error)
{
	if (!read_number(scan, &line, "round", &pair->round, error) ||
	    !read_number(scan, &line, "source", &pair->source, error) ||
	    !read_number(scan, &line, "destination", &pair->target, error))
		return FALSE;
	text_blanks(&line);
	if (!text_empty(line) && *line.at != '#')
		return scan_error(scan, error, "something follows the destination");
	if (pair->source == pair->target)
		return scan_error(scan, error, "rank %u sends to itself", pair->source);
	return TRUE;
}

static gboolean add_pair(RankPairs *pairs, gsize *room, const RankPair *pair, GError **error)
{
	guint32 most = MAX(pair->source, pair->target);
	if (!make_room(&pairs->pair, room, pairs->n + 1, sizeof(RankPair), error))
		return FALSE;
	if (pairs->n == 0 || most > pairs->most) {
		pairs->most = most;
		pairs->most_line = pair->line;
	}
	pairs->pair[pairs->n++] = *pair;
	return TRUE;
}

static gboolean read_all(RankPairs *pairs, Scan *scan, GError **error)
{
	gsize room = 0;
	Text line;
	while (scan_line(scan, &line)) {
		RankPair pair = {.line = scan->line};
		text_blanks(&line);
		if (text_empty(line) || *line.at == '#')
			continue;
		if (!read_pair(scan, line, &pair, error) || !add_pair(pairs, &room, &pair, error))
			return FALSE;
	}
	return pairs->n || scan_error_at(pairs->file, 0, error, "there is no pair in it");
}

static int by_round(const void *a, const void *b)
{
	const RankPair *one = a, *other = b;
	if (one->round != other->round)
		return one->round < other->round ? -1 : 1;
	return one->line < other->line ? -1 : one->line > other->line;
}

RankPairs *rank_pairs_parse(const char *buffer, gsize length, const char *file, GError **error)
{
	g_autoptr(RankPairs) pairs = g_new0(RankPairs, 1);
	Scan scan;
	pairs->file = g_strdup(file);
	scan_init(&scan, buffer, length, file);
	if (!read_all(pairs, &scan, error))
		return NULL;
	qsort(pairs->pair, pairs->n, sizeof(RankPair), by_round);
	return g_steal_pointer(&pairs);
}

void rank_pairs_free(RankPairs *pairs)
{
	if (!pairs)
		return;
	g_free(pairs->pair);
	g_free(pairs->file);
	g_free(pairs);
}
