/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * port_vls SPEC|FILE [VLS..]: routes on so many VLs, which switches choose by input and output port (default 2 3
 * 8), a line each: seconds beside those of plain P-SSSP, pairs of hosts whose path is longer, edge-forwarding index.
 * "looped": not free by core/graph/port_vls.h.
 */
#include "config.h"

#include "core/engines/port_lanes.h"
#include "core/engines/psssp.h"
#include "core/guide/guide.h"
#include "formats/input.h"
#include "generator/cli.h"
#include "generator/synth/synth.h"

#include <stdio.h>
#include <string.h>

static const char program[] = "port_vls";

static double seconds(gint64 since)
{
	return (double)(g_get_monotonic_time() - since) / G_USEC_PER_SEC;
}

static void print(const Graph *graph, const char *what, double took, const Routes *routes, const guint8 *hops)
{
	printf(" %-9s %7.3f s  longer %8" G_GUINT64_FORMAT "  EFI %7" G_GUINT64_FORMAT, what, took,
	       routes_nonminimal(graph, routes, hops), routes_efi(graph, routes));
}

static Routes *plain(const Graph *graph, const guint8 *hops, GError **error)
{
	g_autoptr(Routes) routes = routes_new(graph, error);
	gint64 start = g_get_monotonic_time();
	if (!routes || !engine_psssp.compute(graph, 0, routes, error))
		return NULL;
	print(graph, "plain", seconds(start), routes, hops);
	printf("\n");
	return g_steal_pointer(&routes);
}

static gboolean on_vls(const Graph *graph, const Guide *guide, guint n_vls, const Routes *free, const guint8 *hops,
		       GError **error)
{
	GuardedTally tally;
	PortVls *found;
	g_autoptr(Routes) routes = routes_copy(graph, free, error);
	g_autofree char *what = g_strdup_printf("%u", n_vls);
	const GuardedOptions options = {
		.n_vls = n_vls, .passes = PORT_LANES_PASSES, .place = guide->place, .rank = guide->rank};
	gint64 start = g_get_monotonic_time();
	if (!routes || !port_lanes_compute(graph, hops, &options, routes, &tally, &found, error))
		return FALSE;
	double took = seconds(start);
	g_autoptr(PortVls) vls = found;
	guint64 far = 0;
	print(graph, what, took, routes, hops);
	if (!routes_too_far(graph, routes, hops, &far, error))
		return FALSE;
	printf("  careful %u rerouted hosts %u refused %" G_GUINT64_FORMAT "%s%s\n", tally.n_careful,
	       tally.n_rerouted_hosts, tally.refused, far || !vls ? " INCOMPLETE" : "",
	       vls && !port_vls_are_free(graph, routes, vls, error) ? " LOOPED" : "");
	fflush(stdout);
	return TRUE;
}

static gboolean run(const char *name, int n, char **vls, GError **error)
{
	static const char *const usual[] = {"2", "3", "8"};
	g_autoptr(Fabric) fabric =
		strchr(name, '/') || strchr(name, '.') ? input_topology(name, NULL, error) : synth_fabric(name, error);
	g_autoptr(Graph) graph = fabric && fabric_assign_lids(fabric, 0, NULL, error) ? graph_new(fabric, error) : NULL;
	g_autofree guint8 *hops = graph ? graph_hops(graph, error) : NULL;
	gint64 start = g_get_monotonic_time();
	g_autoptr(Guide) guide = hops ? guide_new(graph, error) : NULL;
	if (!guide)
		return FALSE;
	printf("%s: %u switches, %u hosts, guide %s %u %.4f in %.3f s\n", name, graph->n_switches, graph->n_hosts,
	       guide->kind, guide->n_classes, guide->covered, seconds(start));
	g_autoptr(Routes) free = plain(graph, hops, error);
	if (!free)
		return FALSE;
	for (int i = 0; i < (n ? n : (int)G_N_ELEMENTS(usual)); i++) {
		const char *one = n ? vls[i] : usual[i];
		if (!on_vls(graph, guide, (guint)g_ascii_strtoull(one, NULL, 10), free, hops, error))
			return FALSE;
	}
	return TRUE;
}

int main(int argc, char **argv)
{
	g_autoptr(GError) error = NULL;
	if (argc < 2)
		return cli_usage(program, "a SPEC or a file is wanted");
	return run(argv[1], argc - 2, argv + 2, &error) ? CLI_FINE : cli_fail(program, error);
}
