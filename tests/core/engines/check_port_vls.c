/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes on VLs that switches choose by input and output port: complete, and free of credit loops by the proof that
 * shares nothing with what chose them. `check_port_vls odd SEED` routes one drawn fabric again.
 */
#include "core/engines/port_lanes.h"
#include "core/engines/psssp.h"
#include "core/graph/spanning_tree.h"
#include "core/guide/guide.h"
#include "core/lanes/sl2vl_from_port_vls.h"
#include "core/choose/mcast_tree.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"
#include "tests/core/engines/guarded_draw.h"
#include "tests/core/odd_fabric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static guint32 asked; /* seed; 0: many */
static guint n_complete, n_asked;
static guint n_like, n_unlike; /* tables of several VLs for each, gathered again or not */
static const guint budgets[] = {2, 3, 4, 8};

/* Follows a path through the tables as a packet does: each entry leads on, on the VL that the switch's table has. */
static void walk(const Graph *g, const Routes *routes, const Sl2vl *sl2vl, const PortVls *vls, guint32 v, guint32 dest)
{
	const guint8 *row = routes_row(routes, dest);
	guint32 before = GRAPH_NONE, hops = 0;
	for (guint32 c; (c = route_channel(g, row, v)) != GRAPH_NONE; v = g->to[c], before = c) {
		guint in = before == GRAPH_NONE ? 0 : g->port[g->reverse[before]];
		guint8 vl = sl2vl_get(sl2vl, v, in, g->port[c])->vl[hops % SL_COUNT];
		ck_assert_uint_eq(vl % vls->n_vls,
				  before == GRAPH_NONE ? vls->sent[c] : vls->state[cdg_turn(vls->turns, before, c)]);
		ck_assert_uint_lt(vl, vls->n_vls * vls->copies);
		ck_assert(graph_has_lane(g, c, vl));
		ck_assert_uint_lt(++hops, GRAPH_FAR);
	}
	ck_assert_uint_eq(v, g->dests[dest].vertex);
}

static void walk_all(const Graph *g, const Routes *routes, const guint8 *hops, const Sl2vl *sl2vl, const PortVls *vls)
{
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++)
			if (route_carries_data(g, v, d) &&
			    hops[(gsize)v * g->n_switches + g->dests[d].vertex] != GRAPH_FAR)
				walk(g, routes, sl2vl, vls, v, d);
}

/* Moves all VLs up by one, so that the lowest is not used, and has the numbers closed up again. */
static void judge_compact(const char *name, const Graph *g, const Routes *routes, const PortVls *vls)
{
	g_autoptr(PortVls) other = port_vls_copy(g, vls, NULL);
	guint32 n_states = vls->turns->first[g->n_channels], has = 0;
	ck_assert(port_vls_compact(g, routes, other, NULL));
	guint n = other->n_vls;
	ck_assert_uint_le(n, vls->n_vls);
	ck_assert_msg(port_vls_are_free(g, routes, other, NULL), "%s: not free when closed up", name);
	for (guint32 i = 0; i < n_states; i++) {
		ck_assert(other->state[i] == PORT_VLS_NONE || other->state[i] <= vls->state[i]);
		has |= other->state[i] == PORT_VLS_NONE ? 0 : 1u << other->state[i];
	}
	for (guint32 c = 0; c < g->n_channels; c++)
		has |= other->sent[c] == PORT_VLS_NONE ? 0 : 1u << other->sent[c];
	ck_assert_msg(has == (1u << n) - 1 || !has, "%s: VLs 0x%x of %u", name, has, n);
	g_autoptr(PortVls) up = port_vls_copy(g, other, NULL);
	up->n_vls = n + 1;
	for (guint32 i = 0; i < n_states; i++)
		up->state[i] = up->state[i] == PORT_VLS_NONE ? 0 : (guint8)(up->state[i] + 1);
	for (guint32 c = 0; c < g->n_channels; c++)
		up->sent[c] = up->sent[c] == PORT_VLS_NONE ? 0 : (guint8)(up->sent[c] + 1);
	ck_assert(g->lanes || port_vls_compact(g, routes, up, NULL));
	ck_assert(g->lanes || (up->n_vls == n && memcmp(up->state, other->state, n_states) == 0 &&
			       memcmp(up->sent, other->sent, g->n_channels) == 0));
}

