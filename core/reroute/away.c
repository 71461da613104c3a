/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A table of all switches of which any has gone: who is there may talk to it when it is back. */
#include "core/reroute/away.h"

#include "core/base/error.h"
#include "core/graph/routes.h"

#include <string.h>

static gboolean has_ports(const Graph *graph, guint32 v)
{
	return v != GRAPH_NONE && (graph->hosts[v] || graph->aggregation[v]);
}

/* numbers[i] gets what number a switch has on a graph, GRAPH_NONE: it is not there. */
static void find_all(const guint64 *guid, guint32 n, const Graph *graph, guint32 *numbers)
{
	for (guint32 i = 0, v = 0; i < n; i++) {
		while (v < graph->n_switches && graph->guid[v] < guid[i])
			v++;
		numbers[i] = v < graph->n_switches && graph->guid[v] == guid[i] ? v : GRAPH_NONE;
	}
}

/* ---- who */

static gboolean any_has_gone(const Graph *then, const Graph *now)
{
	for (guint32 v = 0, w = 0; v < then->n_switches; v++) {
		while (w < now->n_switches && now->guid[w] < then->guid[v])
			w++;
		gboolean there = w < now->n_switches && now->guid[w] == then->guid[v];
		if (has_ports(then, v) && !(there && has_ports(now, w)))
			return TRUE;
	}
	return FALSE;
}

/* Both lists of switches as one. */
static void merge(const Away *before, const Graph *then, Away *away)
{
	guint32 i = 0, v = 0, n_before = before ? before->n : 0;
	while (i < n_before || v < then->n_switches) {
		gboolean both = i < n_before && v < then->n_switches && before->guid[i] == then->guid[v];
		gboolean first = i < n_before && (v == then->n_switches || before->guid[i] < then->guid[v]);
		away->guid[away->n++] = first || both ? before->guid[i] : then->guid[v];
		i += first || both;
		v += !first;
	}
}

/* ---- what */

/* What each switch of the table is on the graphs before and now, and in the table before. */
typedef struct {
	Away *away;
	const Away *before;
	const Graph *then, *now;
	const Layers *was;
	guint32 *row;     /* [away->n] on `then` */
	guint32 *is;      /* [away->n] on `now` */
	guint32 *place;   /* [then->n_switches] in the table */
	guint8 *has_gone; /* [away->n] 1: it has no ports, now */
} Gathering;

static gboolean is_proven(const Layers *layers, gsize pair)
{
	return !layers->unproven || !layers->unproven[pair];
}

/* Lanes of what a destination had from those that are out of its reach now. */
static void gather_dest(const Gathering *g, guint32 dest)
{
	const Graph *then = g->then;
	guint32 t = then->dests[dest].vertex, n = g->away->n;
	gboolean all = g->has_gone[g->place[t]];
	for (guint32 i = 0; i < n; i++) {
		guint32 v = all || g->has_gone[i] ? g->row[i] : GRAPH_NONE;
		if (has_ports(then, v) && v != t && is_proven(g->was, (gsize)v * then->n_switches + t))
			g->away->lanes[(gsize)i * n + g->place[t]] |= layers_of_route(then, g->was, v, dest);
	}
}

/* What was away, and is so still. */
static void gather_before(const Gathering *g)
{
	const Away *before = g->before;
	gsize n = g->away->n;
	for (guint32 i = 0, a = 0; before && a < before->n; a++) {
		while (g->away->guid[i] != before->guid[a])
			i++;
		for (guint32 j = 0, b = 0; b < before->n; b++) {
			while (g->away->guid[j] != before->guid[b])
				j++;
			if (g->has_gone[i] || g->has_gone[j])
				g->away->lanes[i * n + j] |= before->lanes[(gsize)a * before->n + b];
		}
	}
}

static gboolean gather(Gathering *g, GError **error)
{
	gsize n = g->away->n;
	g->row = g_try_new(guint32, n + 1);
	g->is = g_try_new(guint32, n + 1);
	g->place = g_try_new(guint32, g->then->n_switches + 1);
	g->has_gone = g_try_malloc(n + 1);
	g->away->lanes = g_try_new0(guint16, n * n + 1);
	if (!g->row || !g->is || !g->place || !g->has_gone || !g->away->lanes)
		return sssp_error_memory(error, "lanes of pairs that are away", n * n * sizeof *g->away->lanes);
	find_all(g->away->guid, g->away->n, g->then, g->row);
	find_all(g->away->guid, g->away->n, g->now, g->is);
	for (guint32 i = 0; i < n; i++) {
		g->has_gone[i] = !has_ports(g->now, g->is[i]);
		if (g->row[i] != GRAPH_NONE)
			g->place[g->row[i]] = i;
	}
	gather_before(g);
	for (guint32 d = 0; d < g->then->n_dests; d++)
		if (g->then->dests[d].is_port)
			gather_dest(g, d);
	return TRUE;
}

static gboolean is_empty(const Away *away)
{
	gsize i = 0, n = (gsize)away->n * away->n;
	while (i < n && !away->lanes[i])
		i++;
	return i == n;
}

Away *away_new(const Away *before, const Graph *then, const Layers *was, const Graph *now, GError **error)
{
	if (!before && !any_has_gone(then, now))
		return NULL;
	gsize most = (gsize)then->n_switches + (before ? before->n : 0);
	g_autoptr(Away) away = g_new0(Away, 1);
	if (!(away->guid = g_try_new(guint64, most + 1))) {
		sssp_error_memory(error, "switches that are away", most * sizeof *away->guid);
		return NULL;
	}
	merge(before, then, away);
	Gathering g = {.away = away, .before = before, .then = then, .now = now, .was = was};
	gboolean fine = gather(&g, error);
	g_free(g.row);
	g_free(g.is);
	g_free(g.place);
	g_free(g.has_gone);
	return fine && !is_empty(away) ? g_steal_pointer(&away) : NULL;
}

void away_free(Away *away)
{
	if (!away)
		return;
	g_free(away->guid);
	g_free(away->lanes);
	g_free(away);
}

/* ---- back */

/* Where the next of the table is that has ports now, from `*i` on; *v gets what it is. FALSE: there is none. */
static gboolean next_there(const Away *away, const Graph *now, guint32 *i, guint32 *v)
{
	for (; *i < away->n; (*i)++) {
		while (*v < now->n_switches && now->guid[*v] < away->guid[*i])
			(*v)++;
		if (*v < now->n_switches && now->guid[*v] == away->guid[*i] && has_ports(now, *v))
			return TRUE;
	}
	return FALSE;
}

gboolean away_find_back(const Away *away, const Graph *now, guint16 *back)
{
	gboolean some = FALSE;
	for (guint32 i = 0, v = 0; next_there(away, now, &i, &v); i++)
		for (guint32 j = 0, t = 0; next_there(away, now, &j, &t); j++) {
			guint16 lanes = away->lanes[(gsize)i * away->n + j];
			back[(gsize)v * now->n_switches + t] = lanes;
			some = some || lanes;
		}
	return some;
}
