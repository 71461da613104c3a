/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The engines against the figures of "Optimized Routing for Large-Scale InfiniBand Networks" (2009): the network of
 * Fig. 2 has crossbars A to E with cables A-B A-D B-C B-E C-D D-E and endpoints 0 on A, 1 on E, 2 on C. Here the
 * letters are chosen so that endpoints come in the paper's order: E is called B, C is C, B is X and D is Y.
 */
#include "core/engines/engine.h"
#include "core/balance/score.h"
#include "core/balance/trunk.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "tests/core/fixture.h"

#include <string.h>

#define FIG2 "A-X A-Y X-C X-B C-Y Y-B A:1 B:1 C:1"

typedef struct {
	Fabric *fabric;
	Graph *graph;
	Routes *routes;
} Routed;

static Routed route(const char *picture, const char *engine)
{
	g_autoptr(GError) error = NULL;
	Routed r = {.fabric = fixture_fabric(picture)};
	r.graph = graph_new(r.fabric, &error);
	r.routes = routes_new(r.graph, &error);
	route_engine_find(engine)->compute(r.graph, 1, r.routes, &error);
	assert_no_error(error);
	return r;
}

static void routed_clear(Routed *r)
{
	routes_free(r->routes);
	graph_free(r->graph);
	fabric_free(r->fabric);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Routed, routed_clear)

/* The switches from letter `source` to host number `dest` (its switch last), as letters. */
static const char *walk(const Routed *r, char source, guint32 dest)
{
	static char letters[32];
	const guint8 *row = routes_row(r->routes, dest);
	guint32 v = fixture_row(r->fabric, source), n = 0;
	for (;; v = r->graph->to[graph_channel(r->graph, v, row[v])]) {
		letters[n++] = (char)r->graph->guid[v];
		if (v == r->graph->dests[dest].vertex || n == sizeof letters - 1)
			break;
	}
	letters[n] = '\0';
	return letters;
}

START_TEST(psssp_takes_the_three_rounds_of_figure_2)
{
	g_auto(Routed) r = route(FIG2, "psssp");
	/* Round 1: (1,E,B,A,0) (2,C,B,A,0); round 2: (0,A,D,E,1) (2,C,D,E,1); round 3: (0,A,B,C,2) (1,E,B,C,2). */
	ck_assert_str_eq(walk(&r, 'B', 0), "BXA");
	ck_assert_str_eq(walk(&r, 'C', 0), "CXA");
	ck_assert_str_eq(walk(&r, 'A', 1), "AYB");
	ck_assert_str_eq(walk(&r, 'C', 1), "CYB");
	ck_assert_str_eq(walk(&r, 'A', 2), "AXC");
	ck_assert_str_eq(walk(&r, 'B', 2), "BXC");
	ck_assert_uint_eq(routes_efi(r.graph, r.routes), 2);
}
END_TEST

/* By hand: three hosts of B take the direct path, which costs 3 then; that over C costs 2. */
START_TEST(unit_weights_go_round)
{
	g_auto(Routed) r = route("A-B A-C C-B A:1 B:4", "published-unit");
	guint round = 0;
	for (guint32 d = 1; d <= 4; d++)
		round += strlen(walk(&r, 'A', d)) == 3;
	ck_assert_uint_eq(round, 1);
	ck_assert_uint_eq(routes_efi(r.graph, r.routes), 4);
	g_auto(Routed) minimal = route("A-B A-C C-B A:1 B:4", "published");
	for (guint32 d = 1; d <= 4; d++)
		ck_assert_uint_eq(strlen(walk(&minimal, 'A', d)), 2);
}
END_TEST

/* Fig. 2 is the same for all that are P-SSSP. */
START_TEST(published_takes_the_rounds_of_figure_2)
{
	static const char *const names[] = {"psssp", "published", "published-unit"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_auto(Routed) r = route(FIG2, names[i]);
		ck_assert_str_eq(walk(&r, 'B', 0), "BXA");
		ck_assert_str_eq(walk(&r, 'C', 1), "CYB");
		ck_assert_str_eq(walk(&r, 'B', 2), "BXC");
		ck_assert_uint_eq(routes_efi(r.graph, r.routes), 2);
	}
}
END_TEST