/*
 * Each VL stands for several: packets follow such tables, too, and when read these are the VLs that they were made of.
 * So they are where a table has one VL for each.
 */
static void judge_copies(const char *name, const Fabric *fabric, const Graph *g, const Routes *routes,
			 const guint8 *hops, const PortVls *vls, guint copies)
{
	g_autoptr(PortVls) several = port_vls_copy(g, vls, NULL);
	several->copies = copies;
	g_autoptr(Sl2vl) sl2vl = sl2vl_from_port_vls(fabric, g, several, NULL);
	walk_all(g, routes, hops, sl2vl, several);
	g_autoptr(PortVls) read = port_vls_from_sl2vl(g, sl2vl, NULL);
	ck_assert_msg(port_vls_are_free(g, routes, read, NULL), "%s: not free with %u copies", name, copies);
	port_vls_gather(g, sl2vl, read);
	ck_assert_msg(port_vls_are_free(g, routes, read, NULL), "%s: not free when gathered", name);
	gboolean like = read->n_vls == MAX(2, vls->n_vls);
	for (guint32 i = 0; like && i < vls->turns->first[g->n_channels]; i++)
		ck_assert_uint_eq(read->state[i], vls->state[i] == PORT_VLS_NONE ? 0 : vls->state[i]);
	for (guint32 c = 0; like && c < g->n_channels; c++)
		ck_assert_uint_eq(read->sent[c], vls->sent[c] == PORT_VLS_NONE ? 0 : vls->sent[c]);
	ck_assert(!like || read->copies <= copies);
	n_like += like;
	n_unlike += !like;
}

/* Pairs of hosts on longer paths; NULL routes where so many VLs do not do. */
typedef struct {
	gboolean complete;
	guint64 longer;
} Outcome;

static Outcome route_and_judge(const char *name, const Fabric *fabric, const Graph *g, const Guide *guide, guint n_vls)
{
	GuardedTally tally;
	PortVls *found;
	const GuardedOptions options = {
		.n_vls = n_vls, .passes = PORT_LANES_PASSES, .place = guide->place, .rank = guide->rank};
	g_autoptr(Routes) routes = routes_new(g, NULL);
	g_autofree guint8 *hops = graph_hops(g, NULL);
	ck_assert(engine_psssp.compute(g, 0, routes, NULL));
	ck_assert(port_lanes_compute(g, hops, &options, routes, &tally, &found, NULL));
	ck_assert((found != NULL) == tally.complete);
	n_asked++;
	n_complete += tally.complete;
	if (!tally.complete)
		return (Outcome){FALSE, 0};
	g_autoptr(PortVls) vls = found;
	ck_assert_msg(port_vls_are_free(g, routes, vls, NULL), "%s: not free with %u VLs", name, n_vls);
	judge_compact(name, g, routes, vls);
	g_autoptr(Sl2vl) sl2vl = sl2vl_from_port_vls(fabric, g, vls, NULL);
	walk_all(g, routes, hops, sl2vl, vls);
	for (guint copies = 1; copies <= PORT_VLS_MOST / MAX(2, vls->n_vls); copies++)
		judge_copies(name, fabric, g, routes, hops, vls, copies);
	return (Outcome){TRUE, routes_nonminimal(g, routes, hops)};
}

static void all_budgets(const char *name, const Fabric *fabric)
{
	g_autoptr(Graph) g = graph_new(fabric, NULL);
	ck_assert(graph_limit_lanes(g, fabric, NULL));
	g_autoptr(Guide) guide = guide_new(g, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(budgets); i++)
		route_and_judge(name, fabric, g, guide, budgets[i]);
}

static void one_odd(guint32 seed)
{
	g_auto(OddCase) odd = {0};
	g_autofree char *name = g_strdup_printf("odd %u", seed);
	odd_case_init(&odd, seed, 40);
	all_budgets(name, odd.fabric);
}

