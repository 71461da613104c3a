/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries P-SSSP's own routes on lanes by ports (switches choose the VL by input and output port) beside a spanning tree
 * of all switches. The tree enters the dependency graph first, then the routes get their VLs beside it. What would
 * close a cycle is routed anew, along the tree where nothing else is left. A better result becomes the best
 * (candidates.h).
 */
#include "core/choose/attempts.h"

#include "core/engines/port_lanes.h"

/* The argument `part` of candidates_most_looks(), which limits an attempt. */
#define ON_TREE 16.0

/* Where more than one pair of hosts in so many has a longer path, further lanes are tried. */
#define LONGER_DO 200

/* Most lanes by ports that are tried: beyond these an order of channels gains nothing. */
#define MOST_ON_TREE 4

/*
 * Considers the routes on n lanes beside this tree, and finds one for multicast where they became the best. `*given_up`
 * is as in GuardedTally. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean attempt(Candidates *o, const guint8 *tree, guint n, gboolean *given_up, GError **error)
{
	const PortVls *before = o->vls;
	GuardedTally tally;
	PortVls *vls;
	GuardedOptions options = {.n_vls = n,
				  .passes = candidates_are_small(o) ? PORT_LANES_PASSES : 1,
				  .place = o->guide->place,
				  .rank = o->guide->rank,
				  .tree = tree,
				  .tree_vl = n - 1,
				  .however_few = TRUE,
				  .most_looks = candidates_most_looks(o, ON_TREE)};
	if (!plain_routes_find(&o->plain, error))
		return FALSE;
	routes_assign(o->graph, o->routes, o->plain.routes);
	if (!port_lanes_compute(o->graph, o->hops, &options, o->routes, &tally, &vls, error))
		return FALSE;
	candidates_count(o, tally.looks);
	if (vls && !candidates_consider(o, vls, tree, error))
		return FALSE;
	*given_up = tally.given_up;
	return o->vls == before || o->tree || candidates_find_tree(o, o->best, o->vls, tree, &o->tree, error);
}

/* Whether no further lanes are tried: they would gain hardly anything, or no looks are left. */
static gboolean is_good(const Candidates *o)
{
	return candidates_are_spent(o) || (candidates_are_good_by_ports(o) && candidates_longer_are_few(o, LONGER_DO));
}

gboolean try_on_tree(Candidates *o, GError **error)
{
	gboolean given_up = FALSE;
	/* In large fabrics only the most lanes are tried, unless hosts fit on one. */
	gboolean only_most = candidates_are_large(o) && !o->hosts_only;
	guint last = MIN(o->most, MOST_ON_TREE), first = only_most ? last : 2;
	guint step = candidates_are_small(o) ? 1 : MAX(last - first, 1);
	g_autofree guint8 *tree = candidates_ascending_tree(o, TRUE, error);
	if (!tree)
		return FALSE;
	for (guint n = first; n <= last && !given_up && !is_good(o); n += step)
		if (!attempt(o, tree, n, &given_up, error))
			return FALSE;
	return TRUE;
}
