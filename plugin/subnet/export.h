/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes a routing into OpenSM's switches: hop tables, from which OpenSM answers path records and builds multicast
 * trees, and new forwarding tables, which OpenSM sends. `switches` are OpenSM's, in the order of
 * snapshot->fabric->switches; the caller holds OpenSM's lock. `threads` is the most threads to use (0: one for each
 * core); the result does not depend on it.
 */
#ifndef SSSP_PLUGIN_SUBNET_EXPORT_H
#define SSSP_PLUGIN_SUBNET_EXPORT_H

#include "plugin/values/snapshot.h"

#include <opensm/osm_config.h>
#include <opensm/osm_switch.h>

/*
 * Writes the least hops towards each switch LID, over every port. FALSE with SSSP_ERROR_MEMORY; the hop tables are
 * then empty, as an engine that comes after finds them. O(switches x channels).
 */
gboolean export_hops(const Snapshot *snapshot, osm_switch_t *const *switches, guint threads, GError **error);

/*
 * Writes the whole new_lft of every switch from `lft`, whose rows are those of the snapshot's tables, and counts paths
 * for OpenSM's dumps. A LID without a route gets OSM_NO_PATH. Cannot fail. export_lft() writes one row and counts
 * nothing.
 */
void export_lfts(const Snapshot *snapshot, const Lft *lft, osm_switch_t *const *switches, guint threads);
void export_lft(const Lft *lft, guint32 row, osm_switch_t *sw);

#endif
