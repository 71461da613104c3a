/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What rerouting makes of a failure, tried out: sssp-route routes the fabric as it would be. */
#ifndef SSSP_EVALUATOR_COMMANDS_CLUSTER_REROUTE_FAILURES_H
#define SSSP_EVALUATOR_COMMANDS_CLUSTER_REROUTE_FAILURES_H

#include "evaluator/commands/command.h"
#include "evaluator/failures/failures.h"
#include "evaluator/measures/bandwidth/ebb.h"

#include <glib.h>

/* What one choice of routes comes to. */
typedef struct {
	gboolean refused;        /* there are no such routes free of credit loops: all else is 0 */
	gdouble ebb;             /* among the hosts that are left */
	guint64 entries, blocks; /* that differ from the tables of now, of the switches that are left */
} RerouteFigures;

typedef struct {
	guint32 failure; /* index */
	RerouteFigures ours, minhop;
} Reroute;

/*
 * Tries n failures out, those with most routes to be found anew (routes - pairs_cut), worst first, by `threads` threads
 * (0: one a core), with routes that change as little as can be, and with those of minhop. Reroute[n], free with
 * g_free(); NULL with any error. Two runs of sssp-route for each.
 */
Reroute *reroute_failures(const Case *subject, const GArray *failures, guint32 n, const EbbOptions *ebb,
			  const FailureOptions *options, GError **error);

#endif
