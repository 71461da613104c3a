/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads the pattern of --for: which hosts send to which, if ranks run on the hosts in the order of their LIDs. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_PATTERN_H
#define SSSP_GENERATOR_ROUTE_ROUTE_PATTERN_H

#include "core/fabric/fabric.h"
#include "core/optimize/optimize.h"

#include <glib.h>

typedef struct {
	const char *name;   /* of the command; NULL: none was named */
	OptimizeSend *send; /* NULL: all pairs alike */
	gsize n_sends;
	gboolean relative; /* bandwidth of this pattern is relative to what its ends allow */
} RoutePattern;

/*
 * Fills *pattern, to be cleared in any case. FALSE with SSSP_ERROR_USAGE where the pattern cannot have these hosts,
 * SSSP_ERROR_INPUT, SSSP_ERROR_IO or SSSP_ERROR_MEMORY. O(pairs).
 */
gboolean route_pattern_read(const Fabric *fabric, const char *name, RoutePattern *pattern, GError **error);
void route_pattern_clear(RoutePattern *pattern);

#endif
