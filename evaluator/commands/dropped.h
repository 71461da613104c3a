/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the routes that SLs and SL to VL tables send to VL 15, where packets are dropped, and reports their number.
 * It is for commands that do not follow lanes themselves.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_DROPPED_H
#define SSSP_EVALUATOR_COMMANDS_DROPPED_H

#include "evaluator/commands/command.h"

#include <glib.h>

/*
 * *dropped: the routes that are sent to VL 15; 0 where neither SLs nor SL to VL tables were given. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean count_dropped(const Case *subject, guint64 *dropped, GError **error);

/* Reports the figure `dropped`, where SLs or SL to VL tables were given. */
void report_dropped(Report *report, const Case *subject, guint64 dropped);

#endif
