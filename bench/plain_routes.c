/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * plain_routes TOPOLOGY ALGORITHM PASSES TABLES [SEED]: an engine's routes with no regard to virtual lanes, as
 * opensm-lfts.dump. PASSES as in RouteEngine: 1 is the published algorithm, 0 what the engine does by itself. With SEED
 * above 0 destinations come in an order drawn at random, as in a machine whose LIDs tell nothing of its cabling.
 *
 * The measure of what lanes cost: sssp-route never hands such tables out, because they may hold a credit loop. They are
 * for `make bench` to judge, never for a switch.
 */
#include "config.h"

#include "core/engines/engine.h"
#include "formats/input.h"
#include "formats/tables/lfts.h"
#include "formats/output.h"
#include "generator/cli.h"

#include <stdio.h>

static const char program[] = "plain_routes";

/* The endpoints in an order drawn at random. */
static gboolean shuffle(Graph *graph, const Fabric *fabric, guint32 seed, GError **error)
{
	g_autofree guint64 *guids = g_new(guint64, fabric->n_endpoints + 1);
	g_autoptr(GRand) twister = g_rand_new_with_seed(seed);
	for (guint32 i = 0; i < fabric->n_endpoints; i++) {
		guint32 other = (guint32)g_rand_int_range(twister, 0, (gint32)i + 1);
		guids[i] = guids[other];
		guids[other] = fabric->ports[fabric->endpoints[i]].guid;
	}
	return graph_order_dests(graph, fabric, guids, fabric->n_endpoints, error);
}

static Lft *route(const Fabric *fabric, const RouteEngine *engine, guint passes, guint32 seed, GError **error)
{
	g_autoptr(Graph) graph = graph_new(fabric, error);
	if (!graph || (seed && !shuffle(graph, fabric, seed, error)))
		return NULL;
	g_autoptr(Routes) routes = routes_new(graph, error);
	if (!routes || !engine->compute(graph, passes, routes, error))
		return NULL;
	return lft_from_routes(graph, routes, error);
}

static gboolean run(const char *topology, const RouteEngine *engine, guint passes, guint32 seed, const char *tables,
		    GError **error)
{
	g_autoptr(Fabric) fabric = input_topology(topology, NULL, error);
	if (!fabric || !fabric_assign_lids(fabric, 0, NULL, error))
		return FALSE;
	g_autoptr(Lft) lft = route(fabric, engine, passes, seed, error);
	if (!lft)
		return FALSE;
	g_autoptr(GString) text = lfts_write(lft, fabric);
	return output_write(tables, text->str, text->len, error);
}

int main(int argc, char **argv)
{
	g_autoptr(GError) error = NULL;
	guint64 passes, seed = 0;
	const RouteEngine *engine = argc == 5 || argc == 6 ? route_engine_find(argv[2]) : NULL;
	if (!engine || !g_ascii_string_to_unsigned(argv[3], 10, 0, 100, &passes, NULL) ||
	    (argc == 6 && !g_ascii_string_to_unsigned(argv[5], 10, 0, G_MAXUINT32, &seed, NULL))) {
		fprintf(stderr,
			"Usage: %s TOPOLOGY ALGORITHM PASSES TABLES [SEED]\nAlgorithms are those of sssp-route.\n",
			program);
		return CLI_WRONG;
	}
	return run(argv[1], engine, (guint)passes, (guint32)seed, argv[4], &error) ? CLI_FINE
										   : cli_fail(program, error);
}
