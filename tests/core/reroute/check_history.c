/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Previous lanes of pairs as a list, by GUID: what a routing leaves in its file of state and takes up from it, also in
 * a fabric where switches are gone or others have come; those of switches that are away, should they come back; and
 * those that a host takes along to another switch.
 */
#include "core/previous/away.h"
#include "core/previous/history.h"
#include "core/routing.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Layers *layers_of(const Graph *graph, guint lanes)
{
	Layers *layers = layers_new(graph, NULL);
	layers->n_layers = lanes;
	return layers;
}

/* Lanes for about a third of the pairs, below `lanes`. */
static Layers *drawn(const Graph *graph, guint lanes, GRand *rand)
{
	gsize pairs = (gsize)graph->n_switches * graph->n_switches;
	Layers *layers = layers_of(graph, 1);
	layers->also = g_new0(guint16, pairs + 1);
	for (gsize i = 0; i < pairs; i++)
		if (g_rand_int_range(rand, 0, 3) == 0)
			layers->also[i] = (guint16)g_rand_int_range(rand, 1, 1 << lanes);
	return layers;
}

static guint32 vertex_of(const Graph *graph, guint64 guid)
{
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (graph->guid[v] == guid)
			return v;
	return GRAPH_NONE;
}

/* Each pair of switches that are there has its lanes, all others none; and there are as many lanes as these use. */
static void expect_taken(const Graph *then, const Layers *was, const Graph *now, const Layers *is)
{
	gsize n = now->n_switches;
	guint lanes = 1;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < n; t++) {
			guint32 u = vertex_of(then, now->guid[s]), v = vertex_of(then, now->guid[t]);
			guint16 wanted = u == GRAPH_NONE || v == GRAPH_NONE ? 0 : was->also[u * then->n_switches + v];
			ck_assert_uint_eq(is->also[s * n + t], wanted);
			while (wanted >> lanes)
				lanes++;
		}
	ck_assert_uint_eq(is->n_layers, lanes);
}

START_TEST(lists_are_taken_by_guid)
{
	static const char *const later[] = {"A-B B-C C-D D-E E-A", "A-B B-C C-A", "C-D D-E E-F F-C", "X-Y Y-Z", "E-A"};
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) first = fixture_fabric("A-B B-C C-D D-E E-A");
	g_autoptr(Graph) then = graph_new(first, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(later); i++) {
		GError *error = NULL;
		g_autoptr(Fabric) fabric = fixture_fabric(later[i]);
		g_autoptr(Graph) now = graph_new(fabric, NULL);
		g_autoptr(Layers) was = drawn(then, 1 + (guint)_i % 8, rand), is = layers_of(now, 1);
		g_autoptr(GArray) list = history_list(then, was);
		ck_assert(history_read_list(now, list, is, &error));
		assert_no_error(error);
		if (is->also)
			expect_taken(then, was, now, is);
		else
			ck_assert_uint_eq(list->len, 0);
	}
}
END_TEST

/* No list, and one of nothing, leave all as it is; more lanes than the list has stay. */
START_TEST(nothing_is_taken_from_nothing)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-A");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	g_autoptr(Layers) layers = layers_of(graph, 3);
	g_autoptr(GArray) list = history_list(graph, layers);
	ck_assert_ptr_null(list);
	ck_assert(history_read_list(graph, NULL, layers, NULL));
	ck_assert_ptr_null(layers->also);
	list = g_array_new(FALSE, FALSE, sizeof(SlOlder));
	ck_assert(history_read_list(graph, list, layers, NULL));
	ck_assert_ptr_null(layers->also);
	g_array_append_vals(list, &(SlOlder){graph->guid[0], graph->guid[1], 2}, 1);
	ck_assert(history_read_list(graph, list, layers, NULL));
	ck_assert_uint_eq(layers->also[1], 2);
	ck_assert_uint_eq(layers->n_layers, 3);
}
END_TEST

/* What is away when routes of `then` give way to those of `now`, all on lane `lane`. */
static Away *go_on(Away *before, const char *then_picture, const char *now_picture, guint8 lane)
{
	GError *error = NULL;
	g_autoptr(Fabric) then_fabric = fixture_fabric(then_picture), now_fabric = fixture_fabric(now_picture);
	g_autoptr(Graph) then = graph_new(then_fabric, NULL), now = graph_new(now_fabric, NULL);
	g_autoptr(Layers) was = layers_of(then, lane + 1u);
	memset(was->layer, lane, (gsize)then->n_dests * then->n_switches);
	Away *away = away_new(before, then, was, now, &error);
	assert_no_error(error);
	away_free(before);
	return away;
}

