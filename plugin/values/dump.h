/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes sssp.psl and sssp.slvl beside OpenSM's own dumps, in the form that ibdmchk and sssp-eval read, and further
 * files for administrators and monitors.
 *
 * A file appears whole or not at all: it is written under another name and renamed, with mode 0644, and no symbolic
 * link is followed. Where packets may be on any SL sssp.psl holds a comment only, and on one lane sssp.slvl as well.
 */
#ifndef SSSP_PLUGIN_VALUES_DUMP_H
#define SSSP_PLUGIN_VALUES_DUMP_H

#include "plugin/values/snapshot.h"

#include <glib.h>

#define DUMP_PSL_ENDPOINTS                                                                                             \
	2000 /* endpoints above which sssp.psl (a line for each source and LID) must be asked for                      \
	      */

/* Whether sssp.psl and sssp-stage.psl are written for a fabric of this size. */
gboolean dump_wants_psl(const Snapshot *snapshot, gboolean asked_for);

/*
 * Lines `0x<node guid> <dlid> <sl>`: for each node, ascending GUID, each LID it has a path to. The lines of a CA with
 * several ports are those of its first cabled port. The same text as sssp-route's. FALSE with SSSP_ERROR_IO.
 */
gboolean dump_psl(const Snapshot *snapshot, const char *folder, GError **error);

/*
 * Lines `0x<switch guid> <in port> <out port> 0x<sl0><sl1> .. `: for each switch, ascending GUID, between port 0 and
 * its cabled ports. The same text as sssp-route's. FALSE with SSSP_ERROR_IO.
 */
gboolean dump_slvl(const Snapshot *snapshot, const char *folder, GError **error);

/*
 * Writes the tables and SLs of the first phase, before the snapshot's routing is in force: tables in the form of
 * OpenSM's opensm-lfts.dump, SLs in the form of dump_psl() (`path_sl` NULL: the routing's SLs) where
 * dump_wants_psl() says so. FALSE with SSSP_ERROR_IO.
 */
gboolean dump_phase(const Snapshot *snapshot, const Lft *lft, const PathSl *path_sl, gboolean psl_asked_for,
		    const char *folder, GError **error);

/*
 * Writes the tables that switches had before the snapshot's routing, as dump_phase() writes tables. FALSE with
 * SSSP_ERROR_IO.
 */
gboolean dump_found(const Snapshot *snapshot, const Lft *lft, const char *folder, GError **error);

/* Writes the file for monitors, with these lines, made by status.c. FALSE with SSSP_ERROR_IO. */
gboolean dump_status(const char *lines, const char *folder, GError **error);

/* Writes the connections to be opened again, with these lines, made by phases.c. FALSE with SSSP_ERROR_IO. */
gboolean dump_reconnect(const char *lines, const char *folder, GError **error);

/* Removes a file that an earlier routing left, if it is there: it would be taken for a file of this routing. */
void dump_remove(const char *folder, const char *name);

#endif
