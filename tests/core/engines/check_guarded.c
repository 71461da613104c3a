/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes that close no cycle on one virtual lane, on drawn fabrics of all families, damaged ones among them: every pair
 * that carries data has a path, nothing loops, and the dependencies of all of them, found from the rows alone, have no
 * cycle. `check_guarded [SPEC] SEED` computes one case again, that of the seed without a SPEC, and prints what came of
 * it.
 */
#include "core/engines/guarded.h"

#include "core/engines/psssp.h"
#include "core/guide/guide.h"
#include "tests/core/engines/guarded_draw.h"
#include "tests/core/engines/guarded_judge.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	guint cases, impossible, pieces;
	guint64 routings, incomplete, careful, bent, refused, longer;
} Tally;

typedef enum { ORDERLESS, UNGUIDED, GUIDED, N_HOWS } How;

static const char *const how_name[] = {"without an order", "unguided", "guided"};

typedef struct {
	const char *spec;
	guint32 seed;
	const Case *drawn;
	Graph *graph;
	const Guide *guide;
	guint8 *hops;
	guint64 free_efi;
} Setting;

/* Trees keep shortest paths, and loads that are as even as those of free routes. */
static void judge_tree(const char *name, const Setting *of, const GuardedTally *tally, const Routes *routes)
{
	guint64 efi = routes_efi(of->graph, routes), more = MAX(efi, of->free_efi) - MIN(efi, of->free_efi);
	guint64 longer = routes_nonminimal(of->graph, routes, of->hops);
	gboolean whole = of->drawn->kind == CASE_WHOLE_TREE;
	if (whole && !tally->complete)
		ck_abort_msg("%s: not complete", name);
	if (whole && longer)
		ck_abort_msg("%s: %" G_GUINT64_FORMAT " pairs on longer paths", name, longer);
	if (tally->complete && more * 50 > of->free_efi)
		ck_abort_msg("%s: edge-forwarding index %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " without a guard",
			     name, efi, of->free_efi);
}

static void same_with_threads(const char *name, const Setting *of, const GuardedOptions *options, const Routes *routes)
{
	GuardedTally tally;
	of->graph->threads = 3;
	g_autoptr(Routes) again = guarded_routes(name, of->graph, of->hops, options, &tally);
	of->graph->threads = 1;
	if (memcmp(again->port, routes->port, (gsize)routes->n_dests * routes->n_switches))
		ck_abort_msg("%s: other routes with threads", name);
}

static void print_routing(const char *name, const Setting *of, const GuardedTally *one, const Routes *routes)
{
	if (g_getenv("SSSP_VERBOSE"))
		printf("%s: %s, %u with care, %u bent, %" G_GUINT64_FORMAT " refused, %" G_GUINT64_FORMAT
		       " longer pairs, EFI %" G_GUINT64_FORMAT " (free: %" G_GUINT64_FORMAT ")\n",
		       name, one->complete ? "complete" : "not complete", one->n_careful, one->n_rerouted_hosts,
		       one->refused, routes_nonminimal(of->graph, routes, of->hops), routes_efi(of->graph, routes),
		       of->free_efi);
}

static void count_routing(const Setting *of, const GuardedTally *one, const Routes *routes, Tally *tally)
{
	tally->routings++;
	tally->incomplete += !one->complete;
	tally->careful += one->n_careful;
	tally->bent += one->n_rerouted_hosts;
	tally->refused += one->refused;
	tally->longer += one->complete ? routes_nonminimal(of->graph, routes, of->hops) : 0;
}

static void route_case(const Setting *of, How how, gboolean trees, Tally *tally)
{
	GuardedTally one;
	GuardedOptions options = {.n_vls = 1, .passes = of->drawn->passes, .guided = how == GUIDED, .trees = trees};
	if (how != ORDERLESS) {
		options.place = of->guide->place;
		options.rank = of->guide->rank;
	}
	g_autofree char *name = g_strdup_printf("check_guarded '%s' %u (%s, %u passes%s)", of->spec, of->seed,
						how_name[how], options.passes, trees ? ", trees" : "");
	g_autoptr(Routes) routes = guarded_routes(name, of->graph, of->hops, &options, &one);
	print_routing(name, of, &one, routes);
	if (one.complete)
		guarded_judge(name, of->graph, routes);
	if (of->drawn->kind != CASE_OTHER && how == GUIDED && !trees)
		judge_tree(name, of, &one, routes);
	if (of->seed % 8 == how)
		same_with_threads(name, of, &options, routes);
	count_routing(of, &one, routes, tally);
}

