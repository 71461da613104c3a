/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks simulations of which something is known beforehand: what gets lost, arrives, takes how long, shares what. */
#include "tests/evaluator/simulate/sim_bed.h"

#include "core/base/error.h"
#include "tests/evaluator/eval_fixture.h"

#include <math.h>

/* On a tree that does not block, a permutation that crowds its routes gets more by the shortest queues. */
START_TEST(test_adaptive_gains_on_a_tree)
{
	static const gdouble loads[] = {1};
	g_autoptr(GRand) rand = g_rand_new_with_seed(3);
	g_autoptr(Fabric) fabric = fixture_tree(6, 4, 4);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(Lanes) lanes = lanes_new(paths, NULL, NULL, NULL);
	g_autoptr(Spread) spread = spread_new(paths, NULL);
	g_autoptr(SimTraffic) traffic = sim_traffic_new("permutation", NULL);
	ck_assert(sim_traffic_fit(traffic, paths->n_part, NULL));
	SimOptions o = sim_bed_options(traffic, loads);
	o.queue = SIM_VOQ;
	o.slots = 2000;
	g_autoptr(SimFacts) routed = sim_facts_new(lanes, &o, NULL);
	o.adaptive = spread;
	g_autoptr(SimFacts) adaptive = sim_facts_new(lanes, &o, NULL);
	ck_assert_double_gt(adaptive->load[0].accepted, routed->load[0].accepted + 0.05);
}
END_TEST

/* Tables in which hosts had no route get those that have: packets are lost at first, and arrive in the end. */
START_TEST(test_an_exchange_comes_to_its_end)
{
	SimBed bed;
	sim_bed_start(&bed, "karytree:2,2", "psssp", TRUE, "uniform");
	g_autoptr(Lft) none = lft_copy(bed.routing->lft, NULL);
	memset(none->port, LFT_NO_PATH, (gsize)none->n_switches * none->n_lids);
	g_autoptr(Paths) paths = paths_new(bed.fabric, none, NULL);
	g_autoptr(Lanes) before = lanes_new(paths, NULL, NULL, NULL);
	ck_assert(lanes_join(before, bed.lanes, NULL));
	bed.options.exchange = bed.lanes;
	bed.options.warmup = 0;
	ck_assert(sim_traffic_fit(bed.traffic, bed.paths->n_part, NULL));
	g_autoptr(SimFacts) facts = sim_facts_new(before, &bed.options, NULL);
	const SimTally *t = &facts->load[0];
	ck_assert_uint_gt(t->lost, 0);
	ck_assert_uint_gt(t->delivered, bed.paths->n_part * (bed.options.slots / 2) / 2);
	ck_assert_uint_lt(t->delivered, bed.paths->n_part * (guint64)bed.options.slots * 3 / 4);
	sim_bed_conserves(t);
	sim_bed_end(&bed);
}
END_TEST

START_TEST(test_packets_without_a_route_are_counted)
{
	SimBed bed;
	sim_bed_start(&bed, "karytree:2,2", "psssp", TRUE, "uniform");
	guint32 lid = bed.fabric->ports[bed.fabric->endpoints[0]].lid;
	for (guint32 row = 0; row < bed.routing->lft->n_switches; row++)
		bed.routing->lft->port[(gsize)row * bed.routing->lft->n_lids + lid] = LFT_NO_PATH;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	ck_assert_uint_gt(facts->load[0].lost, 0);
	ck_assert_uint_eq(facts->load[0].received[0], 0);
	ck_assert_uint_eq(facts->net->pairs_lost, bed.paths->n_part - 1);
	sim_bed_conserves(&facts->load[0]);
	sim_bed_end(&bed);
}
END_TEST

/* What a packet takes when it meets nobody: a slot a cable, and the delay of each. */
START_TEST(test_an_empty_fabric_has_the_latency_of_its_cables)
{
	SimBed bed;
	sim_bed_start(&bed, "karytree:4,2", "psssp", TRUE, "uniform");
	sim_bed_shift(&bed, 4); /* all by way of a spine: four cables */
	bed.load = 0.01;
	bed.options.delay = (guint32)_i;
	bed.options.buffer = 16;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	ck_assert_uint_eq(facts->load[0].latency_sum, facts->load[0].counted * 4 * (1 + (guint)_i));
	ck_assert_uint_eq(sim_tally_latency(&facts->load[0], 0.999), 4 * (1 + (guint)_i));
	sim_bed_end(&bed);
}
END_TEST

