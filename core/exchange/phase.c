/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects the channel dependencies that packets make while one phase of an update is written. Switches are taken in
 * the order in which packets pass them, so that all VLs of a channel are known before those after it. On each channel a
 * packet has the VL of its SL or one chosen by ports, and may change from either to the other. Where some tables are
 * not known (`any`), all VLs of a channel count as one: what has no cycle by channels alone has none on any VL.
 */
#include "core/exchange/phase.h"

#include "core/base/error.h"

#include <string.h>

/* ---- channels by VL */

static void fill_graph(Phase *p, const Graph *g)
{
	for (guint32 v = 0; v <= g->n_switches; v++)
		p->graph.first[v] = g->first[v] * p->n_vls;
	for (guint32 c = 0; c < g->n_channels; c++)
		for (guint vl = 0; vl < p->n_vls; vl++) {
			guint32 x = c * p->n_vls + vl;
			p->graph.from[x] = g->from[c];
			p->graph.to[x] = g->to[c];
			p->graph.reverse[x] = g->reverse[c] * p->n_vls + vl;
			p->graph.lanes[x] = p->any || graph_has_lane(g, c, vl) ? 1 : 0;
		}
}

static gboolean build_graph(Phase *p, const Graph *g, GError **error)
{
	guint64 n = (guint64)g->n_channels * p->n_vls;
	if (n >= G_MAXUINT32)
		return sssp_error_memory(error, "virtual lanes by ports", n * sizeof(guint32));
	p->arena = arena_new();
	p->graph = (Graph){.n_switches = g->n_switches, .n_channels = (guint32)n};
	p->graph.first = arena_new_array(p->arena, guint32, g->n_switches + (gsize)1);
	p->graph.from = arena_new_array(p->arena, guint32, n + 1);
	p->graph.to = arena_new_array(p->arena, guint32, n + 1);
	p->graph.reverse = arena_new_array(p->arena, guint32, n + 1);
	p->graph.lanes = arena_new_array(p->arena, guint8, n + 1);
	p->vls = arena_new_array(p->arena, guint16, g->n_channels + (gsize)1);
	if (!arena_check(p->arena, "virtual lanes by ports", error))
		return FALSE;
	fill_graph(p, g);
	p->on = &p->graph;
	return TRUE;
}

Phase *phase_new(const Graph *graph, const PortTables *tables, PortTablesSides sides, guint n_lanes, GError **error)
{
	g_autoptr(Phase) p = g_new0(Phase, 1);
	p->tables = tables;
	p->sides = sides;
	p->any = tables && port_tables_are(tables, sides, PORT_TABLES_ANY);
	p->n_vls = !tables ? MIN(n_lanes, LAYERS_MAX) : p->any ? 1 : tables->n_vls;
	p->on = graph;
	if ((tables && !build_graph(p, graph, error)) || !(p->turns = cdg_turns_new(p->on, error)))
		return NULL;
	gsize n = p->turns->first[p->on->n_channels];
	for (guint lane = 0; lane < (tables ? 1 : p->n_vls); lane++)
		if (!(p->used[lane] = g_try_malloc0(n + 1)))
			return sssp_error_memory_null(error, "dependencies", n);
	return g_steal_pointer(&p);
}

Phase *phase_of_stand(const Stand *stand, guint n_lanes, GError **error)
{
	Phase *p = phase_new(stand->graph, NULL, PORT_TABLES_BOTH, n_lanes, error);
	for (guint lane = 0; p && lane < stand->layers->n_layers; lane++)
		memcpy(p->used[lane], stand->used[lane], stand->turns->first[stand->graph->n_channels]);
	return p;
}

void phase_free(Phase *p)
{
	if (!p)
		return;
	cdg_turns_free(p->turns);
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_free(p->used[lane]);
	lane_use_free(p->use);
	arena_free(p->arena);
	g_free(p);
}

gboolean phase_settle(Phase *p, GError **error)
{
	p->use = lane_use_of_marks(p->on, p->tables ? 1 : p->n_vls, p->used, error);
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_clear_pointer(&p->used[lane], g_free);
	return p->use != NULL;
}

/* ---- a mixture */

/* Puts in the dependency of channel a on VL x on channel b on VL y. */
static void put(Phase *p, guint32 a, guint x, guint32 b, guint y)
{
	guint n = p->tables ? p->n_vls : 1, lane = p->tables ? 0 : x;
	guint32 from = p->tables ? a * n + x : a, to = p->tables ? b * n + y : b;
	if (p->use && (p->all || p->most))
		p->all = lane < p->use->n_lanes && lane_use_add(p->use, lane, from, to) && p->all;
	else if (!p->use && lane < LAYERS_MAX && p->used[lane])
		p->used[lane][cdg_turn(p->turns, from, to)] = 1;
}

/* Puts in the dependencies of channel a on each VL in `from` on channel b on each VL in `to`. */
static void put_each(Phase *p, guint32 a, guint16 from, guint32 b, guint16 to)
{
	for (guint x = 0; from >> x; x++)
		for (guint y = 0; from >> x & 1 && to >> y; y++)
			if (to >> y & 1)
				put(p, a, x, b, y);
}

/* The VLs that tables in force choose (port_tables_vls()). Notes in p->differs if old and new ones differ. */
static guint16 vls_of(Phase *p, guint32 a, guint32 b)
{
	p->differs = p->differs || port_tables_vls(p->tables, PORT_TABLES_OLD, a, b) !=
					   port_tables_vls(p->tables, PORT_TABLES_NEW, a, b);
	return p->any ? 1 : port_tables_vls(p->tables, p->sides, a, b);
}

/* Puts in the dependencies of channel a on the channels after it. All VLs that packets have on a must be known. */
static void go_on(Phase *p, const Mix *mix, guint32 a)
{
	const Graph *g = mix->graph;
	gboolean by_sl = !p->tables || (!p->any && port_tables_are(p->tables, p->sides, PORT_TABLES_BY_SL));
	guint16 lanes = by_sl ? mix->lanes[g->from[a]] : 0;
	for (guint e = 0; e < MIX_ENTRIES; e++) {
		guint32 b = mix_entry(mix, g->to[a], e);
		if (!mix_is_channel(b))
			continue;
		for (guint vl = 0; lanes >> vl; vl++)
			if (lanes >> vl & 1)
				put(p, a, vl, b, vl);
		if (!p->tables)
			continue;
		guint16 from = p->vls[a], to = vls_of(p, a, b);
		p->vls[b] |= to;
		put_each(p, a, from | lanes, b, to);
		put_each(p, a, from, b, lanes);
	}
}

/* Takes packets over the channels of switch v's entries, and on from there. */
static void forward(Phase *p, const Mix *mix, guint32 v)
{
	for (guint e = 0; e < MIX_ENTRIES; e++) {
		guint32 a = mix_entry(mix, v, e);
		if (!mix_is_channel(a))
			continue;
		if (p->tables && mix->from[v])
			p->vls[a] |= vls_of(p, GRAPH_NONE, a);
		go_on(p, mix, a);
	}
}

/* Without `most` it stops at the first dependency that is refused, and takes nothing back. */
gboolean phase_put(Phase *p, const Mix *mix, gboolean most)
{
	p->most = most;
	p->all = TRUE;
	if (p->tables)
		memset(p->vls, 0, mix->graph->n_channels * sizeof *p->vls);
	for (guint32 i = 0; i < mix->n_order && (p->all || most); i++)
		if (mix->lanes[mix->order[i]])
			forward(p, mix, mix->order[i]);
	return p->all;
}
