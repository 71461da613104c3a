/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds nodes of one shape: those that have the most frequent number of adapters. Only adapters that take part in the
 * measurement count (paths.h). Commands with --by node, which draw whole nodes, use it. The i-th adapters of all nodes
 * are on one rail where their devices are the same (formats/lists/machines.h orders them).
 */
#ifndef SSSP_EVALUATOR_RAILS_UNITS_H
#define SSSP_EVALUATOR_RAILS_UNITS_H

#include "evaluator/paths/paths.h"
#include "formats/lists/machines.h"

#include <glib.h>

typedef struct {
	guint32 n, per;    /* nodes, and adapters of each */
	guint32 *endpoint; /* [n][per], nodes by name */
	guint32 left_out;  /* endpoints that take part and are not of these nodes */
} Units;

/*
 * The nodes of the endpoints that take part in `paths`. Where two numbers of adapters have as many nodes, the larger
 * number counts. Only nodes with a name count, unless none has one. NULL with SSSP_ERROR_INPUT (fewer than two nodes)
 * or SSSP_ERROR_MEMORY. O(endpoints).
 */
Units *units_new(const Paths *paths, const Machines *machines, GError **error);
void units_free(Units *units); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Units, units_free)

#endif
