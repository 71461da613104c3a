/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The common case costs a look at a bit for each switch that hosts' packets come through. */
#include "core/engines/guard.h"

#include "core/base/error.h"
#include "core/graph/spanning_tree.h"

#include <string.h>

Guard *guard_new(Balance *balance, const guint8 *near, guint n_vls, GError **error)
{
	const Graph *graph = balance->graph;
	g_autoptr(Guard) guard = g_new0(Guard, 1);
	gsize n = graph->n_switches + (gsize)1;
	Arena *arena = guard->arena = arena_new();
	guard->graph = graph;
	guard->balance = balance;
	guard->near = near;
	guard->sends = arena_new_array(arena, guint8, n);
	guard->longer = arena_new_array0(arena, guint8, graph->n_dests + (gsize)1);
	guard->unfit = arena_new_array0(arena, guint8, graph->n_dests + (gsize)1);
	guard->row = arena_new_array(arena, guint8, n);
	guard->hops = arena_new_array(arena, guint8, n);
	guard->kept = arena_new_array(arena, guint8, n);
	guard->tree_row = arena_new_array(arena, guint8, n);
	guard->tree_room = arena_new_array(arena, guint8, graph->n_channels + (gsize)1);
	guard->missing = arena_new_array(arena, guint32, n);
	guard->by_number = arena_new_array(arena, guint32, graph->n_channels + (gsize)1);
	if (!arena_check(arena, "routes without a cycle", error) || !(guard->turns = cdg_turns_new(graph, error)) ||
	    !(guard->deps = dependency_new(guard->turns, n_vls, error)) ||
	    !(guard->careful = careful_new(balance, guard->deps, error)))
		return NULL;
	for (guint32 v = 0; v < graph->n_switches; v++)
		guard->sends[v] = graph->hosts[v] > 0;
	for (guint32 c = 0; c < graph->n_channels; c++)
		guard->by_number[c] = c;
	return g_steal_pointer(&guard);
}

void guard_free(Guard *guard)
{
	if (!guard)
		return;
	careful_free(guard->careful);
	dependency_free(guard->deps);
	cdg_turns_free(guard->turns);
	arena_free(guard->arena);
	g_free(guard);
}

static void copy_into(Guard *guard, const Guard *from)
{
	dependency_copy(guard->deps, from->deps);
	memcpy(guard->longer, from->longer, guard->graph->n_dests);
	memcpy(guard->unfit, from->unfit, guard->graph->n_dests);
}

void guard_take_over(Guard *guard, const Guard *from, const Routes *routes)
{
	copy_into(guard, from);
	balance_recall(guard->balance, routes);
}

Guard *guard_copy(const Guard *guard, GError **error)
{
	Guard *copy = guard_new(guard->balance, guard->near, guard->deps->n_vls, error);
	if (copy)
		copy_into(copy, guard);
	return copy;
}

/* ---- the spanning tree */

/*
 * Adds the dependencies of channel b on channel c, at the next switch, as far as they close no cycle: of what the switch
 * before it sends, and of what comes there with a VL. A state without a VL gets this one, or the lowest.
 */
static void suggest(Guard *guard, guint32 b, guint32 c, guint vl)
{
	const Graph *graph = guard->graph;
	DependencyGraph *deps = guard->deps;
	guint32 v = graph->from[b];
	if (dependency_sent_vl(deps, b) == DEPENDENCY_NO_VL)
		dependency_set_sent(deps, b, 0);
	if (dependency_state_vl(deps, b, c) == DEPENDENCY_NO_VL)
		dependency_set_state(deps, b, c, graph_has_lane(graph, c, vl) ? vl : 0);
	dependency_add(deps, b, dependency_sent_vl(deps, b), c);
	for (guint32 k = graph->first[v]; deps->n_vls > 1 && k < graph->first[v + 1]; k++) {
		guint before = dependency_state_vl(deps, graph->reverse[k], b);
		if (k != b && before != DEPENDENCY_NO_VL)
			dependency_add(deps, b, before, c);
	}
	dependency_keep(deps);
}

/*
 * All pairs of the tree's channels at a switch, but for those that turn back. What is sent over a channel to a leaf of
 * the tree is in no pair.
 */
