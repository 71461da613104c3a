/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves routes to further LIDs: an entry moves to another channel where that lowers the sum of three costs. They
 * are, for each channel, the square of its load; for each host and target port the squares of how many paths, one a
 * LID, share a channel, as these send at once; for two neighbouring switches the square of the paths over the cable
 * between them. The first two are the mean and the variance of what a random bisection lays on a channel: (load /
 * 2nL)^2 and (sum of squares) / 2nL^2, with n hosts of L LIDs each.
 */
#include "core/lmc/lmc_tree.h"

#include "core/base/arena.h"
#include "core/lmc/lmc_dests.h"

#include <string.h>

/* Weights of the three costs: measured by `make bench-lmc`. More for shared channels costs uniform traffic. */
enum { OF_LOAD = 3, OF_SHARED = 2, OF_CABLE = 60 };

/*
 * Weight of the square of a channel's load above `fullest`, so that channels that are too full at first become less so.
 */
enum { OF_EXCESS = 1000, MOST_EXCESS = 1 << 23 };

enum { SWEEPS = 2 }; /* over all entries; later ones would move little */

/* Two seconds: a chain of 60 switches with 16 LIDs a port would take twice as many. */
#define MOST_LOOKS (G_GUINT64_CONSTANT(1) << 29)

typedef struct {
	const Graph *graph;
	LmcTree *tree;
	guint more_hops;
	guint64 fullest;
	guint64 looks;     /* at channels of paths, so far */
	guint most;        /* LIDs of a port at most */
	guint32 *on_cable; /* [n_channels] LIDs on the switch it leads to whose paths from the other end take it */
	/* of the row at hand */
	guint32 dest, base, target; /* base: destination of the port's base LID */
	guint32 *next;              /* [n_switches] channels */
	guint8 *length;             /* [n_switches] hops; GRAPH_FAR: no path */
	/* of the entry at hand */
	guint32 *below, n_below; /* [n_switches] the switch and all whose paths lead over it, nearest first */
	guint64 hosts;           /* on these */
	guint64 *shared;         /* [n_channels] paths of these hosts to the port's other LIDs; 0 between entries */
	gint64 *gain;            /* [n_channels] what a move gains, for each channel of the switch in turn */
} Improve;

static void list_below(Improve *m, guint32 v)
{
	const Graph *g = m->graph;
	m->below[0] = v;
	m->n_below = 1;
	m->hosts = 0;
	for (guint32 i = 0; i < m->n_below; i++) {
		m->hosts += g->hosts[m->below[i]];
		for (guint32 out = g->first[m->below[i]]; out < g->first[m->below[i] + 1]; out++)
			if (m->next[g->to[out]] == g->reverse[out])
				m->below[m->n_below++] = g->to[out];
	}
}

static gboolean is_below(const Improve *m, guint32 v, guint32 of)
{
	while (v != of && v != m->target)
		v = m->graph->to[m->next[v]];
	return v == of;
}

/* Adds the paths from below to another LID of the port, or takes them off again. */
static void count_path(Improve *m, const guint8 *row, gboolean add)
{
	const Graph *g = m->graph;
	for (guint32 i = 0; i < m->n_below; i++) {
		guint64 hosts = g->hosts[m->below[i]];
		for (guint32 c, w = m->below[i]; hosts && (c = route_channel(g, row, w)) != GRAPH_NONE; w = g->to[c]) {
			m->shared[c] += add ? hosts : -hosts;
			m->looks++;
		}
	}
}

static void count_shared(Improve *m, gboolean add)
{
	const GraphDest *to = &m->graph->dests[m->dest];
	for (guint k = 0; k < m->most; k++) {
		guint32 d = graph_dest(m->graph, to->lid - to->sibling + k);
		if (d == GRAPH_NONE || m->graph->dests[d].sibling != k)
			return;
		if (d != m->dest)
			count_path(m, routes_row(m->tree->routes, d), add);
	}
}

static gint64 cost_of_load(const Improve *m, guint32 c)
{
	gint64 load = (gint64)lmc_tree_weight(m->tree, c), excess = CLAMP(load - (gint64)m->fullest, 0, MOST_EXCESS);
	return load * load + OF_EXCESS * excess * excess;
}

