/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Looks for lanes by ports, the least number first. A tree for multicast comes into the graph before the routes where
 * routes leave none.
 */
#include "core/try_port_lanes.h"

#include "core/base/error.h"
#include "core/engines/port_lanes.h"
#include "core/graph/spanning_tree.h"
#include "core/try_admitted.h"

/* A part of looks (candidates_most_looks()). */
#define BY_PORTS 2.0

#define NONE_TRIED 2.0

/* What is wanted of lanes by ports. */
typedef struct {
	guint n_vls;
	const guint8 *tree; /* [n_channels] that multicast is to have beside the routes; NULL: none */
	guint tree_vl;
} Ports;

/* P-SSSP's own routes on lanes by ports; `*vls` is NULL where these do not do. FALSE with SSSP_ERROR_MEMORY. */
static gboolean route_by_ports(Candidates *o, const Ports *ports, PortVls **vls, GuardedTally *tally, GError **error)
{
	GuardedOptions options = {.n_vls = ports->n_vls,
				  .place = o->guide->place,
				  .rank = o->guide->rank,
				  .tree = ports->tree,
				  .tree_vl = ports->tree_vl,
				  .most_looks = candidates_most_looks(o, BY_PORTS)};
	if (!candidates_find_plain(o, error))
		return FALSE;
	routes_assign(o->graph, o->routes, o->free);
	return port_lanes_compute(o->graph, o->hops, &options, o->routes, tally, vls, error);
}

/* The same on so many lanes by ports; `*unplaced` as in GuardedTally. */
static gboolean attempt_by_ports(Candidates *o, guint n_vls, double *unplaced, GError **error)
{
	GuardedTally tally;
	PortVls *vls;
	if (!route_by_ports(o, &(Ports){.n_vls = n_vls}, &vls, &tally, error))
		return FALSE;
	*unplaced = tally.unplaced;
	return !vls || candidates_consider(o, vls, NULL, error);
}

/* Worth a look for a tree for multicast: no path is longer, and nearly all is there. */
static gboolean are_worth_a_tree(const Candidates *o, const RouteFigures *figures)
{
	return figures->longer <= o->plain.longer && candidates_score(o, figures) >= WORTH_AN_SL;
}

/* By ports beside a spanning tree: kept if they are good enough, better than others beside one, and leave it. */
static gboolean attempt_beside(Candidates *o, const Ports *ports, GError **error)
{
	GError *failure = NULL;
	RouteFigures figures;
	GuardedTally tally;
	PortVls *found = NULL;
	guint8 *tree = NULL;
	if (!route_by_ports(o, ports, &found, &tally, error))
		return FALSE;
	g_autoptr(PortVls) vls = found;
	if (!vls || !candidates_prove(o, &vls, &failure) || !candidates_measure(o, &figures, &failure) ||
	    !are_worth_a_tree(o, &figures) ||
	    (o->tree && candidates_score(o, &figures) <= candidates_score(o, &o->figures)) ||
	    !candidates_find_tree(o, o->routes, vls, ports->tree, &tree, &failure) || !tree) {
		if (failure)
			g_propagate_error(error, failure);
		return !failure;
	}
	gboolean kept = candidates_keep(o, &vls, &figures, error);
	o->tree = tree;
	return kept;
}

/*
 * Where routes leave no tree for multicast, others beside one that is there first: from the centre or in the order of
 * channels, on the highest VL, where the last hops are, or the lowest, where all begin.
 */
static gboolean attempt_beside_trees(Candidates *o, guint n_vls, GError **error)
{
	g_autofree guint8 *central = spanning_tree_find(o->graph, o->hops, error);
	g_autofree guint8 *ascending = central ? candidates_ascending_tree(o, error) : NULL;
	if (!ascending)
		return FALSE;
	const PortVls *before = o->vls;
	const Ports orders[] = {
		{n_vls, central, n_vls - 1}, {n_vls, ascending, n_vls - 1}, {n_vls, central, 0}, {n_vls, ascending, 0}};
	for (guint i = 0; i < G_N_ELEMENTS(orders) && !(o->tree && o->vls != before); i++)
		if (!attempt_beside(o, &orders[i], error))
			return FALSE;
	return TRUE;
}

/* Beside the best, if that is by ports and worth it, or like those that were better but left none. */
static gboolean look_for_tree(Candidates *o, guint n_vls, GError **error)
{
	if (o->no_tree && o->figures.longer) {
		o->no_tree = FALSE;
		return attempt_beside_trees(o, n_vls, error);
	}
	if (!o->vls || o->tree || !are_worth_a_tree(o, &o->figures))
		return TRUE;
	return candidates_find_tree(o, o->best, o->vls, NULL, &o->tree, error) &&
	       (o->tree || attempt_beside_trees(o, n_vls, error));
}

/* Hosts on one lane, where they are good there, and who finds no path beside them with a second one. */
static gboolean attempt_rest(Candidates *o, GError **error)
{
	GuardedTally tally;
	PortVls *vls;
	GuardedOptions options = {.n_vls = 2,
				  .place = o->guide->place,
				  .unserved = o->unserved,
				  .most_looks = candidates_most_looks(o, BY_PORTS)};
	if (!o->noted || route_score(o->graph, &o->noted_figures, &o->plain) < NEARLY_ALL)
		return TRUE;
	routes_assign(o->graph, o->routes, o->noted);
	if (!guarded_serve_rest(o->graph, o->hops, &options, o->routes, &tally, &vls, error))
		return FALSE;
	return !vls || candidates_consider(o, vls, NULL, error);
}

/* Whether `more` lanes might place the rest of P-SSSP's dependencies, if each placed as many as the last one did. */
static gboolean may_place_the_rest(double before, double unplaced, guint more)
{
	return unplaced < before && (before == NONE_TRIED || unplaced <= PORT_LANES_MOST_UNPLACED) &&
	       (before - unplaced) * more >= unplaced;
}

/* Longer paths that are not worth a further lane: one of so many. */
#define HARDLY_ANY 100000

/* Whether lanes by ports will do, with a tree for multicast. */
static gboolean will_do(const Candidates *o)
{
	guint64 pairs = (guint64)o->graph->n_hosts * o->graph->n_hosts;
	return o->tree && (candidates_are_enough(o) ||
			   (candidates_are_good_by_ports(o) && o->figures.longer <= pairs / HARDLY_ANY));
}

gboolean try_port_lanes(Candidates *o, guint most, GError **error)
{
	double unplaced = 1, before = NONE_TRIED;
	if (most > 1 && (!attempt_rest(o, error) || !look_for_tree(o, 2, error)))
		return FALSE;
	for (guint n_vls = 2; n_vls <= most && !will_do(o) && may_place_the_rest(before, unplaced, most + 1 - n_vls);
	     n_vls++) {
		before = unplaced;
		if (!attempt_by_ports(o, n_vls, &unplaced, error) || !look_for_tree(o, n_vls, error) ||
		    (n_vls == 2 && !will_do(o) && !try_admitted_in_order(o, error)))
			return FALSE;
	}
	return TRUE;
}