static void add_tree(Guard *guard)
{
	const Graph *graph = guard->graph;
	guint rounds = guard->deps->n_vls > 1 ? 2 : 1; /* all states have VLs in the second */
	for (guint32 b = 0; b < graph->n_channels; b++)
		if (guard->in_tree[b]) {
			dependency_set_sent(guard->deps, b, 0);
			dependency_keep(guard->deps);
		}
	for (guint i = 0; i < rounds; i++)
		for (guint32 b = 0; b < graph->n_channels; b++) {
			guint32 w = graph->to[b];
			for (guint32 c = graph->first[w]; guard->in_tree[b] && c < graph->first[w + 1]; c++)
				if (guard->in_tree[c] && c != graph->reverse[b])
					suggest(guard, b, c, guard->tree_vl);
		}
}

/* Where a switch hangs on the tree against the order, all its neighbour's channels may lead on and come from there. */
static void suggest_at(Guard *guard, const guint32 *up, guint32 w)
{
	const Graph *graph = guard->graph;
	guint32 b = up[w], u = graph->to[b], on = up[u], back = graph->reverse[b];
	if (on != GRAPH_NONE && guard->place[b] < guard->place[on] &&
	    guard->place[graph->reverse[on]] < guard->place[back])
		return;
	for (guint32 c = graph->first[u]; c < graph->first[u + 1]; c++) {
		if (c == back)
			continue;
		suggest(guard, b, c, guard->deps->n_vls - 1);
		suggest(guard, graph->reverse[c], back, guard->deps->n_vls - 1);
	}
	dependency_keep(guard->deps);
}

static void suggest_all(Guard *guard, const guint32 *up)
{
	const Graph *graph = guard->graph;
	for (guint32 v = 0; v < graph->n_switches; v++)
		for (guint32 c = graph->first[v], b = up[v]; b != GRAPH_NONE && c < graph->first[v + 1]; c++)
			if (up[graph->to[c]] == graph->reverse[c]) {
				suggest(guard, graph->reverse[b], c, guard->deps->n_vls - 1);
				suggest(guard, graph->reverse[c], b, guard->deps->n_vls - 1);
			}
}

gboolean guard_suggest_tree(Guard *guard, GError **error)
{
	const Graph *graph = guard->graph;
	g_autofree guint32 *up = spanning_tree_ascending(graph, guard->place, NULL, error);
	if (!up)
		return FALSE;
	suggest_all(guard, up);
	if (guard->deps->n_vls > 1) /* now that states have VLs */
		suggest_all(guard, up);
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (up[v] != GRAPH_NONE)
			suggest_at(guard, up, v);
	return TRUE;
}

void guard_guide(Guard *guard, BalanceRun *run, gboolean guided)
{
	guard->careful->guided = guided;
	balance_run_guide(run, guided ? guard->deps : NULL, guard->rank);
}

void guard_begin(Guard *guard, const guint32 *place, const guint32 *rank, const guint8 *in_tree)
{
	guard->n_careful = guard->n_failed = guard->n_tree = guard->n_bent = 0;
	memset(guard->longer, 0, guard->graph->n_dests);
	memset(guard->unfit, 0, guard->graph->n_dests);
	guard->place = place ? place : guard->by_number;
	guard->rank = rank;
	dependency_clear(guard->deps, place);
	guard->in_tree = in_tree ? guard->tree_room : NULL;
	if (!in_tree)
		return;
	memcpy(guard->in_tree, in_tree, guard->graph->n_channels);
	add_tree(guard);
}

/*
 * Goes on from guard->missing[n], whose hops are in guard->hops, over the tree's channels or, `any`, over all: who has no
 * entry gets one. Returns how many have one then; `*fine` FALSE: one that sends[n_switches] (or NULL) got it, or has more
 * hops than are counted.
 */
