/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder formats: all file formats but topologies (formats/net), and the door to both. In this order:
 *
 *	input        any file: recognises the format, has the right reader read it; input_file: opens it; input_state: the
 *	             only one that is no text
 *	tables/      what is written of a routing:
 *	  lfts, fdbs     forwarding tables, in two forms; table: what their readers share
 *	  mcfdbs         multicast forwarding tables
 *	  psl, sssp_sl   path SLs, pair by pair and compactly; port_guids: port GUIDs to node GUIDs
 *	  slvl           SL to VL tables
 *	  guid2lid       the LIDs of ports
 *	  fabric_id      the fabric that a folder of tables is for
 *	  table_names    the names of the files of such a folder
 *	state        a routing and its fabric in one file, to start from; state_write: writes it; state_reader: numbers
 *	             and rows of it; state_bytes: its sizes
 *	counters     what ports have counted, as the tools print it; counter_names: the names in the tools
 *	name_map     names for the nodes of a fabric
 *	guid_list, port_list, name_list, rank_pairs   lists of GUIDs, ports, names, and of who sends to whom
 *	hostlist     names of hosts with ranges in brackets, as Slurm writes them; host_fold: made of names; job_list:
 *	             which hosts make up a job; machines: which adapters belong to one machine
 *	output       writes a file whole or not at all; interrupt: holds up signals meanwhile
 *	ticker       shows on a terminal for how long a program has been running
 *
 * A reader is NAME_parse(buffer, length, ..) or NAME_read(source, ..), from text to value; input_file.c and
 * input_state.c open the files.
 */

/*
 * Reads files into values. The format is recognised from the content; the path "-" is standard input.
 *
 * Every function that reads returns NULL with SSSP_ERROR_IO, SSSP_ERROR_MEMORY or SSSP_ERROR_INPUT; the last one's text
 * is "FILE:LINE: what is wrong" (or "FILE: ..." where no line is to blame). What is merely odd goes into `log`, which
 * may be NULL.
 */
#ifndef SSSP_FORMATS_INPUT_H
#define SSSP_FORMATS_INPUT_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/mft.h"
#include "core/tables/sl.h"
#include "formats/tables/fabric_id.h"
#include "formats/lists/name_list.h"
#include "formats/state.h"
#include "formats/text/parse_log.h"
#include "formats/lists/rank_pairs.h"

#include <glib.h>

/*
 * ibnetdiscover or ibsim text, OpenSM's or ibdiagnet's list of links, ibdiagnet's .db_csv or .net_dump, iblinkinfo.
 * Sealed.
 */
Fabric *input_topology(const char *path, ParseLog *log, GError **error);

/* The planned fabric: cables by names (formats/net/plan.h), or any topology. Sealed. */
Fabric *input_plan(const char *path, ParseLog *log, GError **error);

/* opensm-lfts.dump, dump_lfts / ibroute, or opensm.fdbs text. */
Lft *input_tables(const char *path, ParseLog *log, GError **error);

/* Path SLs, as ibdmchk -c reads them, or sssp.sl. */
PathSl *input_psl(const char *path, ParseLog *log, GError **error);

/* The same; sources that are called by a port GUID of `fabric` get rows under their node GUIDs. */
PathSl *input_psl_for(const char *path, const Fabric *fabric, ParseLog *log, GError **error);

/* SL to VL tables, as ibdmchk -d reads them; for the switches (and their ports) of `fabric`. */
Sl2vl *input_slvl(const char *path, const Fabric *fabric, ParseLog *log, GError **error);

/* Multicast tables, opensm.mcfdbs. */
Mft *input_mcast(const char *path, ParseLog *log, GError **error);

/* The ports and LIDs (GuidLids) of OpenSM's guid2lid. */
GArray *input_guid2lid(const char *path, ParseLog *log, GError **error);

/* All of a text as it is, with a zero after it. Free with g_free(). */
char *input_text(const char *path, gsize *length, GError **error);

/* What ports have counted (CounterRow), as several tools print it. */
GArray *input_counters(const char *path, ParseLog *log, GError **error);

/* A communication pattern. */
RankPairs *input_rank_pairs(const char *path, GError **error);

/*
 * Gives the nodes of a sealed fabric the names in a file. FALSE where the others return NULL. If `path` is NULL the
 * file is the one that infiniband-diags use, if it exists, or the one that the environment's SSSP_NODE_NAME_MAP names
 * (empty: none); what is wrong with it goes into `log`.
 */
gboolean input_name_map(const char *path, Fabric *fabric, ParseLog *log, GError **error);

/*
 * Makes adapters of a sealed fabric aggregation nodes: those in a list of node or port GUIDs. GUIDs that no adapter has
 * go into the log. FALSE where the others return NULL.
 */
gboolean input_aggregation(const char *path, Fabric *fabric, ParseLog *log, GError **error);

/* Names, one a line. */
NameList *input_name_list(const char *path, GError **error);

/* One GUID a line (with or without 0x), '#' comments. The array holds guint64. */
GArray *input_guid_list(const char *path, ParseLog *log, GError **error);

/* The GUID and the port number of a switch's port a line, '#' comments. The array holds SwitchPort. */
GArray *input_port_list(const char *path, ParseLog *log, GError **error);

/* Connections to be opened again. The array holds ReconnectPair. */
GArray *input_reconnect_list(const char *path, GError **error);

/* What stands in sssp.fabric. FALSE where the others give NULL. */
gboolean input_fabric_id(const char *path, FabricId *id, GError **error);

/* Whether a file is opensm-sssp.state, by its first bytes. */
gboolean input_is_state(const char *path);

/* What stands in opensm-sssp.state. FALSE where the others give NULL; state_clear() it in any case. */
gboolean input_state(const char *path, State *state, GError **error);

#endif
