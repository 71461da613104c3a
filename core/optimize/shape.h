/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes communication patterns by name: who sends to whom, round by round, as applications and the algorithms of
 * collective operations do (T. Hoefler et al., "Multistage Switches are not Crossbars", 2008, section 5). Ranks count
 * from 0; all pairs of a round send at a time, the next round begins when they are done. sssp-eval(1) says what each
 * name means.
 */
#ifndef SSSP_CORE_OPTIMIZE_SHAPE_H
#define SSSP_CORE_OPTIMIZE_SHAPE_H

#include "core/optimize/optimize.h"

#include <glib.h>

#define SHAPE_DIMS 8

typedef struct ShapeKind ShapeKind;

typedef struct {
	const ShapeKind *kind;
	const char *file;                /* FILE of "file:FILE", within the name: the caller reads it; else NULL */
	guint32 ranks;                   /* how many ranks the name asks for; 0: any number */
	gboolean is_relative;            /* bandwidth is told relative to what sources and targets allow */
	gboolean is_drawn;               /* a random permutation: all pairs alike, no pairs to list */
	guint32 number;                  /* how many receivers, or neighbours */
	guint32 n_dims, dim[SHAPE_DIMS]; /* the sides of a grid; n_dims 0: the name gives none */
	gboolean is_open;                /* the grid does not wrap around */
} Shape;

/* The kind number i of patterns, with which a name begins; NULL: there are no more. */
const char *shape_name(guint i);

/*
 * Fills `shape` from a name, which must outlive it. FALSE with SSSP_ERROR_USAGE, whose text says which names there are.
 */
gboolean shape_read(Shape *shape, const char *name, GError **error);

/*
 * Lists who sends to whom, rounds ascending from 0, when rank i is the host with LID lid[i]. The pattern is neither
 * drawn nor of a file. Returns *n sends, for g_free(), or NULL with SSSP_ERROR_USAGE if the pattern cannot have so many
 * ranks, or with SSSP_ERROR_MEMORY. O(pairs).
 */
OptimizeSend *shape_sends(const Shape *shape, const guint16 *lid, guint32 ranks, gsize *n, GError **error);

#endif
