/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the routes to a further LID in steps, from the target outward: in step i switches take paths of i hops. Where
 * detours are allowed, a switch whose shortest paths all share channels with its path to the base LID waits for a
 * longer path that shares none: one hop more, or from a neighbour of the target as many as a path takes that comes in
 * by another switch. Some of the target's neighbours (`direct`), those whose channels have the least load, do not wait,
 * so that all others can come in there. Where switches find no channel, all begins again with the base LID's path given
 * to them.
 */
#include "core/lmc/lmc_tree.h"

#include "core/lmc/lmc_dests.h"

#include <string.h>

LmcTree *lmc_tree_new(const Graph *graph, const guint8 *hops, Routes *routes, LmcGate *gate, GError **error)
{
	gsize n = graph->n_switches + (gsize)1, c = graph->n_channels + (gsize)1;
	g_autoptr(LmcTree) tree = g_new0(LmcTree, 1);
	Arena *arena = arena_new();
	*tree = (LmcTree){.graph = graph, .hops = hops, .routes = routes, .gate = gate, .arena = arena};
	tree->load = arena_new_array0(arena, guint64, c);
	tree->next = arena_new_array(arena, guint32, n);
	tree->length = arena_new_array(arena, guint8, n);
	tree->cost = arena_new_array(arena, guint64, n);
	tree->direct = arena_new_array0(arena, guint8, n);
	tree->stamp = arena_new_array0(arena, guint32, c);
	tree->given = arena_new_array(arena, guint32, n);
	return arena_check(arena, "further LIDs", error) ? g_steal_pointer(&tree) : NULL;
}

void lmc_tree_free(LmcTree *tree)
{
	if (!tree)
		return;
	arena_free(tree->arena);
	g_free(tree);
}

/* The fewest hops from v to the target. */
static guint8 near(const LmcTree *t, guint32 v)
{
	return t->hops[(gsize)v * t->graph->n_switches + t->target];
}

/* Marks the channels of v's path to the base LID. */
static void mark_base(LmcTree *t, guint32 v)
{
	const guint8 *row = routes_row(t->routes, t->base);
	t->stamps++;
	for (guint32 c; (c = route_channel(t->graph, row, v)) != GRAPH_NONE; v = t->graph->to[c])
		t->stamp[c] = t->stamps;
}

typedef struct {
	guint32 channel;
	guint of_base; /* channels shared with the path to the base LID */
	guint length;
	guint64 cost;
} Choice;

/* Rates the path from a switch over its channel b; mark_base() has marked that to the base LID. */
static Choice rate(const LmcTree *t, guint32 b)
{
	const Graph *g = t->graph;
	guint32 u = g->to[b];
	Choice choice = {.channel = b, .length = t->length[u] + 1u, .cost = t->cost[u] + lmc_tree_weight(t, b) + 1};
	for (guint32 c = b; c != GRAPH_NONE; c = t->next[g->to[c]])
		choice.of_base += t->stamp[c] == t->stamps;
	return choice;
}

/* Whether a comes before b: where detours are allowed, paths that share nothing with that to the base LID are first. */
static gboolean is_better(const LmcTree *t, const Choice *a, const Choice *b)
{
	if (t->detours && (a->of_base != 0) != (b->of_base != 0))
		return !a->of_base;
	return a->cost != b->cost ? a->cost < b->cost : a->of_base < b->of_base;
}

#define MOST_CHOICES 64

/* The choices of a switch in a step, best first; at most MOST_CHOICES. */
static guint list_choices(LmcTree *t, guint32 v, guint step, guint most_hops, Choice *list)
{
	const Graph *g = t->graph;
	guint n = 0;
	guint32 first = g->first[v], count = g->first[v + 1] - first, start = count ? (t->dest + t->round) % count : 0;
	for (guint32 i = 0; i < count; i++) {
		guint32 b = first + (i + start) % count;
		guint32 hops = t->length[g->to[b]] + 1u;
		if (hops > step || hops > most_hops || hops >= GRAPH_FAR)
			continue;
		Choice choice = rate(t, b);
		if (hops > near(t, v) && choice.of_base)
			continue;
		guint at = n < MOST_CHOICES ? n++ : MOST_CHOICES;
		for (; at > 0 && is_better(t, &choice, &list[at - 1]); at--)
			if (at < MOST_CHOICES)
				list[at] = list[at - 1];
		if (at < MOST_CHOICES)
			list[at] = choice;
	}
	return n;
}

