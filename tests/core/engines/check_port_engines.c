/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks the engines that count LIDs by port, minhop and updn, as engines: what holds of their routes before lanes are
 * looked for, over generated fabrics, whole, degraded and in pieces, and with roots drawn at random.
 */
#include "core/lanes/layers.h"
#include "core/engines/updown.h"
#include "tests/core/routing_case.h"

#include <string.h>

static const char *const specs[] = {
	"single:hosts=5",
	"karytree:3,3",
	"fattree:ports=8,levels=3,hosts=45",
	"xgft:3;3,2,3;1,2,2",
	"clos:leaves=6,hosts=4,spines=3,links=2,fail=links:20%,seed=3",
	"karytree:4,3,fail=links:10%,seed=5",
	"torus:7",
	"torus:5x4,links=2",
	"mesh:4x3,hosts=2,fail=switches:1,seed=2",
	"hypercube:5",
	"kautz:2,3,hosts=2",
	"dragonfly:a=4,p=2,h=2",
	"slimfly:5,hosts=1",
	"random:switches=20,ports=4,hosts=1,seed=5",
	"random:switches=30,ports=9,hosts=3,seed=8,fail=links:10%",
	"tara",
};

/* ---- routes and what holds of them */

typedef struct {
	Graph *graph;
	Routes *routes;
	guint8 *hops;
} Routed;

static void routed_clear(Routed *r)
{
	g_free(r->hops);
	routes_free(r->routes);
	graph_free(r->graph);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Routed, routed_clear)

static Routed route(const Fabric *fabric, const char *engine, const guint64 *roots, gsize n_roots)
{
	g_autoptr(GError) error = NULL;
	Routed r = {.graph = graph_new(fabric, &error)};
	ck_assert(graph_mark_roots(r.graph, fabric, roots, n_roots, &error));
	r.routes = routes_new(r.graph, &error);
	r.hops = graph_hops(r.graph, &error);
	ck_assert(route_engine_find(engine)->compute(r.graph, 1, r.routes, &error));
	assert_no_error(error);
	return r;
}

/* Hops of the route from v to a destination, GRAPH_NONE when it ends before or loops. */
static guint32 walk(const Routed *r, guint32 v, guint32 dest)
{
	const guint8 *row = routes_row(r->routes, dest);
	guint32 target = r->graph->dests[dest].vertex, hops = 0;
	for (; v != target; v = r->graph->to[graph_channel(r->graph, v, row[v])])
		if (row[v] == ROUTE_NONE || graph_channel(r->graph, v, row[v]) == GRAPH_NONE ||
		    ++hops > r->graph->n_switches)
			return GRAPH_NONE;
	return row[target] == 0 ? hops : GRAPH_NONE;
}

/* Every switch that the cabling joins to a destination has a route there, and no other an entry. */
static void assert_arrives(const char *name, const Routed *r, gboolean minimal)
{
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		for (guint32 v = 0; v < r->graph->n_switches; v++) {
			guint8 least = r->hops[(gsize)v * r->graph->n_switches + r->graph->dests[d].vertex];
			if (least == GRAPH_FAR) {
				if (routes_row(r->routes, d)[v] != ROUTE_NONE)
					ck_abort_msg("%s: an entry to another piece", name);
				continue;
			}
			guint32 hops = walk(r, v, d);
			if (hops == GRAPH_NONE || hops < least || (minimal && hops > least))
				ck_abort_msg("%s: switch %u to destination %u: %u hops, not %u", name, v, d, hops,
					     least);
		}
}

/* What every channel carries, counted pair by pair. */
static void assert_loads(const char *name, const Routed *r)
{
	const Graph *g = r->graph;
	g_autofree guint64 *load = g_new0(guint64, g->n_channels + 1);
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 s = 0; g->dests[d].is_host && s < g->n_switches; s++)
			for (guint32 v = s; v != g->dests[d].vertex && routes_row(r->routes, d)[v] != ROUTE_NONE;) {
				guint32 c = graph_channel(g, v, routes_row(r->routes, d)[v]);
				load[c] += g->hosts[s];
				v = g->to[c];
			}
	for (guint32 c = 0; c < g->n_channels; c++)
		if (load[c] != r->routes->load[c])
			ck_abort_msg("%s: channel %u carries %" G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT, name, c,
				     load[c], r->routes->load[c]);
}

static void assert_one_lane(const char *name, const Routed *r)
{
	g_autoptr(GError) error = NULL;
	ck_assert_msg(layers_are_acyclic(r->graph, r->routes, LAYERS_OF_HOSTS, NULL, 1, &error),
		      "%s: a cycle on one lane", name);
}

/* Both engines on one fabric; updn with these roots. */
static void check_both(const char *name, const Fabric *fabric, const guint64 *roots, gsize n_roots)
{
	g_auto(Routed) minhop = route(fabric, "minhop", NULL, 0);
	g_auto(Routed) updn = route(fabric, "updn", roots, n_roots);
	assert_arrives(name, &minhop, TRUE);
	assert_arrives(name, &updn, FALSE);
	assert_loads(name, &minhop);
	assert_loads(name, &updn);
	assert_one_lane(name, &updn);
}

