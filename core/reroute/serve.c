/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds lanes for pairs of switches that have none. Pairs of hosts come first, and other pairs may lose their lanes to
 * them. Then the pairs that still have none are served beside all that is there. Where aggregation nodes find no lane,
 * all destinations that are no hosts are routed anew, unless there is only one lane.
 */
#include "core/reroute/work.h"

#include "core/base/error.h"
#include "core/fit/fit_hosts.h"
#include "core/fit/fit_left.h"
#include "core/fit/fit_room.h"
#include "core/fit/infrastructure.h"

#include <string.h>

guint64 serve_hosts_left(const Reroute *r)
{
	const Graph *g = r->graph;
	gsize n = g->n_switches;
	guint64 left = 0;
	for (guint32 s = 0; s < n && r->layers->unproven; s++)
		for (guint32 t = s + 1; t < n; t++)
			left += r->layers->unproven[s * n + t] && pair_of_hosts(g, s, t);
	return left;
}

/* Splits the marks: those of hosts stay, the others are cleared and returned. NULL with SSSP_ERROR_MEMORY. */
static guint8 *set_others_aside(const Reroute *r, GError **error)
{
	const Graph *g = r->graph;
	gsize n = g->n_switches;
	guint8 *others = g_try_malloc0(n * n + 1);
	for (guint32 s = 0; others && s < n; s++)
		for (guint32 t = 0; t < n; t++)
			if (r->layers->unproven[s * n + t] && !pair_of_hosts(g, s, t)) {
				others[s * n + t] = 1;
				r->layers->unproven[s * n + t] = 0;
			}
	if (!others)
		sssp_error_memory(error, "pairs of switches", n * n);
	return others;
}

/* Finds routes and lanes of all that is no host's anew. As serve_left(). */
static gboolean others_anew(Reroute *r, GError **error)
{
	GError *failure = NULL;
	r->others = TRUE;
	g_clear_pointer(&r->layers->unproven, g_free);
	gboolean served = infrastructure_fit(r->graph, r->hops, r->options->max_lanes, MANAGEMENT_UNPROVEN, r->routes,
					     r->layers, &failure);
	return sssp_error_pass_but(error, failure, SSSP_ERROR_LANES) && served;
}

/*
 * Serves others that lost their lanes, beside all that is there. If aggregation nodes find none, all others are served
 * anew; but where there is only one lane what is left stays unproven, as other_engine_serve_rest() changes far fewer of
 * their entries.
 */
static gboolean serve_others(Reroute *r, GError **error)
{
	gboolean served = TRUE;
	if (r->layers->unproven && !fit_left(r->graph, r->hops, r->options->max_lanes, r->routes, r->layers,
					     r->use->turns, r->use->lane, &served, error))
		return FALSE;
	return served || r->options->max_lanes == 1 || others_anew(r, error);
}

/* Looks again at what is in use, after routes and lanes of hosts have changed. */
static gboolean use_again(Reroute *r, GError **error)
{
	GError *failure = NULL;
	g_clear_pointer(&r->use, lane_use_free);
	r->use = lane_use_new(r->graph, r->routes, LAYERS_OF_ALL, r->layers, &failure);
	return sssp_error_pass(error, failure);
}

/* The most channels that are looked at for hosts: routing afresh takes less time than more of it. */
#define SERVE_LOOKS 10000000

/* Serves pairs of hosts. Where they may have any lane others make room: fewer entries change than by routing afresh. */
static gboolean fit(Reroute *r, guint64 *left, GError **error)
{
	guint64 looks = SERVE_LOOKS;
	guint lanes = r->options->max_lanes;
	return r->anew ? fit_room(r->graph, r->hops, lanes, FIT_ROOM_ANY, FALSE, r->routes, r->layers, &looks, left,
				  error)
		       : fit_hosts(r->graph, r->hops, lanes, r->routes, r->layers, &r->keep, &looks, left, error);
}

/*
 * Marks the pairs of switches that made room for others, too: those with LIDs that are no host's and still have the
 * lane that hosts on the same switch had before. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean mark_moved(const Reroute *r, guint8 *pairs, GError **error)
{
	const Graph *g = r->graph;
	gsize n = g->n_switches;
	const guint8 *layer = r->layers->layer;
	g_autofree guint32 *host = routes_first_hosts(g, error);
	for (guint32 d = 0; host && layer && d < g->n_dests; d++) {
		guint32 t = g->dests[d].vertex;
		for (guint32 s = 0; route_follows_host(g, d) && s < n; s++)
			if (s != t && g->hosts[s] && r->hops[s * n + t] != GRAPH_FAR &&
			    layer[d * n + s] != layer[host[t] * n + s])
				pairs[s * n + t] = 1;
	}
	return host != NULL;
}

/* Serves pairs of hosts first, for which others may lose their lanes, and then these. */
static gboolean serve_hosts(Reroute *r, GError **error)
{
	guint64 left = 0;
	gsize pairs = (gsize)r->graph->n_switches * r->graph->n_switches;
	g_autofree guint8 *hosts = g_try_malloc(pairs + 1), *others = set_others_aside(r, error);
	if (!others || !hosts)
		return others && sssp_error_memory(error, "pairs of switches", pairs);
	memcpy(hosts, r->layers->unproven, pairs);
	r->changed = TRUE;
	r->keep.without = r->without;
	if (!fit(r, &left, error) || left || (r->anew && !mark_moved(r, hosts, error)))
		return FALSE;
	fit_follow_hosts(r->graph, hosts, r->routes, r->layers);
	if (memchr(others, 1, pairs))
		r->layers->unproven = g_steal_pointer(&others);
	if (!use_again(r, error))
		return FALSE;
	return r->use ? serve_others(r, error) : others_anew(r, error);
}

/* Clears the marks of pairs that have no path any more, or none that a table of hops can count. */
static void forget_far(const Reroute *r)
{
	gsize n = r->graph->n_switches;
	for (gsize pair = 0; r->layers->unproven && pair < n * n; pair++)
		if (r->hops[pair] == GRAPH_FAR)
			r->layers->unproven[pair] = 0;
}

gboolean serve_left(Reroute *r, GError **error)
{
	forget_far(r);
	if (!(serve_hosts_left(r) ? serve_hosts(r, error) : serve_others(r, error)))
		return FALSE;
	/* LIDs that are no host's follow paths that were changed, whose channels may lack their lanes. */
	return r->others || layers_fit_links(r->graph, r->routes, r->layers) || others_anew(r, error);
}
