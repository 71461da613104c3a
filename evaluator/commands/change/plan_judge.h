/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evaluates an update of tables as the plugin plans it, in one or two phases: whether packets can get lost, loop or
 * deadlock in any step, how many pairs of hosts have no route between the phases, and how many connections must be
 * opened again (plan_pairs.h).
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_JUDGE_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_JUDGE_H

#include "evaluator/commands/change/plan_made.h"
#include "evaluator/commands/change/plan_pairs.h"
#include "evaluator/report/report.h"

#include <glib.h>

#define PLAN_STEPS 3 /* at most: a phase, SL to VL tables, a phase */

/* One step: what is written before the next step may begin. */
typedef struct {
	const char *what;
	guint64 entries, blocks, sl2vl, mft_blocks; /* changed entries; packets for each kind of table */
	guint32 loops, dead_ends, dropped;          /* LIDs to which packets can loop, get lost or go to VL 15 */
	gboolean free, old_free;                    /* no credit loop in any mixture; none in the tables before */
	gboolean safe;                              /* no harm, except a credit loop that the tables before have, too */
} PlanStep;

typedef struct {
	const PlanMade *made;
	PlanStep step[PLAN_STEPS];
	guint n_steps;
	gboolean previous_free; /* no credit loop in the new tables while unlisted connections keep previous SLs */
	PlanPairs all;          /* of all hosts */
	GArray *jobs;           /* PlanPairs of each job, in their order; NULL: no jobs were given */
} PlanFacts;

typedef struct {
	gboolean reverse;      /* follow routes on the SL of the opposite path too (lanes.h) */
	guint mcast_sl;        /* SL of multicast packets */
	const GPtrArray *jobs; /* Job, NULL: none */
} PlanOptions;

/*
 * Evaluates the plan `made`, by which the tables of `new` replace those of new->second. `made`, `new` and
 * options->jobs must outlive the result. NULL with SSSP_ERROR_MEMORY or an error of the multicast groups.
 */
PlanFacts *plan_judge(const PlanMade *made, const Case *new, const PlanOptions *options, GError **error);
void plan_facts_free(PlanFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PlanFacts, plan_facts_free)

/* TRUE: the update does no harm that the old tables do not do already. */
gboolean plan_is_safe(const PlanFacts *facts);

/* TRUE: no lane has a credit loop during the update or afterwards, whatever the old tables have. */
gboolean plan_is_free(const PlanFacts *facts);

/* How fast a subnet manager writes. */
typedef struct {
	guint under_way;    /* packets without an answer at a time */
	gdouble round_trip; /* seconds to an answer */
} PlanRate;

/* Reports the plan as figures and verdicts. `jobs` as in PlanOptions. */
void plan_report(Report *report, const PlanFacts *facts, const GPtrArray *jobs, const PlanRate *rate);
void plan_verdict(Report *report, const PlanFacts *facts, const GPtrArray *jobs, const PlanRate *rate);

#endif
