/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives one switch a channel towards a destination, if the dependencies of the path over that channel close no cycle;
 * else takes the dependencies back. This is one step of the search in careful.h. A switch that sends nothing itself
 * gets its channel without a look at the graph. Switches that packets cross are `active`: their dependencies are in the
 * graph, and their channels stay. A switch on the path that is not active becomes so now, and may change its channel so
 * that no cycle closes.
 */
#include "core/admit/careful_step.h"

CarefulMark careful_mark(const Careful *careful)
{
	return (CarefulMark){dependency_mark(careful->deps), careful->n_woken};
}

gboolean careful_return(Careful *careful, CarefulMark mark)
{
	dependency_return(careful->deps, mark.log);
	while (careful->n_woken > mark.woken)
		careful->active[careful->woken[--careful->n_woken]] = 0;
	return FALSE;
}

/* Makes switch w active, until careful_return() to a mark from before. */
static void wake(Careful *careful, guint32 w)
{
	if (careful->active[w])
		return;
	careful->active[w] = 1;
	careful->woken[careful->n_woken++] = w;
}

static gboolean pass(Careful *careful, guint32 a);

/*
 * Lets packets that come over channel `a` go on by channel `b` of the switch that a leads to, which is not active, and
 * makes it active. FALSE, with the graph as before: that closes a cycle.
 */
static gboolean pass_by(Careful *careful, guint32 a, guint32 b)
{
	CarefulMark mark = careful_mark(careful);
	guint32 w = careful->graph->to[a];
	careful->next[w] = b;
	if (!pass(careful, b) || !dependency_add_hop(careful->deps, a, b, careful->next[careful->graph->to[b]]) ||
	    !dependency_send(careful->deps, b, careful->next[careful->graph->to[b]]))
		return careful_return(careful, mark);
	wake(careful, w);
	return TRUE;
}

/*
 * Lets packets that come over channel `a` go on to the target. A switch that is not active tries the channel that it
 * has, then its others to switches as near. Where none serves, `a` is not tried again in the same attempt (in_vain).
 * FALSE: a cycle would close, or too many looks were taken.
 */
static gboolean pass(Careful *careful, guint32 a)
{
	const Graph *graph = careful->graph;
	guint32 w = graph->to[a], chosen = careful->next[w];
	if (w == careful->target)
		return TRUE;
	if (careful->active[w])
		return dependency_add_hop(careful->deps, a, chosen, careful->next[graph->to[chosen]]);
	if (careful->in_vain[a] == careful->attempt)
		return FALSE;
	if (pass_by(careful, a, chosen))
		return TRUE;
	for (guint32 b = graph->first[w]; b < graph->first[w + 1] && !careful_is_over(careful); b++)
		if (b != chosen && careful->hops[graph->to[b]] + 1 == careful->hops[w] &&
		    !careful_comes_through(careful, graph->to[b], w) && pass_by(careful, a, b))
			return TRUE;
	careful->next[w] = chosen;
	careful->in_vain[a] = careful->attempt;
	return FALSE;
}

gboolean careful_add_path(Careful *careful, guint32 b)
{
	careful->attempt++;
	return pass(careful, b) && dependency_send(careful->deps, b, careful->next[careful->graph->to[b]]);
}

void careful_enter(Careful *careful, guint32 w, guint hops)
{
	careful->hops[w] = (guint8)hops;
	careful->another[w] = careful->level[hops];
	careful->level[hops] = w;
}

void careful_settle(Careful *careful, guint32 w, guint32 b)
{
	guint32 u = careful->graph->to[b];
	careful->next[w] = b;
	careful->cost[w] = careful->cost[u] + balance_weight(careful->balance, b);
	careful_enter(careful, w, careful->hops[u] + 1u);
}

gboolean careful_take(Careful *careful, guint32 w, guint32 b)
{
	CarefulMark mark = careful_mark(careful);
	if (!careful->sends || careful->sends[w]) {
		if (!careful_add_path(careful, b))
			return careful_return(careful, mark);
		wake(careful, w);
	}
	careful_settle(careful, w, b);
	return TRUE;
}

gboolean careful_comes_through(const Careful *careful, guint32 v, guint32 w)
{
	while (v != w && careful->next[v] != GRAPH_NONE)
		v = careful->graph->to[careful->next[v]];
	return v == w;
}

gboolean careful_is_clear(const Careful *careful, guint32 v)
{
	while (!careful->avoid[v] && careful->next[v] != GRAPH_NONE)
		v = careful->graph->to[careful->next[v]];
	return !careful->avoid[v];
}
