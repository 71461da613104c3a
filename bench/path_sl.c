/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * path_sl TOPOLOGY [--queries=N]: how many service levels of paths a second the plugin answers, on one core, as one
 * JSON object.
 *
 * The plugin's own callback is called the way OpenSM calls it, through the entry of a routing engine, for random pairs
 * of LIDs in network order. A fabric that needs one lane only has no table to look into, so one that needs more is the
 * harder case.
 */
#include "config.h"

#include "formats/input.h"
#include "generator/cli.h"
#include "plugin/engine_osm.h"

#include <stdio.h>
#include <time.h>

static const char program[] = "path_sl";

#define PAIRS (1u << 20) /* asked over and over: many enough that the tables do not stay in the nearest cache */

typedef struct {
	ib_net16_t slid, dlid;
} Pair;

static int queries = 20000000;

static double thread_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static ib_net16_t random_lid(const Fabric *fabric, GRand *rand)
{
	guint32 port = fabric->endpoints[g_rand_int_range(rand, 0, (gint32)fabric->n_endpoints)];
	return cl_hton16(fabric->ports[port].lid);
}

static Pair *draw_pairs(const Fabric *fabric)
{
	GRand *rand = g_rand_new_with_seed(1);
	Pair *pairs = g_new(Pair, PAIRS);
	for (guint i = 0; i < PAIRS; i++)
		pairs[i] = (Pair){random_lid(fabric, rand), random_lid(fabric, rand)};
	g_rand_free(rand);
	return pairs;
}

/* CPU seconds for all queries; *sum keeps the answers from being left out. */
static double ask(const osm_routing_engine_t *entry, const Pair *pairs, guint64 *sum)
{
	double start = thread_seconds();
	for (int i = 0; i < queries; i++) {
		const Pair *pair = &pairs[(guint)i % PAIRS];
		*sum += entry->path_sl(entry->context, 0, pair->slid, pair->dlid);
	}
	return thread_seconds() - start;
}

static void measure(Engine *engine, guint vls)
{
	osm_routing_engine_t entry = {0};
	guint64 sum = 0;
	g_autofree Pair *pairs = draw_pairs(engine->published->fabric);

	engine_install(engine, &entry);
	double seconds = ask(&entry, pairs, &sum);
	printf("{\"lids\": %u, \"vls_used\": %u, \"queries\": %d, \"cpu_seconds\": %.6f, \"per_second\": %.0f, "
	       "\"mean_sl\": %.4f}\n",
	       engine->published->n_lids, vls, queries, seconds, queries / seconds, (double)sum / queries);
}

static gboolean run(const char *topology, GError **error)
{
	const RoutingOptions options = {0};
	Engine engine = {0};
	g_autoptr(Fabric) fabric = input_topology(topology, NULL, error);
	if (!fabric || !fabric_assign_lids(fabric, 0, NULL, error))
		return FALSE;
	if (!fabric->n_endpoints) {
		g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: no endpoint has a LID", topology);
		return FALSE;
	}
	Routing *routing = routing_compute(fabric, &options, error);
	if (!routing)
		return FALSE;
	engine.published = snapshot_new(g_steal_pointer(&fabric), routing, error);
	if (!engine.published)
		return FALSE;
	measure(&engine, routing->vls_used);
	snapshot_free(engine.published);
	return TRUE;
}

int main(int argc, char **argv)
{
	const GOptionEntry entries[] = {
		{"queries", 0, 0, G_OPTION_ARG_INT, &queries, "Queries to ask", "N"},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_autoptr(GOptionContext) context = g_option_context_new("TOPOLOGY");
	g_autoptr(GError) error = NULL;

	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &error))
		return cli_usage(program, "%s", error->message);
	if (argc != 2 || queries < 1)
		return cli_usage(program, "one TOPOLOGY and at least one query are wanted");
	return run(argv[1], &error) ? CLI_FINE : cli_fail(program, error);
}
