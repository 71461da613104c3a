/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks what is fitted path by path: orders of channel classes, the last pairs of hosts, aggregation nodes and
 * management ports beside the routes of hosts, which stay as they are; lanes that carry nothing are left out.
 */
#include "core/fit/class_order.h"
#include "core/fit/fit_hosts.h"
#include "core/fit/fit_room.h"
#include "core/fit/infrastructure.h"
#include "core/routing.h"
#include "tests/core/lanes/lane_case.h"

#include <string.h>

START_TEST(class_orders_place_each_channel_once_and_by_class)
{
	static const char *const fabrics[] = {"karytree:3,3", "fattree:ports=8,levels=2", "torus:4x4,hosts=1"};
	for (guint i = 0; i < G_N_ELEMENTS(fabrics); i++) {
		g_auto(Case) c = case_new(fabrics[i]);
		guint32 n = c.graph->n_channels;
		g_autoptr(ClassOrder) order = class_order_new(c.graph, NULL);
		ck_assert_uint_eq(order->n, i == 2 ? 1 : i == 0 ? 4 : 2);
		for (guint k = 0; k < order->n; k++) {
			g_autoptr(Cdg) cdg = cdg_new(c.turns, NULL);
			g_autofree guint8 *taken = g_malloc0(n + 1);
			guint32 changes = 0;
			g_autofree guint32 *class = g_new(guint32, n + 1);
			class_order_arrange(order, k, cdg);
			for (guint32 ch = 0; ch < n; ch++) {
				ck_assert_uint_eq(taken[cdg->place[ch]]++, 0);
				class[cdg->place[ch]] = order->class[ch];
			}
			for (guint32 p = 1; p < n; p++)
				changes += class[p] != class[p - 1];
			/* channels of a class stand together */
			ck_assert_uint_eq(changes, i == 2 ? 0 : i == 0 ? 3 : 1);
			if (k == 0 && i < 2) { /* nothing climbs after it descended */
				ck_assert(class_order_is_up(order, 0) || class[0] % 2 == 1);
				ck_assert_uint_eq(class[n - 1] % 2, 0);
			}
		}
	}
}
END_TEST

/*
 * All pairs of hosts are asked for on one lane or several; what is served closes no cycle, and all others are marked.
 */
typedef enum { BESIDE, WITH_ROOM, MINIMAL } How; /* others make room; nobody takes a longer path */

static gboolean serve(const Case *c, How how, guint max_lanes, Layers *layers, guint64 *left, GError **error)
{
	guint64 looks = G_MAXUINT64;
	if (how == BESIDE)
		return fit_hosts(c->graph, c->hops, max_lanes, c->routes, layers, NULL, &looks, left, error);
	FitRoomPaths paths = how == MINIMAL ? FIT_ROOM_MINIMAL : FIT_ROOM_ANY;
	return fit_room(c->graph, c->hops, max_lanes, paths, FALSE, c->routes, layers, &looks, left, error);
}

static guint64 fit(const char *spec, How how, guint max_lanes)
{
	g_autoptr(GError) error = NULL;
	g_auto(Case) c = case_new(spec);
	gsize n = c.graph->n_switches;
	guint64 left = 0, marked = 0;
	g_autoptr(Layers) layers = layers_new(c.graph, NULL);
	layers->unproven = g_malloc0(n * n + 1);
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < n; t++)
			layers->unproven[s * n + t] = s != t && pair_of_hosts(c.graph, s, t);
	ck_assert(serve(&c, how, max_lanes, layers, &left, &error));
	assert_no_error(error);
	ck_assert(how != MINIMAL || !routes_nonminimal(c.graph, c.routes, c.hops));
	ck_assert_uint_le(layers->n_layers, max_lanes);
	ck_assert_uint_eq(layers->unproven != NULL, left > 0);
	for (gsize i = 0; i < n * n && layers->unproven; i++)
		marked += layers->unproven[i];
	ck_assert_uint_eq(marked, 2 * left);
	guint32 n_turns = c.turns->first[c.graph->n_channels];
	g_autofree guint16 *lanes = g_new0(guint16, n_turns + 1);
	ck_assert(layers_mark_lanes(c.graph, c.routes, LAYERS_OF_HOSTS, layers, c.turns, lanes, NULL));
	for (guint lane = 0; lane < layers->n_layers; lane++) {
		g_autofree guint8 *used = g_malloc0(n_turns + 1), *picked = g_malloc(n_turns + 1);
		ck_assert(layers_mark_lane(c.graph, c.routes, LAYERS_OF_HOSTS, layers, lane, c.turns, used, NULL));
		layers_pick_lane(lanes, lane, c.turns, picked);
		ck_assert_mem_eq(used, picked, n_turns);
		ck_assert_msg(cdg_is_acyclic(c.turns, used, NULL), "%s: lane %u has a cycle", spec, lane);
	}
	for (guint32 d = 0; d < c.graph->n_dests && layers->layer; d++)
		for (guint32 e = 0; e < c.graph->n_dests; e++) {
			guint32 s = c.graph->dests[e].vertex, t = c.graph->dests[d].vertex;
			if (c.graph->dests[d].is_host && c.graph->dests[e].is_host && s != t)
				ck_assert_uint_eq(layers->layer[d * n + s], layers->layer[e * n + t]);
		}
	return left;
}

