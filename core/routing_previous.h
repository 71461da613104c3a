/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Starts from previous tables: what may stay of them stays, unless routing afresh costs less. Steps of routing.c. */
#ifndef SSSP_CORE_ROUTING_PREVIOUS_H
#define SSSP_CORE_ROUTING_PREVIOUS_H

#include "core/routing_work.h"

/*
 * Finds what the previous tables are on this graph, and fills in what is missing: `layers` is NULL afterwards where all
 * has to be routed afresh. FALSE with SSSP_ERROR_MEMORY. As previous_routes_new(), reroute() and reroute_by_ports().
 */
gboolean routing_find_previous(RoutingWork *w, GError **error);
gboolean routing_start_from_previous(RoutingWork *w, GError **error);

/*
 * Serves management ports that are left out of the proof. Where some stay out all is routed afresh: `layers` is NULL
 * then. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routing_serve_unproven(RoutingWork *w, GError **error);

/*
 * Takes routes made afresh instead where those that stay need a second lane, or leave others no short path, and these
 * do not: on one lane or on lanes by ports, on which all connections go on. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routing_take_cheaper(RoutingWork *w, GError **error);

/* [n_channels] 1: of the tree of multicast that is there. NULL where there is none, or memory is short. */
guint8 *routing_previous_tree(const RoutingWork *w);

#endif