static guint64 free_efi(const Graph *graph, guint passes)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Routes) routes = routes_new(graph, &error);
	assert_no_error(error);
	if (!engine_psssp.compute(graph, passes, routes, &error))
		assert_no_error(error);
	return routes_efi(graph, routes);
}

/* What SEED draws beside the SPEC is in guarded_draw.c. */
static void play_case(const char *spec, guint32 seed, Tally *tally)
{
	g_autoptr(GError) error = NULL;
	Case drawn;
	g_autoptr(Fabric) fabric = guarded_draw_fabric(spec, seed, &drawn);
	tally->impossible += !fabric;
	if (!fabric)
		return;
	g_autoptr(Graph) graph = graph_new(fabric, &error);
	assert_no_error(error);
	g_autoptr(Guide) guide = guide_new(graph, &error);
	assert_no_error(error);
	g_autofree guint8 *hops = graph_hops(graph, &error);
	assert_no_error(error);
	Setting of = {.spec = spec, .seed = seed, .drawn = &drawn, .graph = graph, .guide = guide, .hops = hops};
	of.free_efi = free_efi(graph, drawn.passes);
	for (How how = ORDERLESS; how < N_HOWS; how++)
		for (guint trees = 0; trees < 2; trees++)
			route_case(&of, how, trees, tally);
	tally->cases++;
	tally->pieces += drawn.in_pieces;
}

static void print_tally(const Tally *t)
{
	printf("%u fabrics, %u in pieces, %u impossible; %" G_GUINT64_FORMAT " routings, %" G_GUINT64_FORMAT
	       " not complete: %" G_GUINT64_FORMAT " destinations with care, %" G_GUINT64_FORMAT
	       " bent, %" G_GUINT64_FORMAT " dependencies refused, %" G_GUINT64_FORMAT " longer pairs\n",
	       t->cases, t->pieces, t->impossible, t->routings, t->incomplete, t->careful, t->bent, t->refused,
	       t->longer);
}

enum { N_CASES = 400 };

START_TEST(drawn_fabrics)
{
	Tally tally = {0};
	for (guint32 seed = 1; seed <= N_CASES; seed++) {
		g_autofree char *spec = guarded_draw_spec(seed);
		play_case(spec, seed, &tally);
	}
	print_tally(&tally);
	ck_assert_uint_gt(tally.careful, 0);
}
END_TEST

START_TEST(what_is_hardly_a_fabric)
{
	static const char *const pictures[] = {"A:2",
					       "A-B",
					       "A-B A:1",
					       "A-B A-B A-B A:2 B:3",
					       "A-B C-D A:1 B:2 C:3 D:1",
					       "A-B C-D A:1 B:2",
					       "A-B B-C A:1",
					       "A-B B-C C-A D:1",
					       "A-B B-C C-A A:1 B:1 C:1 D:1 E-F",
					       "A-B B-C C-D D-E E-A A:1 B:1 C:1 D:1 E:1 F-G G-H H-F F:1"};
	Tally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(pictures); i++)
		for (guint32 seed = 1; seed <= 12; seed++)
			play_case(pictures[i], seed, &tally);
	print_tally(&tally);
}
END_TEST

static const char *replayed;
static guint32 replayed_seed;

START_TEST(one_case)
{
	Tally tally = {0};
	g_setenv("SSSP_VERBOSE", "1", TRUE);
	play_case(replayed, replayed_seed, &tally);
	print_tally(&tally);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {drawn_fabrics, what_is_hardly_a_fabric, NULL}, *const one[] = {one_case, NULL};
	if (argc < 2)
		return fixture_run("guarded", tests);
	replayed_seed = (guint32)atoi(argv[argc - 1]);
	g_autofree char *spec = argc > 2 ? g_strdup(argv[1]) : guarded_draw_spec(replayed_seed);
	replayed = spec;
	return fixture_run("one case", one);
}
