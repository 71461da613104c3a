/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks the graph of a fabric and the minimal routes found on it. */
#include "core/graph/bfs.h"
#include "core/graph/graph.h"
#include "core/lanes/lane_set.h"
#include "core/graph/routes.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"

START_TEST(channels_are_the_cables_both_ways)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A-B B-C A:2 C:1");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	ck_assert_uint_eq(graph->n_switches, 3);
	ck_assert_uint_eq(graph->n_channels, 6);
	for (guint32 c = 0; c < graph->n_channels; c++) {
		guint32 back = graph->reverse[c];
		ck_assert_uint_eq(graph->reverse[back], c);
		ck_assert_uint_eq(graph->from[back], graph->to[c]);
		ck_assert_uint_eq(graph->to[back], graph->from[c]);
		ck_assert_uint_eq(graph_channel(graph, graph->from[c], graph->port[c]), c);
		ck_assert(graph->first[graph->from[c]] <= c && c < graph->first[graph->from[c] + 1]);
	}
	ck_assert_uint_eq(graph_channel(graph, 0, 3), GRAPH_NONE);
	ck_assert_uint_eq(graph_channel(graph, 0, 0), GRAPH_NONE);
}
END_TEST

START_TEST(destinations_come_switch_by_switch)
{
	g_autoptr(Fabric) fabric = fixture_fabric("B-A B:2 A:1");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	ck_assert_uint_eq(graph->n_dests, 5);
	ck_assert_uint_eq(graph->n_hosts, 3);
	ck_assert_uint_eq(graph->hosts[0], 1);
	ck_assert_uint_eq(graph->hosts[1], 2);
	const struct {
		guint32 vertex;
		guint8 port, is_host;
	} wanted[] = {{0, 2, 1}, {1, 2, 1}, {1, 3, 1}, {0, 0, 0}, {1, 0, 0}};
	for (guint32 d = 0; d < graph->n_dests; d++) {
		ck_assert_uint_eq(graph->dests[d].vertex, wanted[d].vertex);
		ck_assert_uint_eq(graph->dests[d].port, wanted[d].port);
		ck_assert_uint_eq(graph->dests[d].is_host, wanted[d].is_host);
	}
}
END_TEST

START_TEST(managers_and_hosts_send)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-D A:1 B:1");
	fabric->nodes[fabric->switches[1]].manager = TRUE;
	fabric->nodes[fabric->switches[2]].manager = TRUE;
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	const guint8 sends[] = {GRAPH_PORTS_SEND, GRAPH_MANAGER_SENDS, GRAPH_MANAGER_SENDS, GRAPH_SENDS_NOTHING};
	const gboolean to_switch[4][4] = {/* to A, B, C, D from A .. D */
					  {TRUE, TRUE, TRUE, FALSE},
					  {TRUE, TRUE, TRUE, TRUE},
					  {TRUE, TRUE, TRUE, TRUE},
					  {TRUE, TRUE, TRUE, FALSE}};
	ck_assert_uint_eq(graph->hosts[2], 0);
	for (guint32 v = 0; v < 4; v++) {
		ck_assert_uint_eq(graph->sends[v], sends[v]);
		for (guint32 d = 0; d < graph->n_dests; d++)
			ck_assert_uint_eq(route_carries_data(graph, v, d),
					  graph->dests[d].is_host || to_switch[graph->dests[d].vertex][v]);
		for (guint32 t = 0; t < 4; t++)
			ck_assert_uint_eq(pair_carries_data(graph, v, t), v != 3 || t != 3);
	}
}
END_TEST

START_TEST(every_lid_of_a_range_is_a_destination)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:1 B:1");
	for (guint32 i = 0; i < fabric->n_ports; i++)
		fabric->ports[i].lid = 0;
	ck_assert(fabric_assign_lids(fabric, 2, NULL, NULL));
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	ck_assert_uint_eq(graph->n_dests, 2 * 4 + 2);
	ck_assert_uint_eq(graph->n_hosts, 2);
	for (guint32 d = 0; d < 8; d++)
		ck_assert_uint_eq(graph->dests[d].lid, 4 + d);
}
END_TEST

