/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A pair is mended for all LIDs at both ends or not at all. */
#include "core/search/mend_pairs.h"

#include "core/search/lane_tree.h"

#include <string.h>

/* Times a tree is made again with ways round for those that its pins leave without one. */
#define ROUNDS 3
/* Others at either end that may lose their lane for the moment. */
#define MOST_LOST 24
/* Switches in the queue of pairs. */
#define MOST_QUEUED 1000000
/* Of these, at most so many that find no other. */
#define MOST_UNMENDED 1
/* Bytes that are copied while one channel is looked at. */
#define COPIED 16

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	LaneTree *tree;
	gboolean at_cost; /* others may lose their lanes, if they find others */
	gboolean longer;
	guint lose;    /* others at each end that may lose their lane */
	guint32 *lost; /* [n_lost] a switch, and the end that it lost its lane to */
	guint32 n_lost;
	guint32 *queue; /* [n_queue] pairs to mend, two switches each */
	guint32 n_queue, queue_room;
	Routes *saved_routes; /* for going back */
	LaneMask *saved_common;
	guint64 *saved_weight;
	Routes *routes;
	LaneMask *common;
	guint32 *first; /* [n_switches + 1] where a switch's hosts begin in .. */
	guint32 *dest;  /* .. destinations by switch */
	guint8 *rows;   /* rows as they were, of all that is on two switches */
	LaneMask *was;  /* [4][n_switches] what the two switches had in common with others */
} Mend;

static void list_dests(Mend *m)
{
	const Graph *g = m->graph;
	for (guint32 d = 0; d < g->n_dests; d++)
		m->first[g->dests[d].vertex + 1] += g->dests[d].is_host;
	for (guint32 v = 0; v < g->n_switches; v++)
		m->first[v + 1] += m->first[v];
	for (guint32 d = 0; d < g->n_dests; d++)
		if (g->dests[d].is_host)
			m->dest[m->first[g->dests[d].vertex]++] = d;
	for (guint32 v = g->n_switches; v > 0; v--)
		m->first[v] = m->first[v - 1];
	m->first[0] = 0;
}

static void copy_common(Mend *m, guint32 s, guint32 t, gboolean back)
{
	gsize n = m->graph->n_switches;
	LaneMask *was = m->was;
	for (gsize v = 0; v < n; v++, was += 4) {
		LaneMask *now[] = {m->common + v * n + s, m->common + s * n + v, m->common + v * n + t,
				   m->common + t * n + v};
		for (guint i = 0; i < G_N_ELEMENTS(now); i++)
			*(back ? now[i] : was + i) = *(back ? was + i : now[i]);
	}
}

/* The tree of one destination with v's way in the lane pinned. */
static gboolean make_tree(Mend *m, guint32 dest, guint32 v, LaneMask bit, guint most)
{
	lane_tree_aim(m->tree, dest);
	if (!lane_tree_pin(m->tree, v, bit, most, m->lose > 0))
		return FALSE;
	guint32 n = lane_tree_try(m->tree, FALSE);
	n = lane_tree_go_round(m->tree, n, n ? ROUNDS : 0);
	if (n && n <= m->lose)
		n = lane_tree_try(m->tree, TRUE);
	return !n && (m->longer || !lane_tree_longer(m->tree));
}

/* The trees to what is on `target`; those made so far are counted in *n. */
static gboolean mend_target(Mend *m, guint32 target, guint32 v, LaneMask bit, guint most, guint32 *n)
{
	gsize size = m->graph->n_switches;
	for (guint32 i = m->first[target]; i < m->first[target + 1]; i++) {
		if (!make_tree(m, m->dest[i], v, bit, most))
			return FALSE;
		memcpy(m->rows + *n * size, routes_row(m->routes, m->dest[i]), size);
		++*n;
		lane_tree_replace(m->tree, m->dest[i]);
	}
	return TRUE;
}

static void take_back(Mend *m, guint32 target, guint32 *at, guint32 n)
{
	gsize size = m->graph->n_switches;
	for (guint32 i = m->first[target]; i < m->first[target + 1] && *at < n; i++, ++*at) {
		lane_tree_aim(m->tree, m->dest[i]);
		lane_tree_withdraw(m->tree, m->dest[i]);
		memcpy(routes_row(m->routes, m->dest[i]), m->rows + *at * size, size);
		lane_tree_recount(m->tree, m->dest[i]);
	}
}

static gboolean mend(Mend *m, guint32 s, guint32 t, LaneMask bit, guint most)
{
	gsize size = m->graph->n_switches;
	guint32 n = 0, at = 0;
	copy_common(m, s, t, FALSE);
	m->common[s * size + t] = m->common[t * size + s] = bit;
	if (mend_target(m, t, s, bit, most, &n) && mend_target(m, s, t, bit, most, &n))
		return TRUE;
	take_back(m, t, &at, n);
	take_back(m, s, &at, n);
	copy_common(m, s, t, TRUE);
	return FALSE;
}

/* In any lane by strict means. */
static gboolean mend_in_any(Mend *m, guint32 s, guint32 t)
{
	gsize n = m->graph->n_switches;
	guint most = m->longer ? GRAPH_FAR : m->hops[s * n + t];
	for (guint lane = 0; lane < m->tree->lanes->n_lanes && *m->tree->effort; lane++)
		if (mend(m, s, t, (LaneMask)(1u << lane), most))
			return TRUE;
	return FALSE;
}

