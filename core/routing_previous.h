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
 * Keeps entries of the previous tables and routes what is missing: fills w->routes and w->layers, and sets
 * routing->rerouted. w->layers stays NULL where all has to be routed afresh. FALSE with SSSP_ERROR_MEMORY. As reroute()
 * and reroute_by_ports().
 */
gboolean routing_start_from_previous(RoutingWork *w, GError **error);

/*
 * Routes anew the management ports that rerouting left out of the proof. Where some stay out, w->layers is NULL
 * afterwards and w->routes are empty, so that all is routed afresh. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routing_serve_unproven(RoutingWork *w, GError **error);

/*
 * Replaces rerouted routes by routes made afresh, where the rerouted ones have more longer paths or more lanes than the
 * previous ones, and those made afresh have fewer. These are on one lane or on lanes by ports, so connections go on
 * whatever their SL. TRUE also where nothing is replaced, FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routing_take_cheaper(RoutingWork *w, GError **error);

/* [n_channels] 1: of the previous multicast tree; free with g_free(). NULL where there is none, or memory is short. */
guint8 *routing_previous_tree(const RoutingWork *w);

#endif
