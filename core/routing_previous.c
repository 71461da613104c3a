/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reroutes from previous tables, after a change of the fabric as a rule. Entries (out ports by destination) stay where
 * they can, and missing ones are filled in (core/reroute), on the lanes that the tables had. Management ports (port 0
 * of a switch) that find no lane are routed anew; where some still have none, all is routed afresh.
 *
 * A path is longer if it has more hops than the cables allow. With lanes by ports, switches choose the VL by input and
 * output port. Where the tables were on one lane or on lanes by ports, and rerouting fails or costs too many longer
 * paths or lanes (Price), other routings are compared with it. Where there was one lane, a rerouting with a second lane
 * by ports is taken if it has fewer longer paths. If the cost is still too high, a routing afresh is taken that has
 * fewer longer paths, or as many on fewer lanes. With REROUTE_STAY no rerouted routes are replaced.
 */
#include "core/routing_work.h"

#include "core/base/error.h"
#include "core/choose/choose_lanes.h"
#include "core/choose/by_sl.h"
#include "core/reroute/changes.h"
#include "core/reroute/reroute.h"
#include "core/reroute/spanning.h"

#include <string.h>

gboolean routing_find_previous(RoutingWork *w, GError **error)
{
	const PreviousTables *previous = w->options->previous;
	g_clear_pointer(&w->before, previous_routes_free);
	return !previous ||
	       (w->before = previous_routes_new(previous, w->fabric, w->graph, w->routing->hops, w->max_lanes, error));
}

guint8 *routing_previous_tree(const RoutingWork *w)
{
	g_autofree guint8 *tree = w->before ? g_try_malloc(w->graph->n_channels + 1) : NULL;
	return tree && spanning_previous(w->before, w->graph, tree) ? g_steal_pointer(&tree) : NULL;
}

/* ---- from the previous tables */

/*
 * Previous routes of a small part of the fabric say nothing of the whole: at most one switch or channel in so many may
 * be new (then[] GRAPH_NONE, fresh[]).
 */
#define MAX_NEW_ONE_IN 10

/* Whether most switches and channels were there before. */
static gboolean is_mostly_known(const RoutingWork *w)
{
	const Graph *graph = w->graph;
	guint32 new_switches = 0, new_channels = 0;
	for (guint32 v = 0; v < graph->n_switches; v++)
		new_switches += w->before->view.then[v] == GRAPH_NONE;
	for (guint32 c = 0; c < graph->n_channels; c++)
		new_channels += w->before->fresh[c];
	return new_switches <= graph->n_switches / MAX_NEW_ONE_IN && new_channels <= graph->n_channels / MAX_NEW_ONE_IN;
}

gboolean routing_was_safe(const RoutingWork *w)
{
	const PreviousRoutes *before = w->before;
	return before && !w->options->by_sl && !w->options->afresh && routing_is_psssp(w->options) &&
	       (before->layers->vls || (before->layers->n_layers == 1 && w->options->previous->vls_needed == 1)) &&
	       is_mostly_known(w);
}

/* Returns the options of a rerouting on at most `max_lanes` lanes. */
static RerouteOptions options_on(const RoutingWork *w, guint max_lanes)
{
	return (RerouteOptions){.previous = w->options->previous,
				.balance = w->options->balance,
				.budget = w->options->budget,
				.max_lanes = max_lanes};
}

/* Reroutes on lanes by ports. NULL as reroute_by_ports(). */
static Layers *reroute_on_ports(const RoutingWork *w, const PortVls *vls, Routes *routes, GError **error)
{
	const RerouteOptions options = options_on(w, w->max_lanes);
	return reroute_by_ports(w->graph, w->routing->hops, &options, w->before, vls, routes, error);
}

/*
 * Reroutes on lanes by SL or on one lane. Where the fabric is unchanged reroute() first may use no further lane, and
 * the result is taken if all entries stay: so a sweep without an event changes nothing. NULL as reroute().
 */