/* Adds all paths from below over channel b to the loads, or takes them off, and returns by how much costs rise. */
static gint64 lay(Improve *m, guint32 b, gboolean add)
{
	const Graph *g = m->graph;
	gint64 load = 0, shared = 0, cable = 0;
	for (guint32 c = b; c != GRAPH_NONE; c = m->next[g->to[c]], m->looks++) {
		gint64 had = cost_of_load(m, c);
		m->tree->load[c] += add ? m->hosts : -m->hosts;
		load += cost_of_load(m, c) - had;
		shared += 2 * (gint64)m->shared[c] + (gint64)m->hosts;
	}
	if (g->to[b] == m->target) {
		cable = 2 * (gint64)m->on_cable[b] + (add ? 1 : -1);
		m->on_cable[b] += add ? 1 : -1u;
	}
	return OF_LOAD * load + (add ? 2 : -2) * (gint64)g->n_hosts * (OF_SHARED * shared + OF_CABLE * cable);
}

/* Whether no path from below gets too long with channel b. */
static gboolean are_short(const Improve *m, guint32 b)
{
	const Graph *g = m->graph;
	guint had = m->length[m->below[0]], has = m->length[g->to[b]] + 1u;
	for (guint32 i = 0; i < m->n_below && has > had; i++) {
		guint32 w = m->below[i];
		guint least = m->tree->hops[(gsize)w * g->n_switches + m->target];
		if (m->length[w] + has - had > least + (g->hosts[w] ? m->more_hops : 0))
			return FALSE;
	}
	return TRUE;
}

static void rate_channels(Improve *m, guint32 v)
{
	const Graph *g = m->graph;
	gint64 taken = lay(m, m->next[v], FALSE);
	for (guint32 b = g->first[v], i = 0; b < g->first[v + 1]; b++, i++) {
		m->gain[i] = 0;
		if (b == m->next[v] || m->length[g->to[b]] == GRAPH_FAR || is_below(m, g->to[b], v) || !are_short(m, b))
			continue;
		m->gain[i] = -taken - lay(m, b, TRUE);
		lay(m, b, FALSE);
	}
	lay(m, m->next[v], TRUE);
}

static gboolean take_below(Improve *m)
{
	for (guint32 i = 0; i < m->n_below; i++)
		if (!lmc_gate_admit(m->tree->gate, m->next, m->below[i], m->next[m->below[i]]))
			return FALSE;
	return TRUE;
}

/* Has v send by channel b where the gate admits that. */
static gboolean change(Improve *m, guint32 v, guint32 b)
{
	LmcGate *gate = m->tree->gate;
	guint32 had = m->next[v];
	lmc_gate_begin(gate, m->dest, m->base);
	m->next[v] = b;
	gboolean admitted = take_below(m);
	if (!admitted) {
		lmc_gate_take_back(gate);
		m->next[v] = had;
		take_below(m);
	}
	lmc_gate_keep(gate);
	return admitted;
}

static void move_below(Improve *m, guint32 had, guint32 has)
{
	const Graph *g = m->graph;
	guint was = m->length[m->below[0]], is = m->length[g->to[has]] + 1u;
	m->next[m->below[0]] = had;
	lay(m, had, FALSE);
	m->next[m->below[0]] = has;
	lay(m, has, TRUE);
	for (guint32 i = 0; i < m->n_below; i++)
		m->length[m->below[i]] = (guint8)(m->length[m->below[i]] + is - was);
}

/* Moves the entry of v to the channel that lowers costs most of those that the gate admits. FALSE: there is none. */
static gboolean move(Improve *m, guint32 v)
{
	const Graph *g = m->graph;
	guint32 had = m->next[v], first = g->first[v], count = g->first[v + 1] - first;
	list_below(m, v);
	if (!m->hosts)
		return FALSE;
	count_shared(m, TRUE);
	rate_channels(m, v);
	gboolean moved = FALSE;
	for (guint32 best = 0; !moved; m->gain[best] = 0) {
		for (guint32 i = 0; i < count; i++)
			best = m->gain[i] > m->gain[best] ? i : best;
		if (m->gain[best] <= 0)
			break;
		moved = change(m, v, first + best);
	}
	if (moved)
		move_below(m, had, m->next[v]);
	count_shared(m, FALSE);
	return moved;
}

