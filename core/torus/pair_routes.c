/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Allocates the three tables of all pairs in one arena. */
#include "core/torus/pair_routes.h"

PairRoutes *pair_routes_new(guint32 n_switches, GError **error)
{
	gsize pairs = (gsize)n_switches * n_switches;
	g_autoptr(PairRoutes) routes = g_new0(PairRoutes, 1);
	routes->arena = arena_new();
	routes->next = arena_new_array(routes->arena, guint32, pairs + 1);
	routes->common = arena_new_array0(routes->arena, LaneMask, pairs + 1);
	routes->legal = arena_new_array0(routes->arena, LaneMask, pairs + 1);
	return arena_check(routes->arena, "routes of pairs", error) ? g_steal_pointer(&routes) : NULL;
}

void pair_routes_free(PairRoutes *pairs)
{
	if (!pairs)
		return;
	arena_free(pairs->arena);
	g_free(pairs);
}
