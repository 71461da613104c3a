/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What verify found of the running fabric, as figures and in words. */
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
	const DeadlockFacts *loops; /* on the SLs of paths, or on any where that makes no difference */
	const LiveRow *sl2vl, *sls;
	gboolean any_sl; /* whatever SL packets are on: nobody was asked */
	gboolean same;   /* the fabric is, at the end, what it was at the beginning */
} VerifyFacts;

/* Whether all was told, every pair arrives, and packets cannot deadlock. */
gboolean verify_is_sound(const VerifyFacts *facts);

Report *verify_report(const VerifyFacts *facts);

#endif
