/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "evaluator/deadlock.h"

#include "core/error.h"
#include "evaluator/dependencies.h"

typedef struct {
	Dependencies *dependencies;
	guint8 *used; /* [n_nodes] */
} Collect;

static gboolean collect(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	Collect *c = user;
	(void)route;
	c->used[to] = TRUE;
	if (from != LANES_NONE)
		dependencies_add(c->dependencies, from, to);
	return TRUE;
}

/* A second walk that looks for one route behind each dependency of the cycle. */
typedef struct {
	const guint32 *node; /* [n] of the cycle */
	DeadlockStep *step;  /* [n] */
	guint8 *found;       /* [n] */
	guint32 *place;      /* [n_nodes] where on the cycle a node is, or n */
	guint32 n, missing;
} Witness;

static gboolean witness(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	Witness *w = user;
	guint32 i = from == LANES_NONE ? w->n : w->place[from];
	if (i < w->n && !w->found[i] && w->node[(i + 1) % w->n] == to) {
		w->step[i].route = *route;
		w->found[i] = TRUE;
		w->missing--;
	}
	return w->missing > 0;
}

static gboolean find_witnesses(DeadlockFacts *facts, const Lanes *l, const GArray *cycle, guint32 n_nodes,
			       gboolean reverse, GError **error)
{
	g_autofree guint8 *found = g_new0(guint8, cycle->len + 1);
	g_autofree guint32 *place = g_try_new(guint32, (gsize)n_nodes + 1);
	facts->n_cycle = cycle->len;
	facts->cycle = g_new0(DeadlockStep, cycle->len + 1);
	if (!place)
		return sssp_error_memory(error, "the routes of a cycle", n_nodes * sizeof(guint32));
	for (guint32 i = 0; i < n_nodes; i++)
		place[i] = cycle->len;
	for (guint32 i = 0; i < cycle->len; i++) {
		guint32 node = g_array_index(cycle, guint32, i);
		place[node] = i;
		facts->cycle[i].channel = node / l->n_lanes;
		facts->cycle[i].vl = l->vl[node % l->n_lanes];
	}
	Witness w = {(const guint32 *)(const void *)cycle->data, facts->cycle, found, place, cycle->len, cycle->len};
	return cycle->len == 0 || lanes_walk(l, reverse, witness, &w, NULL, error);
}

static void count_layers(DeadlockFacts *facts, const Lanes *l, const Collect *c, const guint32 *knots)
{
	DeadlockLayer layers[SL_COUNT] = {0};
	for (guint32 node = 0; node < c->dependencies->n_nodes; node++) {
		DeadlockLayer *layer = &layers[node % l->n_lanes];
		layer->channels += c->used[node];
		layer->cyclic |= knots[node] != 0;
		for (guint32 next = 0; (next = dependencies_next(c->dependencies, node, next)) != LANES_NONE; next++)
			layer->dependencies++;
	}
	for (guint i = 0; i < l->n_lanes; i++) {
		layers[i].vl = l->vl[i];
		if (layers[i].channels)
			facts->layers[facts->n_layers++] = layers[i];
	}
}

DeadlockFacts *deadlock_facts_new(const Lanes *l, gboolean reverse, GError **error)
{
	g_autoptr(DeadlockFacts) facts = g_new0(DeadlockFacts, 1);
	g_autoptr(Dependencies) d = dependencies_new(l->paths, l->n_lanes, error);
	if (!d)
		return NULL;
	g_autofree guint8 *used = g_try_new0(guint8, (gsize)d->n_nodes + 1);
	Collect c = {d, used};
	if (!used) {
		sssp_error_memory(error, "channels in use", d->n_nodes);
		return NULL;
	}
	if (!lanes_walk(l, reverse, collect, &c, &facts->counts, error))
		return NULL;
	g_autofree guint32 *knots = dependencies_knots(d, error);
	g_autoptr(GArray) cycle = knots ? dependencies_cycle(d, knots, error) : NULL;
	if (!cycle || !find_witnesses(facts, l, cycle, d->n_nodes, reverse, error))
		return NULL;
	facts->free = cycle->len == 0;
	count_layers(facts, l, &c, knots);
	return g_steal_pointer(&facts);
}

void deadlock_facts_free(DeadlockFacts *facts)
{
	if (!facts)
		return;
	g_free(facts->cycle);
	g_free(facts);
}
