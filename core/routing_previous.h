/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Starts from previous tables: entries stay where they can, unless routing afresh is better. Steps of routing.c. */
#ifndef SSSP_CORE_ROUTING_PREVIOUS_H
#define SSSP_CORE_ROUTING_PREVIOUS_H

#include "core/routing_work.h"

/*
 * Sets w->before to what the previous tables are on w->graph, NULL where there are none. FALSE with SSSP_ERROR_MEMORY.
 * As previous_routes_new().
 */
gboolean routing_find_previous(RoutingWork *w, GError **error);

/*
 * Whether the previous routes are safe on any SL, and what replaces them is to be so as well: they are on lanes by
 * ports, or on one lane and known to need no other, for nine tenths of the switches, and no option wants lanes by SL, all
 * afresh or another engine. O(switches).
 */
gboolean routing_was_safe(const RoutingWork *w);

/*
 * Keeps entries of the previous tables and routes what is missing: fills w->routes and w->layers, and sets
 * routing->rerouted. w->layers stays NULL where this cannot be done on the lanes that there were. FALSE with SSSP_ERROR_MEMORY. As reroute()
 * and reroute_by_ports().
 */
gboolean routing_start_from_previous(RoutingWork *w, GError **error);

/*
 * Routes anew the management ports that rerouting left out of the proof. Where some stay out, w->layers is NULL
 * afterwards and w->routes are empty, so that all is routed afresh. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routing_serve_unproven(RoutingWork *w, GError **error);

/*
 * Replaces rerouted routes where there are none, or they have more longer paths or more lanes than the previous ones.
 * Where there was one lane, routes are taken that use a second one by ports for what is missing, if they have fewer
 * longer paths; if these are many, too, or there are new channels, routes made afresh, if they have fewer, or as many on
 * fewer lanes. All of these are safe on any SL. w->layers is NULL where nothing but routing afresh is left. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean routing_take_cheaper(RoutingWork *w, GError **error);

/* [n_channels] 1: of the previous multicast tree; free with g_free(). NULL where there is none, or memory is short. */
guint8 *routing_previous_tree(const RoutingWork *w);

#endif
