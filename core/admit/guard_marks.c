/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the channel dependencies that finished routes use, by following each destination's entries hop by hop.
 * guard_prune() drops all other dependencies from the graph, but for those of the spanning tree. guard_fill() puts
 * those in use into an empty graph, on the highest VL; or it puts in turns (pairs of channels) that the caller has
 * found already.
 */
#include "core/admit/guard.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	Guard *guard;
	guint vl;      /* the VL of all states, or DEPENDENCY_NO_VL: the VLs that the graph has */
	guint64 *used; /* [n_vertices][words] bits, as DependencyGraph.next: dependencies in use */
	/* [states] 1: in use; [n_channels] 1: in use for packets of the switch's own ports; both NULL with one VL */
	guint8 *state, *sent;
	guint32 *met; /* [n_switches] 1 + the last destination whose routes were followed from this switch on */
	guint8 *all;  /* [n_switches] scratch of senders() */
} Mark;

static void mark_dependency(const Mark *mark, guint32 c, guint vl, guint32 d)
{
	const DependencyGraph *deps = mark->guard->deps;
	guint32 i = graph_channel_number(deps->graph, d);
	if (vl == DEPENDENCY_NO_VL) /* the route is not in the graph, so the state has no VL */
		return;
	mark->used[(gsize)dependency_vertex(deps, c, vl) * deps->words + i / 64] |= (guint64)1 << i % 64;
}

/*
 * The VL of packets that channel a's switch sends itself. Where all is on one VL, switches without hosts begin on VL 0.
 */
static guint sent_vl(const Mark *mark, guint32 a)
{
	const Guard *guard = mark->guard;
	if (mark->vl == DEPENDENCY_NO_VL)
		return dependency_sent_vl(guard->deps, a);
	return guard->sends[guard->graph->from[a]] ? mark->vl : 0;
}

/* Marks a hop of guard_follow(), its state and its dependencies. */
static gboolean mark_hop(gpointer user, guint32 a, guint32 b, guint32 c)
{
	const Mark *mark = user;
	const DependencyGraph *deps = mark->guard->deps;
	if (mark->sent)
		mark->sent[a] = 1;
	if (b == GRAPH_NONE)
		return TRUE;
	mark_dependency(mark, a, sent_vl(mark, a), b);
	if (mark->state)
		mark->state[cdg_turn(deps->turns, a, b)] = 1;
	if (c != GRAPH_NONE)
		mark_dependency(mark, b, mark->vl != DEPENDENCY_NO_VL ? mark->vl : dependency_state_vl(deps, a, b), c);
	return TRUE;
}

/*
 * Marks the state of packets that cross the tree's channels b and c, and their dependencies, whether they begin at b's
 * switch or come over the tree.
 */
static void mark_tree_pair(const Mark *mark, const guint8 *in_tree, guint32 b, guint32 c)
{
	const Graph *graph = mark->guard->graph;
	const DependencyGraph *deps = mark->guard->deps;
	if (mark->state)
		mark->state[cdg_turn(deps->turns, b, c)] = 1;
	mark_dependency(mark, b, dependency_sent_vl(deps, b), c);
	for (guint32 k = graph->first[graph->from[b]]; k < graph->first[graph->from[b] + 1]; k++)
		if (in_tree[k] && k != b)
			mark_dependency(mark, b, dependency_state_vl(deps, graph->reverse[k], b), c);
}

static void mark_tree(const Mark *mark, const guint8 *in_tree)
{
	const Graph *graph = mark->guard->graph;
	for (guint32 b = 0; b < graph->n_channels; b++) {
		if (in_tree[b] && mark->sent)
			mark->sent[b] = 1;
		for (guint32 w = graph->to[b], c = graph->first[w]; in_tree[b] && c < graph->first[w + 1]; c++)
			if (in_tree[c] && c != graph->reverse[b])
				mark_tree_pair(mark, in_tree, b, c);
	}
}

static gboolean is_among_hosts(const Guard *guard, guint32 dest)
{
	return guard->among_hosts && guard->among_hosts[dest] == GUARD_SERVED;
}

/*
 * Returns [n_switches] 1: the routes from the switch to the destination count. These are switches with hosts, or all
 * that send data where the destination is served already (guard->unserved, guard->among_hosts).
 */
static const guint8 *senders(const Mark *mark, guint32 dest)
{
	const Guard *guard = mark->guard;
	if ((!guard->unserved || guard->unserved[dest]) && !is_among_hosts(guard, dest))
		return guard->sends;
	guard_senders(guard->graph, dest, mark->all);
	return mark->all;
}