START_TEST(odd_fabrics)
{
	for (guint32 seed = asked ? asked : 1; seed <= (asked ? asked : 60); seed++)
		one_odd(seed);
	printf("%u of %u times so many VLs did\n", n_complete, n_asked);
	ck_assert(asked || 3 * n_complete > 2 * n_asked);
	printf("%u tables gathered, %u not\n", n_like, n_unlike);
	ck_assert_uint_gt(n_like, 50 * n_unlike);
}
END_TEST

static Outcome of_spec(const char *spec, guint n_vls)
{
	g_autoptr(Fabric) fabric = synth_fabric(spec, NULL);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	g_autoptr(Graph) g = graph_new(fabric, NULL);
	g_autoptr(Guide) guide = guide_new(g, NULL);
	return route_and_judge(spec, fabric, g, guide, n_vls);
}

START_TEST(two_vls_serve_low_diameters)
{
	static const char *const specs[] = {"slimfly:5", "hyperx:5x5,hosts=4", "kautz:3,3", "dragonfly:a=4,p=2,h=2",
					    "random:switches=32,ports=16,hosts=8,seed=1"};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		Outcome outcome = of_spec(specs[i], 2);
		ck_assert(outcome.complete);
		ck_assert_uint_eq(outcome.longer, 0);
	}
}
END_TEST

/* Where P-SSSP's own routes do not fit, as in rings: all pairs have a path, few of them longer. */
START_TEST(rings_are_served_beside_a_tree)
{
	g_autoptr(Fabric) fabric = synth_fabric("torus:6x6,hosts=2", NULL);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	g_autoptr(Graph) g = graph_new(fabric, NULL);
	g_autoptr(Guide) guide = guide_new(g, NULL);
	g_autoptr(Routes) routes = routes_new(g, NULL);
	g_autofree guint8 *hops = graph_hops(g, NULL);
	const GuardedOptions options = {
		.n_vls = 3, .place = guide->place, .rank = guide->rank, .guided = TRUE, .trees = TRUE};
	GuardedTally tally;
	PortVls *found = NULL;
	ck_assert(guarded_compute(g, hops, &options, routes, &tally, &found, NULL));
	g_autoptr(PortVls) vls = found;
	ck_assert(tally.complete && vls);
	ck_assert(port_vls_are_free(g, routes, vls, NULL));
	ck_assert_uint_le(routes_nonminimal(g, routes, hops), 50); /* of 5,112 */
}
END_TEST

/* ---- beside a spanning tree */

/* All that sends has a path, and the proof finds no loop, be it on the tree. */
static void judge_beside_tree(const char *name, const Graph *g, const Guide *guide, guint n_vls, gboolean guided)
{
	const GuardedOptions options = {
		.n_vls = n_vls, .place = guide->place, .rank = guide->rank, .guided = guided, .trees = TRUE};
	g_autoptr(GError) error = NULL;
	g_autoptr(Routes) routes = routes_new(g, NULL);
	g_autofree guint8 *hops = graph_hops(g, NULL);
	GuardedTally tally;
	PortVls *found = NULL;
	ck_assert_msg(guarded_compute(g, hops, &options, routes, &tally, &found, &error), "%s: %s", name,
		      error ? error->message : "");
	g_autoptr(PortVls) vls = found;
	ck_assert_msg(tally.complete && vls, "%s: not complete with %u VLs", name, n_vls);
	ck_assert_msg(port_vls_are_free(g, routes, vls, NULL), "%s: not free with %u VLs%s", name, n_vls,
		      guided ? ", guided" : "");
}

static void beside_trees(const char *name, const Graph *g, guint32 seed)
{
	g_autoptr(Guide) guide = guide_new(g, NULL);
	for (guint guided = 0; guided < 2; guided++)
		judge_beside_tree(name, g, guide, 2 + seed / 2 % 3, guided);
}

static void one_drawn(const char *spec, guint32 seed)
{
	Case drawn;
	g_autoptr(Fabric) fabric = guarded_draw_fabric(spec, seed, &drawn);
	g_autofree char *name = g_strdup_printf("drawn '%s' %u", spec, seed);
	if (!fabric)
		return;
	g_autoptr(Graph) g = graph_new(fabric, NULL);
	beside_trees(name, g, seed);
}