/*
 * Reads a row, and has the gate admit it. FALSE, with nothing added: it does not, as it has never seen the row of a LID
 * that follows its base LID, whose states may be loose.
 */
static gboolean read_row(Improve *m, guint32 dest)
{
	const Graph *g = m->graph;
	const guint8 *row = routes_row(m->tree->routes, dest);
	m->dest = dest;
	m->base = lmc_base_of(g, dest);
	m->target = g->dests[dest].vertex;
	for (guint32 v = 0; v < g->n_switches; v++)
		m->next[v] = route_channel(g, row, v);
	memset(m->length, GRAPH_FAR, g->n_switches);
	m->length[m->target] = 0;
	list_below(m, m->target);
	gboolean admitted = TRUE;
	lmc_gate_begin(m->tree->gate, dest, m->base);
	for (guint32 i = 1; i < m->n_below && admitted; i++) {
		guint32 w = m->below[i];
		m->length[w] = (guint8)(m->length[g->to[m->next[w]]] + 1);
		/* Also where it was admitted before: lanes by SL know the row at hand only. */
		admitted = lmc_gate_admit(m->tree->gate, m->next, w, m->next[w]);
	}
	if (!admitted)
		lmc_gate_take_back(m->tree->gate);
	lmc_gate_keep(m->tree->gate);
	return admitted;
}

static gboolean improve_row(Improve *m, guint32 dest)
{
	const Graph *g = m->graph;
	guint8 *row = routes_row(m->tree->routes, dest);
	const guint8 *kept = m->tree->kept ? routes_row(m->tree->kept, dest) : NULL;
	gboolean moved = FALSE;
	if (!read_row(m, dest))
		return FALSE;
	for (guint32 i = 0; i < g->n_switches; i++) {
		guint32 v = (guint32)((i + dest * (guint64)7) % g->n_switches);
		if (v == m->target || m->length[v] == GRAPH_FAR || (kept && kept[v] != ROUTE_NONE) || !move(m, v))
			continue;
		row[v] = g->port[m->next[v]];
		moved = TRUE;
	}
	return moved;
}

/*
 * Tries to move each entry, for second LIDs of all ports first, as they were routed, while looks are left. Returns
 * whether any moved.
 */
static gboolean sweep(Improve *m)
{
	const Graph *g = m->graph;
	gboolean moved = FALSE;
	for (guint round = 1; round < m->most; round++)
		for (guint32 d = 0; d < g->n_dests; d++)
			if (g->dests[d].is_host && g->dests[d].sibling == round && m->looks < MOST_LOOKS)
				moved |= improve_row(m, d);
	return moved;
}

static void count_cables(Improve *m)
{
	const Graph *g = m->graph;
	for (guint32 d = 0; d < g->n_dests; d++) {
		guint32 target = g->dests[d].vertex;
		for (guint32 i = g->first[target]; g->dests[d].is_host && i < g->first[target + 1]; i++)
			if (route_channel(g, routes_row(m->tree->routes, d), g->to[i]) == g->reverse[i])
				m->on_cable[g->reverse[i]]++;
	}
}

gboolean lmc_improve(LmcTree *tree, guint more_hops, guint64 fullest, GError **error)
{
	const Graph *graph = tree->graph;
	gsize n = graph->n_switches + (gsize)1, channels = graph->n_channels + (gsize)1;
	g_autoptr(Arena) arena = arena_new();
	Improve m = {
		.graph = graph, .tree = tree, .more_hops = more_hops, .fullest = fullest, .most = lmc_most_lids(graph)};
	m.on_cable = arena_new_array0(arena, guint32, channels);
	m.next = arena_new_array(arena, guint32, n);
	m.length = arena_new_array(arena, guint8, n);
	m.below = arena_new_array(arena, guint32, n);
	m.shared = arena_new_array0(arena, guint64, channels);
	m.gain = arena_new_array(arena, gint64, channels);
	if (!arena_check(arena, "further LIDs", error))
		return FALSE;
	count_cables(&m);
	for (guint i = 0; i < SWEEPS && sweep(&m); i++)
		;
	return TRUE;
}
