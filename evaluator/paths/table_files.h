/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the files of a routing that one argument names: forwarding tables, and the SLs and LIDs that belong to them.
 *
 *	[NAME=]TABLES[,psl=FILE][,slvl=FILE][,guid2lid=FILE]
 *
 * TABLES is a file, or a folder that sssp-route or OpenSM wrote: then its opensm-lfts.dump is meant. Where the argument
 * names no SLs, sssp.sl (else sssp.psl) beside the tables is taken; where it names no SL to VL tables, sssp.slvl. SLs
 * of other routes could hide a credit loop, so a caller that reads a file found beside the tables looks for a digest of
 * the tables in it. A file without a digest that is more than a minute older than the tables must be ignored: an engine
 * with lanes may have left it in OpenSM's dump folder.
 */
#ifndef SSSP_EVALUATOR_PATHS_TABLE_FILES_H
#define SSSP_EVALUATOR_PATHS_TABLE_FILES_H

#include <glib.h>

typedef struct {
	char *name;   /* NULL unless it was asked for or given */
	char *tables; /* the file */
	char *psl;    /* the last three: NULL where there is none */
	char *slvl;
	char *guid2lid;
	gboolean psl_beside, slvl_beside; /* not named, but found */
	gboolean psl_old, slvl_old;       /* of these: older than the tables */
} TableFiles;

/*
 * Parses an argument, which may start with "NAME="; with `named`, one without NAME gets that of its file. NULL with
 * SSSP_ERROR_USAGE (an empty name, a file named twice) or SSSP_ERROR_IO (a folder without tables).
 */
TableFiles *table_files_new(const char *argument, gboolean named, GError **error);

/* The path of a file of that name in the folder of `tables`, NULL when there is none. Free with g_free(). */
char *table_files_beside(const char *tables, const char *name);
void table_files_free(TableFiles *files); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TableFiles, table_files_free)

#endif
