/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the files of a folder of tables are called. No reader: the plugin may include it. */
#ifndef SSSP_FORMATS_TABLES_TABLE_NAMES_H
#define SSSP_FORMATS_TABLES_TABLE_NAMES_H

#define TABLES_LFTS "opensm-lfts.dump" /* what makes a folder one of tables */
#define TABLES_SL "sssp.sl"
#define TABLES_PSL "sssp.psl"
#define TABLES_SLVL "sssp.slvl"
#define TABLES_OF_LINE "# tables %s\n"    /* in the last three: lft_digest() of the tables that they belong to */
#define TABLES_LIDS "guid2lid"            /* OpenSM's cache folder has one, too */
#define TABLES_MCAST "opensm.mcfdbs"      /* of OpenSM's dump folder */
#define TABLES_STAGE "sssp-stage.lfts"    /* what switches had for a while, before they had the tables beside it */
#define TABLES_STAGE_PSL "sssp-stage.psl" /* and connections */
#define TABLES_STAGE_SL "sssp-stage.sl" /* the same compactly, where they differ from those beside it */
#define TABLES_FOUND "sssp-found.lfts"    /* what switches had before, where they were asked */
#define TABLES_STATUS "opensm-sssp.status" /* of the cache folder: what the plugin did last */
#define TABLES_RECONNECT "sssp.reconnect" /* whose connections have to be opened again */
/* a line of it: the GUID of a switch, what that and all that hangs on it sends to, a LID */
#define TABLES_RECONNECT_HEAD                                                                                          \
	"# connections to be opened again: GUID of the switch that they come from, LID that they go to\n"
#define TABLES_RECONNECT_LINE "0x%016" G_GINT64_MODIFIER "x %u\n"
#define TABLES_ID "sssp.fabric"

#endif
