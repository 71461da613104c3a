/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Answers two further questions of the command deadlock: are there credit loops while connections keep SLs of previous
 * paths, and are there any if packets may be on any SL? The command rehearse asks the first one, too.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_DEADLOCK_DEADLOCK_MORE_H
#define SSSP_EVALUATOR_COMMANDS_DEADLOCK_DEADLOCK_MORE_H

#include "evaluator/commands/command.h"
#include "evaluator/deadlock/deadlock.h"
#include "evaluator/deadlock/multicast.h"

#include <glib.h>

/* How packets are followed. */
typedef struct {
	gboolean reverse;           /* each route also on the SL of the path back, which replies may use */
	const Multicast *multicast; /* NULL: none */
	guint mcast_sl;
	const char *reconnected; /* file of connections that were opened again, NULL: none */
} DeadlockOptions;

/*
 * Reports whether there are credit loops while connections keep the SLs of `subject->second`, or else
 * `subject->previous_sl`. `old` is the name of these.
 */
EvalResult deadlock_previous(const Case *subject, const DeadlockOptions *options, const char *old, Report **report,
			     GError **error);

/*
 * Finds the credit loops by the tables of `subject`, of packets on their SLs and on those that connections keep from
 * `subject->second`. Free with deadlock_facts_free(); NULL with SSSP_ERROR_MEMORY, or what is wrong with the file of
 * `options->reconnected`.
 */
DeadlockFacts *deadlock_with_previous(const Case *subject, const DeadlockOptions *options, GError **error);

/* Reports whether there are credit loops when packets may be on any SL. */
EvalResult deadlock_any(const Case *subject, const DeadlockOptions *options, Report **report, GError **error);

#endif
