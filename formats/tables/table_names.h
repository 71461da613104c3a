/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Names the files of a folder of tables, for the programs that write such folders and those that read them. It is no
 * reader, so the plugin may include it.
 */
#ifndef SSSP_FORMATS_TABLES_TABLE_NAMES_H
#define SSSP_FORMATS_TABLES_TABLE_NAMES_H

#define TABLES_LFTS "opensm-lfts.dump" /* what makes a folder one of tables */
#define TABLES_SL "sssp.sl"
#define TABLES_PSL "sssp.psl"
#define TABLES_SLVL "sssp.slvl"
#define TABLES_OF_LINE "# tables %s\n"     /* in the last three: lft_digest() of the tables that they belong to */
#define TABLES_LIDS "guid2lid"             /* OpenSM's cache folder has one, too */
#define TABLES_MCAST "opensm.mcfdbs"       /* in OpenSM's dump folder */
#define TABLES_STAGE "sssp-stage.lfts"     /* tables of the first phase, before switches had those beside it */
#define TABLES_STAGE_PSL "sssp-stage.psl"  /* path SLs of the first phase */
#define TABLES_STAGE_SL "sssp-stage.sl"    /* the same in the form of sssp.sl, if they differ from sssp.sl */
#define TABLES_FOUND "sssp-found.lfts"     /* tables that switches had before, if they were asked for these */
#define TABLES_STATUS "opensm-sssp.status" /* in the cache folder: what the plugin did last */
#define TABLES_RECONNECT "sssp.reconnect"  /* connections that have to be opened again */
/* one of its lines: the GUID of a switch, and a LID to which it or what hangs on it sends */
#define TABLES_RECONNECT_HEAD                                                                                          \
	"# connections to be opened again: GUID of the switch that they come from, LID that they go to\n"
#define TABLES_RECONNECT_LINE "0x%016" G_GINT64_MODIFIER "x %u\n"
#define TABLES_ID "sssp.fabric"

#endif
