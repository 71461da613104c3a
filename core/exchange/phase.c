/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows packets of one phase. Switches are taken in the order in which packets pass them, so that all VLs of a
 * channel are known before the channels after it are looked at. On each channel a packet has the VL of its SL or one
 * that a switch has chosen by ports; it may go from either kind to the other.
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

Phase *phase_new(const Both *both, const PortTables *tables, PortTablesSides sides, GError **error)
{
	guint n_lanes = MAX(both->stand->layers->n_layers, both->lanes);
	g_autoptr(Phase) p = g_new0(Phase, 1);
	p->tables = tables;
	p->sides = sides;
	p->any = tables && port_tables_are(tables, sides, PORT_TABLES_ANY);
	p->n_vls = !tables ? MIN(n_lanes, LAYERS_MAX) : p->any ? 1 : tables->n_vls;
	p->on = both->graph;
	if ((tables && !build_graph(p, both->graph, error)) || !(p->turns = cdg_turns_new(p->on, error)))
		return NULL;
	gsize n = p->turns->first[p->on->n_channels];
	for (guint lane = 0; lane < (tables ? 1 : p->n_vls); lane++)
		if (!(p->used[lane] = g_try_malloc0(n + 1)))
			return sssp_error_memory_null(error, "dependencies", n);
	return g_steal_pointer(&p);
}

Phase *phase_of_stand(const Stand *stand, GError **error)
{
	g_autoptr(Phase) p = g_new0(Phase, 1);
	p->n_vls = stand->layers->n_layers;
	p->on = stand->graph;
	p->use = lane_use_of_marks(stand->graph, p->n_vls, stand->used, error);
	return p->use ? g_steal_pointer(&p) : NULL;
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

void phase_mark_stand(Phase *p, const Stand *stand)
{
	for (guint lane = 0; lane < stand->layers->n_layers; lane++)
		memcpy(p->used[lane], stand->used[lane], stand->turns->first[stand->graph->n_channels]);
}

gboolean phase_settle(Phase *p, GError **error)
{
	p->use = lane_use_of_marks(p->on, p->tables ? 1 : p->n_vls, p->used, error);
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_clear_pointer(&p->used[lane], g_free);
	return p->use != NULL;
}

/* ---- a mixture */

typedef struct {
	Phase *phase;
	const Mix *mix;
	gboolean most, all;
} Putting;

/* Puts in the dependency of channel a on VL x on channel b on VL y. */
static void put(Putting *s, guint32 a, guint x, guint32 b, guint y)
{
	Phase *p = s->phase;
	guint n = p->tables ? p->n_vls : 1, lane = p->tables ? 0 : x;
	guint32 from = p->tables ? a * n + x : a, to = p->tables ? b * n + y : b;
	if (p->use && (s->all || s->most))
		s->all = lane < p->use->n_lanes && lane_use_add(p->use, lane, from, to) && s->all;
	else if (!p->use && lane < LAYERS_MAX && p->used[lane])
		p->used[lane][cdg_turn(p->turns, from, to)] = 1;
}

/* Puts in the dependencies of channel a on each VL in `from` on channel b on each VL in `to`. */
static void put_each(Putting *s, guint32 a, guint16 from, guint32 b, guint16 to)
{
	for (guint x = 0; from >> x; x++)
		for (guint y = 0; from >> x & 1 && to >> y; y++)
			if (to >> y & 1)
				put(s, a, x, b, y);
}

/* Puts in the dependencies of channel a on channel b on the same VL, for each in `vls`. */
static void put_same(Putting *s, guint32 a, guint32 b, guint16 vls)
{
	for (guint vl = 0; vls >> vl; vl++)
		if (vls >> vl & 1)
			put(s, a, vl, b, vl);
}

/* The VLs that tables in force choose (port_tables_vls()). Notes in p->differs if old and new ones differ. */
static guint16 vls_of(Phase *p, guint32 a, guint32 b)
{
	p->differs = p->differs || port_tables_vls(p->tables, PORT_TABLES_OLD, a, b) !=
					   port_tables_vls(p->tables, PORT_TABLES_NEW, a, b);
	return p->any ? 1 : port_tables_vls(p->tables, p->sides, a, b);
}

/* Puts in the dependencies of channel a on the channels after it. All VLs that packets have on a must be known. */
static void go_on(Putting *s, guint32 a)
{
	Phase *p = s->phase;
	const Graph *g = s->mix->graph;
	gboolean by_sl = !p->tables || (!p->any && port_tables_are(p->tables, p->sides, PORT_TABLES_BY_SL));
	guint16 lanes = by_sl ? s->mix->lanes[g->from[a]] : 0;
	for (guint e = 0; e < MIX_ENTRIES; e++) {
		guint32 b = mix_entry(s->mix, g->to[a], e);
		if (!mix_is_channel(b))
			continue;
		put_same(s, a, b, lanes);
		if (!p->tables)
			continue;
		guint16 from = p->vls[a], to = vls_of(p, a, b);
		p->vls[b] |= to;
		put_each(s, a, from | lanes, b, to);
		put_each(s, a, from, b, lanes);
	}
}

/* Takes packets over the channels of switch v's entries, and on from there. */
static void forward(Putting *s, guint32 v)
{
	Phase *p = s->phase;
	for (guint e = 0; e < MIX_ENTRIES; e++) {
		guint32 a = mix_entry(s->mix, v, e);
		if (p->tables && mix_is_channel(a) && s->mix->from[v])
			p->vls[a] |= vls_of(p, GRAPH_NONE, a);
		if (mix_is_channel(a))
			go_on(s, a);
	}
}

gboolean phase_put(Phase *p, const Mix *mix, gboolean most)
{
	Putting s = {p, mix, most, TRUE};
	for (guint32 i = 0; p->tables && i < mix->n_order; i++)
		for (guint e = 0; e < MIX_ENTRIES; e++)
			if (mix_is_channel(mix->entry[e][mix->order[i]]))
				p->vls[mix->entry[e][mix->order[i]]] = 0;
	for (guint32 i = 0; i < mix->n_order && (s.all || most); i++)
		if (mix->lanes[mix->order[i]])
			forward(&s, mix->order[i]);
	return s.all;
}
