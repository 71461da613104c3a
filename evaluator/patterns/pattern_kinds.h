/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes communication patterns from their names, and declares all kinds. A kind is a name and the functions that make
 * the pairs of ranks (PatternKind, pattern.h).
 */
#ifndef SSSP_EVALUATOR_PATTERNS_PATTERN_KINDS_H
#define SSSP_EVALUATOR_PATTERNS_PATTERN_KINDS_H

#include "evaluator/patterns/pattern.h"

extern const PatternKind pattern_kind_bisect, pattern_kind_permutation, pattern_kind_dissemination,
	pattern_kind_recursive_doubling, pattern_kind_pairwise_exchange, pattern_kind_alltoall, pattern_kind_tree,
	pattern_kind_pipeline, pattern_kind_ring, pattern_kind_scatter, pattern_kind_gather, pattern_kind_receivers,
	pattern_kind_neighbour, pattern_kind_rail_ring, pattern_kind_rail_pipeline, pattern_kind_rail_alltoall,
	pattern_kind_rail_tree, pattern_kind_file;

/* NULL with SSSP_ERROR_USAGE when there is no such pattern or its argument makes no sense. */
Pattern *pattern_new(const char *name, GError **error);

/* "bisect, permutation, .." for messages. Free with g_free(). */
char *pattern_names(void);

#endif
