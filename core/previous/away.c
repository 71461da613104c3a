/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Remembers the lanes on which hosts have connections with hosts that are out of reach now, because a switch or the
 * ports on it are gone. When they are back, these connections may go on. Once a switch has gone, a table has the lanes
 * of each pair of switches; it is made anew for each routing, from the table before and from the routes that are
 * replaced.
 */
#include "core/previous/away.h"

#include "core/base/error.h"

#include <string.h>

static gboolean has_ports(const Graph *graph, guint32 v)
{
	return v != GRAPH_NONE && (graph->hosts[v] || graph->aggregation[v]);
}

/* ---- who */

static gboolean any_has_gone(const Graph *then, const Graph *now)
{
	for (guint32 v = 0; v < then->n_switches; v++)
		if (has_ports(then, v) && !has_ports(now, graph_find(now, then->guid[v])))
			return TRUE;
	return FALSE;
}

/* Merges the switches of `before` and those of `then` that have ports, by GUID. */
static void merge(const Away *before, const Graph *then, Away *away)
{
	guint32 i = 0, v = 0, n_before = before ? before->n : 0;
	while (i < n_before || v < then->n_switches) {
		gboolean both = i < n_before && v < then->n_switches && before->guid[i] == then->guid[v];
		gboolean first = i < n_before && (v == then->n_switches || before->guid[i] < then->guid[v]);
		if (first || both)
			away->since[away->n] = before->since[i];
		if (first || both || has_ports(then, v))
			away->guid[away->n++] = first || both ? before->guid[i] : then->guid[v];
		i += first || both;
		v += !first;
	}
}

/* Notes since when each switch has been out of reach. Returns how many are. */
static guint32 find_since(const Graph *now, Away *away)
{
	guint32 gone = 0;
	for (guint32 i = 0; i < away->n; i++) {
		if (has_ports(now, graph_find(now, away->guid[i])))
			away->since[i] = 0;
		else if (!away->since[i])
			away->since[i] = away->clock;
		gone += away->since[i] != 0;
	}
	return gone;
}

/* Drops the switch that has been out of reach longest. */
static void forget_oldest(Away *away)
{
	guint32 oldest = GRAPH_NONE;
	for (guint32 i = 0; i < away->n; i++)
		if (away->since[i] && (oldest == GRAPH_NONE || away->since[i] < away->since[oldest]))
			oldest = i;
	away->n--;
	memmove(away->guid + oldest, away->guid + oldest + 1, (away->n - oldest) * sizeof *away->guid);
	memmove(away->since + oldest, away->since + oldest + 1, (away->n - oldest) * sizeof *away->since);
}

/* Lists the switches of the table. FALSE with SSSP_ERROR_MEMORY. */
static gboolean find_switches(const Away *before, const Graph *then, const Graph *now, Away *away, GError **error)
{
	gsize most = (gsize)then->n_switches + (before ? before->n : 0);
	away->guid = g_try_new(guint64, most + 1);
	away->since = g_try_new0(guint32, most + 1);
	if (!away->guid || !away->since)
		return sssp_error_memory(error, "switches that are away", most * sizeof *away->guid);
	away->clock = (before ? before->clock : 0) + 1;
	away->most = MAX(MAX(before ? before->most : 0, then->n_switches), now->n_switches);
	merge(before, then, away);
	for (guint32 gone = find_since(now, away); gone > away->most; gone--)
		forget_oldest(away);
	return TRUE;
}

/* ---- what */

/* The table to fill, and what each of its switches is on the previous graph. */
typedef struct {
	Away *away;
	const Away *before;
	const Graph *then;
	const Layers *was;
	guint32 *row;   /* [away->n] on `then` */
	guint32 *place; /* [then->n_switches] in the table, GRAPH_NONE: it is not there */
} Gathering;

