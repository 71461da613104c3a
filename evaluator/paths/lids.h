/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * LIDs for a topology that has none, not all or other ones than the tables were made for: a guid2lid file says which
 * LIDs a port GUID was given. Ports are found by their own GUID, which is a switch's node GUID at its port 0 and, at a
 * channel adapter, hardly ever the node's.
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
 * Gives the ports that lack a LID those of `entries`, if these agree with all LIDs that the fabric has: an entry for
 * another first LID of a port, for no range of an LMC or for a LID that another port has shows that they were made for
 * other LIDs, and leaves the fabric as it was. `entries` may be NULL: nothing to take. FALSE with SSSP_ERROR_MEMORY.
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