static Layers *reroute_by_lanes(const RoutingWork *w, GError **error)
{
	GError *failure = NULL;
	const PreviousRoutes *before = w->before;
	guint most = w->options->any_sl || routing_was_safe(w) ? 1 : w->max_lanes;
	RerouteOptions options = options_on(w, before->unchanged ? MIN(most, before->layers->n_layers) : most);
	Layers *layers = reroute(w->graph, w->routing->hops, &options, before, w->routes, &failure);
	gsize entries = (gsize)w->graph->n_dests * w->graph->n_switches;
	gboolean stay = layers && !layers->n_unproven && !memcmp(w->routes->port, before->routes->port, entries);
	if (!stay && !failure && options.max_lanes < most) {
		g_clear_pointer(&layers, layers_free);
		options.max_lanes = most;
		layers = reroute(w->graph, w->routing->hops, &options, before, w->routes, &failure);
	}
	sssp_error_pass(error, failure);
	return layers;
}

/*
 * Whether there are previous tables, options allow to start from them, and lanes like theirs may be used: VLs by ports,
 * if they are not too many and lanes by SL are not wanted; else lanes by SL, or one lane where any SL has to be safe.
 */
static gboolean can_reroute(const RoutingWork *w)
{
	const RoutingOptions *options = w->options;
	if (!w->before || options->afresh || routing_as_is(options))
		return FALSE;
	const Layers *layers = w->before->layers;
	return layers->vls ? layers->vls->n_vls <= w->max_lanes && !options->by_sl
			   : !options->any_sl || layers->n_layers == 1;
}

/* Says of w->routes that they were rerouted. */
static void note_kept(RoutingWork *w)
{
	Routing *routing = w->routing;
	routing->rerouted = TRUE;
	routing->nonminimal_pairs = count_longer_pairs(w->graph, routing->hops, w->before, w->routes);
	w->layers->strategy = "kept";
}

gboolean routing_start_from_previous(RoutingWork *w, GError **error)
{
	GError *failure = NULL;
	Routing *routing = w->routing;
	if (!can_reroute(w))
		return TRUE;
	const PortVls *vls = w->before->layers->vls;
	w->layers = vls ? reroute_on_ports(w, vls, w->routes, &failure) : reroute_by_lanes(w, &failure);
	routing->fresh_efi = w->options->previous->efi;
	if (w->layers)
		note_kept(w);
	return sssp_error_pass(error, failure);
}

gboolean routing_serve_unproven(RoutingWork *w, GError **error)
{
	if (!w->layers || !w->layers->n_unproven)
		return TRUE;
	if (!other_engine_serve_rest(w->graph, w->routing->hops, TRUE, w->routes, w->layers, error))
		return FALSE;
	if (w->layers->n_unproven) {
		g_clear_pointer(&w->layers, layers_free);
		w->routing->rerouted = FALSE;
		routes_clear(w->graph, w->routes);
	}
	return TRUE;
}

/* ---- or afresh where that is better */

/* What new routes cost beyond the previous ones. */
typedef struct {
	guint64 longer; /* more pairs of hosts with a longer path */
	guint lanes;    /* more lanes; where there was one, QoS would have to be turned on */
} Price;

/* Kept routes are taken where at most one pair of hosts in so many gets a longer path: on one lane; by ports. */
#define MAX_LONGER_ONE_IN 1000
#define MAX_LONGER_ONE_IN_BY_PORTS 50

/* Returns how many pairs of hosts had a longer path before. O(1); O(switches x LIDs) where only tables are known. */
static guint64 longer_before(const PreviousRoutes *before)
{
	const Stand *made = before->made;
	return made ? routes_nonminimal(made->graph, made->routes, made->hops) : before->view.stand->nonminimal_pairs;
}

/*
 * The price of routes with `longer` longer paths on `layers`; paths that need not stay longer, as there are new
 * channels, count as well.
 */