static void settle(LmcTree *t, guint32 v, const Choice *choice, guint32 *n_settled)
{
	t->next[v] = choice->channel;
	t->length[v] = (guint8)choice->length;
	t->cost[v] = choice->cost;
	(*n_settled)++;
}

/*
 * Hops that v's path may have: its fewest, or more where it waits for a detour. `far` is the most that any switch has.
 */
static guint most_hops(const LmcTree *t, guint32 v, guint far)
{
	guint8 least = near(t, v);
	if (!t->detours || !t->graph->hosts[v] || t->direct[v])
		return least;
	return least == 1 ? far + 2 : least + 1u;
}

/* Has v take the channel given to it as soon as a path goes on there. FALSE: the gate does not admit it. */
static gboolean take_given(LmcTree *t, guint32 v, guint32 *n_settled)
{
	guint32 b = t->given[v];
	if (t->length[t->graph->to[b]] >= GRAPH_FAR - 1)
		return TRUE;
	if (!lmc_gate_admit(t->gate, t->next, v, b)) {
		t->given[v] = GRAPH_NONE;
		return FALSE;
	}
	Choice choice = rate(t, b);
	settle(t, v, &choice, n_settled);
	return TRUE;
}

/* Has v take a channel in this step if it has a path and need not wait for another. */
static void ask(LmcTree *t, guint32 v, guint step, guint far, guint32 *n_settled)
{
	Choice list[MOST_CHOICES];
	guint most = most_hops(t, v, far);
	if (t->given[v] != GRAPH_NONE && take_given(t, v, n_settled))
		return;
	mark_base(t, v);
	guint n = list_choices(t, v, step, most, list);
	if (most == near(t, v))
		most--; /* it need not wait */
	for (guint i = 0; i < n; i++)
		if ((!list[i].of_base || step > most) && lmc_gate_admit(t->gate, t->next, v, list[i].channel)) {
			settle(t, v, &list[i], n_settled);
			return;
		}
}

/* The last switch before the target on v's path to the base LID; v itself where there is none. */
static guint32 before_target(const LmcTree *t, guint32 v)
{
	const guint8 *row = routes_row(t->routes, t->base);
	for (guint32 c, w = v; (c = route_channel(t->graph, row, w)) != GRAPH_NONE; w = t->graph->to[c])
		if (t->graph->to[c] == t->target)
			return w;
	return v;
}

/*
 * Percentage of the target's neighbours, with what is behind them, that do not wait: the least that leaves the others
 * paths of their own.
 */
#define DIRECT_PART 45

/*
 * Fills `direct`: neighbours of the target whose channels have the least load, and switches whose path to the base LID
 * comes in by these.
 */
static void choose_direct(LmcTree *t)
{
	const Graph *g = t->graph;
	guint32 first = g->first[t->target], count = g->first[t->target + 1] - first,
		wanted = MAX(count * DIRECT_PART / 100, 1);
	for (guint32 k = 0; k < wanted; k++) {
		guint32 best = GRAPH_NONE;
		for (guint32 i = 0; i < count; i++) {
			guint32 out = first + (i + t->dest + t->round) % count;
			if (!t->direct[g->to[out]] &&
			    (best == GRAPH_NONE || t->load[g->reverse[out]] < t->load[g->reverse[best]]))
				best = out;
		}
		if (best == GRAPH_NONE)
			break;
		t->direct[g->to[best]] = 1;
	}
	for (guint32 v = 0; v < g->n_switches; v++)
		if (near(t, v) > 1 && near(t, v) != GRAPH_FAR)
			t->direct[v] = t->direct[before_target(t, v)];
}

void lmc_tree_count(LmcTree *t, guint32 dest)
{
	const Graph *g = t->graph;
	const guint8 *row = routes_row(t->routes, dest);
	for (guint32 v = 0; v < g->n_switches; v++)
		for (guint32 c, w = v; g->hosts[v] && (c = route_channel(g, row, w)) != GRAPH_NONE; w = g->to[c])
			t->load[c] += g->hosts[v];
}

