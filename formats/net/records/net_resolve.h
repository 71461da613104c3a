/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a fabric of the records of a topology: the last step of every reader of topologies. First it finds which
 * records are one node (net_nodes.c, net_guids.c); then it joins ports and gives them their LIDs (net_resolve.c).
 */
#ifndef SSSP_FORMATS_NET_RECORDS_NET_RESOLVE_H
#define SSSP_FORMATS_NET_RECORDS_NET_RESOLVE_H

#include "formats/net/records/net_records.h"

/* The sealed fabric of the records; NULL with an error. */
Fabric *net_resolve(NetRecords *records, GError **error);

/* ---- what its two halves share */

typedef struct {
	NetRecords *records;
	Fabric *fabric;
	gsize n_recorded;   /* nodes before this one have a record, the others are only mentioned */
	guint32 *by_id;     /* [nodes] records, ascending identifier */
	guint32 *same_as;   /* [nodes] the first record of the same node */
	guint32 *node;      /* [nodes] index in the fabric, for first records */
	guint32 *peer;      /* [ports] first record of the peer */
	guint32 *claim;     /* [fabric ports] the port that it says it is joined to */
	guint32 *line;      /* [fabric ports] where it is described */
	guint32 *lid_owner; /* [FABRIC_MAX_LID + 1] */
} NetResolve;

/*
 * Gives every first record a GUID of its own: that of its identifier if several nodes are assigned the same one. FALSE
 * with SSSP_ERROR_INPUT where nothing tells two nodes apart.
 */
gboolean net_settle_guids(NetResolve *r, GError **error);

/*
 * Fills by_id, same_as and peer: which records are one node, and which node each port line speaks of. Nodes without a
 * record are added to the records; every first record has a GUID of its own then.
 */
gboolean net_resolve_nodes(NetResolve *r, GError **error);

#endif
