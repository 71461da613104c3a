/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* --for: which hosts send to which, when ranks run on the hosts in the order of the topology. */
#ifndef SSSP_GENERATOR_ROUTE_PATTERN_H
#define SSSP_GENERATOR_ROUTE_PATTERN_H

#include "generator/route_optimize.h"

#include <glib.h>

/*
 * Fills optimized->send and n_sends. FALSE with SSSP_ERROR_USAGE where the pattern cannot have these hosts,
 * SSSP_ERROR_INPUT, SSSP_ERROR_IO or SSSP_ERROR_MEMORY. O(pairs).
 */
gboolean route_pattern_read(const Fabric *fabric, const char *name, RouteOptimized *optimized, GError **error);

#endif
