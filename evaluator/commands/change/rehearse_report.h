/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reports what the command rehearse found about new tables in place of the present ones, as figures and in words. */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_REHEARSE_REPORT_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_REHEARSE_REPORT_H

#include "evaluator/commands/change/plan_judge.h"
#include "evaluator/commands/change/rehearse_jobs.h"
#include "evaluator/commands/change/transition_report.h"
#include "evaluator/measures/update_cost.h"
#include "evaluator/measures/diff.h"
#include "evaluator/report/compare.h"

#include <glib.h>

typedef struct {
	const Paths *paths;        /* either set, for its channels */
	const Diff *diff;          /* of the forwarding tables and SLs */
	guint64 sl2vl, mft_blocks; /* SL to VL tables and blocks of multicast tables that change */
	ChangedRoutes routes;
	guint under_way, round_trip; /* packets; microseconds */
	const RoutingFacts *now, *new;
	const TransitionFacts *transition;
	const GPtrArray *jobs; /* Job, NULL: none */
	JobsTogether together; /* bandwidth of these jobs together */
	guint32 hot;           /* how many cables to list */
	const PlanFacts *plan; /* NULL: no plan was asked for; else the verdict is that of the plan */
} RehearsalFacts;

/* TRUE: the new set is sound, and can take the place of the old one at once or by the plan. */
gboolean rehearsal_is_safe(const RehearsalFacts *facts);

/* Adds the tables of the report: fullest cables (FALSE with SSSP_ERROR_MEMORY); lanes; jobs, where there are any. */
gboolean rehearsal_hot(Report *report, const RehearsalFacts *facts, GError **error);
void rehearsal_lanes(Report *report, const RehearsalFacts *facts);
void rehearsal_jobs(Report *report, const RehearsalFacts *facts);

/* NULL with SSSP_ERROR_MEMORY. */
Report *rehearsal_report(const RehearsalFacts *facts, GError **error);

#endif
