/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * compute TOPOLOGY [--threads=N] [--runs=N] [--max-vls=N] [--asymmetric]: what the routing computation
 * alone costs, as one JSON object. The tables are not written: at tens of thousands of endpoints their text takes
 * longer than they do.
 *
 * Beside the time stands what it is to be measured by. A routing that weighs every minimal path must touch each edge of
 * each destination's shortest-path graph once, so `edges` counts these, and `touch_seconds` is what one thread of this
 * machine takes for no more than that: to read the edge and add the load of its channel. `digest` tells whether two
 * runs, say with one thread and with two, gave the same tables to the last byte.
 */
#include "config.h"

#include "core/graph/graph.h"
#include "core/routing.h"
#include "formats/input.h"
#include "generator/cli.h"

#include <stdio.h>
#include <sys/resource.h>

static const char program[] = "compute";

#define TOUCH_EDGES G_GUINT64_CONSTANT(100000000) /* enough for a steady figure; the rest is in proportion */
#define TOUCH_AT_ONCE G_GUINT64_CONSTANT(1000000) /* between two looks at the clock, which counts microseconds */

typedef struct {
	double wall, cpu; /* of the quickest run */
	double route, layer;
	Routing *routing; /* of the last one */
} Computed;

typedef struct {
	guint64 edges;
	double seconds;
} Touched;

static struct {
	int threads, runs, max_vls;
	gboolean asymmetric;
} options = {.runs = 1};

/* ---- the computation */

static double cpu_seconds(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / G_USEC_PER_SEC;
}

static glong peak_kib(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static gboolean compute_once(const Fabric *fabric, Computed *computed, GError **error)
{
	const RoutingOptions routing_options = {
		.threads = (guint)options.threads, .max_vls = (guint)options.max_vls, .asymmetric = options.asymmetric};
	double cpu = cpu_seconds();
	g_clear_pointer(&computed->routing, routing_free);
	Routing *routing = computed->routing = routing_compute(fabric, &routing_options, error);
	if (!routing)
		return FALSE;
	cpu = cpu_seconds() - cpu;
	double wall = routing->seconds_route + routing->seconds_layer;
	computed->cpu = computed->cpu > 0 ? MIN(computed->cpu, cpu) : cpu;
	if (computed->wall > 0 && wall >= computed->wall)
		return TRUE;
	computed->wall = wall;
	computed->route = routing->seconds_route;
	computed->layer = routing->seconds_layer;
	return TRUE;
}

static gboolean compute(const Fabric *fabric, Computed *computed, GError **error)
{
	for (int run = 0; run < options.runs; run++)
		if (!compute_once(fabric, computed, error))
			return FALSE;
	return TRUE;
}

/* All that goes to switches and into path records. */
static char *digest(const Routing *routing)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	const Lft *lft = routing->lft;
	const PathSl *sl = routing->path_sl;
	const Sl2vl *sl2vl = routing->sl2vl;

	for (guint32 row = 0; row < lft->n_switches; row++)
		g_checksum_update(sum, lft->port + (gsize)row * lft->n_lids, lft->n_lids);
	for (guint32 row = 0; sl && row < sl->n_sources; row++)
		g_checksum_update(sum, sl->sl + (gsize)row * sl->n_lids, sl->n_lids);
	for (guint32 sw = 0; sl2vl && sw < sl2vl->n_switches; sw++)
		for (guint pair = 0; pair < (sl2vl->n_ports[sw] + 1u) * (sl2vl->n_ports[sw] + 1u); pair++)
			g_checksum_update(sum, sl2vl->maps[sl2vl->index[sl2vl->first[sw] + pair]].vl, SL_COUNT);
	return g_strdup(g_checksum_get_string(sum));
}

/* ---- its limit */

/* The channels of minimal paths to vertex `to`, in the order of the channels; returns how many. */
static guint32 list_edges(const Graph *graph, const guint8 *hops_to, guint32 *edges)
{
	guint32 n = 0;
	for (guint32 c = 0; c < graph->n_channels; c++) {
		edges[n] = c;
		n += hops_to[graph->from[c]] != GRAPH_FAR && hops_to[graph->from[c]] == hops_to[graph->to[c]] + 1;
	}
	return n;
}

static guint64 touch(const guint32 *edges, guint32 n, const guint32 *load)
{
	guint64 sum = 0;
	for (guint32 i = 0; i < n; i++)
		sum += load[edges[i]];
	return sum;
}

