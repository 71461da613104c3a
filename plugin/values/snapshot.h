/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds a finished routing with the fabric it was made for. A snapshot is never changed after it is made. OpenSM's
 * questions for SLs of paths and SL to VL tables (callbacks path_sl and update_sl2vl), and the dumps, are answered from
 * it until the next one takes its place.
 */
#ifndef SSSP_PLUGIN_VALUES_SNAPSHOT_H
#define SSSP_PLUGIN_VALUES_SNAPSHOT_H

#include "core/fabric/fabric.h"
#include "core/routing.h"
#include "plugin/values/mcast_prune.h"

#include <glib.h>

typedef struct {
	Fabric *fabric;
	Routing *routing;
	guint32 *node_row; /* [fabric->n_nodes] row (in fabric->switches) of a switch, FABRIC_NONE for other nodes */
	guint32 *lid_row;  /* [n_lids] row of the switch that a LID is or hangs on, FABRIC_NONE */
	guint32 n_lids;
	McastBranches *mcast; /* the tree for all multicast groups; NULL when the routing has none */
} Snapshot;

/* Takes ownership of fabric and routing, even if it fails. NULL with SSSP_ERROR_MEMORY. O(nodes + LIDs). */
Snapshot *snapshot_new(Fabric *fabric, Routing *routing, GError **error);
void snapshot_free(Snapshot *snapshot); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Snapshot, snapshot_free)

/* The row of the switch that a LID is or hangs on; FABRIC_NONE: none. */
static inline guint32 snapshot_row(const Snapshot *snapshot, guint lid)
{
	return lid < snapshot->n_lids ? snapshot->lid_row[lid] : FABRIC_NONE;
}

/*
 * The SL for a path between two LIDs. With one lane, or lanes by ports, any SL is free of credit loops, so the answer
 * is `hint`: what partitions and QoS levels ask for. Else it is the path's own, 0 for a LID without a path. Defined for
 * all LIDs, O(1), no allocation. `snapshot` may be NULL.
 */
guint8 snapshot_sl(const Snapshot *snapshot, guint8 hint, guint slid, guint dlid);

/*
 * How many nodes other than switches have cables to more than one switch. *first gets the one with the lowest GUID, and
 * is left alone if there is none.
 */
guint32 snapshot_split_hosts(const Snapshot *snapshot, guint32 *first);

/* Whether SL to VL tables must be programmed for this routing to be free of credit loops. `snapshot` may be NULL. */
static inline gboolean snapshot_has_lanes(const Snapshot *snapshot)
{
	return snapshot && snapshot->routing->sl2vl;
}

/* Whether packets must be on the SLs of path records to be free of credit loops. `snapshot` may be NULL. */
static inline gboolean snapshot_has_sls(const Snapshot *snapshot)
{
	return snapshot && snapshot->routing->path_sl;
}

#endif