static guint32 grow(Guard *guard, guint32 n, gboolean any, const guint8 *sends, guint8 *row, gboolean *fine)
{
	const Graph *graph = guard->graph;
	guint32 *list = guard->missing;
	const guint8 *near = guard->near + (gsize)list[0] * graph->n_switches;
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = graph->first[list[i]]; c < graph->first[list[i] + 1]; c++) {
			guint32 w = graph->to[c];
			if (row[w] != ROUTE_NONE || (!any && !guard->in_tree[c]))
				continue;
			if (guard->hops[list[i]] >= GRAPH_FAR - 1) {
				*fine = *fine && near[w] == GRAPH_FAR;
				continue;
			}
			guard->hops[w] = (guint8)(guard->hops[list[i]] + 1);
			list[n++] = w;
			row[w] = graph->port[graph->reverse[c]];
			*fine = *fine && !(sends && sends[w]);
		}
	return n;
}

gboolean guard_take_tree(Guard *guard, guint32 dest, const guint8 *sends, guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex;
	gboolean fine = TRUE;
	if (!guard->in_tree)
		return FALSE;
	memset(row, ROUTE_NONE, graph->n_switches);
	row[target] = 0;
	guard->missing[0] = target;
	guard->hops[target] = 0;
	guint32 n = grow(guard, 1, FALSE, NULL, row, &fine);
	grow(guard, n, TRUE, sends, row, &fine);
	guard->n_tree++;
	return fine;
}

/* ---- a tree that was chosen freely */

/* With one VL: the dependencies that are not there, from the destination outward. */
static gboolean admit_one(Guard *guard, const BalanceTree *tree)
{
	const Bfs *bfs = tree->bfs;
	guint32 n = 0;
	for (guint32 i = bfs->n_reached; i-- > 1;) {
		guint32 p = bfs->to[tree->taken[i]];
		if (tree->flow[i] && p &&
		    !dependency_has(guard->deps, bfs->channel[tree->taken[i]], 0, bfs->channel[tree->taken[p]]))
			guard->missing[n++] = i;
	}
	while (n--) {
		guint32 k = tree->taken[guard->missing[n]];
		if (!dependency_add(guard->deps, bfs->channel[k], 0, bfs->channel[tree->taken[bfs->to[k]]]))
			return FALSE;
	}
	return TRUE;
}

/* Any number of VLs: what comes over each channel goes on, and what its switch sends, be it only from its port 0. */
static gboolean admit_all(Guard *guard, const BalanceTree *tree)
{
	const Bfs *bfs = tree->bfs;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 b = bfs->channel[tree->taken[i]], p = bfs->to[tree->taken[i]], c = GRAPH_NONE;
		if (!tree->flow[i])
			continue;
		if (p) {
			guint32 q = bfs->to[tree->taken[p]];
			c = bfs->channel[tree->taken[p]];
			if (!dependency_go_on(guard->deps, b, c, q ? bfs->channel[tree->taken[q]] : GRAPH_NONE))
				return FALSE;
		}
		if (!dependency_send(guard->deps, b, c))
			return FALSE;
	}
	return TRUE;
}

static gboolean admit(Guard *guard, const BalanceTree *tree)
{
	if (guard->deps->n_vls > 1 ? admit_all(guard, tree) : admit_one(guard, tree)) {
		dependency_keep(guard->deps);
		return TRUE;
	}
	dependency_return(guard->deps, 0);
	return FALSE;
}

/* ---- with care */

/* Hosts whose path is longer than it could be, over all of a row. */
static guint64 longer_pairs(Guard *guard, const Bfs *bfs, guint32 dest, const guint8 *row)
{
	guint64 pairs = 0;
	careful_order(guard->careful, dest, row, guard->careful->order, guard->hops);
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		pairs += guard->hops[v] > bfs->hops[v] ? guard->graph->hosts[v] : 0;
	}
	return pairs;
}

/* Adds (1) or takes away (-1) what a row adds to the loads. */
static void count_row(Guard *guard, const Bfs *bfs, guint32 dest, gint sign, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	guint32 n = careful_order(guard->careful, dest, row, guard->careful->order, guard->hops);
	balance_count_order(guard->graph, guard->careful->order, n, guard->balance, dest, sign, routes);
	guard->longer[dest] = n != bfs->n_reached || memcmp(guard->hops, bfs->hops, guard->graph->n_switches) != 0;
}

#define TREE_ROUNDS 64

