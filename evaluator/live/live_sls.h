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
 * several ports those of the port with the lowest LID are taken. row->unanswered counts the questions without an
 * answer; row->untold counts, for each node asked for, the LIDs of ports that it can talk to and whose SL is not known,
 * all of them where there is no answer. FALSE with SSSP_ERROR_IO (no such program) or SSSP_ERROR_MEMORY.
 */
gboolean live_sls(LiveRow *row, const Fabric *fabric, GString *text, GError **error);

/*
 * Takes the paths from a LID out of one answer of `saquery -p`: writes the SL of each into sl[n_lids], by the LID that
 * it leads to. The caller has filled sl[n_lids] with SL_NONE, which stays where no path leads. Returns how many LIDs
 * got an SL.
 */
guint live_sls_take(const char *answer, guint from, guint32 n_lids, guint8 *sl);

#endif
