/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Asks each switch of a running fabric for its SL to VL tables with smpquery: one question for each cabled port that
 * packets leave by. The answers become lines of a file sssp.slvl.
 */
#ifndef SSSP_EVALUATOR_LIVE_LIVE_SL2VL_H
#define SSSP_EVALUATOR_LIVE_LIVE_SL2VL_H

#include "core/fabric/fabric.h"
#include "evaluator/live/live_ask.h"

#include <glib.h>

/*
 * Appends lines as in sssp.slvl for a sealed fabric. Ports that do not answer are counted, and have none. FALSE with
 * SSSP_ERROR_IO: there is no such program.
 */
gboolean live_sl2vl(LiveRow *row, const Fabric *fabric, GString *text, GError **error);

/*
 * The rows of one answer of `smpquery sl2vl` for a switch, of ports that packets come by. Returns how many there are.
 */
guint live_sl2vl_take(const char *answer, const Fabric *fabric, guint32 node, guint out, GString *text);

#endif
