/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the running fabric into files of a folder: topology, forwarding tables, SL to VL tables and SLs of paths. The
 * files have the names and forms that all other commands read.
 */
#ifndef SSSP_EVALUATOR_LIVE_LIVE_READ_H
#define SSSP_EVALUATOR_LIVE_LIVE_READ_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "evaluator/live/live_ask.h"
#include "formats/text/parse_log.h"

#include <glib.h>

#define LIVE_TOPOLOGY "fabric.net" /* beside files with the names of formats/tables/table_names.h */

typedef struct {
	const LiveHow *how;
	const char *folder;
	LiveProgress progress; /* of rows of questions; NULL: none */
	gpointer user;
} LiveRead;

/* The output of ibnetdiscover without the time and place it was run. NULL with the errors of live_ask(). */
char *live_discover(const LiveHow *how, GError **error);

/* Writes topology and forwarding tables into the folder. FALSE with the errors of live_ask(), or with SSSP_ERROR_IO. */
gboolean live_read_tables(const LiveRead *read, GError **error);

/* SL to VL tables of `fabric`, or SLs of its paths; `lft` are the forwarding tables, which the file names. */
gboolean live_read_sl2vl(const LiveRead *read, const Fabric *fabric, const Lft *lft, LiveRow *row, GError **error);
gboolean live_read_sls(const LiveRead *read, const Fabric *fabric, const Lft *lft, LiveRow *row, GError **error);

/* *same: the fabric is still the one that was read. FALSE with an error where it does not answer any more. */
gboolean live_is_the_same(const LiveRead *read, gboolean *same, GError **error);

#endif
