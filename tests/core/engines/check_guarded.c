/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes that close no cycle on one virtual lane, on drawn fabrics of all families, damaged ones among them: every pair
 * that carries data has a path, nothing loops, and the dependencies of all of them, found from the rows alone, have no
 * cycle. `check_guarded [SPEC] SEED` computes one case again, that of the seed without a SPEC, and prints what came of
 * it.
 */
#include "core/engines/guarded.h"

#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/guide/guide.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"
#include "tests/core/engines/guarded_draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one routing, judged from its rows */

typedef struct {
	const char *name;
	const Graph *graph;
	const Routes *routes;
	guint32 *piece;  /* [n_switches] the lowest switch of its piece of the fabric */
	guint32 *first;  /* [n_channels] of its pairs in `follows` */
	guint8 *follows; /* [pairs of channels] 1: packets take the second right after the first */
	guint32 n_pairs;
} Judged;

#define wrong(judged, ...)                                                                                             \
	do {                                                                                                           \
		g_autofree char *what = g_strdup_printf(__VA_ARGS__);                                                  \
		ck_abort_msg("%s: %s", (judged)->name, what);                                                          \
	} while (0)

static void find_pieces(Judged *judged)
{
	const Graph *graph = judged->graph;
	judged->piece = g_new(guint32, graph->n_switches + 1);
	for (guint32 v = 0; v < graph->n_switches; v++)
		judged->piece[v] = v;
	for (gboolean more = TRUE; more;) {
		more = FALSE;
		for (guint32 c = 0; c < graph->n_channels; c++) {
			guint32 *a = &judged->piece[graph->from[c]], *b = &judged->piece[graph->to[c]];
			more |= *a != *b;
			*a = *b = MIN(*a, *b);
		}
	}
}

static void judged_init(Judged *judged, const char *name, const Graph *graph, const Routes *routes)
{
	*judged = (Judged){.name = name, .graph = graph, .routes = routes};
	judged->first = g_new(guint32, graph->n_channels + 1);
	for (guint32 c = 0; c < graph->n_channels; c++) {
		judged->first[c] = judged->n_pairs;
		judged->n_pairs += graph->first[graph->to[c] + 1] - graph->first[graph->to[c]];
	}
	judged->follows = g_malloc0(judged->n_pairs + (gsize)1);
	find_pieces(judged);
}

static void judged_clear(Judged *judged)
{
	g_free(judged->piece);
	g_free(judged->first);
	g_free(judged->follows);
}

static guint8 *pair_of(const Judged *judged, guint32 c, guint32 d)
{
	return &judged->follows[judged->first[c] + d - judged->graph->first[judged->graph->to[c]]];
}

/* The channel by which v sends on; GRAPH_NONE without an entry. Entries lead over cables between switches. */
static guint32 sends_by(const Judged *judged, guint32 dest, const guint8 *row, guint32 v)
{
	if (row[v] == ROUTE_NONE || v == judged->graph->dests[dest].vertex)
		return GRAPH_NONE;
	guint32 c = graph_channel(judged->graph, v, row[v]);
	if (c == GRAPH_NONE || judged->graph->from[c] != v)
		wrong(judged, "destination %u: port %u of switch %u leads to no switch", dest, row[v], v);
	return c;
}

/* All entries lead to the destination, and all that can be there are. */
static void judge_paths(const Judged *judged, guint32 dest)
{
	const Graph *graph = judged->graph;
	const guint8 *row = routes_row(judged->routes, dest);
	guint32 target = graph->dests[dest].vertex;
	if (row[target] != 0)
		wrong(judged, "destination %u: an entry at its own switch", dest);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 w = v, hops = 0;
		for (guint32 c; hops <= graph->n_switches && (c = sends_by(judged, dest, row, w)) != GRAPH_NONE; hops++)
			w = graph->to[c];
		if (hops > graph->n_switches)
			wrong(judged, "destination %u: packets from switch %u loop", dest, v);
		if (w != target && w != v)
			wrong(judged, "destination %u: packets from switch %u end at %u", dest, v, w);
		if (w != target && judged->piece[v] == judged->piece[target])
			wrong(judged, "destination %u: no path from switch %u, which %s data", dest, v,
			      route_carries_data(graph, v, dest) ? "sends" : "does not send");
	}
}

