/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds credit loops, and the routes that make them. A node is a channel on a virtual lane; it depends on another if a
 * packet may hold the one while it waits for the other. A first walk over all routes (and multicast groups) collects
 * these dependencies. Where they have a cycle, a second walk looks for a route behind each dependency of it (a
 * witness).
 *
 * The lanes may join a second set of tables. `also` has tables that replace the first ones entry by entry, so that
 * packets meet mixtures of both. `previous` has only SLs, on which connections were opened earlier.
 */
#include "evaluator/deadlock/deadlock.h"

#include "core/base/error.h"
#include "evaluator/deadlock/deadlock_classes.h"
#include "evaluator/deadlock/dependencies.h"

typedef struct {
	Dependencies *dependencies;
	guint8 *used; /* [n_nodes] a route uses this channel on this lane */
} Collect;

/*
 * LaneVisitor: notes the step of a route from node to node; a route's first step (LANES_NONE) depends on nothing
 * before.
 */
static gboolean collect(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	Collect *c = user;
	(void)route;
	c->used[to] = TRUE;
	if (from != LANES_NONE)
		dependencies_add(c->dependencies, from, to);
	return TRUE;
}

/* Multicast adds its dependencies to the common graph, and to a graph of its own. */
typedef struct {
	Collect all;
	Dependencies *own;
} CollectMulticast;

static gboolean collect_multicast(gpointer user, guint32 from, guint32 to, guint16 mlid)
{
	CollectMulticast *c = user;
	(void)mlid;
	if (from != LANES_NONE)
		dependencies_add(c->own, from, to);
	return collect(&c->all, from, to, NULL);
}

/* The second walk, which looks for one route behind each dependency of the cycle. */
typedef struct {
	const guint32 *node; /* [n] nodes of the cycle, in its order */
	DeadlockStep *step;  /* [n] what was found, to be filled in */
	guint8 *found;       /* [n] 1: this step has its route or group */
	guint32 *place;      /* [n_nodes] where on the cycle a node is; n: it is not on it */
	guint32 n, missing;
	DeadlockBy by; /* whose routes this walk follows */
} Witness;

/*
 * The step of the cycle that the dependency from -> to is: `from` waits for the next node, the last for the first. NULL
 * where it is none, or one that is explained already.
 */
static DeadlockStep *explain(Witness *w, guint32 from, guint32 to)
{
	guint32 i = from == LANES_NONE ? w->n : w->place[from];
	if (i == w->n || w->found[i] || w->node[(i + 1) % w->n] != to)
		return NULL;
	w->found[i] = TRUE;
	w->missing--;
	return &w->step[i];
}

/* LaneVisitor: notes the route if it makes a step. FALSE, which ends the walk: all steps are explained. */
static gboolean witness(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	Witness *w = user;
	DeadlockStep *step = explain(w, from, to);
	if (step) {
		step->route = *route;
		step->by = (guint8)w->by;
	}
	return w->missing > 0;
}

static gboolean witness_multicast(gpointer user, guint32 from, guint32 to, guint16 mlid)
{
	Witness *w = user;
	DeadlockStep *step = explain(w, from, to);
	if (step)
		step->mlid = mlid;
	return w->missing > 0;
}

/* The parameters of deadlock_facts_new(). */
typedef struct {
	const Lanes *lanes;
	gboolean reverse;
	const Multicast *multicast; /* NULL: none */
	guint mcast_sl;
} Question;

typedef gboolean (*WalkFunction)(const Lanes *lanes, gboolean reverse, LaneVisitor visitor, gpointer user,
				 LaneCounts *counts, GError **error);

/* Walks to explain the steps that are still missing, as routes of `by`. FALSE with SSSP_ERROR_MEMORY. */
static gboolean look_for(const Question *q, Witness *w, WalkFunction walk, const Lanes *lanes, DeadlockBy by,
			 GError **error)
{
	w->by = by;
	return !w->missing || walk(lanes, q->reverse, witness, w, NULL, error);
}

static gboolean find_by_tables(const Question *q, Witness *w, GError **error)
{
	const Lanes *l = q->lanes;
	return look_for(q, w, lanes_walk_alone, l, DEADLOCK_BY_OLD, error) &&
	       look_for(q, w, lanes_walk_alone, l->also, DEADLOCK_BY_NEW, error) &&
	       look_for(q, w, lanes_walk, l, DEADLOCK_BY_MIXTURE, error);
}

/* The present SLs alone, then the previous ones alone, with the same tables and senders. */
static gboolean find_by_sl(const Question *q, Witness *w, GError **error)
{
	Lanes present = *q->lanes, previous = *q->lanes->previous;
	present.previous = NULL;
	previous.ends = present.ends;
	return look_for(q, w, lanes_walk, &present, DEADLOCK_ON_NEW_SL, error) &&
	       look_for(q, w, lanes_walk, &previous, DEADLOCK_ON_OLD_SL, error);
}

