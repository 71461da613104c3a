/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries out what rerouting achieves after a failure: sssp-route routes the fabric without the failed switch or cable,
 * and the bandwidth and the changed entries of the new tables are measured. The command what-if shows them.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CLUSTER_REROUTE_FAILURES_H
#define SSSP_EVALUATOR_COMMANDS_CLUSTER_REROUTE_FAILURES_H

#include "evaluator/commands/command.h"
#include "evaluator/failures/failures.h"
#include "evaluator/measures/bandwidth/ebb.h"

#include <glib.h>

/* What the new tables come to. */
typedef struct {
	gboolean refused;        /* there are no such routes free of credit loops: all else is 0 */
	gdouble ebb;             /* among the hosts that are left */
	guint64 entries, blocks; /* that differ from the tables of now, of the switches that are left */
} RerouteFigures;

typedef struct {
	guint32 failure;             /* index in `failures` */
	RerouteFigures ours, minhop; /* by P-SSSP with as few changes as can be; by minhop */
} Reroute;

/*
 * Tries out the n failures (failures.h) with most routes to be found anew, worst first: `routes`, which lead over what
 * fails, less `pairs_cut`, for which no cables are left. Each is tried with routes that change as little as can be, and
 * with those of minhop. options->threads threads do it (0: one a core). Reroute[n], free with g_free(); NULL with any
 * error. Two runs of sssp-route for each.
 */
Reroute *reroute_failures(const Case *subject, const GArray *failures, guint32 n, const EbbOptions *ebb,
			  const FailureOptions *options, GError **error);

#endif