static void save(Mend *m)
{
	const Graph *g = m->graph;
	gsize n = g->n_switches;
	lane_tree_spend(m->tree, n * (g->n_dests + n) / COPIED);
	memcpy(m->saved_routes->port, m->routes->port, n * g->n_dests);
	memcpy(m->saved_routes->load, m->routes->load, g->n_channels * sizeof(guint64));
	memcpy(m->saved_weight, m->tree->balance->weight, g->n_channels * sizeof(guint64));
	memcpy(m->saved_common, m->common, n * n * sizeof(LaneMask));
}

static void go_back(Mend *m)
{
	const Graph *g = m->graph;
	gsize n = g->n_switches;
	memcpy(m->routes->port, m->saved_routes->port, n * g->n_dests);
	memcpy(m->routes->load, m->saved_routes->load, g->n_channels * sizeof(guint64));
	memcpy(m->tree->balance->weight, m->saved_weight, g->n_channels * sizeof(guint64));
	memcpy(m->common, m->saved_common, n * n * sizeof(LaneMask));
}

/* Those who have no lane with `end` any more. */
static void list_lost(Mend *m, guint32 end)
{
	gsize n = m->graph->n_switches;
	for (guint32 v = 0; v < n; v++)
		if (!m->common[v * n + end] && m->saved_common[v * n + end] && pair_of_hosts(m->graph, v, end)) {
			m->lost[m->n_lost++] = v;
			m->lost[m->n_lost++] = end;
		}
}

/* Keeps of the lost those who find no other lane. */
static guint32 mend_lost(Mend *m)
{
	guint32 n = 0;
	for (guint32 i = 0; i < m->n_lost && n <= 2 * MOST_UNMENDED; i += 2)
		if (!mend_in_any(m, m->lost[i], m->lost[i + 1])) {
			m->lost[n++] = m->lost[i];
			m->lost[n++] = m->lost[i + 1];
		}
	return n;
}

/* In one lane at the cost of others, if no more of these than that find no other way; they are next then. */
static gboolean mend_at_cost(Mend *m, guint32 s, guint32 t, LaneMask bit)
{
	save(m);
	m->lose = MOST_LOST;
	gboolean fine = mend(m, s, t, bit, GRAPH_FAR);
	m->lose = 0;
	m->n_lost = 0;
	if (fine) {
		list_lost(m, s);
		list_lost(m, t);
		m->n_lost = mend_lost(m);
		fine = m->n_lost <= 2 * MOST_UNMENDED && m->n_queue + m->n_lost <= m->queue_room;
	}
	if (!fine) {
		go_back(m);
		return FALSE;
	}
	memcpy(m->queue + m->n_queue, m->lost, m->n_lost * sizeof *m->lost);
	m->n_queue += m->n_lost;
	return TRUE;
}

static void serve(Mend *m, guint32 s, guint32 t, guint turn)
{
	guint n = m->tree->lanes->n_lanes;
	if (m->common[(gsize)s * m->graph->n_switches + t] || mend_in_any(m, s, t) || !m->at_cost)
		return;
	for (guint lane = 0; lane < n && *m->tree->effort; lane++)
		if (mend_at_cost(m, s, t, (LaneMask)(1u << (lane + turn) % n)))
			return;
}

static void mend_all(Mend *m)
{
	gsize n = m->graph->n_switches;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < s && m->n_queue + 2 <= m->queue_room / 2; t++)
			if (!m->common[s * n + t] && pair_of_hosts(m->graph, s, t) && m->hops[s * n + t] != GRAPH_FAR) {
				m->queue[m->n_queue++] = s;
				m->queue[m->n_queue++] = t;
			}
	for (guint32 i = 0; i < m->n_queue && *m->tree->effort; i += 2)
		serve(m, m->queue[i], m->queue[i + 1], i / 2);
}

static gboolean allocate(Mend *m, Arena *arena, GError **error)
{
	const Graph *g = m->graph;
	guint32 most = 1;
	m->first = arena_new_array0(arena, guint32, g->n_switches + 2);
	m->dest = arena_new_array0(arena, guint32, g->n_dests + 1);
	m->was = arena_new_array0(arena, LaneMask, 4 * (gsize)g->n_switches + 1);
	if (!arena_check(arena, "pairs to mend", error))
		return FALSE;
	list_dests(m);
	for (guint32 v = 0; v < g->n_switches; v++)
		most = MAX(most, m->first[v + 1] - m->first[v]);
	m->rows = arena_new_array0(arena, guint8, 2 * (gsize)most * g->n_switches);
	m->lost = arena_new_array0(arena, guint32, 8 * (gsize)g->n_switches + 1);
	m->queue_room = (guint32)MIN(4 * (guint64)g->n_switches * g->n_switches + 4, MOST_QUEUED);
	m->queue = arena_new_array0(arena, guint32, m->queue_room);
	m->saved_common = arena_new_array0(arena, LaneMask, (gsize)g->n_switches * g->n_switches + 1);
	m->saved_weight = arena_new_array0(arena, guint64, g->n_channels + 1);
	return arena_check(arena, "pairs to mend", error) && (m->saved_routes = routes_new(g, error));
}

gboolean mend_pairs(const Graph *graph, const LaneSet *lanes, const guint8 *hops, gboolean longer, gboolean at_cost,
		    Routes *routes, LaneMask *common, guint64 *effort, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	g_autoptr(LaneTree) tree = lane_tree_new(graph, lanes, common, routes, effort, error);
	if (!tree)
		return FALSE;
	Mend m = {.graph = graph,
		  .hops = hops,
		  .tree = tree,
		  .longer = longer,
		  .at_cost = at_cost,
		  .routes = routes,
		  .common = common};
	gboolean fine = allocate(&m, arena, error);
	if (fine) {
		balance_recall(tree->balance, routes);
		mend_all(&m);
	}
	routes_free(m.saved_routes);
	return fine;
}
