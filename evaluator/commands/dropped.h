/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where SLs or SL to VL tables were given: whether they throw any packet away. Every command must know. */
#ifndef SSSP_EVALUATOR_COMMANDS_DROPPED_H
#define SSSP_EVALUATOR_COMMANDS_DROPPED_H

#include "evaluator/commands/command.h"

#include <glib.h>

/* The routes that are sent to VL 15 on their way; 0 where no SLs were given. FALSE with SSSP_ERROR_MEMORY. */
gboolean count_dropped(const Case *subject, guint64 *dropped, GError **error);

/* The figure `dropped`, where SLs were given. */
void report_dropped(Report *report, const Case *subject, guint64 dropped);

#endif
