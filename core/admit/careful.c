/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the routes to one destination, level by level, so that they close no cycle in the dependency graph. A level is
 * the list of the switches whose paths have the same number of hops. Switches next to a level take their cheapest
 * channel to it that closes no cycle. Switches whose entries are kept are in their levels from the start. careful.h has
 * the method.
 */
#include "core/admit/careful.h"

#include "core/admit/careful_repair.h"
#include "core/admit/careful_step.h"
#include "core/base/number_sort.h"

#include <string.h>

Careful *careful_new(const Balance *balance, DependencyGraph *deps, GError **error)
{
	g_autoptr(Careful) careful = g_new0(Careful, 1);
	gsize n = balance->graph->n_switches + (gsize)1;
	Arena *arena = careful->arena = arena_new();
	careful->graph = balance->graph;
	careful->balance = balance;
	careful->deps = deps;
	careful->next = arena_new_array(arena, guint32, n);
	careful->hops = arena_new_array(arena, guint8, n);
	careful->cost = arena_new_array(arena, guint64, n);
	careful->active = arena_new_array(arena, guint8, n);
	careful->woken = arena_new_array(arena, guint32, n);
	careful->level = arena_new_array(arena, guint32, GRAPH_FAR + 1);
	careful->another = arena_new_array(arena, guint32, n);
	careful->in_vain = arena_new_array0(arena, guint32, balance->graph->n_channels + (gsize)1);
	careful->asked = arena_new_array0(arena, guint32, n);
	careful->order = arena_new_array(arena, guint32, n);
	careful->key = arena_new_array(arena, guint64, n);
	careful->scratch = arena_new_array(arena, guint8, n);
	return arena_check(arena, "routes without a cycle", error) ? g_steal_pointer(&careful) : NULL;
}

void careful_free(Careful *careful)
{
	if (!careful)
		return;
	arena_free(careful->arena);
	g_free(careful);
}

/* ---- level by level */

/* Added to the key of a channel that does not fit the order, so that it comes after all that do. */
#define OUT_OF_ORDER ((guint64)1 << 63)

/* The minimal channels of w, *n of them, where they are known and lead to switches with so many hops; else NULL. */
static const guint32 *minimal_channels(const Bfs *bfs, guint32 w, guint hops, guint32 *n)
{
	if (!bfs || bfs->hops[w] != hops + 1)
		return NULL;
	guint32 i = bfs->place[w];
	*n = bfs->first[i + 1] - bfs->first[i];
	return bfs->channel + bfs->first[i];
}

/*
 * Returns the rank of channel b of switch w: the cost of its path, its turn among equals, and its number in the last
 * byte.
 */
static guint64 key_of(const Careful *careful, guint32 w, guint32 b, guint32 turn)
{
	const Graph *graph = careful->graph;
	guint32 n = graph->first[w + 1] - graph->first[w], at = b - graph->first[w];
	gboolean stays = careful->previous && careful->previous[w] == graph->port[b];
	guint64 cost = stays ? 0 : careful->cost[graph->to[b]] + balance_weight(careful->balance, b);
	return cost << 16 | (at >= turn ? at - turn : at + n - turn) << 8 | at;
}

/* Whether channel b fits the order, or the order does not matter. */
static gboolean fits(const Careful *careful, guint32 b)
{
	guint32 u = careful->graph->to[b];
	return !(careful->guided || careful->free_only) || u == careful->target ||
	       dependency_ascends(careful->deps, b, careful->next[u]);
}

/* Not the key of any channel. */
#define NO_KEY G_MAXUINT64

/*
 * Lists in list[] (or NULL) the keys of w's channels to switches with so many hops, in no order, and sets *n to their
 * number. A key is that of key_of(), with OUT_OF_ORDER where the channel does not fit; with free_only such channels are
 * left out. Returns the smallest key, NO_KEY: there is none. Without a list, the order is looked at only where it can
 * decide.
 */
static inline guint64 find_channels(const Careful *careful, guint32 w, guint hops, guint64 *list, guint32 *n)
{
	const Graph *graph = careful->graph;
	const guint32 *to = graph->to;
	const guint8 *reached = careful->hops;
	guint32 first = graph->first[w], count = graph->first[w + 1] - first;
	guint32 turn = balance_turn(graph, careful->dest) % count;
	const guint32 *minimal = minimal_channels(careful->bfs, w, hops, &count);
	guint64 best = NO_KEY;
	for (guint32 i = 0; i < count; i++) {
		guint32 b = minimal ? minimal[i] : first + i, u = to[b];
		if (reached[u] != hops || u == w)
			continue;
		guint64 key = key_of(careful, w, b, turn);
		if (!list && key >= best)
			continue;
		if (!fits(careful, b)) {
			if (careful->free_only)
				continue;
			key |= OUT_OF_ORDER;
		}
		best = MIN(best, key);
		if (list)
			list[(*n)++] = key;
	}
	return best;
}

/* Has switch w take the channel with this key, if that closes no cycle. */
static gboolean try_channel(Careful *careful, guint32 w, guint64 key)
{
	return careful_take(careful, w, careful->graph->first[w] + (key & 255));
}

