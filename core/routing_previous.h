/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Starts a routing from previous tables: keeps entries where it can, unless routing afresh is better. Steps of
 * routing.c.
 */
#ifndef SSSP_CORE_ROUTING_PREVIOUS_H
#define SSSP_CORE_ROUTING_PREVIOUS_H

#include "core/routing_work.h"

/*
 * Sets w->before to the previous tables as they are on w->graph, NULL where there are none. FALSE with
 * SSSP_ERROR_MEMORY. As previous_routes_new().
 */
gboolean routing_find_previous(RoutingWork *w, GError **error);

/*
 * Whether the previous routes are safe on any SL, and what replaces them is to be so as well: they are on lanes by
 * ports, or on one lane and known to need no other; nine tenths of the switches and channels were there; and no option
 * wants lanes by SL, all afresh or another engine. O(switches + channels).
 */
gboolean routing_was_safe(const RoutingWork *w);

/*
 * Keeps entries of the previous tables and routes what is missing: fills w->routes and w->layers, and sets
 * routing->rerouted. Lanes are those that there were; where routing_was_safe() does not hold, further ones by SL may be
 * used. w->layers stays NULL where that fails. FALSE with SSSP_ERROR_MEMORY. As reroute() or reroute_by_ports().
 */
gboolean routing_start_from_previous(RoutingWork *w, GError **error);

/*
 * Routes anew the management ports that rerouting left out of the proof. Where some stay out, w->layers is NULL
 * afterwards and w->routes are empty, so that all is routed afresh. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routing_serve_unproven(RoutingWork *w, GError **error);

/*
 * Looks for something better where rerouted routes lengthen more paths or take more lanes than the previous ones, and
 * for other routes where rerouting found none. Where there was one lane, rerouting is tried with a second lane by
 * ports, and its result is taken if fewer paths are longer by that. If that still costs too much (is_cheap_enough()),
 * routes made afresh are taken that have fewer longer paths, or as many on fewer lanes. All of these are safe on any
 * SL. With REROUTE_STAY rerouted routes stay, and only where there are none a second lane is tried. w->layers is NULL
 * where all has to be routed afresh. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routing_take_cheaper(RoutingWork *w, GError **error);

/*
 * Returns [n_channels], 1 for channels of the previous multicast tree, for g_free(); NULL: no tree, or memory is short.
 */
guint8 *routing_previous_tree(const RoutingWork *w);

#endif
