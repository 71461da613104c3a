/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks routes improved for all hosts, on fabrics of many kinds: nothing is worse in any path that is promised,
 * something is better, and what somebody has asked for stays. Shifts beside a count by hand.
 */
#include "core/base/error.h"
#include "core/balance/score.h"
#include "core/optimize/bandwidth.h"
#include "core/previous/stand.h"
#include "core/routing.h"
#include "core/choose/weigh_hosts.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_case.h"

#include <string.h>

#define UNWEIGHED 3 /* passes: who asks for a number has routes that are not weighed */

static const char *const specs[] = {"single:hosts=5",
				    "torus:4x4,hosts=2",
				    "torus:3x3x3,hosts=1,an=all",
				    "torus:7x4x3,hosts=1",
				    "mesh:4x3,hosts=2",
				    "hypercube:4,hosts=2,fail=hosts:26%,seed=949",
				    "kautz:2,3",
				    "random:switches=16,ports=9,hosts=4,seed=8",
				    "dragonfly:a=4,p=2,h=2",
				    "hyperx:8x7,hosts=1,fail=links:1%,seed=318",
				    "karytree:3,3",
				    "fattree:ports=8,levels=3,fail=links:10%,seed=3",
				    "xgft:3;9,4,3;1,4,1,an=leaf,fail=links:8%,seed=92",
				    "torus:5x4,hosts=1,fail=links:3,seed=4"};

static Routing *route(const Fabric *fabric, const RoutingOptions *options, const char *name)
{
	g_autoptr(GError) error = NULL;
	Routing *routing = routing_compute(fabric, options, &error);
	ck_assert_msg(routing != NULL, "%s: %s", name, error ? error->message : "");
	return routing;
}

/* What routes are worth beside others: bisections other than those that decide, and shifts. */
static double worth(const Graph *graph, const Routes *routes)
{
	double shifts = 0, bisections = 0;
	ck_assert(shifts_bandwidth(graph, routes, &shifts, NULL));
	ck_assert(probe_bisections(graph, routes, 500, &bisections, NULL));
	return shifts * bisections;
}

static void assert_as_long(const Graph *g, const Routes *routes, const Routes *before, const char *name)
{
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++) {
			guint32 length[2] = {0, 0};
			for (guint i = 0; i < 2; i++) {
				const guint8 *row = routes_row(i ? before : routes, d);
				for (guint32 at = v, c; (c = route_channel(g, row, at)) != GRAPH_NONE; at = g->to[c])
					length[i]++;
			}
			ck_assert_msg(length[0] <= length[1], "%s: a longer route", name);
		}
}

static gboolean are_equal(const Routes *a, const Routes *b)
{
	return !memcmp(a->port, b->port, (gsize)a->n_dests * a->n_switches);
}

/* TRUE: other routes. */
static gboolean weigh(const char *name, guint max_vls, gboolean asymmetric)
{
	g_autoptr(Fabric) fabric = routing_case_fabric(name, 0);
	RoutingOptions options = {.max_vls = max_vls, .asymmetric = asymmetric, .passes = UNWEIGHED, .stand = TRUE};
	g_autoptr(Routing) routing = route(fabric, &options, name);
	const Graph *graph = routing->stand->graph;
	Layers *layers = routing->stand->layers;
	g_autoptr(Routes) routes = routes_copy(graph, routing->stand->routes, NULL);
	ck_assert(weigh_hosts(graph, routing->hops, &options, routes, layers, NULL));
	ck_assert_msg(are_equal(routes, routing->stand->routes), "%s: passes were asked for", name);
	options.passes = 0;
	ck_assert(weigh_hosts(graph, routing->hops, &options, routes, layers, NULL));
	ck_assert_msg(layers_are_proven(graph, routes, layers, NULL, NULL), "%s: a loop", name);
	ck_assert_msg(routes_efi(graph, routes) <= routes_efi(graph, routing->stand->routes), "%s: fuller", name);
	ck_assert_msg(!routing->mcast || are_equal(routes, routing->stand->routes) || layers->tree,
		      "%s: multicast has lost its tree", name);
	ck_assert_msg(worth(graph, routes) >= 0.98 * worth(graph, routing->stand->routes), "%s: worth less", name);
	assert_as_long(graph, routes, routing->stand->routes, name);
	return !are_equal(routes, routing->stand->routes);
}

