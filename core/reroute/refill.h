/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Fills missing entries of a destination, on the loads and lanes of the routes that are there. */
#ifndef SSSP_CORE_REROUTE_REFILL_H
#define SSSP_CORE_REROUTE_REFILL_H

#include "core/reroute/tree.h"

#include <glib.h>

/*
 * Fills the missing entries of one destination, nearest switch first: the channel that is cheapest as P-SSSP counts it
 * (T. Hoefler et al. 2009, section III.A) among those that close no cycle; then among those that close none for hosts.
 * Pairs whose lane has no room for them are marked in layers->unproven. routes->load must be the loads of the entries
 * that are there; it is kept up. `*filled` grows by the number of entries. FALSE with SSSP_ERROR_MEMORY. O(switches x
 * hops + channels), and what cdg_add() takes.
 */
gboolean refill_dest(Tree *tree, guint32 dest, guint64 *filled, GError **error);

#endif