/* Marks what follows what on the paths of all that send data. */
static void mark_pairs(const Judged *judged, guint32 dest)
{
	const Graph *graph = judged->graph;
	const guint8 *row = routes_row(judged->routes, dest);
	g_autofree guint8 *walked = g_malloc0(graph->n_switches + 1);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (!route_carries_data(graph, v, dest))
			continue;
		for (guint32 w = v, c, d; !walked[w]; w = graph->to[c]) {
			walked[w] = 1;
			c = sends_by(judged, dest, row, w);
			if (c == GRAPH_NONE)
				break;
			d = sends_by(judged, dest, row, graph->to[c]);
			if (d != GRAPH_NONE)
				*pair_of(judged, c, d) = 1;
		}
	}
}

/* Takes out what depends on nothing any more until all is gone. */
static void judge_cycles(const Judged *judged)
{
	const Graph *graph = judged->graph;
	g_autofree guint32 *before = g_new0(guint32, graph->n_channels + 1);
	g_autofree guint32 *list = g_new(guint32, graph->n_channels + 1);
	guint32 n = 0;
	for (guint32 c = 0; c < graph->n_channels; c++)
		for (guint32 d = graph->first[graph->to[c]]; d < graph->first[graph->to[c] + 1]; d++)
			before[d] += *pair_of(judged, c, d);
	for (guint32 c = 0; c < graph->n_channels; c++)
		if (!before[c])
			list[n++] = c;
	for (guint32 i = 0; i < n; i++)
		for (guint32 d = graph->first[graph->to[list[i]]]; d < graph->first[graph->to[list[i]] + 1]; d++)
			if (*pair_of(judged, list[i], d) && !--before[d])
				list[n++] = d;
	if (n != graph->n_channels)
		wrong(judged, "%u channels are on a cycle of dependencies or behind one", graph->n_channels - n);
}

static void judge_loads(const Judged *judged)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Routes) again = routes_copy(judged->graph, judged->routes, &error);
	assert_no_error(error);
	routes_recount(judged->graph, again);
	for (guint32 c = 0; c < judged->graph->n_channels; c++)
		if (again->load[c] != judged->routes->load[c])
			wrong(judged, "channel %u has a load of %" G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT, c,
			      again->load[c], judged->routes->load[c]);
}

static void check_routes(const char *name, const Graph *graph, const Routes *routes)
{
	Judged judged;
	judged_init(&judged, name, graph, routes);
	for (guint32 d = 0; d < graph->n_dests; d++) {
		judge_paths(&judged, d);
		mark_pairs(&judged, d);
	}
	judge_cycles(&judged);
	judge_loads(&judged);
	judged_clear(&judged);
}

/* ---- one case, with several options */

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

static Routes *compute(const char *name, const Setting *of, const GuardedOptions *options, GuardedTally *tally)
{
	g_autoptr(GError) error = NULL;
	Routes *routes = routes_new(of->graph, &error);
	assert_no_error(error);
	if (!guarded_compute(of->graph, of->hops, options, routes, tally, NULL, &error))
		ck_abort_msg("%s: %s", name, error ? error->message : "no routes and no error");
	if (!tally->complete && options->trees)
		ck_abort_msg("%s: not complete", name);
	return routes;
}

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
	g_autoptr(Routes) again = compute(name, of, options, &tally);
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
	g_autoptr(Routes) routes = compute(name, of, &options, &one);
	print_routing(name, of, &one, routes);
	if (one.complete)
		check_routes(name, of->graph, routes);
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

/* ---- the tests */

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
	Setting of = {.spec = spec, .graph = graph, .guide = guide, .hops = hops};
	GuardedTally tally;
	GuardedOptions options = {
		.n_vls = 1, .passes = 1, .place = guide->place, .rank = guide->rank, .guided = TRUE, .ordered = TRUE};
	g_autoptr(Routes) routes = compute(spec, &of, &options, &tally);
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
		Setting of = {.spec = spec, .graph = graph, .guide = guide, .hops = hops};
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
		g_autoptr(Routes) routes = compute(spec, &of, &options, &tally);
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
	const TTest *const tests[] = {drawn_fabrics, what_is_hardly_a_fabric, both_cables_are_of_use,
				      hosts_keep_the_order, routes_that_are_led, NULL},
			   *const one[] = {one_case, NULL};
	if (argc < 2)
		return fixture_run("guarded", tests);
	replayed_seed = (guint32)atoi(argv[argc - 1]);
	g_autofree char *spec = argc > 2 ? g_strdup(argv[1]) : guarded_draw_spec(replayed_seed);
	replayed = spec;
	return fixture_run("one case", one);
}