START_TEST(hosts_are_fitted_without_a_cycle)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		guint64 one = fit(specs[i], BESIDE, 1), two = fit(specs[i], BESIDE, 2);
		ck_assert_uint_le(two, one);
		ck_assert_uint_eq(fit(specs[i], BESIDE, 8), 0);
	}
}
END_TEST

/* More find a lane, and there is no cycle either. */
START_TEST(others_make_room)
{
	guint64 beside = 0, with_room = 0;
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint lanes = 1; lanes <= 3; lanes++) {
			beside += fit(specs[i], BESIDE, lanes);
			with_room += fit(specs[i], WITH_ROOM, lanes);
			fit(specs[i], MINIMAL, lanes);
		}
	ck_assert_uint_gt(beside, 0);
	ck_assert_uint_lt(with_room, beside);
}
END_TEST

/* ---- aggregation nodes and management ports */

static gboolean is_of_hosts(const Graph *g, guint32 v, guint32 d)
{
	return route_of_hosts(g, v, d) && v != g->dests[d].vertex;
}

/* Hosts' rows and lanes stay, all else arrives, and nothing that is not marked closes a cycle. */
static void add_others(const char *spec, guint max_lanes)
{
	g_autoptr(GError) error = NULL;
	g_auto(Case) c = case_new(spec);
	const Graph *g = c.graph;
	gsize n = g->n_switches;
	g_autoptr(Routes) before = routes_copy(g, c.routes, NULL);
	g_autoptr(Layers) layers = layers_single();
	ck_assert(layers_are_acyclic(g, c.routes, LAYERS_OF_HOSTS, NULL, 1, NULL));
	ck_assert(infrastructure_fit(g, c.hops, max_lanes, MANAGEMENT_UNPROVEN, c.routes, layers, &error));
	assert_no_error(error);
	ck_assert(layers_are_proven(g, c.routes, layers, NULL, NULL));
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < n; v++) {
			guint32 at = v;
			for (guint steps = 0; at != t; steps++) {
				guint32 channel = route_channel(g, routes_row(c.routes, d), at);
				ck_assert_msg(channel != GRAPH_NONE && steps < n, "%s: lost", spec);
				at = g->to[channel];
			}
			if (is_of_hosts(g, v, d)) {
				ck_assert_uint_eq(routes_row(c.routes, d)[v], routes_row(before, d)[v]);
				ck_assert(!layers->layer || layers->layer[d * n + v] == 0);
			}
			if (v != t && layers->unproven && layers->unproven[v * n + t])
				ck_assert(!pair_of_ports(g, v, t));
		}
	ck_assert_uint_eq(layers->class_lanes[FABRIC_HOST], 1);
	ck_assert_uint_eq(layers->class_lanes[FABRIC_MANAGEMENT], layers->n_needed);
	ck_assert_uint_le(layers->n_layers, max_lanes);
}

START_TEST(others_are_fitted_beside_hosts)
{
	static const char *const trees[] = {"karytree:3,3,fail=links:5%,seed=4",
					    "karytree:3,3,an=all",
					    "fattree:ports=8,levels=3,fail=links:5%,seed=2",
					    "fattree:ports=8,levels=3,an=all",
					    "karytree:4,3,an=all,fail=links:5%,seed=1",
					    "fattree:ports=8,levels=2,an=leaf,fail=switches:1,seed=3"};
	for (guint i = 0; i < G_N_ELEMENTS(trees); i++)
		add_others(trees[i], 8);
}
END_TEST