/* Takes channels from the target outward. FALSE where some switch finds none. */
static gboolean grow(LmcTree *t, guint32 reachable, guint far)
{
	const Graph *g = t->graph;
	guint32 n_settled = 0;
	memset(t->length, GRAPH_FAR, g->n_switches);
	memset(t->next, 0xff, g->n_switches * sizeof *t->next);
	t->length[t->target] = 0;
	t->cost[t->target] = 0;
	for (guint step = 1; step <= far + 4u && n_settled + 1 < reachable; step++)
		for (guint32 i = 0; i < g->n_switches; i++) {
			/* Begins at another switch for each LID: those asked first take the best channels. */
			guint32 v = (guint32)((i + t->dest * (guint64)7 + t->round * (guint64)31) % g->n_switches);
			if (v != t->target && t->length[v] == GRAPH_FAR && near(t, v) <= step)
				ask(t, v, step, far, &n_settled);
		}
	return n_settled + 1 >= reachable;
}

/* Gives v, and all switches on its path by a row, the channels of that row. */
static void give(LmcTree *t, const guint8 *row, guint32 v)
{
	for (guint32 c; (c = route_channel(t->graph, row, v)) != GRAPH_NONE && t->given[v] != c; v = t->graph->to[c])
		t->given[v] = c;
}

/* Gives switches that found no channel the base LID's path for the next attempt. */
static void make_room(LmcTree *t)
{
	const guint8 *row = routes_row(t->routes, t->base);
	for (guint32 v = 0; v < t->graph->n_switches; v++)
		if (v != t->target && near(t, v) != GRAPH_FAR && t->length[v] == GRAPH_FAR)
			give(t, row, v);
}

/* Whether a row leads from v to the target. */
static gboolean leads(const LmcTree *t, const guint8 *row, guint32 v)
{
	for (guint hops = 0; hops < GRAPH_FAR && v != t->target; hops++) {
		guint32 c = route_channel(t->graph, row, v);
		if (c == GRAPH_NONE)
			return FALSE;
		v = t->graph->to[c];
	}
	return v == t->target;
}

/* Gives the kept entries from which their row still leads to the target, then those of the model. */
static void give_rows(LmcTree *t)
{
	const guint8 *rows[] = {t->kept ? routes_row(t->kept, t->dest) : NULL, t->model};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		for (guint32 v = 0; rows[i] && v < t->graph->n_switches; v++)
			if (v != t->target && t->given[v] == GRAPH_NONE && leads(t, rows[i], v))
				give(t, rows[i], v);
}

/* Attempts after which a destination is left on the base LID's routes. */
#define MOST_RETRIES 16

/*
 * Fills `next` for all switches that can reach the target; in each attempt more of them get the base LID's path. FALSE:
 * the attempts did not suffice.
 */
static gboolean find_row(LmcTree *t)
{
	const Graph *g = t->graph;
	guint32 reachable = 0;
	guint far = 0;
	for (guint32 v = 0; v < g->n_switches; v++)
		if (near(t, v) != GRAPH_FAR) {
			far = MAX(far, near(t, v));
			reachable++;
		}
	for (guint i = 0; i < MOST_RETRIES; i++) {
		if (grow(t, reachable, far))
			return TRUE;
		lmc_gate_take_back(t->gate);
		make_room(t);
	}
	return FALSE;
}

void lmc_tree_route(LmcTree *t, guint32 dest)
{
	const Graph *g = t->graph;
	guint8 *row = routes_row(t->routes, dest);
	t->dest = dest;
	t->target = g->dests[dest].vertex;
	t->round = g->dests[dest].sibling;
	t->base = lmc_base_of(g, dest);
	memset(t->given, 0xff, g->n_switches * sizeof *t->given);
	memset(t->direct, 0, g->n_switches);
	give_rows(t);
	if (t->detours)
		choose_direct(t);
	lmc_gate_begin(t->gate, dest, t->base);
	if (find_row(t)) {
		lmc_gate_keep(t->gate);
		for (guint32 v = 0; v < g->n_switches; v++)
			row[v] = v == t->target ? 0 : t->next[v] == GRAPH_NONE ? ROUTE_NONE : g->port[t->next[v]];
	} else {
		memcpy(row, routes_row(t->routes, t->base), g->n_switches);
	}
	lmc_tree_count(t, dest);
}