/* With several VLs: switches that find no path take the tree's, one after the other, until all others find theirs. */
static gboolean route_with_tree(Guard *guard, guint32 dest, guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex;
	if (guard->deps->n_vls == 1 || !guard->in_tree || !guard_take_tree(guard, dest, guard->sends, guard->tree_row))
		return FALSE;
	guard->n_tree--;
	memset(guard->kept, 0, graph->n_switches);
	for (guint i = 0; i < TREE_ROUNDS; i++) {
		for (guint32 v = guard->careful->order[0]; v != target && !guard->kept[v];
		     v = graph->to[route_channel(graph, row, v)]) {
			guard->kept[v] = 1;
			row[v] = guard->tree_row[v];
		}
		if (careful_route(guard->careful, dest, guard->sends, guard->kept, TRUE, row))
			return TRUE;
	}
	return FALSE;
}

/* Outside a row of the run. `old`: the row that it had, NULL: none. */
static gboolean route_with_care(Guard *guard, const Bfs *bfs, guint32 dest, const guint8 *old, guint8 *row)
{
	guint64 allowed = old ? longer_pairs(guard, bfs, dest, old) : G_MAXUINT64;
	guard->n_careful++;
	if ((careful_route(guard->careful, dest, guard->sends, NULL, !old, row) ||
	     (!old && route_with_tree(guard, dest, row))) &&
	    (!old || longer_pairs(guard, bfs, dest, row) <= allowed)) {
		dependency_keep(guard->deps);
		return TRUE;
	}
	dependency_return(guard->deps, 0);
	if (old)
		memcpy(row, old, guard->graph->n_switches);
	return old || guard_take_tree(guard, dest, guard->sends, row);
}

gboolean guard_gives_up(Guard *guard)
{
	guard->given_up |= careful_is_over(guard->careful);
	return guard->given_up;
}

gboolean guard_route(Guard *guard, BalanceRun *run, const Bfs *bfs, guint32 dest, gboolean again, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	gboolean longer = guard->longer[dest], legal = again && !guard->unfit[dest];
	if (again)
		memcpy(guard->row, row, guard->graph->n_switches);
	if (again && longer) {
		balance_run_end(run, routes);
		count_row(guard, bfs, dest, -1, routes);
		balance_run_begin(run, bfs, TRUE);
	}
	balance_run_route(run, dest, again && !longer, routes);
	BalanceTree tree = balance_run_tree(run);
	guard->longer[dest] = guard->unfit[dest] = 0;
	if (admit(guard, &tree))
		return TRUE;
	balance_run_take_back(run);
	balance_run_end(run, routes);
	if (guard_gives_up(guard)) {
		balance_run_begin(run, bfs, TRUE);
		return FALSE;
	}
	gboolean fine = route_with_care(guard, bfs, dest, legal ? guard->row : NULL, row);
	if (fine)
		count_row(guard, bfs, dest, 1, routes);
	else
		memset(row, ROUTE_NONE, guard->graph->n_switches);
	guard->n_failed += !fine;
	guard->unfit[dest] = !fine;
	balance_run_begin(run, bfs, TRUE);
	return fine;
}

/* ---- between passes */

typedef struct {
	Guard *guard;
	guint vl; /* all is on this one, or DEPENDENCY_NO_VL: as the graph has it */
	guint64 *used;
	guint8 *state, *sent;
	guint32 *met; /* [n_switches] 1 + the destination whose routes come through */
	guint8 *all;  /* [n_switches] scratch: who sends to a destination, where that is not hosts alone */
} Mark;

static void mark_dependency(const Mark *mark, guint32 c, guint vl, guint32 d)
{
	const DependencyGraph *deps = mark->guard->deps;
	guint32 i = d - deps->graph->first[deps->graph->from[d]];
	if (vl == DEPENDENCY_NO_VL) /* of a route that is not in the graph */
		return;
	mark->used[(gsize)dependency_vertex(deps, c, vl) * deps->words + i / 64] |= (guint64)1 << i % 64;
}

static guint state_vl(const Mark *mark, guint32 a, guint32 b)
{
	return mark->vl != DEPENDENCY_NO_VL ? mark->vl : dependency_state_vl(mark->guard->deps, a, b);
}

