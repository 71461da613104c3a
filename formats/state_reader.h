/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads what the parts of opensm-sssp.state (state.h) are made of: numbers, which the caller must know to be there, and
 * rows, which say what is wrong with them.
 */
#ifndef SSSP_FORMATS_STATE_READER_H
#define SSSP_FORMATS_STATE_READER_H

#include <glib.h>

typedef struct {
	const guint8 *at, *end; /* what is left of the file */
	const char *file;       /* its name for messages, not owned */
	/* as the head has them */
	guint32 n_nodes, n_ports, n_cables, n_lids, n_sls, sl_lids;
	gboolean has_connections, has_jobs, has_tree, has_port_vls;
} StateReader;

/* Sets "FILE: why" as SSSP_ERROR_INPUT and returns FALSE. */
gboolean state_refuse(const StateReader *r, const char *why, GError **error);

/* Whether so many items of so many bytes (not 0) are left. O(1). */
gboolean state_has(const StateReader *r, guint64 items, gsize bytes);

/* Reads a number of 1 to 8 bytes; the caller has checked that so many are there. */
guint64 state_take_number(StateReader *r, guint bytes);

/* Fills row[n]. FALSE with SSSP_ERROR_INPUT: cut off, or not of n values. O(n + runs). */
gboolean state_read_row(StateReader *r, guint8 *row, guint32 n, GError **error);

/* Fills values[n_rows][n_lids] with rows, as state_read_row(). */
gboolean state_read_rows(StateReader *r, guint8 *values, guint32 n_rows, guint32 n_lids, GError **error);

#endif