/* A cable keeps busy as long as its buffer has a packet for each slot that a credit is away. */
START_TEST(test_credits_that_come_late_cost_throughput)
{
	SimBed bed;
	sim_bed_start(&bed, "single:hosts=4", "psssp", TRUE, "uniform");
	sim_bed_shift(&bed, 1);
	bed.options.delay = 9;
	bed.options.buffer = (guint32)_i;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	gdouble wanted = MIN(1.0, _i / 20.0); /* nine slots there, nine back, one in the buffer, one for the cable */
	ck_assert_msg(fabs(facts->load[0].accepted - wanted) < 0.06, "%g, not %g", facts->load[0].accepted, wanted);
	sim_bed_end(&bed);
}
END_TEST

/* One of two switches' cables is slower: what crosses it gets that share, exactly in the long run. */
START_TEST(test_slow_cables_carry_their_rate)
{
	SimBed bed;
	sim_bed_start(&bed, "mesh:2,hosts=1", "psssp", TRUE, "uniform");
	guint32 port = bed.fabric->nodes[bed.fabric->switches[0]].first_port;
	while (bed.fabric->ports[port].peer == FABRIC_NONE ||
	       !fabric_is_switch(bed.fabric, bed.fabric->ports[bed.fabric->ports[port].peer].node))
		port++;
	for (guint32 i = 0; i < bed.fabric->n_ports; i++) {
		bed.fabric->ports[i].width = 4;
		bed.fabric->ports[i].speed = FABRIC_EDR;
	}
	bed.fabric->ports[port].speed = _i ? FABRIC_FDR : FABRIC_QDR;
	guint32 slow = fabric_port_mbps(&bed.fabric->ports[port]), fast = 4 * fabric_speed_mbps(FABRIC_EDR);
	bed.options.slots = 20000;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	gdouble wanted = (gdouble)slow / fast;
	ck_assert_msg(fabs(facts->load[0].accepted - wanted) < 0.005, "%g, not %g", facts->load[0].accepted, wanted);
	bed.options.equal = TRUE;
	g_autoptr(SimFacts) equal = sim_bed_run(&bed);
	ck_assert(equal->load[0].accepted > 0.999);
	sim_bed_end(&bed);
}
END_TEST

/* Light loads are accepted as they are offered, by all hosts alike. */
START_TEST(test_light_loads_are_accepted)
{
	static const gdouble loads[] = {0.05, 0.1, 0.2};
	SimBed bed;
	sim_bed_start(&bed, "fattree:ports=8,levels=2", "psssp", TRUE, "uniform");
	bed.options.load = loads;
	bed.options.n_loads = 3;
	bed.options.slots = 20000;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	for (guint i = 0; i < 3; i++) {
		ck_assert(fabs(facts->load[i].accepted - loads[i]) < 0.004);
		ck_assert(sim_tally_least(&facts->load[i], &facts->net->cost[facts->net->n_ports]) > loads[i] * 0.85);
	}
	sim_bed_end(&bed);
}
END_TEST

START_TEST(test_incast_gets_its_part)
{
	SimBed bed;
	sim_bed_start(&bed, "single:hosts=12", "psssp", TRUE, "incast:3");
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	ck_assert_uint_eq(facts->load[0].sender_runs, 9);
	ck_assert(fabs(facts->load[0].accepted - 1.0 / 3) < 0.002);
	ck_assert(sim_tally_least(&facts->load[0], &facts->net->cost[facts->net->n_ports]) > 0.31);
	sim_bed_end(&bed);
}
END_TEST

static void draw_targets(const char *name, gboolean linear, SimTargets *targets, Arena *arena)
{
	g_autoptr(SimTraffic) traffic = sim_traffic_new(name, NULL);
	ck_assert(sim_traffic_fit(traffic, 24, NULL));
	traffic->linear = linear;
	ck_assert(sim_targets_draw(targets, traffic, 24, 1, 0, arena, NULL));
}

