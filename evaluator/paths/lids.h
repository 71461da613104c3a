/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives the ports of a topology the LIDs that a guid2lid file lists. Such a file says which LIDs the subnet manager
 * gave to each port GUID. It is needed where the topology has no LIDs, lacks some, or has others than those the
 * forwarding tables were made for. The GUID of a switch's port 0 is that of the node; the port GUID of a channel
 * adapter hardly ever is.
 */
#ifndef SSSP_EVALUATOR_PATHS_LIDS_H
#define SSSP_EVALUATOR_PATHS_LIDS_H

#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"

#include <glib.h>

typedef struct {
	guint32 n_ports;       /* that were given LIDs */
	guint32 n_without;     /* ports that need a LID (port 0 of a switch, a cabled CA port) but have no entry */
	guint32 n_foreign;     /* entries with a GUID that no port has */
	guint64 first_without; /* their port GUIDs, when there are any */
	guint64 first_foreign;
} LidsTaken;

/* Whether any port has a LID. O(ports). */
gboolean lids_any(const Fabric *fabric);

/*
 * Gives every port the LIDs that `entries` (GuidLids, read from `file`) have for its GUID, and takes away all others;
 * seals the fabric. The first entry of a GUID counts, further ones are logged. FALSE with SSSP_ERROR_INPUT for a range
 * of LIDs that no LMC makes or two ports with one LID, with SSSP_ERROR_MEMORY. O(n log n) in ports and entries.
 */
gboolean lids_take(Fabric *fabric, const GArray *entries, const char *file, ParseLog *log, LidsTaken *taken,
		   GError **error);

typedef struct {
	guint32 n_ports;                      /* that had none and were given LIDs */
	guint32 n_without;                    /* that need one and have none now */
	guint32 n_against;                    /* entries that are not the topology's LIDs: then nothing is taken */
	guint64 first_against, first_without; /* port GUIDs, when there are any */
} LidsFilled;

/* How many ports need a LID (port 0 of a switch, a cabled CA port) and have none; the first in *first. O(ports). */
guint32 lids_lacking(const Fabric *fabric, guint64 *first);

/*
 * Gives the ports that lack a LID those of `entries`, if these agree with all LIDs that the fabric has. An entry
 * disagrees if it has another first LID for a port, a range that no LMC makes, or a LID of another port: then `entries`
 * were made for other LIDs, and the fabric stays as it was. `entries` may be NULL. FALSE with SSSP_ERROR_MEMORY.
 * O(n log n) in ports and entries.
 */
gboolean lids_fill(Fabric *fabric, const GArray *entries, LidsFilled *filled, GError **error);

/* The LIDs and LMCs of all ports, for lids_restore(); free with g_free(). NULL with SSSP_ERROR_MEMORY. */
guint32 *lids_save(const Fabric *fabric, GError **error);

/* Gives the ports the LIDs they had, and seals the fabric. FALSE with SSSP_ERROR_MEMORY. O(n log n) in nodes. */
gboolean lids_restore(Fabric *fabric, const guint32 *saved, GError **error);

/* The first port whose LID or LMC is not the saved one, FABRIC_NONE when there is none. O(ports). */
guint32 lids_differ(const Fabric *fabric, const guint32 *saved);

#endif