START_TEST(loops_and_ports_without_lids_are_left_out)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:2");
	guint32 sw = fabric->switches[0];
	ck_assert(fabric_cable(fabric, fabric_port_index(fabric, sw, 20), fabric_port_index(fabric, sw, 21), NULL));
	fabric->ports[fabric->endpoints[1]].lid = 0;
	ck_assert(fabric_seal(fabric, NULL));
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	ck_assert_uint_eq(graph->n_channels, 2);
	ck_assert_uint_eq(graph->n_hosts, 1);
	ck_assert_uint_eq(graph->n_dests, 3);
}
END_TEST

START_TEST(an_order_moves_those_named_to_the_front)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:2 B:2");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	guint16 lid[4];
	for (guint i = 0; i < 4; i++)
		lid[i] = graph->dests[i].lid;
	const guint64 guids[] = {0x9999, 0x1003, 'B', 0x1003, 0x1000};
	ck_assert(graph_order_dests(graph, fabric, guids, G_N_ELEMENTS(guids), NULL));
	ck_assert_uint_eq(graph->dests[0].lid, lid[3]);
	ck_assert_uint_eq(graph->dests[1].vertex, 1);
	ck_assert(!graph->dests[1].is_host);
	ck_assert_uint_eq(graph->dests[2].lid, lid[0]);
	ck_assert_uint_eq(graph->dests[3].lid, lid[1]);
	ck_assert_uint_eq(graph->dests[4].lid, lid[2]);
}
END_TEST

START_TEST(a_search_finds_the_minimal_channels)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-D D-A D-A E-F");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	g_autoptr(Bfs) bfs = bfs_new(graph, NULL);
	g_autofree guint8 *hops = graph_hops(graph, NULL);
	const guint8 to_a[] = {0, 1, 2, 1, GRAPH_FAR, GRAPH_FAR};
	const guint32 channels_to_a[] = {0, 1, 2, 2};
	bfs_run(graph, 0, bfs);
	ck_assert_uint_eq(bfs->n_reached, 4);
	for (guint32 v = 0; v < 6; v++) {
		ck_assert_uint_eq(bfs->hops[v], to_a[v]);
		ck_assert_uint_eq(hops[v * 6], to_a[v]);
		ck_assert_uint_eq(hops[v], to_a[v]);
	}
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		ck_assert_uint_eq(bfs->first[i + 1] - bfs->first[i], channels_to_a[bfs->order[i]]);
		ck_assert(i == 0 || bfs->hops[bfs->order[i - 1]] <= bfs->hops[bfs->order[i]]);
	}
}
END_TEST

static guint8 port_to(const Graph *graph, guint32 from, guint32 to)
{
	for (guint32 c = graph->first[from]; c < graph->first[from + 1]; c++)
		if (graph->to[c] == to)
			return graph->port[c];
	return ROUTE_NONE;
}

/*
 * Tables of others may lead in a loop: such paths do not arrive, so they are not longer, and nobody follows them
 * forever.
 */
START_TEST(longer_paths_are_those_that_arrive)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-D D-E A-E A:3 C:1");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	g_autofree guint8 *hops = graph_hops(graph, NULL);
	g_autoptr(Routes) routes = routes_new(graph, NULL);
	enum { A, B, C, D, E };
	guint32 dest = 0;
	while (!graph->dests[dest].is_host || graph->dests[dest].vertex != C)
		dest++;
	guint8 *row = routes_row(routes, dest);
	row[A] = port_to(graph, A, E);
	row[E] = port_to(graph, E, D);
	row[D] = port_to(graph, D, C);
	row[C] = 0;
	ck_assert_uint_eq(routes_nonminimal(graph, routes, hops), 3);
	row[D] = port_to(graph, D, E);
	ck_assert_uint_eq(routes_nonminimal(graph, routes, hops), 0);
	row[D] = ROUTE_NONE;
	ck_assert_uint_eq(routes_nonminimal(graph, routes, hops), 0);
	row[A] = port_to(graph, A, B);
	row[B] = port_to(graph, B, C);
	ck_assert_uint_eq(routes_nonminimal(graph, routes, hops), 0);
}
END_TEST

