/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One argument that names a whole routing: its forwarding tables and the SLs and LIDs that belong to them.
 *
 *	TABLES[,psl=FILE][,slvl=FILE][,guid2lid=FILE]
 *
 * TABLES is a file, or a folder that sssp-route or OpenSM wrote: then its opensm-lfts.dump is meant, and of sssp.sl
 * (else sssp.psl) and sssp.slvl those that lie in it, unless other files are named. Beside a single file nothing is
 * looked for: what an engine with lanes left there may be older than the tables.
 */
#ifndef SSSP_EVALUATOR_PATHS_TABLE_FILES_H
#define SSSP_EVALUATOR_PATHS_TABLE_FILES_H

#include <glib.h>

typedef struct {
	char *name;   /* NULL unless it was asked for */
	char *tables; /* the file */
	char *psl;    /* the last three: NULL where there is none */
	char *slvl;
	char *guid2lid;
} TableFiles;

/*
 * Takes an argument apart; `named`: it starts with "NAME=". NULL with SSSP_ERROR_USAGE (no name, a file named twice) or
 * SSSP_ERROR_IO (a folder without tables).
 */
TableFiles *table_files_new(const char *argument, gboolean named, GError **error);
void table_files_free(TableFiles *files); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TableFiles, table_files_free)

#endif