static void touch_for(const Graph *graph, const Routing *routing, const guint32 *dests_at, guint32 *edges,
		      const guint32 *load, Touched *touched)
{
	volatile guint64 sink = 0;
	guint64 timed = 0;
	gint64 microseconds = 0;

	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 n = list_edges(graph, routing->hops + (gsize)v * graph->n_switches, edges);
		touched->edges += (guint64)n * dests_at[v];
		if (timed >= TOUCH_EDGES || !n)
			continue;
		guint64 times = MAX(dests_at[v], TOUCH_AT_ONCE / n);
		gint64 start = g_get_monotonic_time();
		for (guint64 i = 0; i < times; i++)
			sink += touch(edges, n, load);
		microseconds += g_get_monotonic_time() - start;
		timed += times * n;
	}
	if (timed)
		touched->seconds = (double)microseconds / G_USEC_PER_SEC * (double)touched->edges / (double)timed;
}

static gboolean measure_limit(const Fabric *fabric, const Routing *routing, Touched *touched, GError **error)
{
	g_autoptr(Graph) graph = graph_new(fabric, error);
	if (!graph)
		return FALSE;
	g_autofree guint32 *dests_at = g_new0(guint32, graph->n_switches);
	g_autofree guint32 *edges = g_new(guint32, graph->n_channels + 1);
	g_autofree guint32 *load = g_new0(guint32, graph->n_channels + 1);
	for (guint32 i = 0; i < graph->n_dests; i++)
		dests_at[graph->dests[i].vertex]++;
	touch_for(graph, routing, dests_at, edges, load, touched);
	return TRUE;
}

/* ---- the answer */

static void print(const Fabric *fabric, const Computed *computed, const Touched *touched, glong peak)
{
	const Routing *routing = computed->routing;
	g_autofree char *sum = digest(routing);

	printf("{\"endpoints\": %u, \"switches\": %u, \"channels\": %u, \"lids\": %u, \"passes\": %u,\n",
	       fabric->n_endpoints, routing->n_switches, routing->n_channels, routing->n_dests, routing->passes);
	printf(" \"strategy\": \"%s\", \"management_pairs_unproven\": %" G_GUINT64_FORMAT ",\n", routing->strategy,
	       routing->management_pairs_unproven);
	printf(" \"vls_needed\": %u, \"vls_used\": %u, \"nonminimal_pairs\": %" G_GUINT64_FORMAT
	       ", \"efi_max\": %" G_GUINT64_FORMAT ",\n",
	       routing->vls_needed, routing->vls_used, routing->nonminimal_pairs, routing->efi);
	printf(" \"threads\": %d, \"seconds\": %.6f, \"route\": %.6f, \"layer\": %.6f, \"cpu_seconds\": %.6f,\n",
	       options.threads, computed->wall, computed->route, computed->layer, computed->cpu);
	printf(" \"peak_rss_kib\": %ld, \"edges\": %" G_GUINT64_FORMAT ", \"touch_seconds\": %.6f,\n", peak,
	       touched->edges, touched->seconds);
	printf(" \"digest\": \"%s\"}\n", sum);
}

static gboolean run(const char *topology, GError **error)
{
	Computed computed = {0};
	Touched touched = {0};
	g_autoptr(Fabric) fabric = input_topology(topology, NULL, error);
	if (!fabric || !fabric_assign_lids(fabric, 0, NULL, error))
		return FALSE;
	gboolean done = compute(fabric, &computed, error);
	glong peak = peak_kib();
	done = done && measure_limit(fabric, computed.routing, &touched, error);
	if (done)
		print(fabric, &computed, &touched, peak);
	routing_free(computed.routing);
	return done;
}

int main(int argc, char **argv)
{
	const GOptionEntry entries[] = {
		{"threads", 0, 0, G_OPTION_ARG_INT, &options.threads, "Threads; 0: one a core", "N"},
		{"runs", 0, 0, G_OPTION_ARG_INT, &options.runs, "Times to compute; the quickest counts", "N"},
		{"max-vls", 0, 0, G_OPTION_ARG_INT, &options.max_vls, "Most virtual lanes; 0: all", "N"},
		{"asymmetric", 0, 0, G_OPTION_ARG_NONE, &options.asymmetric, "Service levels need not be symmetric",
		 NULL},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_autoptr(GOptionContext) context = g_option_context_new("TOPOLOGY");
	g_autoptr(GError) error = NULL;

	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &error))
		return cli_usage(program, "%s", error->message);
	if (argc != 2 || options.threads < 0 || options.runs < 1 || options.max_vls < 0 ||
	    options.max_vls > ROUTING_MAX_VLS)
		return cli_usage(program, "one TOPOLOGY, threads from 0 and runs from 1 on are wanted");
	return run(argv[1], &error) ? CLI_FINE : cli_fail(program, error);
}
