/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes on VLs that switches choose by input and output port: complete, and free of credit loops by the proof that
 * shares nothing with what chose them. `check_port_vls odd SEED` routes one drawn fabric again.
 */
#include "core/engines/port_lanes.h"
#include "core/engines/psssp.h"
#include "core/guide/guide.h"
#include "core/lanes/sl2vl_from_port_vls.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"
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
	const TTest *const tests[] = {odd_fabrics, two_vls_serve_low_diameters, the_proof_finds_a_loop, NULL};
	return fixture_run("port_vls", asked ? only : tests);
}