START_TEST(trees_have_vls_from_leaf_to_leaf)
{
	for (guint32 seed = 1; seed <= 200; seed++) {
		g_autofree char *spec = guarded_draw_spec(seed);
		one_drawn(spec, seed);
	}
}
END_TEST

START_TEST(damaged_trees_are_served_beside_one)
{
	static const char *const families[] = {"karytree:4,3", "karytree:6,3", "fattree:ports=12,levels=3"};
	for (guint32 seed = 1; seed <= 24; seed++) {
		g_autofree char *spec =
			g_strdup_printf("%s,fail=links:%u%%,seed=%u", families[seed % 3], 5 + 5 * (seed / 3 % 3), seed);
		g_autoptr(Fabric) fabric = synth_fabric(spec, NULL);
		ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
		g_autoptr(Graph) g = graph_new(fabric, NULL);
		beside_trees(spec, g, seed);
	}
}
END_TEST

/* ---- with a tree for multicast */

/* Routes beside a tree that is there first leave it to multicast, whatever VL its states are on. */
static void judge_with_tree(const char *name, const Graph *g, const GuardedOptions *options, guint *complete)
{
	GuardedTally tally;
	PortVls *found;
	g_autoptr(Routes) routes = routes_new(g, NULL);
	g_autofree guint8 *hops = graph_hops(g, NULL);
	ck_assert(engine_psssp.compute(g, 0, routes, NULL));
	ck_assert(port_lanes_compute(g, hops, options, routes, &tally, &found, NULL));
	g_autoptr(PortVls) vls = found;
	if (!tally.complete)
		return;
	(*complete)++;
	ck_assert_msg(port_vls_are_free(g, routes, vls, NULL), "%s: not free beside a tree", name);
	Layers layers = {.n_layers = 1, .vls = vls};
	g_autofree guint8 *tree = mcast_tree_find(g, hops, routes, &layers, options->tree, NULL, NULL);
	ck_assert_msg(tree && memcmp(tree, options->tree, g->n_channels) == 0, "%s: the tree does not fit", name);
}

START_TEST(a_tree_stays_for_multicast)
{
	guint complete = 0;
	for (guint32 seed = 1; seed <= 200; seed++) {
		Case drawn;
		g_autofree char *spec = guarded_draw_spec(seed);
		g_autoptr(Fabric) fabric = guarded_draw_fabric(spec, seed, &drawn);
		if (!fabric)
			continue;
		g_autofree char *name = g_strdup_printf("'%s' %u", spec, seed);
		g_autoptr(Graph) g = graph_new(fabric, NULL);
		g_autofree guint8 *hops = graph_hops(g, NULL), *tree = spanning_tree_find(g, hops, NULL);
		guint n_vls = 2 + seed % 3;
		for (guint vl = 0; vl < n_vls; vl += n_vls - 1)
			judge_with_tree(
				name, g,
				&(GuardedOptions){
					.n_vls = n_vls, .passes = PORT_LANES_PASSES, .tree = tree, .tree_vl = vl},
				&complete);
	}
	printf("%u times beside a tree\n", complete);
	ck_assert_uint_gt(complete, 200);
}
END_TEST

/* ---- hosts on one lane, others beside them */

/* What hosts send to a host goes where it went, on the lowest VL. */
static void same_for_hosts(const char *name, const Graph *g, const Routes *routes, const Routes *before,
			   const PortVls *vls)
{
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++)
			for (guint32 w = v, a = GRAPH_NONE, c; g->hosts[v] && g->dests[d].is_host; w = g->to[a = c]) {
				c = route_channel(g, routes_row(before, d), w);
				ck_assert_msg(c == route_channel(g, routes_row(routes, d), w), "%s: others", name);
				if (c == GRAPH_NONE)
					break;
				ck_assert(a == GRAPH_NONE ? vls->sent[c] == 0
							  : vls->state[cdg_turn(vls->turns, a, c)] == 0);
			}
}

static guint n_beside, n_noted;

