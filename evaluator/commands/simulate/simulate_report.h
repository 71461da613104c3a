/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Writes what a packet simulation found into a report, as figures and a verdict. */
#ifndef SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_REPORT_H
#define SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_REPORT_H

#include "evaluator/commands/command.h"
#include "evaluator/simulate/simulate.h"

typedef struct {
	const SimOptions *options;
	const SimFacts *facts;
	guint64 packet;       /* bytes */
	guint64 mtu;          /* bytes of data in it, 0: not given */
	guint32 cables;       /* lanes of cables that are listed, at most */
	const SimTally *stop; /* of the first load that stops, NULL: none does */
	guint32 confirmed;    /* steps of its cycle that the channel dependency graph has */
	gint sl;              /* that all packets are on, -1: that of their path */
} SimAnswer;

void simulate_report(Report *report, const Case *subject, const SimAnswer *answer);

#endif