/* Notes the lanes to a destination from switches that are out of its reach now. */
static void gather_dest(const Gathering *g, guint32 dest)
{
	const Graph *then = g->then;
	guint32 t = then->dests[dest].vertex, n = g->away->n;
	if (g->place[t] == GRAPH_NONE)
		return;
	gboolean all = g->away->since[g->place[t]] != 0;
	for (guint32 i = 0; i < n; i++) {
		guint32 v = all || g->away->since[i] ? g->row[i] : GRAPH_NONE;
		if (has_ports(then, v) && v != t)
			g->away->lanes[(gsize)i * n + g->place[t]] |= layers_of_route(then, g->was, v, dest);
	}
}

/* Takes over the lanes of pairs that were out of reach before and still are. */
static gboolean gather_before(const Gathering *g, GError **error)
{
	const Away *before = g->before;
	gsize n = g->away->n, n_before = before ? before->n : 0;
	g_autofree guint32 *place = g_try_new(guint32, n_before + 1);
	if (!place)
		return sssp_error_memory(error, "switches that were away", n_before * sizeof *place);
	for (gsize a = 0; a < n_before; a++) /* GRAPH_NONE: it has been forgotten */
		place[a] = (guint32)guid_search(g->away->guid, g->away->n, before->guid[a]);
	for (gsize a = 0; a < n_before; a++)
		for (gsize b = 0; b < n_before; b++)
			if (place[a] != GRAPH_NONE && place[b] != GRAPH_NONE &&
			    (g->away->since[place[a]] || g->away->since[place[b]]))
				g->away->lanes[place[a] * n + place[b]] |= before->lanes[a * n_before + b];
	return TRUE;
}

static gboolean gather(Gathering *g, GError **error)
{
	gsize n = g->away->n;
	g->row = g_try_new(guint32, n + 1);
	g->place = g_try_new(guint32, g->then->n_switches + 1);
	g->away->lanes = g_try_new0(guint16, n * n + 1);
	if (!g->row || !g->place || !g->away->lanes)
		return sssp_error_memory(error, "lanes of pairs that are away", n * n * sizeof *g->away->lanes);
	for (guint32 i = 0; i < n; i++)
		g->row[i] = graph_find(g->then, g->away->guid[i]);
	for (guint32 v = 0; v < g->then->n_switches; v++)
		g->place[v] = (guint32)guid_search(g->away->guid, g->away->n, g->then->guid[v]);
	if (!gather_before(g, error))
		return FALSE;
	for (guint32 d = 0; d < g->then->n_dests; d++)
		if (g->then->dests[d].is_port)
			gather_dest(g, d);
	return TRUE;
}

Away *away_new(const Away *before, const Graph *then, const Layers *was, const Graph *now, GError **error)
{
	if (!before && !any_has_gone(then, now))
		return NULL;
	g_autoptr(Away) away = g_new0(Away, 1);
	if (!find_switches(before, then, now, away, error))
		return NULL;
	Gathering g = {.away = away, .before = before, .then = then, .was = was};
	gboolean fine = gather(&g, error);
	g_free(g.row);
	g_free(g.place);
	return fine && layers_in_any(away->lanes, (gsize)away->n * away->n) ? g_steal_pointer(&away) : NULL;
}

void away_free(Away *away)
{
	if (!away)
		return;
	g_free(away->guid);
	g_free(away->since);
	g_free(away->lanes);
	g_free(away);
}

/* ---- back */

gboolean away_find_back(const Away *away, const Graph *now, guint16 *back)
{
	gboolean some = FALSE;
	for (guint32 i = 0; i < away->n; i++) {
		guint32 v = graph_find(now, away->guid[i]);
		for (guint32 j = 0; j < away->n && has_ports(now, v); j++) {
			guint16 lanes = away->lanes[(gsize)i * away->n + j];
			guint32 t = lanes ? graph_find(now, away->guid[j]) : GRAPH_NONE;
			if (!has_ports(now, t))
				continue;
			back[(gsize)v * now->n_switches + t] = lanes;
			some = TRUE;
		}
	}
	return some;
}
