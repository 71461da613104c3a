/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds VLs, which switches choose by input and output port, for finished routes of P-SSSP (the default engine). The
 * VLs are given so that no channel dependency closes a cycle. As a rule the routes to most destinations fit as they
 * are. Each other destination is routed anew, hop by hop, over channels whose dependencies close no cycle (guard.h).
 * Where too many dependencies of the finished routes fit on no VL, no VLs are found.
 */
#include "core/engines/port_lanes.h"

#include "core/engines/psssp.h"

#include <string.h>

/* Given up where more than this part of the dependencies of P-SSSP's own routes do not fit. */
#define FEW_REFUSED 0.02
/* The limit beside a multicast tree, which is tried only where routes without one were good. */
#define MORE_REFUSED 0.04

gboolean port_lanes_compute(const Graph *graph, const guint8 *hops, const GuardedOptions *options, Routes *routes,
			    GuardedTally *tally, PortVls **vls, GError **error)
{
	AssignVlsTally assigned;
	g_autoptr(Balance) balance = balance_new(graph, error);
	g_autoptr(Guard) guard = balance ? guard_new(balance, hops, options->n_vls, error) : NULL;
	*tally = (GuardedTally){.complete = FALSE};
	*vls = NULL;
	if (!guard)
		return FALSE;
	guard->careful->most = options->most_looks;
	guard->tree_vl = options->tree_vl;
	guard->among_hosts = options->among_hosts;
	double most = options->most_unplaced > 0 ? options->most_unplaced : PORT_LANES_MOST_UNPLACED;
	double few = options->however_few ? 1 : options->tree ? MORE_REFUSED : FEW_REFUSED;
	AssignVlsOptions asked = {.place = options->place,
				  .rank = options->rank,
				  .tree = options->tree,
				  .most = options->tree ? few : most,
				  .few = few,
				  .reorders = options->reorders};
	if (!guard_assign_vls(guard, &asked, routes, &assigned, error))
		return FALSE;
	tally->unplaced = assigned.refused;
	tally->mostly = assigned.mostly;
	tally->left = options->only_mostly && !assigned.mostly && assigned.refused <= few;
	tally->looks = careful_looks(guard->careful);
	if (assigned.refused > few || tally->left)
		return TRUE;
	if (!guard_prune(guard, routes, error) || !psssp_fit(graph, guard, options->passes, routes, error) ||
	    (!guard_is_stuck(guard) && !guard_finish(guard, routes, error)))
		return FALSE;
	*tally = guarded_tally(guard);
	tally->unplaced = assigned.refused;
	tally->mostly = assigned.mostly;
	if (tally->complete)
		*vls = guarded_port_vls(graph, guard->deps, error);
	return !tally->complete || *vls;
}

void port_lanes_free_longer(const Graph *graph, const guint8 *hops, const Routes *free, Routes *routes)
{
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].is_host && routes_nonminimal_to(graph, routes, hops, d))
			memcpy(routes_row(routes, d), routes_row(free, d), graph->n_switches);
	routes_recount(graph, routes);
}
