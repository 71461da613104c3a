/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lets aggregation nodes and management ports that found no path beside hosts take part with the hosts in a further
 * try. guard_leave_out() marks such a destination in guard->among_hosts. A few of them hardly change what hosts get;
 * where more than one destination in GUARD_MANY is left without a path, it says that the rest need not be tried. In the
 * further try guard_route_among() gives each marked destination routes that close no cycle by themselves. Then
 * assign_vls.c gives each pair of input and output channel on these and on hosts' routes a VL.
 */
#include "core/admit/guard.h"

#include <string.h>

void guard_senders(const Graph *graph, guint32 dest, guint8 *sends)
{
	for (guint32 v = 0; v < graph->n_switches; v++)
		sends[v] = route_carries_data(graph, v, dest) ? 1 : 0;
}

void guard_route_among(Guard *guard, Routes *routes)
{
	const Graph *graph = guard->graph;
	dependency_keep(guard->deps);
	for (guint32 d = 0; guard->among_hosts && d < graph->n_dests; d++) {
		if (!guard->among_hosts[d])
			continue;
		guint8 *row = routes_row(routes, d);
		memset(row, ROUTE_NONE, graph->n_switches);
		guard_senders(graph, d, guard->kept);
		guard->among_hosts[d] =
			careful_route(guard->careful, d, guard->kept, NULL, TRUE, row) ? GUARD_ASKED : 0;
		dependency_return(guard->deps, 0);
	}
}

gboolean guard_leave_out(Guard *guard, guint32 dest)
{
	const Graph *graph = guard->graph;
	guard->n_failed++;
	if (!guard->among_hosts)
		return FALSE;
	if (!graph->dests[dest].is_host) {
		guard->among_hosts[dest] = GUARD_ASKED;
		guard->n_failed_others++;
	}
	return guard->n_failed <= graph->n_dests / GUARD_MANY;
}