/* Lanes that hosts on two switches of a fabric come back with. */
static guint16 lanes_back(const Away *away, const char *picture, char from, char to)
{
	g_autoptr(Fabric) fabric = fixture_fabric(picture);
	g_autoptr(Graph) now = graph_new(fabric, NULL);
	g_autofree guint16 *back = g_new0(guint16, (gsize)now->n_switches * now->n_switches);
	gboolean some = away_find_back(away, now, back);
	guint16 lanes = back[(gsize)vertex_of(now, (guint64)from) * now->n_switches + vertex_of(now, (guint64)to)];
	ck_assert(some || !lanes);
	return lanes;
}

/* One of three switches with hosts is replaced by another, again and again: as many are remembered as there are. */
START_TEST(replaced_switches_are_forgotten)
{
	Away *away = NULL;
	for (char last = 'D'; last < 'Z'; last++) {
		g_autofree char *then = g_strdup_printf("A-B B-%c A:1 B:1 %c:1", last, last);
		g_autofree char *now = g_strdup_printf("A-B B-%c A:1 B:1 %c:1", last + 1, last + 1);
		away = go_on(away, then, now, (guint8)(last % 4));
		ck_assert_ptr_nonnull(away);
		ck_assert_uint_le(away->n, 3 + 3);
		for (char gone = 'D'; gone <= last; gone++) {
			g_autofree char *back = g_strdup_printf("A-B B-%c A:1 B:1 %c:1", gone, gone);
			guint16 lanes = last - gone < 3 ? (guint16)(1u << gone % 4) : 0;
			ck_assert_uint_eq(lanes_back(away, back, 'A', gone), lanes);
			ck_assert_uint_eq(lanes_back(away, back, gone, 'B'), lanes);
			ck_assert_uint_eq(lanes_back(away, back, 'A', 'B'), 0);
		}
	}
	away_free(away);
}
END_TEST

/* Two that have never met: each comes back with what it had with those that stayed; switches without hosts are none. */
START_TEST(all_that_went_comes_back)
{
	Away *away = go_on(NULL, "A-B B-C C-D A:1 B:1 D:1", "A-B B-C A:1 B:1", 2);
	ck_assert_uint_eq(away->n, 3);
	away = go_on(away, "A-B B-C A:1 B:1", "B-C B:1", 1);
	away = go_on(away, "B-C B:1", "A-B B-C C-D A:1 B:1", 0);
	ck_assert_uint_eq(lanes_back(away, "A-B B-C C-D A:1 B:1 D:1", 'A', 'D'), 1u << 2);
	ck_assert_uint_eq(lanes_back(away, "A-B B-C C-D A:1 B:1 D:1", 'D', 'B'), 1u << 2);
	ck_assert_uint_eq(lanes_back(away, "A-B B-C C-D A:1 B:1 D:1", 'A', 'B'), 0);
	away = go_on(away, "A-B B-C C-D A:1 B:1", "A-B B-C C-D A:1 B:1 D:1", 0);
	ck_assert_ptr_null(away);
}
END_TEST

/* ---- hosts that move */

typedef struct {
	Fabric *fabric;
	Routing *routing;
} Routed;

static void routed_clear(Routed *r)
{
	fabric_free(r->fabric);
	routing_free(r->routing);
}

static Routed route(const char *switches, char host, guint lanes, const Routed *before)
{
	GError *error = NULL;
	g_autofree char *picture = g_strdup_printf("%s %c:1", switches, host);
	Fabric *fabric = fixture_fabric(picture);
	PreviousTables previous = {0};
	RoutingOptions options = {
		.threads = 1, .passes = 1, .max_vls = lanes, .by_sl = TRUE, .stand = TRUE, .budget = -1};
	if (before) {
		const Routing *was = before->routing;
		previous = routing_as_previous(before->fabric, was);
		options.previous = &previous;
	}
	Routing *routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	ck_assert_uint_eq(routing->management_pairs_unproven, 0);
	return (Routed){fabric, routing};
}

/* The row of the switch that a node is, or hangs on. */
static guint32 row_of(const Fabric *fabric, guint64 guid)
{
	guint32 node = fabric_find_node(fabric, guid);
	if (!fabric_is_switch(fabric, node))
		node = fabric->ports[fabric->ports[fabric_port_index(fabric, node, 1)].peer].node;
	return fixture_row(fabric, (char)fabric->nodes[node].guid);
}

