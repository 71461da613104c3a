/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a routing on fewer lanes than minimal routes need. Routes are computed anew with one lane, then two, and so on,
 * until the load of the busiest channel is near enough to that of the minimal routes. If it never is, these stay.
 */
#include "generator/route/route_fewer.h"

#include "core/base/error.h"

/* The most that the load of the busiest channel may be for fewer lanes, relative to that of minimal routes. */
#define EFI_FACTOR_MOST 1.10

Routing *route_fewer(const Fabric *fabric, const RoutingOptions *options, Routing *minimal, GError **error)
{
	g_autoptr(Routing) best = minimal;
	RoutingOptions fewer = *options;
	for (guint lanes = 1; lanes < best->vls_needed; lanes++) {
		g_autoptr(GError) reason = NULL;
		fewer.max_vls = lanes;
		g_autoptr(Routing) routing = routing_compute(fabric, &fewer, &reason);
		if (routing && (double)routing->efi <= EFI_FACTOR_MOST * (double)best->efi)
			return g_steal_pointer(&routing);
		if (!routing && !g_error_matches(reason, SSSP_ERROR, SSSP_ERROR_LANES)) {
			g_propagate_error(error, g_steal_pointer(&reason));
			return NULL;
		}
	}
	return g_steal_pointer(&best);
}
