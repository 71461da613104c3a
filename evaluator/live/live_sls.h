/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Asks the subnet manager of a running fabric for the SLs of all paths with saquery: one question for each node. The
 * answers become lines of a file sssp.psl.
 */
#ifndef SSSP_EVALUATOR_LIVE_LIVE_SLS_H
#define SSSP_EVALUATOR_LIVE_LIVE_SLS_H

#include "core/fabric/fabric.h"
#include "evaluator/live/live_ask.h"

#include <glib.h>

/*
 * Appends lines as in sssp.psl for a sealed fabric: one question for each node, of all its paths. Of a node with
 * several ports those of the port with the lowest LID are taken. Questions without an answer are counted, and LIDs of
 * other ports without a path in an answer. FALSE with SSSP_ERROR_IO (no such program) or SSSP_ERROR_MEMORY.
 */
gboolean live_sls(LiveRow *row, const Fabric *fabric, GString *text, GError **error);

/*
 * The paths from a LID in one answer of `saquery -p`: an SL into sl[n_lids], where SL_NONE stands for a LID that none
 * leads to. Returns how many there are.
 */
guint live_sls_take(const char *answer, guint from, guint32 n_lids, guint8 *sl);

#endif