/* Looks for a route behind each step: in one set of tables before mixtures. Multicast groups explain what is left. */
static gboolean find_witnesses(const Question *q, Witness *w, GError **error)
{
	const Lanes *l = q->lanes;
	gboolean found = l->also       ? find_by_tables(q, w, error)
			 : l->previous ? find_by_sl(q, w, error)
				       : look_for(q, w, lanes_walk, l, DEADLOCK_BY_THESE, error);
	if (!found)
		return FALSE;
	return !w->missing || !q->multicast ||
	       multicast_walk(q->multicast, q->lanes, q->mcast_sl, witness_multicast, w, NULL, error);
}

/* Says where a node is: channel and lane are quotient and remainder by n_lanes. */
static void place_step(DeadlockStep *step, const Lanes *l, guint32 node)
{
	const Paths *p = l->paths;
	step->channel = node / l->n_lanes;
	step->node = p->fabric->switches[p->from[step->channel]];
	step->port = p->out_port[step->channel];
	step->vl = l->vl[node % l->n_lanes];
}

static void name_ends(DeadlockStep *step, const Fabric *fabric)
{
	if (step->mlid)
		return;
	step->slid = fabric->ports[step->route.source].lid;
	step->destination = fabric->lid_port[step->route.lid];
}

/*
 * Fills facts->cycle from a cycle, which may be empty, and finds a route for each step. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean tell_cycle(DeadlockFacts *facts, const Question *q, const GArray *cycle, guint32 n_nodes,
			   GError **error)
{
	const Lanes *l = q->lanes;
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
		place_step(&facts->cycle[i], l, node);
	}
	Witness w = {(const guint32 *)(const void *)cycle->data,
		     facts->cycle,
		     found,
		     place,
		     cycle->len,
		     cycle->len,
		     DEADLOCK_BY_THESE};
	if (!find_witnesses(q, &w, error))
		return FALSE;
	for (guint32 i = 0; i < cycle->len; i++)
		name_ends(&facts->cycle[i], l->paths->fabric);
	return TRUE;
}

/* Counts channels and dependencies of each lane in use; knots[node] is not 0 on a cycle (dependencies_knots()). */
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
		facts->dependencies += layers[i].dependencies;
		if (layers[i].channels)
			facts->layers[facts->n_layers++] = layers[i];
	}
}

/* Adds the dependencies of multicast to the common graph, and fills in facts->multicast. FALSE with an error. */
static gboolean add_multicast(DeadlockFacts *facts, const Question *q, const Collect *c, GError **error)
{
	DeadlockMulticast *m = &facts->multicast;
	g_autoptr(Dependencies) own = dependencies_new(q->lanes->paths, q->lanes->n_lanes, error);
	CollectMulticast cm = {*c, own};
	if (!own || !multicast_walk(q->multicast, q->lanes, q->mcast_sl, collect_multicast, &cm, &m->dropped, error))
		return FALSE;
	g_autofree guint32 *knots = dependencies_knots(own, error);
	m->free = knots != NULL;
	for (guint32 node = 0; knots && node < own->n_nodes; node++) {
		m->free &= knots[node] == 0;
		for (guint32 next = 0; (next = dependencies_next(own, node, next)) != LANES_NONE; next++)
			m->dependencies++;
	}
	return knots != NULL;
}

static gboolean find_loops(DeadlockFacts *facts, const Question *q, Collect *c, GError **error)
{
	if (!lanes_walk(q->lanes, q->reverse, collect, c, &facts->counts, error) ||
	    (q->multicast && !add_multicast(facts, q, c, error)))
		return FALSE;
	g_autofree guint32 *knots = dependencies_knots(c->dependencies, error);
	g_autoptr(GArray) cycle = knots ? dependencies_cycle(c->dependencies, knots, error) : NULL;
	if (!cycle || !tell_cycle(facts, q, cycle, c->dependencies->n_nodes, error))
		return FALSE;
	facts->free = cycle->len == 0;
	count_layers(facts, q->lanes, c, knots);
	return facts->free ||
	       deadlock_classes(q->lanes, q->reverse, q->multicast, q->mcast_sl, &facts->cycle_classes, error);
}

DeadlockFacts *deadlock_facts_new(const Lanes *l, gboolean reverse, const Multicast *multicast, guint mcast_sl,
				  GError **error)
{
	g_autoptr(DeadlockFacts) facts = g_new0(DeadlockFacts, 1);
	g_autoptr(Dependencies) d = dependencies_new(l->paths, l->n_lanes, error);
	if (!d)
		return NULL;
	g_autofree guint8 *used = g_try_new0(guint8, (gsize)d->n_nodes + 1);
	Collect c = {d, used};
	Question question = {l, reverse, multicast, mcast_sl};
	if (!used)
		return sssp_error_memory_null(error, "channels in use", d->n_nodes);
	return find_loops(facts, &question, &c, error) ? g_steal_pointer(&facts) : NULL;
}

void deadlock_facts_free(DeadlockFacts *facts)
{
	if (!facts)
		return;
	g_free(facts->cycle);
	g_free(facts);
}
