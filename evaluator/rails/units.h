/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Nodes of one shape, for what is asked node by node: all that have as many adapters that take part as most have. The
 * i-th adapter of each is of one rail where its devices are the same (formats/lists/machines.h orders them).
 */
#ifndef SSSP_EVALUATOR_RAILS_UNITS_H
#define SSSP_EVALUATOR_RAILS_UNITS_H

#include "evaluator/paths/paths.h"
#include "formats/lists/machines.h"

#include <glib.h>

typedef struct {
	guint32 n, per;    /* nodes, and adapters of each */
	guint32 *endpoint; /* [n][per], nodes by name */
	guint32 left_out;  /* endpoints that take part and are of no such node */
} Units;

/*
 * Of the endpoints that take part in `paths`; of two numbers of adapters that as many nodes have the larger counts. Only
 * nodes with a name count, unless none has one. NULL with SSSP_ERROR_INPUT (fewer than two nodes) or SSSP_ERROR_MEMORY.
 * O(endpoints).
 */
Units *units_new(const Paths *paths, const Machines *machines, GError **error);
void units_free(Units *units); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Units, units_free)

#endif