/* Only patterns have ranks to be laid on hosts in the order of LIDs: what is drawn without one stays drawn. */
START_TEST(test_only_patterns_are_linear)
{
	SimTargets drawn, linear;
	Arena *arena = arena_new();
	draw_targets("hotspot:5", FALSE, &drawn, arena);
	draw_targets("hotspot:5", TRUE, &linear, arena);
	ck_assert_mem_eq(linear.hot, drawn.hot, 5 * sizeof *drawn.hot);
	draw_targets("incast:3", FALSE, &drawn, arena);
	draw_targets("incast:3", TRUE, &linear, arena);
	ck_assert_mem_eq(linear.first, drawn.first, 25 * sizeof *drawn.first);
	ck_assert_mem_eq(linear.to, drawn.to, 18 * sizeof *drawn.to);
	draw_targets("ring", TRUE, &linear, arena);
	for (guint32 h = 0; h < 24; h++)
		ck_assert_uint_eq(linear.to[linear.first[h]], (h + 1) % 24);
	arena_free(arena);
}
END_TEST

/* Weights of VL arbitration are the shares of a cable that two lanes want all of. */
START_TEST(test_lanes_share_by_weight)
{
	SimBed bed;
	sim_bed_start(&bed, "mesh:2,hosts=2", "psssp", TRUE, "uniform");
	g_autofree guint64 *guid = g_new(guint64, 1);
	GError *error = NULL;
	guint32 first = bed.fabric->endpoints[0], second = FABRIC_NONE;
	for (guint32 e = 1; e < bed.fabric->n_endpoints; e++)
		if (bed.paths->endpoint_row[e] == bed.paths->endpoint_row[0])
			second = bed.fabric->endpoints[e];
	*guid = bed.fabric->nodes[bed.fabric->ports[second].node].guid;
	g_autoptr(PathSl) path_sl = path_sl_new(1, bed.fabric->n_lids, &error);
	path_sl->guid[0] = *guid;
	memset(path_sl->sl, 1, bed.fabric->n_lids);
	lanes_free(bed.lanes);
	bed.lanes = lanes_new(bed.paths, path_sl, NULL, NULL);
	sim_bed_shift(&bed, 2);
	bed.options.weight[0] = 3;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	guint64 a = 0, b = 0;
	for (guint32 h = 0; h < facts->net->n_hosts; h++) {
		a += sim_net_host_port(facts->net, h) == first ? facts->load[0].sent[h] : 0;
		b += sim_net_host_port(facts->net, h) == second ? facts->load[0].sent[h] : 0;
	}
	ck_assert_msg(fabs((gdouble)a / (gdouble)b - 3) < 0.05, "%g to %g", (gdouble)a, (gdouble)b);
	sim_bed_end(&bed);
}
END_TEST

START_TEST(test_latency_bins)
{
	guint32 last = 0;
	for (guint64 v = 0; v < G_MAXUINT32; v += 1 + v / 700) {
		guint32 bin = sim_latency_bin((guint32)v), low = sim_latency_of(bin);
		ck_assert(bin < SIM_BINS && bin >= last && low <= v && (gdouble)(v - low) <= (gdouble)v / 512);
		last = bin;
	}
	ck_assert_uint_lt(sim_latency_bin(G_MAXUINT32), SIM_BINS);
}
END_TEST

START_TEST(test_traffic_that_there_is_not)
{
	static const char *const names[] = {
		"",          "uniforms", "hotspot",           "hotspot:",    "hotspot:0",
		"hotspot:x", "incast:0", "incast:3,10",       "hotspot:3,0", "hotspot:3,101",
		"bisect:3",  "shift:1",  "incast:99999999999"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		GError *error = NULL;
		ck_assert_ptr_null(sim_traffic_new(names[i], &error));
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
		g_clear_error(&error);
	}
	static const char *const many[] = {"hotspot:5", "incast:4"};
	for (guint i = 0; i < 2; i++) {
		GError *error = NULL;
		g_autoptr(SimTraffic) traffic = sim_traffic_new(many[i], NULL);
		ck_assert(!sim_traffic_fit(traffic, 4, &error));
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
		g_clear_error(&error);
	}
}
END_TEST