START_TEST(p2sssp_takes_the_six_rounds_of_the_paper)
{
	g_auto(Routed) r = route(FIG2, "p2sssp");
	ck_assert_str_eq(walk(&r, 'A', 1), "AXB");
	ck_assert_str_eq(walk(&r, 'A', 2), "AYC");
	ck_assert_str_eq(walk(&r, 'B', 0), "BYA");
	ck_assert_str_eq(walk(&r, 'B', 2), "BXC");
	ck_assert_str_eq(walk(&r, 'C', 0), "CXA");
	ck_assert_str_eq(walk(&r, 'C', 1), "CYB");
	ck_assert_uint_eq(routes_efi(r.graph, r.routes), 1);
}
END_TEST

START_TEST(hops_come_before_loads)
{
	/* The direct cable A-B carries everything although the path over C is idle, unless weights start at one. */
	for (guint i = 0; route_engines[i]; i++) {
		if (route_engines[i] == &engine_published_unit)
			continue;
		g_auto(Routed) r = route("A-B A-C C-B A:9 B:9", route_engines[i]->name);
		for (guint32 d = 0; d < 18; d++) {
			ck_assert_uint_eq(strlen(walk(&r, 'A', d)), d < 9 ? 1 : 2);
			ck_assert_uint_eq(strlen(walk(&r, 'C', d)), 2);
		}
		ck_assert_uint_eq(routes_efi(r.graph, r.routes), 81);
	}
}
END_TEST

START_TEST(parallel_cables_share)
{
	for (guint i = 0; route_engines[i]; i++) {
		g_auto(Routed) r = route("A-B A-B A-B A:6 B:6", route_engines[i]->name);
		for (guint32 c = 0; c < r.graph->n_channels; c++)
			ck_assert_uint_eq(r.routes->load[c], 12);
	}
}
END_TEST

START_TEST(pieces_are_routed_each)
{
	for (guint i = 0; route_engines[i]; i++) {
		g_auto(Routed) r = route("A-B C-D A:1 B:1 C:1 D:1", route_engines[i]->name);
		const guint8 *row = routes_row(r.routes, 0);
		ck_assert_uint_eq(row[0], 0);
		ck_assert_uint_ne(row[1], ROUTE_NONE);
		ck_assert_uint_eq(row[2], ROUTE_NONE);
		ck_assert_uint_eq(row[3], ROUTE_NONE);
		g_autoptr(Lft) lft = lft_from_routes(r.graph, r.routes, NULL);
		ck_assert_uint_eq(lft_port(lft, lft_row(lft, 'C'), r.graph->dests[0].lid), LFT_NO_PATH);
		ck_assert_uint_eq(lft_port(lft, lft_row(lft, 'A'), r.graph->dests[0].lid), 2);
	}
}
END_TEST

START_TEST(names_are_found)
{
	ck_assert_str_eq(route_engines[0]->name, "psssp");
	ck_assert_ptr_null(route_engine_find("dijkstra"));
}
END_TEST

/* Two hosts at the ends of a cable: each half of a bisection has all of it, and each channel one route. */
START_TEST(the_probe_finds_all_bandwidth)
{
	g_auto(Routed) r = route("A-B A:1 B:1", "psssp");
	double value = 0;
	ck_assert(probe_bisections(r.graph, r.routes, 7, &value, NULL));
	ck_assert_double_eq(value, 1);
	ck_assert_double_eq(routes_mean_load(r.graph, r.routes), 1);
}
END_TEST

/* Levels are hops from the switch with hosts, which is the first of all here. */
START_TEST(levels_begin_at_the_first_leaf)
{
	g_auto(Routed) r = route("A-B B-C C-D A:1", "psssp");
	g_autoptr(Trunk) trunk = trunk_new(r.graph, NULL);
	for (guint32 v = 0; v < 4; v++)
		ck_assert_uint_eq(trunk->level[fixture_row(r.fabric, (char)('A' + v))], v);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {psssp_takes_the_three_rounds_of_figure_2,
				      published_takes_the_rounds_of_figure_2,
				      unit_weights_go_round,
				      p2sssp_takes_the_six_rounds_of_the_paper,
				      hops_come_before_loads,
				      parallel_cables_share,
				      pieces_are_routed_each,
				      names_are_found,
				      the_probe_finds_all_bandwidth,
				      levels_begin_at_the_first_leaf,
				      NULL};
	return fixture_run("engines", tests);
}
