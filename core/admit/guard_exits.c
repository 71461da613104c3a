/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Frees turns for packets of switches' own ports, where hosts' routes take all turns. A switch that lacks paths sends
 * by its exit, one channel towards a switch that lacks none, from where packets go on as that switch's own do. The turn
 * from an exit into the next switch's exit needs a VL below that of hosts, so no other packets may take it: they take
 * a parallel channel. So on VL 0 packets leave the part of the fabric that lacks paths, whatever the
 * order of hosts' dependencies is.
 */
#include "core/admit/guard.h"

#include <string.h>

typedef struct {
	Guard *guard;
	Routes *routes;
	guint32 *exits;  /* [n_switches] how many exits lead to a switch */
	guint8 *crossed; /* [n_switches] 1: packets to the destination at hand that count cross the switch */
} Exits;

static gboolean has_parallel(const Graph *graph, guint32 c)
{
	guint32 v = graph->from[c];
	for (guint32 k = graph->first[v]; k < graph->first[v + 1]; k++)
		if (k != c && graph->to[k] == graph->to[c])
			return TRUE;
	return FALSE;
}

/*
 * Of v's channels to switches with so many hops to one that lacks no path, that to which the fewest exits lead; before
 * others one with a parallel channel, which others can take.
 */
static guint32 choose_exit(const Exits *e, guint32 v, const guint8 *hops, guint left)
{
	const Graph *graph = e->guard->graph;
	guint32 best = GRAPH_NONE;
	guint64 least = G_MAXUINT64;
	for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++) {
		guint64 key = e->exits[graph->to[c]] + (has_parallel(graph, c) ? 0 : (guint64)1 << 40);
		if (hops[graph->to[c]] != left || key >= least)
			continue;
		least = key;
		best = c;
	}
	return best;
}

/* Finds the exits of all switches that guard->lacking marks, nearest first. O(channels x hops). */
static void find_exits(Exits *e)
{
	const Graph *graph = e->guard->graph;
	guint8 *hops = e->guard->hops;
	e->guard->n_exits = 0;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		hops[v] = e->guard->lacking[v] ? GRAPH_FAR : 0;
		e->guard->exit[v] = GRAPH_NONE;
	}
	gboolean more = TRUE;
	for (guint left = 0; more && left < GRAPH_FAR - 1; left++) {
		more = FALSE;
		for (guint32 v = 0; v < graph->n_switches; v++) {
			if (hops[v] != GRAPH_FAR || (e->guard->exit[v] = choose_exit(e, v, hops, left)) == GRAPH_NONE)
				continue;
			hops[v] = (guint8)(left + 1);
			e->exits[graph->to[e->guard->exit[v]]]++;
			e->guard->by_exit[e->guard->n_exits++] = v;
			more = TRUE;
		}
	}
}

/* Sets e->crossed for a destination, of the packets that guard_fill() counts. */
static void mark_crossed(Exits *e, guint32 dest, const guint8 *row)
{
	const Guard *guard = e->guard;
	const Graph *graph = guard->graph;
	gboolean served = guard->unserved && !guard->unserved[dest];
	memset(e->crossed, 0, graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (!(served ? route_carries_data(graph, v, dest) : guard->sends[v] != 0))
			continue;
		for (guint32 w = v, c; !e->crossed[w]; w = graph->to[c]) {
			c = route_channel(graph, row, w);
			if (c == GRAPH_NONE)
				break;
			e->crossed[w] = 1;
		}
	}
}

/* Whether packets in the row take the turn from w's exit into the next switch's. */
static gboolean takes_turn(const Exits *e, const guint8 *row, guint32 w)
{
	const Graph *graph = e->guard->graph;
	guint32 b = e->guard->exit[w], c = e->guard->exit[graph->to[b]];
	return e->crossed[w] && c != GRAPH_NONE && route_channel(graph, row, w) == b &&
	       route_channel(graph, row, graph->to[b]) == c;
}

