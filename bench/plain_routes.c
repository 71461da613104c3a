/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * plain_routes TOPOLOGY ALGORITHM PASSES TABLES: an engine's routes with no regard to virtual lanes, as
 * opensm-lfts.dump. PASSES as in RouteEngine: 1 is the published algorithm, 0 what the engine does by itself.
 *
 * The measure of what lanes cost: sssp-route never hands such tables out, because they may hold a credit loop. They are
 * for `make bench` to judge, never for a switch.
 */
#include "config.h"

#include "core/engines/engine.h"
#include "formats/input.h"
#include "formats/lfts.h"
#include "formats/output.h"
#include "generator/cli.h"

#include <stdio.h>

static const char program[] = "plain_routes";

static Lft *route(const Fabric *fabric, const RouteEngine *engine, guint passes, GError **error)
{
	g_autoptr(Graph) graph = graph_new(fabric, error);
	if (!graph)
		return NULL;
	g_autoptr(Routes) routes = routes_new(graph, error);
	if (!routes || !engine->compute(graph, passes, routes, error))
		return NULL;
	return lft_from_routes(graph, routes, error);
}

static gboolean run(const char *topology, const RouteEngine *engine, guint passes, const char *tables, GError **error)
{
	g_autoptr(Fabric) fabric = input_topology(topology, NULL, error);
	if (!fabric || !fabric_assign_lids(fabric, 0, NULL, error))
		return FALSE;
	g_autoptr(Lft) lft = route(fabric, engine, passes, error);
	if (!lft)
		return FALSE;
	g_autoptr(GString) text = lfts_write(lft, fabric);
	return output_write(tables, text->str, text->len, error);
}

int main(int argc, char **argv)
{
	g_autoptr(GError) error = NULL;
	guint64 passes;
	const RouteEngine *engine = argc == 5 ? route_engine_find(argv[2]) : NULL;
	if (!engine || !g_ascii_string_to_unsigned(argv[3], 10, 0, 100, &passes, NULL)) {
		fprintf(stderr, "Usage: %s TOPOLOGY ALGORITHM PASSES TABLES\nAlgorithms are those of sssp-route.\n",
			program);
		return CLI_WRONG;
	}
	return run(argv[1], engine, (guint)passes, argv[4], &error) ? CLI_FINE : cli_fail(program, error);
}
