/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A round of a pattern as a matrix of ranks. */
#ifndef SSSP_TESTS_EVALUATOR_PATTERNS_RANK_MATRIX_H
#define SSSP_TESTS_EVALUATOR_PATTERNS_RANK_MATRIX_H

#include "evaluator/patterns/pattern_kinds.h"

#define MATRIX_RANKS 40

/* The pattern of that name, which must be one, for so many ranks. */
Pattern *rank_fitted(const char *name, guint32 ranks);

/* How often row sends to column, until it is asked again. Checks what holds for every round. */
guint (*rank_matrix(const Pattern *p, guint32 round, const guint32 *drawn))[MATRIX_RANKS];

/* How often one of n ranks sends, and receives. */
guint rank_sends(guint (*m)[MATRIX_RANKS], guint rank, guint n);
guint rank_receives(guint (*m)[MATRIX_RANKS], guint rank, guint n);

#endif
