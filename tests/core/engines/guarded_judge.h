/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Computes routes on one virtual lane, and judges them from their rows alone. */
#ifndef SSSP_TESTS_CORE_ENGINES_GUARDED_JUDGE_H
#define SSSP_TESTS_CORE_ENGINES_GUARDED_JUDGE_H

#include "core/engines/guarded.h"

/* Fails the test, with `name` in the message, without routes, and where trees do not reach all. */
Routes *guarded_routes(const char *name, const Graph *graph, const guint8 *hops, const GuardedOptions *options,
		       GuardedTally *tally);

/*
 * Fails the test unless all switches of a piece of the fabric have a path to each destination in it, nothing loops, the
 * dependencies of what carries data have no cycle, and loads are those of the paths.
 */
void guarded_judge(const char *name, const Graph *graph, const Routes *routes);

#endif