/* The lane, as a bit, from one node to another. */
static guint16 lane_of(const Routed *r, guint64 from, guint64 to)
{
	guint32 node = fabric_find_node(r->fabric, to);
	guint num = fabric_is_switch(r->fabric, node) ? 0 : 1;
	guint32 lid = r->fabric->ports[fabric_port_index(r->fabric, node, num)].lid;
	return (guint16)(1u << routing_sl(r->routing, row_of(r->fabric, from), lid));
}

/* The same with those of earlier connections. */
static guint16 lanes_of(const Routed *r, guint64 from, guint64 to)
{
	const guint16 *also = r->routing->stand->layers->also;
	gsize pair = (gsize)row_of(r->fabric, from) * r->fabric->n_switches + row_of(r->fabric, to);
	return lane_of(r, from, to) | (also ? also[pair] : 0);
}

/* wanted[from][to] switches: lanes on which something sent that sends on another now. */
static void reckon(const Routed *was, const Routed *is, guint16 *wanted)
{
	const Fabric *fabric = is->fabric;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		for (guint32 j = 0; j < fabric->n_nodes; j++) {
			guint64 a = fabric->nodes[i].guid, b = fabric->nodes[j].guid;
			guint32 s = row_of(fabric, a), t = row_of(fabric, b);
			if (s != t && !(fabric_is_switch(fabric, i) && fabric_is_switch(fabric, j)))
				wanted[s * fabric->n_switches + t] |= lanes_of(was, a, b) & (guint16)~lane_of(is, a, b);
		}
}

/* Each pair has the lanes that it was on and is not, or these are given up; how many pairs have any. */
static guint count_previous(const char *what, const Routed *was, const Routed *is)
{
	const Layers *layers = is->routing->stand->layers;
	guint32 n = is->fabric->n_switches;
	guint left = 0;
	g_autofree guint16 *wanted = g_new0(guint16, (gsize)n * n);
	reckon(was, is, wanted);
	for (guint32 i = 0; i < n * n; i++) {
		guint16 also = layers->also ? layers->also[i] : 0, dropped = layers->dropped ? layers->dropped[i] : 0;
		ck_assert_msg((also | dropped) == wanted[i], "%s: from %c to %c previous lanes %#x, not %#x", what,
			      (char)('A' + i / n), (char)('A' + i % n), also | dropped, wanted[i]);
		left += also != 0;
	}
	ck_assert_uint_eq(left, is->routing->older ? is->routing->older->len : 0);
	return left;
}

/* A host moves to another switch, and back; how many pairs of switches have previous lanes after that. */
static guint move_host(const char *switches, char from, char to, guint lanes)
{
	g_autofree char *there = g_strdup_printf("%s, %u lanes, a host moves from %c to %c", switches, lanes, from, to);
	g_autofree char *back = g_strconcat(there, " and back", NULL);
	Routed first = route(switches, from, lanes, NULL), second = route(switches, to, lanes, &first);
	Routed third = route(switches, from, lanes, &second);
	guint left = count_previous(there, &first, &second) + count_previous(back, &second, &third);
	routed_clear(&first);
	routed_clear(&second);
	routed_clear(&third);
	return left;
}

/*
 * Lanes that a host had where it was are previous ones where it is, but for those that it has there; of one none is
 * left.
 */
START_TEST(hosts_that_move_take_their_lanes_along)
{
	static const char *const switches[] = {
		"A-B B-C C-D A:2 B:2 C:2 D:2",
		"A-B B-C C-D D-E E-A A:2 B:2 C:2 D:2 E:2",
		"A-B B-C C-D D-E E-F F-A A-D A:2 B:2 C:2 D:2 E:2 F:2",
	};
	guint left = 0;
	for (guint i = 0; i < G_N_ELEMENTS(switches); i++)
		for (char from = 'A'; from <= 'D'; from++)
			for (char to = 'A'; to <= 'D'; to++) {
				if (from == to)
					continue;
				ck_assert_uint_eq(move_host(switches[i], from, to, 1), 0);
				left += move_host(switches[i], from, to, 2) + move_host(switches[i], from, to, 4);
			}
	printf("hosts that move: %u pairs of switches have previous lanes\n", left);
	ck_assert_uint_gt(left, 300); /* 364, of which few are given up */
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("history");
	TCase *tests = tcase_create("history");
	tcase_add_loop_test(tests, lists_are_taken_by_guid, 0, 40);
	tcase_add_test(tests, nothing_is_taken_from_nothing);
	tcase_add_test(tests, replaced_switches_are_forgotten);
	tcase_add_test(tests, all_that_went_comes_back);
	tcase_add_test(tests, hosts_that_move_take_their_lanes_along);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
