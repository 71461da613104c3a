/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reports what verify found of the running fabric, as figures and verdicts. */
#ifndef SSSP_EVALUATOR_COMMANDS_TABLES_VERIFY_REPORT_H
#define SSSP_EVALUATOR_COMMANDS_TABLES_VERIFY_REPORT_H

#include "evaluator/commands/command.h"
#include "evaluator/deadlock/any_sl.h"
#include "evaluator/live/live_read.h"
#include "evaluator/measures/efi.h"

#include <glib.h>

typedef struct {
	const Case *subject;
	const RouteFacts *routes;
	const DeadlockFacts *loops; /* on the SLs of paths, or with any_sl on every SL */
	const LiveRow *sl2vl, *sls;
	gboolean any_sl; /* the result is for any SL: no SLs were asked for */
	gboolean same;   /* the fabric is the same at the end as at the beginning */
} VerifyFacts;

/* Whether all was told, nothing changed, every pair arrives, no route is dropped, and packets cannot deadlock. */
gboolean verify_is_sound(const VerifyFacts *facts);

Report *verify_report(const VerifyFacts *facts);

#endif
