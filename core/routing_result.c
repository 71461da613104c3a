/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a Routing of routes and layers: checks them once more, whatever computed them, and turns them into forwarding
 * tables, SLs, SL to VL tables and the multicast tree. Also leaves the stand, from which the next routing can start.
 */
#include "core/routing_result.h"

#include "core/base/error.h"
#include "core/lanes/sl2vl_from_port_vls.h"
#include "core/lanes/sl_from_layers.h"
#include "core/choose/mcast_tree.h"
#include "core/previous/history.h"

#include <string.h>

/* Fills the figures of `routing` that the graph and the routes tell. FALSE with SSSP_ERROR_MEMORY. */
static gboolean describe(Routing *routing, const Graph *graph, const Routes *routes, GError **error)
{
	routing->n_switches = graph->n_switches;
	routing->n_channels = graph->n_channels;
	routing->n_hosts = graph->n_hosts;
	routing->n_aggregation = graph->n_aggregation;
	routing->n_dests = graph->n_dests;
	routing->passes = routes->passes;
	routing->efi = routes_efi(graph, routes);
	if (!routing->rerouted && !routing->lmc.lids)
		routing->nonminimal_pairs = routes_nonminimal(graph, routes, routing->hops);
	routing->longest =
		routes_longest(graph, routes, routing->hops, routing->nonminimal_pairs + routing->lmc.longer > 0);
	return routes_too_far(graph, routes, routing->hops, &routing->too_far, error);
}

static gboolean refuse(const char *why, const Layers *layers, guint lanes, GError **error)
{
	return sssp_error_set(error, SSSP_ERROR_LANES, "routes on %u of %u lanes would %s", layers_n_vls(layers), lanes,
			      why);
}

/*
 * Whether no pair is left out of the proof, no route uses a lane that its links lack, at most `lanes` lanes are used,
 * and none has a cycle. `*first` gets the turns of the first lane where the proof marks them (layers_are_proven()).
 * FALSE with SSSP_ERROR_LANES or SSSP_ERROR_MEMORY.
 */
static gboolean verify(const Graph *graph, const Routes *routes, const Layers *layers, guint lanes, guint8 **first,
		       GError **error)
{
	GError *failure = NULL;
	if (layers->n_unproven)
		return refuse("leave management ports out of the proof", layers, lanes, error);
	if (!layers->vls && !layers_fit_links(graph, routes, layers))
		return refuse("cross a link that has fewer", layers, lanes, error);
	guint vls = layers_n_vls(layers) * (layers->vls ? layers->vls->copies : 1);
	if (vls <= lanes && (layers->proven || layers_are_proven(graph, routes, layers, first, &failure)))
		return TRUE;
	return sssp_error_pass(error, failure) && refuse("leave a credit loop", layers, lanes, error);
}

/* Cables between switches that have fewer than n_lanes lanes. */
static guint32 count_weak_links(const Graph *graph, guint n_lanes)
{
	guint32 n = 0;
	for (guint32 c = 0; c < graph->n_channels; c++)
		n += c < graph->reverse[c] && !graph_has_lane(graph, c, n_lanes - 1);
	return n;
}

/*
 * Returns how many lanes routes and the multicast tree need. In kept tables by ports they may no longer use the upper
 * VLs; these stay in the tables for cables that come back. 0 with SSSP_ERROR_MEMORY.
 */
static guint count_needed(const Routing *routing, const Graph *graph, const Routes *routes, const Layers *layers,
			  GError **error)
{
	if (!layers->vls)
		return layers->n_needed;
	return routing->rerouted ? port_vls_needed(graph, routes, layers->tree, layers->vls, error)
				 : layers->vls->n_vls;
}