/* Has switch w, which has no path, take the best channel to a switch with so many hops, if one closes no cycle. */
static void ask(Careful *careful, guint32 w, guint hops)
{
	guint64 list[256], scratch[256];
	guint32 n = 0;
	careful->looked += careful->graph->first[w + 1] - careful->graph->first[w];
	guint64 best = find_channels(careful, w, hops, NULL, NULL);
	if (best == NO_KEY || try_channel(careful, w, best))
		return;
	/* What was tried in vain may have changed the graph's order and channels behind, so another may be the best. */
	find_channels(careful, w, hops, list, &n);
	number_sort(list, n, scratch);
	for (guint32 i = 0; i < n; i++)
		if ((list[i] & 255) != (best & 255) && try_channel(careful, w, list[i]))
			return;
	for (guint32 i = 0; careful->makes_room && careful->sends[w] && i < n; i++)
		if (careful_make_room(careful, w, careful->graph->first[w] + (list[i] & 255), FALSE))
			return;
}

/* Asks all switches without a path that are next to switches with so many hops. */
static void ask_neighbours(Careful *careful, guint hops)
{
	const Graph *graph = careful->graph;
	careful->round++;
	for (guint32 u = careful->level[hops]; u != GRAPH_NONE; u = careful->another[u])
		for (guint32 c = graph->first[u]; c < graph->first[u + 1]; c++) {
			guint32 w = graph->to[c];
			if (careful->hops[w] != GRAPH_FAR || careful->asked[w] == careful->round)
				continue;
			careful->asked[w] = careful->round;
			ask(careful, w, hops);
		}
}

/* ---- level by level, within an order that stays */

/*
 * Looks at the channels by which switches without a path reach switch u. careful->order[n] lists the switches that have
 * found a channel, and careful->key[] the keys of the best of their channels. Returns the new n.
 */
static guint32 offer(Careful *careful, guint32 u, guint32 n)
{
	const Graph *graph = careful->graph;
	guint32 before = u == careful->target ? GRAPH_NONE : dependency_place(careful->deps, careful->next[u]);
	guint32 turn = balance_turn(graph, careful->dest);
	for (guint32 c = graph->first[u]; c < graph->first[u + 1]; c++) {
		guint32 w = graph->to[c], b = graph->reverse[c];
		if (careful->hops[w] != GRAPH_FAR || dependency_place(careful->deps, b) >= before)
			continue;
		guint64 key = key_of(careful, w, b, turn % (graph->first[w + 1] - graph->first[w]));
		if (careful->asked[w] != careful->round) {
			careful->asked[w] = careful->round;
			careful->order[n++] = w;
			careful->key[w] = key;
		}
		careful->key[w] = MIN(careful->key[w], key);
	}
	return n;
}

/*
 * With one VL: gives all switches that it can a path whose dependencies are there or fit the order, shorter paths
 * first. As nothing changes the order, each channel is looked at once, from the switch that it leads to. P-SSSP looks
 * at as many channels for a destination, so careful->looked does not count these. O(channels).
 */
static void ask_free(Careful *careful)
{
	const Graph *graph = careful->graph;
	for (guint hops = 0; hops < GRAPH_FAR - 1 && careful->level[hops] != GRAPH_NONE; hops++) {
		guint32 n = 0;
		careful->round++;
		for (guint32 u = careful->level[hops]; u != GRAPH_NONE; u = careful->another[u])
			n = offer(careful, u, n);
		for (guint32 i = 0; i < n; i++) {
			guint32 w = careful->order[i];
			careful_take(careful, w, graph->first[w] + (careful->key[w] & 255));
		}
	}
}

/* ---- one destination */

static void begin(Careful *careful, guint32 dest, const guint8 *sends)
{
	const Graph *graph = careful->graph;
	careful->dest = dest;
	careful->target = graph->dests[dest].vertex;
	careful->sends = sends;
	careful->n_woken = 0;
	memset(careful->hops, GRAPH_FAR, graph->n_switches);
	memset(careful->active, 0, graph->n_switches);
	for (guint i = 0; i <= GRAPH_FAR; i++)
		careful->level[i] = GRAPH_NONE;
	for (guint32 v = 0; v < graph->n_switches; v++)
		careful->next[v] = GRAPH_NONE;
	careful->cost[careful->target] = 0;
	careful_enter(careful, careful->target, 0);
}

/* Enters the paths of switches whose entries stay, nearest first, as the cost of a path includes that of the next. */
static void keep(Careful *careful, const guint8 *kept, const guint8 *row)
{
	const Graph *graph = careful->graph;
	guint32 n = careful_order(careful, careful->dest, row, careful->order, careful->scratch);
	for (guint32 i = 1; i < n; i++) {
		guint32 v = careful->order[i];
		if (!kept[v])
			continue;
		careful_settle(careful, v, graph_channel(graph, v, row[v]));
		careful->active[v] = 1;
	}
}

