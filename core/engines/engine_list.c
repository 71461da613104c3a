/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists all routing engines, and finds one by its name. The plugin is linked without this file: it has only P-SSSP and
 * its published forms (routing_engine()).
 */
#include "core/engines/engine.h"

const RouteEngine *const route_engines[] = {
	&engine_psssp, &engine_published, &engine_published_unit, &engine_p2sssp, &engine_minhop, &engine_updn, NULL};

const RouteEngine *route_engine_find(const char *name)
{
	for (guint i = 0; route_engines[i]; i++)
		if (g_str_equal(route_engines[i]->name, name))
			return route_engines[i];
	return NULL;
}