START_TEST(an_empty_fabric_is_a_graph)
{
	g_autoptr(Fabric) fabric = fabric_new();
	ck_assert(fabric_seal(fabric, NULL));
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	ck_assert_ptr_nonnull(graph);
	ck_assert_uint_eq(graph->n_switches + graph->n_channels + graph->n_dests, 0);
}
END_TEST

START_TEST(threads_are_few_where_each_needs_much)
{
	Graph graph = {.n_channels = GRAPH_WORTH_THREADS, .threads = 64};
	ck_assert_uint_eq(graph_threads_with(&graph, 100, 0), 64);
	ck_assert_uint_eq(graph_threads_with(&graph, 10, 1), 10);
	ck_assert_uint_eq(graph_threads_with(&graph, 100, GRAPH_THREADS_ROOM / 4), 4);
	ck_assert_uint_eq(graph_threads_with(&graph, 100, 2 * GRAPH_THREADS_ROOM), 1);
	ck_assert_uint_eq(graph_threads_with(&graph, 0, 1), 1);
	graph.threads = 0;
	ck_assert_uint_eq(graph_threads_with(&graph, 100, 1), 1);
}
END_TEST

/* Where they are routed as hosts all of them are, also where there is no other. */
START_TEST(aggregation_nodes_count_as_hosts)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:1 B:2");
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		fabric->nodes[i].aggregation = fabric->nodes[i].type == FABRIC_CA;
	g_autoptr(Graph) graph = graph_new(fabric, &error);
	assert_no_error(error);
	ck_assert_uint_eq(graph->n_hosts, 0);
	ck_assert_uint_eq(graph->n_aggregation, 3);
	graph_count_aggregation(graph);
	ck_assert_uint_eq(graph->n_hosts, 3);
	ck_assert_uint_eq(graph->n_aggregation, 0);
	ck_assert_uint_eq(graph->hosts[0] + graph->hosts[1], 3);
	ck_assert_uint_eq(graph->aggregation[0] + graph->aggregation[1], 0);
	for (guint32 d = 0; d < graph->n_dests; d++)
		ck_assert_uint_eq(graph->dests[d].is_host, graph->dests[d].is_port);
}
END_TEST

/* The management port of a switch without hosts is one then. */
START_TEST(all_count_as_hosts)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C A:2");
	g_autoptr(Graph) graph = graph_new(fabric, &error);
	assert_no_error(error);
	ck_assert_uint_eq(graph->n_hosts, 2);
	graph_count_all(graph);
	ck_assert_uint_eq(graph->n_hosts, 4);
	for (guint32 v = 0; v < graph->n_switches; v++)
		ck_assert_uint_eq(graph->hosts[v], graph->hosts[v] == 2 ? 2 : 1);
	for (guint32 d = 0; d < graph->n_dests; d++)
		ck_assert_uint_eq(graph->dests[d].is_host,
				  graph->dests[d].is_port || graph->hosts[graph->dests[d].vertex] == 1);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {channels_are_the_cables_both_ways,
				      destinations_come_switch_by_switch,
				      managers_and_hosts_send,
				      every_lid_of_a_range_is_a_destination,
				      loops_and_ports_without_lids_are_left_out,
				      an_order_moves_those_named_to_the_front,
				      a_search_finds_the_minimal_channels,
				      longer_paths_are_those_that_arrive,
				      an_empty_fabric_is_a_graph,
				      threads_are_few_where_each_needs_much,
				      aggregation_nodes_count_as_hosts,
				      all_count_as_hosts,
				      NULL};
	return fixture_run("graph", tests);
}
