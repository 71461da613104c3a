/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fabric with its tables, on which patterns are measured. */
#ifndef SSSP_TESTS_EVALUATOR_PATTERNS_PATTERN_NET_H
#define SSSP_TESTS_EVALUATOR_PATTERNS_PATTERN_NET_H

#include "evaluator/patterns/pattern_run.h"

typedef struct {
	Fabric *fabric;
	Lft *lft;
	Paths *paths;
} PatternNet;

/* Takes both over. */
PatternNet pattern_net_new(Fabric *fabric, Lft *lft);
void pattern_net_clear(PatternNet *net);

/* Leaves with so many hosts each under spines, with shortest paths. */
PatternNet pattern_net_tree(guint leaves, guint spines, guint hosts);

/* What a pattern gets, always from the same seed. */
PatternFacts *pattern_net_measure(const PatternNet *net, Pattern *pattern, const Mapping *mapping, guint32 mappings,
				  guint threads);

#endif
