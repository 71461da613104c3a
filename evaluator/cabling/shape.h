/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A plan whose names say nothing, such as a SPEC, beside a fabric: which switch of the one may be which of the other, so
 * that as many cables as can be found fit. Switches are matched one after the other, always the two that have most
 * matched neighbours in common, then exchanged in pairs as long as that gains a cable. This finds damage in trees and
 * Clos networks; the best matching of any two graphs nobody finds quickly, so what does not fit is an upper bound.
 */
#ifndef SSSP_EVALUATOR_CABLING_SHAPE_H
#define SSSP_EVALUATOR_CABLING_SHAPE_H

#include "core/fabric/fabric.h"

#include <glib.h>

#define SHAPE_NONE G_MAXUINT32
#define SHAPE_MOST 4000 /* switches */

/* Two switches of NOW (nodes), and how many cables the plan has between them; or one, and its hosts. */
typedef struct {
	guint32 a, b; /* b: SHAPE_NONE for hosts */
	guint32 meant, is;
} ShapeMisfit;

typedef struct {
	guint32 *image;  /* [plan->n_switches] number in now->switches, SHAPE_NONE */
	GArray *misfits; /* ShapeMisfit */
	guint32 missing; /* switches of the plan that NOW has not */
	GArray *surplus; /* guint32: nodes, switches of NOW that the plan has not */
	guint32 cables;  /* between switches, of the plan, that fit */
} Shape;

/* NULL with SSSP_ERROR_INPUT (more than SHAPE_MOST switches) or SSSP_ERROR_MEMORY. O(switches^2 x ports). */
Shape *shape_new(const Fabric *plan, const Fabric *now, GError **error);
void shape_free(Shape *shape); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Shape, shape_free)

#endif
