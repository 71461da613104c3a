/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Credit loops of tables, and whether routes that are named for them make them. */
#ifndef SSSP_TESTS_EVALUATOR_DEADLOCK_LOOP_CASE_H
#define SSSP_TESTS_EVALUATOR_DEADLOCK_LOOP_CASE_H

#include "core/tables/sl.h"
#include "evaluator/deadlock/deadlock.h"

DeadlockFacts *loop_case_facts(const Fabric *fabric, const Lft *lft, const PathSl *sl, const Sl2vl *sl2vl,
			       gboolean reverse);

/* Fails the test unless each route that is named really takes its channel and then the next one of the cycle. */
void loop_case_witnesses(const Fabric *fabric, const Lft *lft, const DeadlockFacts *facts);

/* The switch that an endpoint's port hangs on, or that a port 0 is of. */
guint32 loop_case_place(const Fabric *fabric, guint32 port);

#endif
