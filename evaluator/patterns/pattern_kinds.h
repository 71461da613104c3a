/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a kind of pattern consists of; for the files that define some. */
#ifndef SSSP_EVALUATOR_PATTERNS_PATTERN_KINDS_H
#define SSSP_EVALUATOR_PATTERNS_PATTERN_KINDS_H

#include "evaluator/patterns/pattern.h"

struct PatternKind {
	const char *name;
	gboolean drawn; /* pairs differ from mapping to mapping */
	/* Takes what follows the colon, NULL when nothing does; not set: nothing may. FALSE with SSSP_ERROR_USAGE. */
	gboolean (*take)(Pattern *pattern, const char *argument, GError **error);
	/* Sets rounds and room for pattern->ranks, which are 2 at least. FALSE as pattern_fit(). */
	gboolean (*fit)(Pattern *pattern, GError **error);
	guint32 (*pairs)(const Pattern *pattern, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target);
};

extern const PatternKind pattern_kind_bisect, pattern_kind_permutation, pattern_kind_dissemination,
	pattern_kind_recursive_doubling, pattern_kind_pairwise_exchange, pattern_kind_alltoall, pattern_kind_tree,
	pattern_kind_pipeline, pattern_kind_ring, pattern_kind_scatter, pattern_kind_gather, pattern_kind_receivers,
	pattern_kind_neighbour, pattern_kind_file;

/* Sets SSSP_ERROR_USAGE "NAME: ..." and returns FALSE. */
gboolean pattern_error(const Pattern *pattern, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);

#endif