/* Switches without hosts begin below, where they come before all others. */
static guint sent_vl(const Mark *mark, guint32 a)
{
	const Guard *guard = mark->guard;
	if (mark->vl == DEPENDENCY_NO_VL)
		return dependency_sent_vl(guard->deps, a);
	return guard->sends[guard->graph->from[a]] ? mark->vl : 0;
}

/* What comes over a, which row leads on by b and then c. */
static void mark_hop(const Mark *mark, guint32 a, guint32 b, guint32 c)
{
	const DependencyGraph *deps = mark->guard->deps;
	if (mark->state)
		mark->state[cdg_turn(deps->turns, a, b)] = 1;
	if (c != GRAPH_NONE)
		mark_dependency(mark, b, state_vl(mark, a, b), c);
}

static void mark_row(const Mark *mark, guint32 dest, const guint8 *sends, const guint8 *row)
{
	const Graph *graph = mark->guard->graph;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 a = sends[v] ? route_channel(graph, row, v) : GRAPH_NONE;
		guint32 b = a == GRAPH_NONE ? a : route_channel(graph, row, graph->to[a]);
		if (a != GRAPH_NONE && mark->sent)
			mark->sent[a] = 1;
		for (guint32 w = v; b != GRAPH_NONE && mark->met[w] != dest + 1;) {
			if (mark->sent)
				mark->sent[a] = mark->sent[b] = 1;
			mark_dependency(mark, a, sent_vl(mark, a), b);
			guint32 c = route_channel(graph, row, graph->to[b]);
			mark->met[w] = dest + 1;
			mark_hop(mark, a, b, c);
			w = graph->to[a];
			a = b;
			b = c;
		}
	}
}

/* Packets on the tree that come over b go on by c, whether they begin before b or come there over the tree. */
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

/* Who sends to a destination on routes that are taken over. */
static const guint8 *senders(const Mark *mark, guint32 dest)
{
	const Guard *guard = mark->guard;
	if (!guard->unserved || guard->unserved[dest])
		return guard->sends;
	for (guint32 v = 0; v < guard->graph->n_switches; v++)
		mark->all[v] = route_carries_data(guard->graph, v, dest) ? 1 : 0;
	return mark->all;
}

/* What all rows to hosts use, and to others that are taken over. FALSE with SSSP_ERROR_MEMORY. */
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
		if (graph->dests[d].is_host || (mark->guard->unserved && !mark->guard->unserved[d]))
			mark_row(mark, d, senders(mark, d), routes_row(routes, d));
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

/* Into an empty graph. FALSE when they close a cycle. */
static gboolean add_used(DependencyGraph *deps, const guint64 *used)
{
	const Graph *graph = deps->graph;
	gboolean fine = TRUE;
	for (guint32 x = 0; x < deps->n_vertices && fine; x++)
		for (guint32 w = 0, c = x / deps->n_vls; w < deps->words && fine; w++) {
			for (guint64 bits = used[(gsize)x * deps->words + w]; bits && fine; bits &= bits - 1)
				fine = dependency_add(deps, c, x % deps->n_vls,
						      graph->first[graph->to[c]] + w * 64 +
							      (guint32)__builtin_ctzll(bits));
			dependency_keep(deps);
		}
	return fine;
}

/* States that are used get that VL. */
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
		guint32 c = near[v] && near[v] != GRAPH_FAR ? route_channel(graph, row, v) : GRAPH_NONE;
		if (near[v] && near[v] != GRAPH_FAR && (c == GRAPH_NONE || near[graph->to[c]] + 1 != near[v]))
			return FALSE;
	}
	return TRUE;
}

gboolean guard_fill(Guard *guard, const Routes *routes, GError **error)
{
	const Graph *graph = guard->graph;
	g_autoptr(Arena) arena = arena_new();
	Mark mark = {.guard = guard, .vl = guard->deps->n_vls - 1};
	if (!mark_all(&mark, arena, routes, error))
		return FALSE;
	guard->filled = guard->deps->ends_low = guard->unserved != NULL;
	set_vls(&mark);
	for (guint32 d = 0; d < graph->n_dests; d++)
		guard->longer[d] = !is_minimal(guard, d, routes_row(routes, d));
	return add_used(guard->deps, mark.used);
}
