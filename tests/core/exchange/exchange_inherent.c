/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Searches one destination after the other for an order of its switches; what is in order grows until nothing can be
 * added.
 */
#include "tests/core/exchange/exchange_inherent.h"

#include "core/previous/stand.h"
#include "tests/asserts.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* to the destination at hand */
	guint32 *old, *new; /* [n_switches] channels, GRAPH_NONE: nowhere */
	guint8 *ready;      /* [n_switches] 1: in order */
} Search;

static guint32 channel_of(const Graph *graph, const Lft *lft, guint32 v, guint32 lid)
{
	const guint8 *row = lft_row(lft, graph->guid[v]);
	guint8 port = row ? lft_port(lft, row, lid) : LFT_NO_PATH;
	return port == LFT_NO_PATH ? GRAPH_NONE : graph_channel(graph, v, port);
}

static gboolean is_near(const Search *s, guint32 c)
{
	return s->hops[s->graph->to[c]] + 1u == s->hops[s->graph->from[c]];
}

/* Whether those that v sends to by its old entry are in order. */
static gboolean is_old_ready(const Search *s, guint32 v)
{
	return s->old[v] == GRAPH_NONE || s->ready[s->graph->to[s->old[v]]];
}

/* Whether v has somebody to send to. */
static gboolean has_path(const Search *s, guint32 v, gboolean minimal)
{
	const Graph *g = s->graph;
	if (s->old[v] != GRAPH_NONE && (!minimal || is_near(s, s->old[v])))
		return TRUE;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
		if (s->ready[g->to[c]] && (!minimal || is_near(s, c)))
			return TRUE;
	return FALSE;
}

/* By shortest paths, or any. */
static gboolean can_be_minimal(const Search *s, guint32 v)
{
	return s->hops[v] == GRAPH_FAR || (is_old_ready(s, v) && has_path(s, v, TRUE));
}

static gboolean can_be_any(const Search *s, guint32 v)
{
	return s->hops[v] == GRAPH_FAR || (is_old_ready(s, v) && has_path(s, v, FALSE));
}

/* By the new entries. */
static gboolean is_by_new(const Search *s, guint32 v)
{
	return is_old_ready(s, v) && (s->new[v] == GRAPH_NONE || s->ready[s->graph->to[s->new[v]]]);
}

/* Whether all switches can be put in order, from the target on. */
static gboolean sort(const Search *s, guint32 target, gboolean (*is_next)(const Search *, guint32))
{
	guint32 n = s->graph->n_switches, left = n - 1, before;
	memset(s->ready, 0, n);
	s->ready[target] = 1;
	do {
		before = left;
		for (guint32 v = 0; v < n; v++)
			if (!s->ready[v] && is_next(s, v)) {
				s->ready[v] = 1;
				left--;
			}
	} while (left && left < before);
	return !left;
}

static gboolean begin(Search *s, const Routing *was, const Routing *is, guint32 dest)
{
	const Graph *g = s->graph;
	guint32 target = g->dests[dest].vertex;
	gboolean lost = FALSE;
	s->hops = is->stand->hops + (gsize)target * g->n_switches;
	for (guint32 v = 0; v < g->n_switches; v++) {
		s->old[v] = v == target ? GRAPH_NONE : channel_of(g, was->lft, v, g->dests[dest].lid);
		s->new[v] = v == target ? GRAPH_NONE : channel_of(g, is->lft, v, g->dests[dest].lid);
		lost = lost || (v != target && s->old[v] == GRAPH_NONE && s->hops[v] != GRAPH_FAR);
	}
	return lost;
}

void exchange_inherent(const Routing *was, const Routing *is, ExchangeInherent *sum)
{
	const Graph *g = is->stand->graph;
	g_autofree guint32 *old = g_new(guint32, g->n_switches), *new = g_new(guint32, g->n_switches);
	g_autofree guint8 *ready = g_new(guint8, g->n_switches);
	Search s = {.graph = g, .old = old, .new = new, .ready = ready};
	for (guint32 d = 0; d < g->n_dests; d++) {
		guint32 target = g->dests[d].vertex;
		gboolean lost = begin(&s, was, is, d);
		gboolean sorted = sort(&s, target, is_by_new), any = sort(&s, target, can_be_any);
		/* Ours is one of all choices. */
		ck_assert(any || !sorted);
		/*
		 * Between switches some entries carry nothing: circles of these harm nobody, and nothing waits for
		 * them.
		 */
		sum->circles += !sorted && g->dests[d].is_port;
		if (!lost)
			continue;
		sum->lost++;
		sum->any += !any;
		if (sort(&s, target, can_be_minimal))
			continue;
		sum->minimal++;
		sum->hosts += g->dests[d].is_host ? 1 : 0;
	}
}
