/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evaluates whether one set of tables may replace another while packets are under way: forwarding loops, dead ends and
 * credit loops of any mixture of both. The commands transition and rehearse use it.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_TRANSITION_JUDGE_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_TRANSITION_JUDGE_H

#include "evaluator/commands/deadlock/previous_case.h"
#include "evaluator/commands/change/transition_report.h"

typedef struct {
	TransitionFacts facts; /* the result; points into this struct and the case */
	Lanes *old_lanes, *new_lanes;
	Talk *talk;                      /* which pairs the new tables serve: only these can have SLs of the new set */
	DeadlockFacts *old, *new, *both; /* credit loops of each set alone, and of all mixtures */
	MixtureFacts *mixture;
	Multicast *multicast;
	Mft *mft; /* the groups of both sets */
} TransitionJudgement;

/*
 * `now` is the new set, `previous` the old one (the second set of `now`); both must outlive the result. With `reverse`,
 * routes are followed on the SL of the opposite path too (lanes.h). NULL with SSSP_ERROR_MEMORY or an error of the
 * multicast groups.
 */
TransitionJudgement *transition_judge(const Case *now, const PreviousCase *previous, gboolean reverse, guint mcast_sl,
				      GError **error);
void transition_judgement_free(TransitionJudgement *judgement); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TransitionJudgement, transition_judgement_free)

#endif