static Routing *route(const char *spec)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = synth_fabric(spec, &error);
	RoutingOptions options = {.max_vls = 8, .threads = 1};
	assert_no_error(error);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	Routing *routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	return routing;
}

START_TEST(trees_need_few_lanes)
{
	static const struct {
		const char *spec;
		guint lanes;
	} trees[] = {{"fattree:ports=8,levels=3,fail=links:1%,seed=1", 1},
		     {"fattree:ports=8,levels=3,fail=links:5%,seed=1", 1},
		     {"fattree:ports=12,levels=3,fail=switches:3,seed=1", 1},
		     {"karytree:4,3,fail=links:10%,seed=2", 1},
		     {"fattree:ports=8,levels=3,an=all", 3},
		     {"fattree:ports=12,levels=3,an=all", 3},
		     {"karytree:4,3,an=all", 3},
		     {"fattree:ports=24,levels=2,an=all", 3}};
	for (guint i = 0; i < G_N_ELEMENTS(trees); i++) {
		g_autoptr(Routing) routing = route(trees[i].spec);
		ck_assert_msg(routing->vls_used <= trees[i].lanes, "%s: %u lanes", trees[i].spec, routing->vls_used);
		ck_assert_uint_eq(routing->class_lanes[FABRIC_HOST], 1);
		ck_assert_uint_eq(routing->nonminimal_pairs, 0);
	}
}
END_TEST

/* Nothing is sent to a switch without a LID: there is no tree that could be changed. */
START_TEST(switches_without_a_lid_have_no_tree)
{
	static const char *const fabrics[] = {"karytree:3,3,fail=links:20%,seed=5", "karytree:4,3,an=all"};
	for (guint i = 0; i < G_N_ELEMENTS(fabrics); i++)
		for (guint every = 1; every <= 3; every++) {
			g_autoptr(GError) error = NULL;
			g_autoptr(Fabric) fabric = synth_fabric(fabrics[i], &error);
			RoutingOptions options = {.max_vls = 8, .threads = 1};
			ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
			for (guint32 row = 0; row < fabric->n_switches; row++)
				if ((fabric->n_switches - 1 - row) % every == 0)
					fabric->ports[fabric->nodes[fabric->switches[row]].first_port].lid = 0;
			ck_assert(fabric_seal(fabric, &error));
			g_autoptr(Routing) routing = routing_compute(fabric, &options, &error);
			assert_no_error(error);
			ck_assert_uint_eq(routing->nonminimal_pairs, 0);
		}
}
END_TEST

/* ---- */

START_TEST(idle_lanes_are_left_out)
{
	g_auto(Case) c = case_new("torus:4x4,hosts=1");
	gsize entries = (gsize)c.graph->n_dests * c.graph->n_switches;
	g_autoptr(Layers) layers = layers_new(c.graph, NULL);
	layers->n_layers = 6;
	layers->n_needed = 5;
	for (gsize i = 0; i < entries; i++)
		layers->layer[i] = i % 2 ? 4 : 1;
	layers_compact(c.graph, c.routes, layers);
	ck_assert_uint_eq(layers->n_layers, 2);
	ck_assert_uint_eq(layers->n_needed, 2);
	for (gsize i = 0; i < entries; i++) {
		guint32 d = (guint32)(i / c.graph->n_switches), v = (guint32)(i % c.graph->n_switches);
		if (v != c.graph->dests[d].vertex && route_carries_data(c.graph, v, d))
			ck_assert_uint_eq(layers->layer[i], i % 2);
	}
	memset(layers->layer, 1, entries);
	layers_compact(c.graph, c.routes, layers);
	ck_assert_uint_eq(layers->n_layers, 1);
	ck_assert_ptr_null(layers->layer);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {class_orders_place_each_channel_once_and_by_class,
				      hosts_are_fitted_without_a_cycle,
				      others_make_room,
				      others_are_fitted_beside_hosts,
				      trees_need_few_lanes,
				      switches_without_a_lid_have_no_tree,
				      idle_lanes_are_left_out,
				      NULL};
	return fixture_run("fit", tests);
}
