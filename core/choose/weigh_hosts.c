/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves finished routes of small fabrics by improve_for_jobs() (core/optimize/weigh.h), as if all hosts were one
 * job. improve_for_jobs() judges routes by the bandwidth that pairs of hosts get side by side, while P-SSSP knows only
 * the loads of channels. The result is taken back where traffic in the order of LIDs loses more than bisections gain.
 */
#include "core/choose/weigh_hosts.h"

#include "core/base/error.h"
#include "core/choose/mcast_tree.h"
#include "core/optimize/fence.h"
#include "core/optimize/bandwidth.h"
#include "core/optimize/weigh.h"

/*
 * Fabrics with more than MOST_LOOKS destinations x channels are left alone: there even a part of the first sweep takes
 * longer than all that was done before, and gains a thousandth of bandwidth. Sweeps end at MOST_WORK, after some
 * hundredths of a second at most.
 */
#define MOST_LOOKS (G_GUINT64_CONSTANT(1) << 17)
#define MOST_WORK (G_GUINT64_CONSTANT(1) << 19)

/*
 * Weighs the routes, and takes the result back where shifts, in which hosts send in the order of LIDs, lose more than
 * bisections gain. `*changed` is set to whether the routes are others now. FALSE with an error of improve_for_jobs().
 */
static gboolean weigh(const Graph *graph, const guint8 *hops, const guint8 *tree, Routes *routes, Layers *layers,
		      gboolean *changed, GError **error)
{
	double then = 0, now = 0;
	WeighState state;
	g_autoptr(Routes) before = routes_copy(graph, routes, error);
	g_autoptr(PortVls) vls = before && layers->vls ? port_vls_copy(graph, layers->vls, error) : NULL;
	WeighOptions all = {.blocks = fence_all(graph), .work = MOST_WORK, .unused = TRUE};
	if (!before || !vls != !layers->vls ||
	    !improve_for_jobs(graph, hops, tree, &all, routes, layers, &state, error))
		return FALSE;
	if (!state.changed)
		return TRUE;
	gboolean judged = shifts_bandwidth(graph, before, &then, error) && shifts_bandwidth(graph, routes, &now, error);
	*changed = judged && now * state.after >= then * state.before;
	if (!*changed) {
		PortVls *now_there = layers->vls;
		routes_swap(routes, before);
		layers->vls = vls;
		vls = now_there;
	}
	return judged;
}

gboolean weigh_hosts(const Graph *graph, const guint8 *hops, const RoutingOptions *options, Routes *routes,
		     Layers *layers, GError **error)
{
	GError *failure = NULL;
	gboolean changed = FALSE;
	if (!routing_may_improve(options) || (guint64)graph->n_dests * graph->n_channels > MOST_LOOKS)
		return TRUE;
	g_autofree guint8 *tree = mcast_tree_find(graph, hops, routes, layers, layers->tree, NULL, &failure);
	if (!failure && weigh(graph, hops, tree, routes, layers, &changed, &failure) && changed) {
		layers->proven = FALSE;
		g_free(layers->tree);
		layers->tree = g_steal_pointer(&tree);
	}
	/* Where a lane has a cycle, the last look at all tables will say so. */
	return sssp_error_pass_but(error, failure, SSSP_ERROR_LANES);
}
