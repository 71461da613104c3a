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
	const char *file;                /* of "file:FILE", part of the name: somebody else reads it */
	guint32 ranks;                   /* that the name itself says, 0: any number */
	gboolean is_relative;            /* its bandwidth is told relative to what its ends allow */
	gboolean is_drawn;               /* any permutation: all pairs alike */
	guint32 number;                  /* receivers, neighbours */
	guint32 n_dims, dim[SHAPE_DIMS]; /* the sides of a grid */
	gboolean is_open;                /* it does not wrap around */
} Shape;

/* What a name begins with, number i; NULL: there are no more. */
const char *shape_name(guint i);

/* A name, which must outlive it. FALSE with SSSP_ERROR_USAGE, which lists the names. */
gboolean shape_read(Shape *shape, const char *name, GError **error);

/*
 * Who sends to whom, rounds ascending from 0, when rank i is the host with LID lid[i]; for g_free(). Neither drawn nor
 * of a file. NULL with SSSP_ERROR_USAGE where so many ranks do not go with it, or SSSP_ERROR_MEMORY. O(pairs).
 */
OptimizeSend *shape_sends(const Shape *shape, const guint16 *lid, guint32 ranks, gsize *n, GError **error);

#endif
