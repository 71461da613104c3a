/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports what the command transition finds, as figures and in words: whether packets can get lost, loop or deadlock
 * while one set of tables replaces another.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_TRANSITION_REPORT_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_TRANSITION_REPORT_H

#include "evaluator/deadlock/deadlock.h"
#include "evaluator/report/report.h"
#include "evaluator/transition/mixture.h"

#include <glib.h>

typedef struct {
	const char *topology, *old_name, *new_name;
	const Fabric *fabric;
	const MixtureFacts *mixture;
	const DeadlockFacts *old, *new, *both; /* each set alone, and the two joined */
	const Multicast *multicast;            /* with the ports of both sets; NULL: none */
	guint mcast_sl;                        /* SL of multicast packets */
	gboolean reverse;                      /* routes were followed on the SL of the opposite path too (lanes.h) */
	guint32 lids_moved;                    /* ports whose LIDs are others now */
	gint64 reconnected;                    /* see PreviousCase.n_reconnected */
} TransitionFacts;

/* TRUE: no mixture of the two sets does harm. */
gboolean transition_is_safe(const TransitionFacts *facts);

/* Never NULL. Free with report_free(). */
Report *transition_report(const TransitionFacts *facts);

#endif