/*
 * Marks what the routes to hosts use, and those to others that guard->unserved does not mark or that are among
 * hosts. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean mark_all(Mark *mark, Arena *arena, const Routes *routes, GError **error)
{
	const Graph *graph = mark->guard->graph;
	const DependencyGraph *deps = mark->guard->deps;
	mark->used = arena_new_array0(arena, guint64, (gsize)deps->n_vertices * deps->words + 1);
	mark->met = arena_new_array0(arena, guint32, graph->n_switches + (gsize)1);
	mark->all = arena_new_array(arena, guint8, graph->n_switches + (gsize)1);
	if (deps->n_vls > 1) {
		mark->state = arena_new_array0(arena, guint8, deps->turns->first[graph->n_channels] + (gsize)1);
		mark->sent = arena_new_array0(arena, guint8, graph->n_channels + (gsize)1);
	}
	if (!arena_check(arena, "the dependencies of routes", error))
		return FALSE;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].is_host || is_among_hosts(mark->guard, d) ||
		    (mark->guard->unserved && !mark->guard->unserved[d] && !route_follows_host(graph, d)))
			guard_follow(graph, senders(mark, d), routes_row(routes, d), mark->met, d + 1, mark_hop, mark);
	return TRUE;
}

gboolean guard_prune(Guard *guard, const Routes *routes, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	Mark mark = {.guard = guard, .vl = DEPENDENCY_NO_VL};
	if (!mark_all(&mark, arena, routes, error))
		return FALSE;
	if (guard->in_tree)
		mark_tree(&mark, guard->in_tree);
	dependency_retain(guard->deps, mark.used, mark.state, mark.sent);
	return TRUE;
}

/* Adds the dependencies that mark->used marks to an empty graph. FALSE: they close a cycle. */
static gboolean add_marked(const Mark *mark)
{
	DependencyGraph *deps = mark->guard->deps;
	const Graph *graph = deps->graph;
	for (guint32 x = 0; x < deps->n_vertices; x++) {
		guint32 c = x / deps->n_vls, first = graph->first[graph->to[c]];
		const guint64 *used = mark->used + (gsize)x * deps->words;
		for (guint32 i = 0; first + i < graph->first[graph->to[c] + 1]; i++) {
			guint32 d = first + i, vl = x % deps->n_vls;
			if (!(used[i / 64] >> i % 64 & 1))
				continue;
			/* Most are in order, and nothing is taken back. */
			guint32 y = dependency_vertex(deps, d, dependency_state_vl(deps, c, d));
			if (!(deps->place[x] < deps->place[y] ? dependency_put(deps, c, vl, d)
							      : dependency_add(deps, c, vl, d)))
				return FALSE;
			dependency_keep(deps);
		}
	}
	return TRUE;
}

/* Gives all states in use the VL mark->vl, and packets of switches' own ports the VL of sent_vl(). */
static void set_vls(const Mark *mark)
{
	DependencyGraph *deps = mark->guard->deps;
	const Graph *graph = deps->graph;
	for (guint32 b = 0; mark->state && b < graph->n_channels; b++) {
		guint32 w = graph->to[b];
		if (mark->sent[b])
			dependency_set_sent(deps, b, sent_vl(mark, b));
		for (guint32 c = graph->first[w]; c < graph->first[w + 1]; c++)
			if (mark->state[cdg_turn(deps->turns, b, c)])
				dependency_set_state(deps, b, c, mark->vl);
		dependency_keep(deps);
	}
}

static gboolean is_minimal(const Guard *guard, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	const guint8 *near = guard->near + (gsize)graph->dests[dest].vertex * graph->n_switches;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 c = route_channel(graph, row, v);
		if (near[v] && near[v] != GRAPH_FAR && (c == GRAPH_NONE || near[graph->to[c]] + 1 != near[v]))
			return FALSE;
	}
	return TRUE;
}

gboolean guard_fill(Guard *guard, const guint8 *turns, const Routes *routes, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	Mark mark = {.guard = guard, .vl = guard->deps->n_vls - 1};
	if (!turns && !mark_all(&mark, arena, routes, error))
		return FALSE;
	guard->filled = guard->deps->lowest_first = guard->unserved != NULL;
	for (guint32 d = 0; d < guard->graph->n_dests; d++)
		guard->longer[d] =
			(!guard->unserved || guard->unserved[d]) && !is_minimal(guard, d, routes_row(routes, d));
	if (turns)
		return dependency_fill_used(guard->deps, turns);
	set_vls(&mark);
	return add_marked(&mark);
}
