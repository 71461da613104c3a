/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What users notice of an exchange in phases: pairs without a route meanwhile, connections to be opened again. */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_PAIRS_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_PAIRS_H

#include "evaluator/paths/paths.h"

#include <glib.h>

/* Of an endpoint and a LID of another, both on a list. */
typedef struct {
	guint64 pairs;
	guint64 cut;      /* served before and afterwards, and not by the first phase */
	guint64 reopened; /* that `reconnect` lists */
} PlanPairs;

/* `stage` NULL: there is one phase; `reconnect` (ReconnectPair) NULL: nobody has to. All of one fabric. */
typedef struct {
	const Paths *now, *stage, *new;
	const GArray *reconnect;
} PlanTables;

/* The endpoints of a fabric that are hosts, all where none is (guint32, as paths_take_only() takes them). */
GArray *plan_pairs_hosts(const Paths *paths);

/* FALSE with SSSP_ERROR_MEMORY. O(LIDs of these x switches + lines). */
gboolean plan_pairs_count(const PlanTables *tables, const GArray *endpoints, PlanPairs *pairs, GError **error);

#endif