START_TEST(all_families)
{
	guint changed = 0;
	for (guint i = 0; i < 4 * G_N_ELEMENTS(specs); i++)
		changed += weigh(specs[i / 4], i % 4, i % 3 == 2);
	ck_assert_uint_gt(changed, G_N_ELEMENTS(specs));
}
END_TEST

/* Where much was seen to come of it: routes that nobody asked anything of have it. */
START_TEST(there_is_a_gain)
{
	const struct {
		const char *spec;
		gboolean by_sl;
		double gain;
	} rows[] = {{"hyperx:8x7,hosts=1,fail=links:1%,seed=318", TRUE, 1.02},
		    {"hyperx:8x7,hosts=1,fail=links:1%,seed=318", FALSE, 1.005}, /* by ports, and evener before */
		    {"fattree:ports=8,levels=3,fail=links:5%,seed=1", FALSE, 1.01}};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(rows[i].spec, 0);
		RoutingOptions options = {.stand = TRUE, .by_sl = rows[i].by_sl}, unweighed = options;
		unweighed.passes = UNWEIGHED;
		g_autoptr(Routing) routing = route(fabric, &options, rows[i].spec);
		g_autoptr(Routing) other = route(fabric, &unweighed, rows[i].spec);
		double now = worth(routing->stand->graph, routing->stand->routes);
		double then = worth(other->stand->graph, other->stand->routes);
		ck_assert_msg(now >= rows[i].gain * then, "%s: %.4f, was %.4f", rows[i].spec, now, then);
	}
}
END_TEST

/* The same tables with any number of threads. */
START_TEST(threads_change_nothing)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 0);
		RoutingOptions one = {.threads = 1}, three = {.threads = 3};
		g_autoptr(Routing) a = route(fabric, &one, specs[i]);
		g_autoptr(Routing) b = route(fabric, &three, specs[i]);
		routing_case_same(specs[i], a, b);
	}
}
END_TEST

/* Two hosts on each of three switches in a row, channel by channel. */
START_TEST(shifts_are_counted)
{
	g_autoptr(Fabric) fabric = routing_case_fabric("mesh:3,hosts=2", 0);
	RoutingOptions options = {.stand = TRUE};
	g_autoptr(Routing) routing = route(fabric, &options, "a row");
	const Graph *g = routing->stand->graph;
	const Routes *routes = routing->stand->routes;
	guint32 host[6], n = 0;
	double sum = 0, value = 0;
	for (guint32 lid = 0; lid < fabric->n_lids; lid++)
		for (guint32 d = 0; d < g->n_dests; d++)
			if (g->dests[d].is_host && g->dests[d].lid == lid)
				host[n++] = d;
	ck_assert_uint_eq(n, 6);
	for (guint32 k = 1; k < n; k++)
		for (guint32 i = 0; i < n; i++) {
			guint32 most = 1;
			for (guint32 c = 0; c < g->n_channels; c++) {
				guint32 load = 0, mine = 0;
				for (guint32 j = 0; j < n; j++) {
					const guint8 *row = routes_row(routes, host[(j + k) % n]);
					for (guint32 v = g->dests[host[j]].vertex, at;
					     (at = route_channel(g, row, v)) != GRAPH_NONE; v = g->to[at]) {
						load += at == c;
						mine += at == c && i == j;
					}
				}
				most = mine ? MAX(most, load) : most;
			}
			sum += 1.0 / most;
		}
	ck_assert(shifts_bandwidth(g, routes, &value, NULL));
	ck_assert_msg(ABS(value - sum / (n * (n - 1))) < 1e-12, "%.6f, by hand %.6f", value, sum / (n * (n - 1)));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {all_families, there_is_a_gain, threads_change_nothing, shifts_are_counted, NULL};
	return fixture_run("weigh hosts", tests);
}