/* Has packets that come over channel b go on with c, on the VL of hosts. FALSE: that needs another order. */
static gboolean enter(DependencyGraph *deps, guint32 b, guint32 c)
{
	if (dependency_state_vl(deps, b, c) == DEPENDENCY_NO_VL && !dependency_set_state(deps, b, c, deps->n_vls - 1))
		return FALSE;
	return dependency_add(deps, b, deps->n_vls - 1, c);
}

/* Whether the packets in the row that cross w may leave it by channel c; adds the dependencies. */
static gboolean may_take(const Exits *e, const guint8 *row, guint32 w, guint32 c)
{
	const Graph *graph = e->guard->graph;
	DependencyGraph *deps = e->guard->deps;
	guint32 mark = dependency_mark(deps), on = route_channel(graph, row, graph->to[c]);
	gboolean fine = on == GRAPH_NONE || enter(deps, c, on);
	for (guint32 k = graph->first[w]; fine && k < graph->first[w + 1]; k++) {
		guint32 b = graph->reverse[k], v = graph->from[b];
		if (e->crossed[v] && route_channel(graph, row, v) == b)
			fine = enter(deps, b, c);
	}
	if (!fine)
		dependency_return(deps, mark);
	return fine;
}

/* Has w take the least loaded channel beside its exit, to the same switch; it keeps its own where none will do. */
static void move(const Exits *e, guint8 *row, guint32 w)
{
	const Graph *graph = e->guard->graph;
	const Balance *balance = e->guard->balance;
	guint32 own = e->guard->exit[w], best = own;
	for (guint32 c = graph->first[w]; c < graph->first[w + 1]; c++)
		if (c != own && graph->to[c] == graph->to[own] &&
		    (best == own || balance_weight(balance, c) < balance_weight(balance, best)) &&
		    may_take(e, row, w, c))
			best = c;
	row[w] = graph->port[best];
}

/* Moves what takes a turn that is to be free. O(switches), with moves O(channels of a switch) each. */
static void free_turns(Exits *e, guint32 dest)
{
	guint8 *row = routes_row(e->routes, dest);
	gboolean any = FALSE;
	mark_crossed(e, dest, row);
	for (guint32 i = 0; i < e->guard->n_exits && !any; i++)
		any = takes_turn(e, row, e->guard->by_exit[i]);
	if (!any)
		return;
	guard_count_row(e->guard, dest, -1, e->routes);
	for (guint32 i = 0; i < e->guard->n_exits; i++)
		if (takes_turn(e, row, e->guard->by_exit[i]))
			move(e, row, e->guard->by_exit[i]);
	guard_count_row(e->guard, dest, 1, e->routes);
	dependency_keep(e->guard->deps);
}

void guard_take_exits(Guard *guard, guint8 *kept, guint8 *row)
{
	const Graph *graph = guard->graph;
	DependencyGraph *deps = guard->deps;
	for (guint32 i = 0; i < guard->n_exits; i++) {
		guint32 v = guard->by_exit[i], b = guard->exit[v], u = graph->to[b], mark = dependency_mark(deps);
		guint32 c = route_channel(graph, row, u);
		if (kept[v])
			continue;
		kept[v] = c != GRAPH_NONE && kept[u] &&
			  dependency_add_hop(deps, b, c, route_channel(graph, row, graph->to[c])) &&
			  dependency_send(deps, b, c);
		if (kept[v])
			row[v] = graph->port[b];
		else
			dependency_return(deps, mark);
	}
	dependency_keep(deps);
}

gboolean guard_free_exits(Guard *guard, Routes *routes, GError **error)
{
	const Graph *graph = guard->graph;
	g_autoptr(Arena) arena = arena_new();
	gsize n = graph->n_switches + (gsize)1;
	Exits e = {.guard = guard,
		   .routes = routes,
		   .exits = arena_new_array0(arena, guint32, n),
		   .crossed = arena_new_array(arena, guint8, n)};
	if (!arena_check(arena, "exits of switches", error))
		return FALSE;
	find_exits(&e);
	for (guint32 d = 0; d < graph->n_dests && !careful_is_over(guard->careful); d++)
		if (graph->dests[d].is_host ||
		    (guard->unserved && !guard->unserved[d] && !route_follows_host(graph, d)))
			free_turns(&e, d);
	return TRUE;
}
