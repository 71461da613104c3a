/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* An exchange in phases, judged step by step, and what users notice of it. */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_JUDGE_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_JUDGE_H

#include "evaluator/commands/change/plan_made.h"
#include "evaluator/commands/change/plan_pairs.h"
#include "evaluator/report/report.h"

#include <glib.h>

#define PLAN_STEPS 3 /* most: a phase, SL to VL tables, a phase */

/* What is written at a time. */
typedef struct {
	const char *what;
	guint64 entries, blocks, sl2vl, mft_blocks; /* changed; but for the first: packets */
	guint32 loops, dead_ends, dropped;          /* LIDs, in some mixture of before and after */
	gboolean free, old_free;                    /* of credit loops: any mixture; what there was before */
	gboolean safe;                              /* no harm but credit loops that there were before */
} PlanStep;

typedef struct {
	const PlanMade *made;
	PlanStep step[PLAN_STEPS];
	guint n_steps;
	gboolean previous_free; /* the new tables, while other connections than those listed keep previous SLs */
	PlanPairs all;
	GArray *jobs; /* PlanPairs, in the order of `jobs`; NULL: none */
} PlanFacts;

typedef struct {
	gboolean reverse;
	guint mcast_sl;
	const GPtrArray *jobs; /* Job, NULL: none */
} PlanOptions;

/* All that is given must outlive it, but `options`. NULL with SSSP_ERROR_MEMORY, or what is wrong with the groups. */
PlanFacts *plan_judge(const PlanMade *made, const Case *new, const PlanOptions *options, GError **error);
void plan_facts_free(PlanFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PlanFacts, plan_facts_free)

/* Whether the exchange does no harm that is not there before. */
gboolean plan_is_safe(const PlanFacts *facts);

/* Whether no lane has a credit loop meanwhile or afterwards, whatever there was before. */
gboolean plan_is_free(const PlanFacts *facts);

/* How long it takes to write all of it. */
typedef struct {
	guint under_way;
	gdouble round_trip; /* seconds */
} PlanRate;

/* Figures, and verdicts. `jobs` as in PlanOptions. */
void plan_report(Report *report, const PlanFacts *facts, const GPtrArray *jobs, const PlanRate *rate);
void plan_verdict(Report *report, const PlanFacts *facts, const GPtrArray *jobs, const PlanRate *rate);

#endif