static Price price_of(const RoutingWork *w, guint64 longer, const Layers *layers)
{
	guint64 longer_then = longer && !w->before->gains ? longer_before(w->before) : 0;
	guint lanes = layers_n_vls(layers), lanes_then = layers_n_vls(w->before->layers);
	return (Price){longer > longer_then ? longer - longer_then : 0, lanes > lanes_then ? lanes - lanes_then : 0};
}

static gboolean is_less(Price a, Price b)
{
	return a.longer != b.longer ? a.longer < b.longer : a.lanes < b.lanes;
}

/* Whether w->routes cost so little that nothing else is tried. */
static gboolean is_cheap_enough(const RoutingWork *w)
{
	if (!w->layers)
		return FALSE;
	gboolean by_ports = w->layers->vls != NULL;
	Price kept = price_of(w, w->routing->nonminimal_pairs, w->layers);
	guint64 pairs = (guint64)w->graph->n_hosts * w->graph->n_hosts;
	/* After a loss a second lane is better than other entries; with new channels one may suffice again. */
	gboolean lanes_suffice = !kept.lanes || (by_ports && !w->before->gains);
	return lanes_suffice && kept.longer <= pairs / (by_ports ? MAX_LONGER_ONE_IN_BY_PORTS : MAX_LONGER_ONE_IN);
}

/*
 * Reroutes on two lanes by ports where there was one: all that stays is on the first. The result is taken where fewer
 * paths are longer by that. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean try_second_lane(RoutingWork *w, GError **error)
{
	GError *failure = NULL;
	const Graph *graph = w->graph;
	g_autoptr(PortVls) vls = port_vls_new_zero(graph, 2, error);
	g_autoptr(Routes) others = vls ? routes_new(graph, error) : NULL;
	if (!others)
		return FALSE;
	g_autoptr(Layers) two = reroute_on_ports(w, vls, others, &failure);
	if (two && (!w->layers ||
		    count_longer_pairs(graph, w->routing->hops, w->before, others) < w->routing->nonminimal_pairs)) {
		routes_swap(w->routes, others);
		layers_free(w->layers);
		w->layers = g_steal_pointer(&two);
		note_kept(w);
	}
	return sssp_error_pass(error, failure);
}

/* Routes afresh for any SL, and takes the result if it costs less. FALSE with SSSP_ERROR_MEMORY. */
static gboolean try_afresh(RoutingWork *w, GError **error)
{
	GError *failure = NULL;
	Routing *routing = w->routing;
	RoutingOptions as_safe = *w->options;
	double seconds;
	as_safe.any_sl = !w->options->by_sl;
	g_autoptr(Routes) others = routes_new(w->graph, error);
	if (!others)
		return FALSE;
	g_autoptr(Layers) fresh =
		choose_lanes(w->fabric, w->graph, routing->hops, &as_safe, others, &seconds, &failure);
	/* Without such routes, what was rerouted stays. Lanes by SL, which have `layer`, are not safe on any SL. */
	if (fresh && !fresh->layer &&
	    is_less(price_of(w, routes_nonminimal(w->graph, others, routing->hops), fresh),
		    price_of(w, routing->nonminimal_pairs, w->layers))) {
		routes_swap(w->routes, others);
		layers_swap(w->layers, fresh);
		routing->fresh_efi = routes_efi(w->graph, w->routes);
		routing->rerouted = FALSE;
		routing->cheaper = TRUE;
	}
	return sssp_error_pass_but(error, failure, SSSP_ERROR_LANES);
}

gboolean routing_take_cheaper(RoutingWork *w, GError **error)
{
	/* Kept lanes by SL (more than one of n_layers) are not compared with others. */
	gboolean stays = w->layers && w->options->balance == REROUTE_STAY;
	if (!can_reroute(w) || stays || w->before->layers->n_layers > 1 || is_cheap_enough(w))
		return TRUE;
	if (routing_was_safe(w) && !w->before->layers->vls && w->max_lanes > 1 && !try_second_lane(w, error))
		return FALSE;
	return !w->layers || is_cheap_enough(w) || w->options->balance == REROUTE_STAY || try_afresh(w, error);
}