/* The first switch that sends and has no path, though a neighbour has; GRAPH_NONE: there is none. */
static guint32 find_unserved(const Careful *careful)
{
	const Graph *graph = careful->graph;
	for (guint32 v = 0; v < graph->n_switches; v++)
		for (guint32 c = graph->first[v]; careful->hops[v] == GRAPH_FAR && c < graph->first[v + 1]; c++)
			if (careful->sends[v] && careful->hops[graph->to[c]] < GRAPH_FAR - 1)
				return v;
	return GRAPH_NONE;
}

/* Asks the neighbours of all levels, from this number of hops on. */
static void ask_all(Careful *careful, guint from)
{
	for (guint hops = from; hops < GRAPH_FAR - 1; hops++)
		if (careful->level[hops] != GRAPH_NONE)
			ask_neighbours(careful, hops);
}

/*
 * Gives each switch that is left without a path any channel to a switch that has one. As it sends nothing, this adds no
 * dependency. Returns the first such switch that does send, which ends this early; GRAPH_NONE: all are settled.
 */
static guint32 settle_rest(Careful *careful)
{
	const Graph *graph = careful->graph;
	guint32 *list = careful->order, n = 0;
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (careful->hops[v] != GRAPH_FAR)
			list[n++] = v;
	for (guint32 i = 0; i < n && n < graph->n_switches; i++)
		for (guint32 c = graph->first[list[i]]; c < graph->first[list[i] + 1]; c++) {
			guint32 w = graph->to[c];
			if (careful->hops[w] != GRAPH_FAR || careful->hops[list[i]] >= GRAPH_FAR - 1)
				continue;
			if (careful->sends[w])
				return w;
			careful->hops[w] = (guint8)(careful->hops[list[i]] + 1);
			careful->next[w] = graph->reverse[c];
			list[n++] = w;
		}
	return GRAPH_NONE;
}

/* Takes back what was added since the mark, and tells the caller which switch has no path. Always FALSE. */
static gboolean fail(Careful *careful, guint32 mark, guint32 unserved)
{
	dependency_return(careful->deps, mark);
	careful->order[0] = unserved;
	return FALSE;
}

gboolean careful_route(Careful *careful, guint32 dest, const guint8 *sends, const guint8 *kept, gboolean repair,
		       guint8 *row)
{
	const Graph *graph = careful->graph;
	guint32 mark = dependency_mark(careful->deps), unserved;
	begin(careful, dest, sends);
	careful->makes_room = careful->deps->n_vls > 1 && sends && (!kept || repair) && !careful->free_only;
	if (kept)
		keep(careful, kept, row);
	if (careful->free_only && careful->deps->n_vls == 1)
		ask_free(careful);
	else
		ask_all(careful, 0);
	while ((unserved = find_unserved(careful)) != GRAPH_NONE) {
		if (!repair || !careful_repair(careful, unserved))
			return fail(careful, mark, unserved);
		ask_all(careful, careful->hops[unserved]);
	}
	if ((unserved = settle_rest(careful)) != GRAPH_NONE)
		return fail(careful, mark, unserved);
	for (guint32 v = 0; v < graph->n_switches; v++)
		row[v] = careful->next[v] != GRAPH_NONE ? graph->port[careful->next[v]] : ROUTE_NONE;
	row[careful->target] = 0;
	return TRUE;
}

/*
 * Fills hops[] for the switches on the path from v, as far as they lead to one whose hops are known. The path is
 * followed for at most as many hops as a byte can count; switches that are farther away stay at GRAPH_FAR.
 */
static void follow(Careful *careful, guint32 v, const guint8 *row, guint8 *hops)
{
	const Graph *graph = careful->graph;
	guint32 path[GRAPH_FAR], n = 0, c = GRAPH_NONE;
	while (hops[v] == GRAPH_FAR && n < GRAPH_FAR && (c = route_channel(graph, row, v)) != GRAPH_NONE) {
		path[n++] = v;
		v = graph->to[c];
	}
	for (guint h = hops[v]; n && h < GRAPH_FAR - 1;)
		hops[path[--n]] = (guint8)++h;
}

guint32 careful_list(const Graph *graph, const guint8 *hops, guint32 *order)
{
	guint32 start[GRAPH_FAR + 2] = {0};
	for (guint32 v = 0; v < graph->n_switches; v++)
		start[hops[v] + 1]++;
	for (guint i = 0; i < GRAPH_FAR; i++)
		start[i + 1] += start[i];
	guint32 n = start[GRAPH_FAR];
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (hops[v] != GRAPH_FAR)
			order[start[hops[v]]++] = v;
	return n;
}

guint32 careful_order(Careful *careful, guint32 dest, const guint8 *row, guint32 *order, guint8 *hops)
{
	const Graph *graph = careful->graph;
	memset(hops, GRAPH_FAR, graph->n_switches);
	hops[graph->dests[dest].vertex] = 0;
	for (guint32 v = 0; v < graph->n_switches; v++)
		follow(careful, v, row, hops);
	return careful_list(graph, hops, order);
}
