/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds cut vertices: the switches without which the others would fall apart.
 *
 * One depth-first search (Hopcroft, Tarjan: Efficient Algorithms for Graph Manipulation, 1973) without recursion, for
 * chains may be as long as the fabric is large. enter[v] numbers the switches as they are met; low[v] is the smallest
 * number of a switch that v's subtree has a cable to. A switch is a cut vertex when the subtree of one of its children
 * has no cable to anything met before the switch itself; the root when it has two children. A cable back to the parent
 * changes neither.
 */
#include "generator/synth/synth_plan.h"

#include <string.h>

struct SynthCuts {
	guint32 *first;  /* [n + 2] the neighbours of v are to[first[v]] .. */
	guint32 *to;     /* [2 x cables] */
	guint32 *enter;  /* [n] 0: not met yet */
	guint32 *low;    /* [n] */
	guint32 *parent; /* [n] */
	guint32 *next;   /* [n] the neighbour to look at next */
	guint8 *cut;     /* [n] */
	guint32 counter;
};

void synth_cuts_free(SynthCuts *cuts)
{
	if (!cuts)
		return;
	g_free(cuts->first);
	g_free(cuts->to);
	g_free(cuts->enter);
	g_free(cuts->low);
	g_free(cuts->parent);
	g_free(cuts->next);
	g_free(cuts->cut);
	g_free(cuts);
}

static gboolean allocate(SynthCuts *cuts, gsize n, gsize ends)
{
	return (cuts->first = g_try_new0(guint32, n + 2)) && (cuts->to = g_try_new(guint32, ends + 1)) &&
	       (cuts->enter = g_try_new(guint32, n)) && (cuts->low = g_try_new(guint32, n)) &&
	       (cuts->parent = g_try_new(guint32, n)) && (cuts->next = g_try_new(guint32, n)) &&
	       (cuts->cut = g_try_new(guint8, n));
}

/* Rows of neighbours by counting: first[v + 2] counts, then first[v + 1] runs over row v as it is filled. */
static void fill_rows(SynthCuts *cuts, const Synth *synth)
{
	for (guint32 i = 0; i < synth->n_cables; i++) {
		cuts->first[synth->cables[i].a + 2] += !synth->cables[i].gone;
		cuts->first[synth->cables[i].b + 2] += !synth->cables[i].gone;
	}
	for (guint32 v = 2; v <= synth->n_switches; v++)
		cuts->first[v] += cuts->first[v - 1];
	for (guint32 i = 0; i < synth->n_cables; i++) {
		if (synth->cables[i].gone)
			continue;
		cuts->to[cuts->first[synth->cables[i].a + 1]++] = synth->cables[i].b;
		cuts->to[cuts->first[synth->cables[i].b + 1]++] = synth->cables[i].a;
	}
}

SynthCuts *synth_cuts_new(Synth *synth)
{
	SynthCuts *cuts = synth->error ? NULL : g_new0(SynthCuts, 1);
	if (!cuts)
		return NULL;
	if (!allocate(cuts, synth->n_switches, (gsize)synth->n_cables * 2)) {
		synth_set_error(synth, SSSP_ERROR_MEMORY, "out of memory for the failures");
		synth_cuts_free(cuts);
		return NULL;
	}
	fill_rows(cuts, synth);
	return cuts;
}

static void meet(SynthCuts *cuts, guint32 v, guint32 parent)
{
	cuts->enter[v] = cuts->low[v] = ++cuts->counter;
	cuts->parent[v] = parent;
	cuts->next[v] = cuts->first[v];
}

/* Looks at one more neighbour of v and returns where the search goes on. */
static guint32 look(SynthCuts *cuts, const Synth *synth, guint32 v)
{
	guint32 to = cuts->to[cuts->next[v]++];
	if (synth->switches[to].gone)
		return v;
	if (cuts->enter[to]) {
		cuts->low[v] = MIN(cuts->low[v], cuts->enter[to]);
		return v;
	}
	meet(cuts, to, v);
	return to;
}

/* Goes back from v, whose subtree is done, to its parent. */
static guint32 leave(SynthCuts *cuts, guint32 v, guint32 root, guint32 *root_children)
{
	guint32 parent = cuts->parent[v];
	cuts->low[parent] = MIN(cuts->low[parent], cuts->low[v]);
	if (parent == root)
		(*root_children)++;
	else if (cuts->low[v] >= cuts->enter[parent])
		cuts->cut[parent] = TRUE;
	return parent;
}

const guint8 *synth_cuts_find(SynthCuts *cuts, const Synth *synth)
{
	guint32 root = 0, root_children = 0;
	memset(cuts->enter, 0, synth->n_switches * sizeof *cuts->enter);
	memset(cuts->cut, FALSE, synth->n_switches);
	cuts->counter = 0;
	while (synth->switches[root].gone)
		root++;
	meet(cuts, root, root);
	for (guint32 v = root; v != root || cuts->next[v] < cuts->first[v + 1];)
		v = cuts->next[v] < cuts->first[v + 1] ? look(cuts, synth, v) : leave(cuts, v, root, &root_children);
	cuts->cut[root] = root_children > 1;
	return cuts->cut;
}