START_TEST(routes_hold_whole_and_in_pieces)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(2009);
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint lmc = 0; lmc < 2; lmc++) {
			g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], lmc);
			ck_assert_msg(fabric != NULL, "%s", specs[i]);
			check_both(specs[i], fabric, NULL, 0);
			for (guint cut = 0; cut < fabric->n_ports / 6; cut++) {
				guint32 port = (guint32)g_rand_int_range(rand, 0, (gint)fabric->n_ports);
				fabric_uncable(fabric, port);
			}
			ck_assert(fabric_seal(fabric, NULL));
			check_both(specs[i], fabric, NULL, 0);
		}
}
END_TEST

START_TEST(any_roots_will_do)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1991);
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint n = 1; n <= 5; n++) {
			g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 0);
			guint64 roots[5];
			for (guint k = 0; k < n; k++)
				roots[k] = fabric->nodes[fabric->switches[g_rand_int_range(rand, 0,
											   (gint)fabric->n_switches)]]
						   .guid;
			check_both(specs[i], fabric, roots, n);
		}
}
END_TEST

/* ---- which routes they are */

/* Channels between two switches, by letter, that a destination's routes take. */
static gboolean takes(const Routed *r, const Fabric *fabric, guint32 dest, char from, char to)
{
	guint32 v = fixture_row(fabric, from);
	guint32 c = graph_channel(r->graph, v, routes_row(r->routes, dest)[v]);
	return c != GRAPH_NONE && r->graph->guid[r->graph->to[c]] == (guint64)to;
}

START_TEST(minhop_counts_at_each_switch_alone)
{
	/* two ways from A to D; the destinations alternate, whatever else goes over B and C */
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A-C B-D C-D A:1 B:9 D:6");
	g_auto(Routed) r = route(fabric, "minhop", NULL, 0);
	guint over_b = 0;
	for (guint32 d = 0; d < r.graph->n_dests; d++)
		if (r.graph->dests[d].is_host && r.graph->guid[r.graph->dests[d].vertex] == 'D')
			over_b += takes(&r, fabric, d, 'A', 'B');
	/* nine LIDs on B went by that port already: the six on D go over C */
	ck_assert_uint_eq(over_b, 0);
}
END_TEST

START_TEST(updn_goes_over_its_root)
{
	/* a ring of six: nothing passes the edge farthest from the root unless it ends there */
	static const char ring[] = "ABCDEF";
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-D D-E E-F F-A A:1 B:1 C:1 D:1 E:1 F:1");
	for (guint root = 0; root < 6; root++) {
		guint64 guid = (guint64)ring[root];
		char below = ring[(root + 3) % 6], left = ring[(root + 2) % 6], right = ring[(root + 4) % 6];
		g_auto(Routed) r = route(fabric, "updn", &guid, 1);
		for (guint32 d = 0; d < r.graph->n_dests; d++) {
			guint64 end = r.graph->guid[r.graph->dests[d].vertex];
			if (end == (guint64)left)
				ck_assert(!takes(&r, fabric, d, right, below));
			if (end == (guint64)right)
				ck_assert(!takes(&r, fabric, d, left, below));
			if (end == (guint64)below)
				ck_assert(takes(&r, fabric, d, left, below) && takes(&r, fabric, d, right, below));
		}
	}
}
END_TEST

START_TEST(updn_finds_the_top_of_a_tree)
{
	static const char *const trees[] = {"karytree:3,3", "fattree:ports=8,levels=2", "xgft:3;3,2,3;1,2,2",
					    "clos:leaves=6,hosts=4,spines=3,links=2"};
	for (guint i = 0; i < G_N_ELEMENTS(trees); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(trees[i], 0);
		g_auto(Routed) updn = route(fabric, "updn", NULL, 0);
		g_auto(Routed) minhop = route(fabric, "minhop", NULL, 0);
		ck_assert_uint_eq(routes_nonminimal(updn.graph, updn.routes, updn.hops), 0);
		ck_assert_uint_eq(routes_efi(updn.graph, updn.routes), routes_efi(minhop.graph, minhop.routes));
	}
}
END_TEST

START_TEST(ports_to_ignore_are_not_counted)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A-B B:8");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	g_autoptr(Routes) routes = routes_new(graph, NULL);
	guint on_first = 0;
	ck_assert(graph_ignore_ports(graph, &(SwitchPort){'A', 1}, 1, NULL));
	ck_assert(route_engine_find("minhop")->compute(graph, 0, routes, NULL));
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].is_host)
			on_first += routes_row(routes, d)[0] == 1;
	ck_assert_uint_eq(on_first, 8);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {routes_hold_whole_and_in_pieces,
				      any_roots_will_do,
				      minhop_counts_at_each_switch_alone,
				      updn_goes_over_its_root,
				      updn_finds_the_top_of_a_tree,
				      ports_to_ignore_are_not_counted,
				      NULL};
	return fixture_run("port_engines", tests);
}
