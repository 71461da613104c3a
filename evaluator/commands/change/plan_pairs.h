/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts what users notice of an update of tables in two phases: pairs of endpoints that have no route while switches
 * have the first phase, and connections to be opened again. plan_judge.c calls it for all hosts and for each job.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_PAIRS_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_PAIRS_H

#include "evaluator/paths/paths.h"

#include <glib.h>

/* Numbers of pairs of a listed endpoint and a LID of another listed endpoint. */
typedef struct {
	guint64 pairs;
	guint64 cut;      /* served before and afterwards, but not by the first phase */
	guint64 reopened; /* pairs that `reconnect` lists */
} PlanPairs;

/*
 * The tables of one fabric. `between` is that of the first phase, NULL: there is one phase only. `reconnect`
 * (ReconnectPair) NULL: no connection has to be opened again.
 */
typedef struct {
	const Paths *now, *between, *new;
	const GArray *reconnect;
} PlanTables;

/* The endpoints of a fabric that are hosts, all endpoints where none is a host (guint32, as for paths_take_only()). */
GArray *plan_pairs_hosts(const Paths *paths);

/* Fills *pairs for a list of endpoints. FALSE with SSSP_ERROR_MEMORY. O(LIDs of the endpoints x switches + lines). */
gboolean plan_pairs_count(const PlanTables *tables, const GArray *endpoints, PlanPairs *pairs, GError **error);

#endif
