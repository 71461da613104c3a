/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes on one virtual lane that an order of the channels leads: what they gain by it, and how far they keep to it. */
#include "core/engines/guarded.h"

#include "core/engines/psssp.h"
#include "core/guide/guide.h"
#include "generator/synth/synth.h"
#include "tests/core/engines/guarded_draw.h"
#include "tests/core/engines/guarded_judge.h"
#include "tests/core/fixture.h"

#include <string.h>

enum { N_CASES = 400 };

/* The EFI of routes in the guide's order on one lane, from one pass. */
static guint64 ordered_efi(const char *spec)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = synth_fabric(spec, &error);
	ck_assert(fabric && fabric_assign_lids(fabric, 0, NULL, &error));
	g_autoptr(Graph) graph = graph_new(fabric, &error);
	g_autofree guint8 *hops = graph_hops(graph, &error);
	g_autoptr(Guide) guide = guide_new(graph, &error);
	assert_no_error(error);
	GuardedTally tally;
	GuardedOptions options = {
		.n_vls = 1, .passes = 1, .place = guide->place, .rank = guide->rank, .guided = TRUE, .ordered = TRUE};
	g_autoptr(Routes) routes = guarded_routes(spec, graph, hops, &options, &tally);
	ck_assert_msg(tally.complete, "%s", spec);
	return routes_efi(graph, routes);
}

/* Of two parallel cables one is lost here and there: the order is to leave both directions both cables all the same. */
START_TEST(both_cables_are_of_use)
{
	const char *intact = "directors:levels=2,ports=144,chip=24,ratio=2,hosts=3000";
	g_autofree char *damaged = g_strconcat(intact, ",fail=links:3%,seed=1", NULL);
	ck_assert_uint_lt(ordered_efi(damaged), 2 * ordered_efi(intact));
}
END_TEST

/* Whether each switch with hosts has a path to each other one that ascends in the order, however long. */
static gboolean serves_hosts(const Graph *graph, const guint32 *place)
{
	g_autofree guint32 *by_place = g_new(guint32, graph->n_channels + 1);
	g_autofree guint8 *served = g_new(guint8, graph->n_switches + 1);
	gboolean all = TRUE;
	for (guint32 c = 0; c < graph->n_channels; c++)
		by_place[place[c]] = c;
	for (guint32 to = 0; to < graph->n_switches && all; to++) {
		memset(served, 0, graph->n_switches);
		served[to] = 1;
		for (guint32 i = graph->n_channels; i-- > 0;)
			if (served[graph->to[by_place[i]]])
				served[graph->from[by_place[i]]] = 1;
		for (guint32 v = 0; v < graph->n_switches; v++)
			all = all && (served[v] || !graph->hosts[to] || !graph->hosts[v]);
	}
	return all;
}

/* In an order with a path for each pair of hosts all get one, unless too many are longer for the order to be kept. */
START_TEST(hosts_keep_the_order)
{
	guint n = 0, longer = 0;
	for (guint32 seed = 1; seed <= N_CASES; seed++) {
		g_autoptr(GError) error = NULL;
		g_autofree char *spec = guarded_draw_spec(seed);
		g_autoptr(Fabric) fabric = synth_fabric(spec, NULL);
		if (!fabric || !fabric_assign_lids(fabric, 0, NULL, NULL))
			continue;
		g_autoptr(Graph) graph = graph_new(fabric, &error);
		g_autofree guint8 *hops = graph_hops(graph, &error);
		g_autoptr(Guide) guide = guide_new(graph, &error);
		g_autofree guint8 *unserved = g_new0(guint8, graph->n_dests + 1);
		g_autoptr(Routes) hosts = NULL;
		assert_no_error(error);
		GuardedTally tally;
		GuardedOptions options = {.n_vls = 1,
					  .place = guide->place,
					  .rank = guide->rank,
					  .guided = TRUE,
					  .ordered = TRUE,
					  .hosts_only = &hosts,
					  .unserved = unserved};
		if (!serves_hosts(graph, guide->place))
			continue;
		g_autoptr(Routes) routes = guarded_routes(spec, graph, hops, &options, &tally);
		ck_assert_msg(tally.complete || hosts || tally.given_up, "%s: hosts are left out", spec);
		n++;
		longer += routes_nonminimal(graph, hosts ? hosts : routes, hops) > 0;
	}
	ck_assert_uint_gt(n, N_CASES / 4);
	ck_assert_uint_gt(longer, 0);
}
END_TEST

/* Hops of hosts' routes after which the next channel has no higher place. */
static guint64 count_descents(const Graph *graph, const Routes *routes, const guint32 *place)
{
	guint64 n = 0;
	for (guint32 d = 0; d < graph->n_dests; d++)
		for (guint32 v = 0; graph->dests[d].is_host && v < graph->n_switches; v++) {
			guint32 a = graph->hosts[v] ? route_channel(graph, routes_row(routes, d), v) : GRAPH_NONE, b;
			for (; a != GRAPH_NONE; a = b) {
				b = route_channel(graph, routes_row(routes, d), graph->to[a]);
				n += b != GRAPH_NONE && place[b] <= place[a];
			}
		}
	return n;
}

/* Routes that an order leads are shortest, and leave the order less than half as often as P-SSSP's own. */
START_TEST(routes_that_are_led)
{
	guint64 own = 0, led = 0;
	guint n = 0;
	for (guint32 seed = 1; seed <= N_CASES; seed++) {
		g_autofree char *spec = guarded_draw_spec(seed);
		Case drawn;
		g_autoptr(Fabric) fabric = guarded_draw_fabric(spec, seed, &drawn);
		g_autoptr(Graph) graph = fabric ? graph_new(fabric, NULL) : NULL;
		if (!graph || graph->n_switches > 100)
			continue;
		g_autoptr(Guide) guide = guide_new(graph, NULL);
		g_autoptr(Routes) free = routes_new(graph, NULL), routes = routes_new(graph, NULL);
		g_autofree guint8 *hops = graph_hops(graph, NULL);
		ck_assert(psssp_compute(graph, &(PssspOptions){.passes = 1}, free, NULL));
		ck_assert(psssp_compute(graph, &(PssspOptions){.passes = 1, .lead = guide->place}, routes, NULL));
		ck_assert_uint_eq(routes_nonminimal(graph, routes, hops), 0);
		own += count_descents(graph, free, guide->place);
		led += count_descents(graph, routes, guide->place);
		n++;
	}
	ck_assert_uint_gt(n, N_CASES / 4);
	ck_assert_msg(2 * led < own, "led %u, own %u", (guint)led, (guint)own);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {both_cables_are_of_use, hosts_keep_the_order, routes_that_are_led, NULL};
	return fixture_run("guarded order", tests);
}