/* Fills the tables and figures of `routing`. FALSE with SSSP_ERROR_MEMORY. */
static gboolean hand_out(Routing *routing, const Fabric *fabric, const Graph *graph, const Routes *routes,
			 const Layers *layers, guint lanes, GError **error)
{
	if (!describe(routing, graph, routes, error) ||
	    !(routing->vls_needed = count_needed(routing, graph, routes, layers, error)))
		return FALSE;
	routing->vls_used = layers->vls ? port_vls_used(fabric, graph, layers->vls) : layers_n_vls(layers);
	routing->weak_links = count_weak_links(graph, layers_n_vls(layers));
	routing->detours = layers->detours;
	routing->older = history_list(graph, layers);
	memcpy(routing->class_lanes, layers->class_lanes, sizeof routing->class_lanes);
	routing->lane_aware = layers->lane_aware;
	routing->strategy = layers->strategy;
	if (!routing->lft && !(routing->lft = lft_from_routes(graph, routes, error)))
		return FALSE;
	routing->n_lids = routing->lft->n_lids;
	routing->vls_mapped = 1;
	if (routing->vls_used == 1)
		return TRUE;
	if (layers->vls) {
		routing->vls_mapped = routing->vls_used;
		routing->sl2vl = sl2vl_from_port_vls(fabric, graph, layers->vls, error);
		return routing->sl2vl != NULL;
	}
	routing->vls_mapped = MAX(layers->n_layers, lanes);
	routing->path_sl = path_sl_from_layers(graph, layers, routing->n_lids, error);
	routing->sl2vl = routing->path_sl ? sl2vl_from_layers(fabric, routing->vls_mapped, error) : NULL;
	return routing->sl2vl != NULL;
}

/* Fills routing->mcast, if a multicast tree is found; `first` is that of verify(). FALSE with SSSP_ERROR_MEMORY. */
static gboolean add_mcast(Routing *routing, const Graph *graph, const Routes *routes, Layers *layers,
			  const guint8 *previous_tree, const guint8 *first, GError **error)
{
	if (!mcast_tree_hold(graph, routing->hops, routes, layers, previous_tree, first, error))
		return FALSE;
	const guint8 *in_tree = layers->tree;
	if (!in_tree)
		return TRUE;
	gsize entries = (gsize)graph->n_switches << 8;
	if (!(routing->mcast = g_try_malloc0(entries + 1)))
		return sssp_error_memory(error, "the multicast tree", entries);
	for (guint32 c = 0; c < graph->n_channels; c++)
		if (in_tree[c])
			routing->mcast[((gsize)graph->from[c] << 8) + graph->port[c]] = 1;
	return TRUE;
}

gboolean routing_finish(Routing *routing, const Fabric *fabric, const Graph *graph, const Routes *routes,
			Layers *layers, guint lanes, const guint8 *previous_tree, GError **error)
{
	g_autofree guint8 *first = NULL;
	if (!verify(graph, routes, layers, lanes, &first, error) ||
	    !add_mcast(routing, graph, routes, layers, previous_tree, first, error))
		return FALSE;
	/* The proof has marked the turns of lane 0; a rerouting that starts from these layers need not. */
	if (first && !layers->used[0] && !mcast_tree_note(graph, layers, g_steal_pointer(&first), error))
		return FALSE;
	return hand_out(routing, fabric, graph, routes, layers, lanes, error);
}

void routing_free(Routing *routing)
{
	if (!routing)
		return;
	stand_free(routing->stand);
	lft_free(routing->lft);
	path_sl_free(routing->path_sl);
	sl2vl_free(routing->sl2vl);
	if (routing->older)
		g_array_unref(routing->older);
	g_free(routing->hops);
	g_free(routing->mcast);
	g_free(routing);
}

guint8 routing_sl(const Routing *routing, guint32 source_row, guint32 lid)
{
	const PathSl *sl = routing->path_sl;
	if (!sl || source_row >= sl->n_sources || lid >= sl->n_lids)
		return 0;
	guint8 found = sl->sl[(gsize)source_row * sl->n_lids + lid];
	return found == SL_NONE ? 0 : found;
}

gboolean routing_leave_stand(Routing *routing, const Stand *before, Graph **graph, Routes **routes, Layers **layers,
			     GError **error)
{
	GError *failure = NULL;
	routing->stand = stand_new(g_steal_pointer(graph), routing->hops, g_steal_pointer(routes),
				   g_steal_pointer(layers), error);
	if (!routing->stand)
		return FALSE;
	routing->stand->nonminimal_pairs = routing->nonminimal_pairs;
	routing->stand->mcast = routing->mcast;
	/* The lanes of connections with hosts that this routing does not reach, for when they come back. */
	if (before)
		routing->stand->away =
			away_new(before->away, before->graph, before->layers, routing->stand->graph, &failure);
	return sssp_error_pass(error, failure);
}
