/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows packets of one phase where switches choose lanes by ports. Switches are taken in the order in which packets
 * pass, so that all VLs that a channel can have are known when what follows it is looked at. A packet that keeps the
 * VL of its SL does so on both sides of a switch, or has one that is chosen by ports on one side or both.
 */
#include "core/exchange/port_phase.h"

#include "core/base/error.h"

#include <string.h>

/* ---- channels by VL */

static void fill_graph(PortPhase *p, const Graph *g)
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

static gboolean build_graph(PortPhase *p, const Graph *g, GError **error)
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
	if (!arena_check(p->arena, "virtual lanes by ports", error))
		return FALSE;
	fill_graph(p, g);
	return (p->turns = cdg_turns_new(&p->graph, error)) != NULL;
}

PortPhase *port_phase_new(const PortTables *tables, PortTablesSides sides, GError **error)
{
	const Graph *g = tables->turns->graph;
	g_autoptr(PortPhase) p = g_new0(PortPhase, 1);
	p->tables = tables;
	p->sides = sides;
	p->any = port_tables_are(tables, sides, PORT_TABLES_ANY);
	p->n_vls = p->any ? 1 : tables->n_vls;
	if (!build_graph(p, g, error))
		return NULL;
	gsize n = p->turns->first[p->graph.n_channels];
	p->used = g_try_malloc0(n + 1);
	p->vls = g_try_new(guint16, g->n_channels + (gsize)1);
	if (!p->used || !p->vls) {
		sssp_error_memory(error, "dependencies", n);
		return NULL;
	}
	return g_steal_pointer(&p);
}

void port_phase_free(PortPhase *p)
{
	if (!p)
		return;
	cdg_turns_free(p->turns);
	if (p->arena)
		arena_free(p->arena);
	g_free(p->used);
	g_free(p->vls);
	g_free(p);
}

/* ---- a mixture */

/* Where dependencies go. */
typedef struct {
	PortPhase *phase;
	const Mix *mix;
	LaneUse *use; /* NULL: marks */
	gboolean most, all;
} Sink;

static inline gboolean is_channel(guint32 entry)
{
	return entry < MIX_SAME;
}

static void put(Sink *s, guint32 x, guint32 y)
{
	if (!s->use)
		s->phase->used[cdg_turn(s->phase->turns, x, y)] = 1;
	else if (s->all || s->most)
		s->all = lane_use_add(s->use, 0, x, y) && s->all;
}

/* Channel b on each of these VLs after a on each of those. */
static void put_each(Sink *s, guint32 a, guint16 from, guint32 b, guint16 to)
{
	guint n = s->phase->n_vls;
	for (guint x = 0; from >> x; x++)
		for (guint y = 0; from >> x & 1 && to >> y; y++)
			if (to >> y & 1)
				put(s, a * n + x, b * n + y);
}

/* The same VL on both. */
static void put_same(Sink *s, guint32 a, guint32 b, guint16 vls)
{
	guint n = s->phase->n_vls;
	for (guint vl = 0; vls >> vl; vl++)
		if (vls >> vl & 1)
			put(s, a * n + vl, b * n + vl);
}

static guint16 state_vls(PortPhase *p, guint32 a, guint32 b)
{
	p->differs = p->differs || port_tables_state(p->tables, PORT_TABLES_OLD, a, b) !=
					   port_tables_state(p->tables, PORT_TABLES_NEW, a, b);
	return p->any ? 1 : port_tables_state(p->tables, p->sides, a, b);
}

static guint16 sent_vls(PortPhase *p, guint32 a)
{
	p->differs = p->differs ||
		     port_tables_sent(p->tables, PORT_TABLES_OLD, a) != port_tables_sent(p->tables, PORT_TABLES_NEW, a);
	return p->any ? 1 : port_tables_sent(p->tables, p->sides, a);
}

/* What follows channel a, on which packets have all their VLs by now. */
static void go_on(Sink *s, guint32 a)
{
	PortPhase *p = s->phase;
	const Graph *g = s->mix->graph;
	gboolean by_sl = !p->any && port_tables_are(p->tables, p->sides, PORT_TABLES_BY_SL);
	guint16 from = p->vls[a], lanes = by_sl ? s->mix->lanes[g->from[a]] : 0;
	for (guint e = 0; e < MIX_ENTRIES; e++) {
		guint32 b = s->mix->entry[g->to[a]][e];
		if (!is_channel(b))
			continue;
		guint16 to = state_vls(p, a, b);
		p->vls[b] |= to;
		put_each(s, a, from | lanes, b, to);
		put_each(s, a, from, b, lanes);
		put_same(s, a, b, lanes);
	}
}

static void forward(Sink *s, guint32 v)
{
	for (guint e = 0; e < MIX_ENTRIES; e++) {
		guint32 a = s->mix->entry[v][e];
		if (is_channel(a) && s->mix->from[v])
			s->phase->vls[a] |= sent_vls(s->phase, a);
		if (is_channel(a))
			go_on(s, a);
	}
}

static gboolean put_mixture(Sink *s)
{
	const Mix *mix = s->mix;
	for (guint32 i = 0; i < mix->n_order; i++)
		for (guint e = 0; e < MIX_ENTRIES; e++)
			if (is_channel(mix->entry[mix->order[i]][e]))
				s->phase->vls[mix->entry[mix->order[i]][e]] = 0;
	for (guint32 i = 0; i < mix->n_order && (s->all || s->most); i++)
		if (mix->lanes[mix->order[i]])
			forward(s, mix->order[i]);
	return s->all;
}

void port_phase_mark(PortPhase *p, const Mix *mix)
{
	put_mixture(&(Sink){.phase = p, .mix = mix, .all = TRUE});
}

gboolean port_phase_is_free(const PortPhase *p, GError **error)
{
	return cdg_is_acyclic(p->turns, p->used, error);
}

LaneUse *port_phase_use(PortPhase *p, GError **error)
{
	g_autofree guint8 *used = g_steal_pointer(&p->used);
	return lane_use_of_marks(&p->graph, 1, &used, error);
}

gboolean port_phase_add(PortPhase *p, const Mix *mix, gboolean most, LaneUse *use)
{
	return put_mixture(&(Sink){.phase = p, .mix = mix, .use = use, .most = most, .all = TRUE});
}
