/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes on VLs by ports beside something that is there first: a spanning tree for who finds no path, or one for
 * multicast, or hosts on one lane.
 */
#include "core/choose/mcast_tree.h"
#include "core/engines/port_lanes.h"
#include "core/engines/psssp.h"
#include "core/graph/spanning_tree.h"
#include "core/guide/guide.h"
#include "generator/synth/synth.h"
#include "tests/core/engines/guarded_draw.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <string.h>

/* ---- beside a spanning tree */

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

static guint n_beside, n_noted, n_rerouted; /* all served, of how many; of those, entries of hosts made room */

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
	if (!tally.n_rerouted_hosts)
		same_for_hosts(name, g, routes, hosts_only, vls);
	n_rerouted += tally.n_rerouted_hosts != 0;
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

/* Where many cables are lost, entries of hosts make room in some fabrics. */
START_TEST(others_are_served_in_damaged_trees)
{
	n_noted = n_beside = n_rerouted = 0;
	for (guint32 seed = 1; seed <= 60; seed++) {
		g_autofree char *spec = g_strdup_printf("fattree:ports=6,levels=3,fail=links:15%%,seed=%u", seed);
		g_autoptr(Fabric) fabric = synth_fabric(spec, NULL);
		ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
		g_autoptr(Graph) g = graph_new(fabric, NULL);
		serve_beside(spec, g, seed);
	}
	printf("%u of %u times in damaged trees, %u times beside hosts that made room\n", n_beside, n_noted,
	       n_rerouted);
	ck_assert(n_rerouted > 0 && n_beside > 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {rings_are_served_beside_a_tree,
				      trees_have_vls_from_leaf_to_leaf,
				      damaged_trees_are_served_beside_one,
				      a_tree_stays_for_multicast,
				      others_are_served_beside_hosts,
				      others_are_served_in_damaged_trees,
				      NULL};
	return fixture_run("port_vls_beside", tests);
}