/* At a leaf: base LIDs of hosts elsewhere go by its first cable up, the LIDs after them by its second. */
static void part_paths(const Fabric *f, Lft *lft, guint32 leaf)
{
	guint8 *row = fixture_row(lft, f, leaf), up[2] = {0};
	for (guint n = f->nodes[leaf].n_ports; n > 0; n--) {
		guint32 peer = f->ports[fabric_port_index(f, leaf, n)].peer;
		if (peer == FABRIC_NONE || !fabric_is_switch(f, f->ports[peer].node))
			continue;
		up[1] = up[0];
		up[0] = (guint8)n;
	}
	for (guint32 e = 0; e < f->n_endpoints; e++) {
		const FabricPort *port = &f->ports[f->endpoints[e]];
		if (f->ports[port->peer].node != leaf)
			memcpy(row + port->lid, up, sizeof up);
	}
}

/* Two leaves under two spines. */
static SimBed two_paths(void)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	SimBed bed = {.fabric = fixture_tree(2, 2, 2), .load = 1};
	Fabric *f = bed.fabric;
	for (guint32 i = 0; i < f->n_ports; i++)
		f->ports[i].lid = 0;
	ck_assert(fabric_assign_lids(f, 1, NULL, NULL));
	Lft *lft = fixture_minimal(f, rand);
	for (guint32 e = 0; e < f->n_endpoints; e++)
		part_paths(f, lft, f->ports[f->ports[f->endpoints[e]].peer].node);
	bed.paths = paths_new(f, lft, NULL);
	bed.lanes = lanes_new(bed.paths, NULL, NULL, NULL);
	bed.options = sim_bed_options(NULL, &bed.load);
	sim_bed_shift(&bed, 2);
	return bed;
}

/* Both hosts of a leaf send to the other one: on one cable each way they get half, on two nearly all. */
START_TEST(test_two_paths)
{
	SimBed bed = two_paths();
	const Lft *lft = bed.paths->lft;
	for (guint kind = SPLIT_BASE; kind <= SPLIT_ALL; kind++) {
		bed.options.paths = (PathUse)kind;
		g_autoptr(SimFacts) facts = sim_bed_run(&bed);
		ck_assert_uint_eq(facts->net->n_paths, kind == SPLIT_BASE ? 4 : 8);
		if (kind == SPLIT_BASE)
			ck_assert_double_eq_tol(facts->load[0].accepted, 0.5, 0.01);
		else
			ck_assert_double_gt(facts->load[0].accepted, 0.7);
		sim_bed_conserves(&facts->load[0]);
	}
	sim_traffic_free(bed.traffic);
	lanes_free(bed.lanes);
	paths_free(bed.paths);
	lft_free((Lft *)lft);
	fabric_free(bed.fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim_known");
	TCase *tcase = tcase_create("known");
	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, test_two_paths);
	tcase_add_test(tcase, test_adaptive_gains_on_a_tree);
	tcase_add_test(tcase, test_adaptive_gains_on_a_tree);
	tcase_add_test(tcase, test_an_exchange_comes_to_its_end);
	tcase_add_test(tcase, test_packets_without_a_route_are_counted);
	tcase_add_loop_test(tcase, test_an_empty_fabric_has_the_latency_of_its_cables, 0, 4);
	tcase_add_loop_test(tcase, test_credits_that_come_late_cost_throughput, 1, 24);
	tcase_add_loop_test(tcase, test_slow_cables_carry_their_rate, 0, 2);
	tcase_add_test(tcase, test_light_loads_are_accepted);
	tcase_add_test(tcase, test_incast_gets_its_part);
	tcase_add_test(tcase, test_only_patterns_are_linear);
	tcase_add_test(tcase, test_lanes_share_by_weight);
	tcase_add_test(tcase, test_latency_bins);
	tcase_add_test(tcase, test_traffic_that_there_is_not);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
