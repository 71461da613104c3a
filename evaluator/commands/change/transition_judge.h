/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* May one set of tables replace another? What transition asks, and rehearse too. */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_TRANSITION_JUDGE_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_TRANSITION_JUDGE_H

#include "evaluator/commands/deadlock/previous_case.h"
#include "evaluator/commands/change/transition_report.h"

typedef struct {
	TransitionFacts facts; /* of what the case and the rest own */
	Lanes *old_lanes, *new_lanes;
	Talk *talk; /* who gets an SL of the new set: whoever has a route by it */
	DeadlockFacts *old, *new, *both;
	MixtureFacts *mixture;
	Multicast *multicast;
	Mft *mft; /* the groups of both sets */
} TransitionJudgement;

/*
 * `now` is the new set, `previous` the old one (its second set); both must outlive this. NULL with SSSP_ERROR_MEMORY or
 * what is wrong with the groups.
 */
TransitionJudgement *transition_judge(const Case *now, const PreviousCase *previous, gboolean reverse, guint mcast_sl,
				      GError **error);
void transition_judgement_free(TransitionJudgement *judgement); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TransitionJudgement, transition_judgement_free)

#endif