static void serve_beside(const char *name, const Graph *g, guint32 seed)
{
	GuardedTally tally;
	PortVls *found = NULL;
	g_autoptr(Guide) guide = guide_new(g, NULL);
	g_autoptr(Routes) routes = routes_new(g, NULL), hosts_only = NULL;
	g_autofree guint8 *hops = graph_hops(g, NULL), *unserved = g_malloc0(g->n_dests + 1);
	GuardedOptions options = {.n_vls = 1,
				  .place = guide->place,
				  .rank = guide->rank,
				  .guided = seed % 2,
				  .hosts_only = &hosts_only,
				  .unserved = unserved};
	ck_assert(guarded_compute(g, hops, &options, routes, &tally, NULL, NULL));
	if (!hosts_only)
		return;
	for (guint32 d = 0; d < g->n_dests; d++) /* more than did not fit, so that there is something to do */
		unserved[d] |= d % 3 == seed % 3;
	options = (GuardedOptions){.n_vls = 2, .place = guide->place, .unserved = unserved};
	routes_assign(g, routes, hosts_only);
	ck_assert(guarded_serve_rest(g, hops, &options, routes, &tally, &found, NULL));
	g_autoptr(PortVls) vls = found;
	n_noted++;
	n_beside += tally.complete;
	if (!tally.complete)
		return;
	ck_assert_msg(port_vls_are_free(g, routes, vls, NULL), "%s: not free beside hosts", name);
	ck_assert_uint_eq(tally.n_rerouted_hosts, 0);
	same_for_hosts(name, g, routes, hosts_only, vls);
}

START_TEST(others_are_served_beside_hosts)
{
	for (guint32 seed = 1; seed <= 300; seed++) {
		Case drawn;
		g_autofree char *spec = guarded_draw_spec(seed);
		g_autoptr(Fabric) fabric = guarded_draw_fabric(spec, seed, &drawn);
		g_autofree char *name = g_strdup_printf("'%s' %u", spec, seed);
		g_autoptr(Graph) g = fabric ? graph_new(fabric, NULL) : NULL;
		if (g)
			serve_beside(name, g, seed);
	}
	printf("%u of %u times all others have a path beside hosts\n", n_beside, n_noted);
	ck_assert(n_noted > 0 && 2 * n_beside > n_noted);
}
END_TEST

START_TEST(the_proof_finds_a_loop)
{
	g_autoptr(Fabric) fabric = synth_fabric("torus:6x6,hosts=1", NULL);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	g_autoptr(Graph) g = graph_new(fabric, NULL);
	g_autoptr(Routes) routes = routes_new(g, NULL);
	g_autoptr(PortVls) vls = port_vls_new(g, 2, NULL);
	ck_assert(engine_psssp.compute(g, 1, routes, NULL));
	ck_assert(!port_vls_are_free(g, routes, vls, NULL)); /* no VLs at all */
	memset(vls->state, 1, vls->turns->first[g->n_channels]);
	memset(vls->sent, 0, g->n_channels);
	ck_assert(!port_vls_are_free(g, routes, vls, NULL)); /* rings */
	g_autoptr(PortVls) then = port_vls_copy(g, vls, NULL);
	vls->n_vls = then->n_vls = 4; /* two of which nothing is on */
	ck_assert(!port_vls_compact(g, routes, vls, NULL));
	ck_assert_uint_eq(vls->n_vls, 4);
	ck_assert_mem_eq(vls->state, then->state, vls->turns->first[g->n_channels]);
	ck_assert_mem_eq(vls->sent, then->sent, g->n_channels);
}
END_TEST

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "odd") == 0)
		asked = (guint32)atoi(argv[2]);
	const TTest *const only[] = {odd_fabrics, NULL};
	const TTest *const tests[] = {odd_fabrics,
				      two_vls_serve_low_diameters,
				      rings_are_served_beside_a_tree,
				      trees_have_vls_from_leaf_to_leaf,
				      damaged_trees_are_served_beside_one,
				      a_tree_stays_for_multicast,
				      others_are_served_beside_hosts,
				      the_proof_finds_a_loop,
				      NULL};
	return fixture_run("port_vls", asked ? only : tests);
}
