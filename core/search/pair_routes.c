/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Three square tables. */
#include "core/search/pair_routes.h"

#include "core/base/error.h"

PairRoutes *pair_routes_new(guint32 n_switches, GError **error)
{
	gsize pairs = (gsize)n_switches * n_switches;
	g_autoptr(PairRoutes) routes = g_new0(PairRoutes, 1);
	routes->n_switches = n_switches;
	routes->next = g_try_new(guint32, pairs + 1);
	routes->common = g_try_new0(LaneMask, pairs + 1);
	routes->legal = g_try_new0(LaneMask, pairs + 1);
	if (routes->next && routes->common && routes->legal)
		return g_steal_pointer(&routes);
	sssp_error_memory(error, "routes of pairs", pairs * (sizeof(guint32) + 2 * sizeof(LaneMask)));
	return NULL;
}

void pair_routes_free(PairRoutes *pairs)
{
	if (!pairs)
		return;
	g_free(pairs->next);
	g_free(pairs->common);
	g_free(pairs->legal);
	g_free(pairs);
}
