/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Simulations beside what theory says of one switch, one queue, a ring, and bisections of a tree. */
#include "tests/evaluator/simulate/sim_bed.h"

#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/measures/bandwidth/ebb_streams.h"
#include "evaluator/simulate/sim_confirm.h"

#include <math.h>

static void near(gdouble value, gdouble wanted, gdouble by)
{
	ck_assert_msg(fabs(value - wanted) <= by, "%g is not within %g of %g", value, by, wanted);
}

/*
 * Karol, Hluchyj, Morgan: "Input Versus Output Queueing on a Space-Division Packet Switch", 1987, table I: saturation
 * throughput of input queues by the number of ports; that of many ports is 2 - sqrt(2).
 */
static const struct {
	guint ports;
	gdouble throughput, by;
} karol[] = {{2, 0.75, 0.006},   {3, 0.6825, 0.006}, {4, 0.6553, 0.006}, {5, 0.6399, 0.006},
	     {8, 0.6184, 0.006}, {32, 0.5955, 0.01}, {128, 0.5858, 0.01}};

START_TEST(test_heads_of_line_block)
{
	SimBed bed;
	g_autofree char *spec = g_strdup_printf("single:hosts=%u,ports=254", karol[_i].ports);
	sim_bed_start(&bed, spec, "psssp", TRUE, "uniform");
	bed.traffic->self = TRUE;
	bed.options.slots = karol[_i].ports < 10 ? 40000 : 5000;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	near(facts->load[0].accepted, karol[_i].throughput, karol[_i].by);
	sim_bed_end(&bed);
}
END_TEST

START_TEST(test_virtual_output_queues_do_not_block)
{
	static const gdouble least[] = {0.90, 0.97, 0.985};
	static const guint buffer[] = {64, 512, 4096};
	SimBed bed;
	sim_bed_start(&bed, "single:hosts=16", "psssp", TRUE, "uniform");
	bed.options.queue = SIM_VOQ;
	bed.options.buffer = buffer[_i];
	bed.options.warmup = 8000;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	ck_assert_msg(facts->load[0].accepted > least[_i], "%g", facts->load[0].accepted);
	sim_bed_end(&bed);
}
END_TEST

/* Who shares no cable with anybody gets all of it, whatever the queues and the buffers. */
START_TEST(test_a_permutation_without_shared_cables_is_full)
{
	static const char *const spec[] = {"single:hosts=9", "karytree:4,2", "torus:6,hosts=1"};
	SimBed bed;
	guint far = _i % 3 == 1 ? 4 : 1;
	sim_bed_start(&bed, spec[_i % 3], "psssp", TRUE, "uniform");
	sim_bed_shift(&bed, far);
	bed.options.queue = _i < 3 ? SIM_FIFO : SIM_VOQ;
	bed.options.buffer = 2;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	ck_assert_uint_eq(facts->load[0].counted, (guint64)bed.paths->n_part * bed.options.slots);
	near(facts->load[0].accepted, 1, 1e-9);
	sim_bed_end(&bed);
}
END_TEST

/*
 * Many hosts, each with little to send, to one: its cable is a queue with random arrivals and service of one slot. The
 * mean wait of n Bernoulli sources is (n - 1) / n rho / (2 (1 - rho)), that of M/D/1 for many; the cables at both ends
 * take a slot each.
 */
START_TEST(test_a_queue_waits_as_m_d_1)
{
	static const gdouble rho[] = {0.3, 0.5, 0.7, 0.8, 0.9};
	const guint n = 40;
	SimBed bed;
	sim_bed_start(&bed, "single:hosts=41,ports=64", "psssp", TRUE, "incast:40");
	bed.load = rho[_i] / n;
	bed.options.slots = 400000;
	bed.options.queue = SIM_VOQ;
	bed.options.buffer = 512;
	bed.options.backlog = 512;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	const SimTally *t = &facts->load[0];
	gdouble wait = (gdouble)t->latency_sum / (gdouble)t->counted - 2;
	gdouble wanted = (n - 1.0) / n * rho[_i] / (2 * (1 - rho[_i]));
	near(wait, wanted, 0.06 * wanted + 0.01);
	near(t->accepted * n, rho[_i], 0.01);
	ck_assert_uint_eq(t->held_back, 0);
	sim_bed_end(&bed);
}
END_TEST

/* Six switches in a ring, all packets three hops: with one lane they come to wait for each other. */
START_TEST(test_a_ring_stops_with_one_lane)
{
	SimBed bed;
	guint32 found;
	sim_bed_start(&bed, "torus:6,hosts=2", "minhop", TRUE, "uniform");
	sim_bed_shift(&bed, 6);
	bed.options.queue = _i ? SIM_VOQ : SIM_FIFO;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	SimTally *t = &facts->load[0];
	ck_assert_uint_eq(t->stopped, 1);
	ck_assert_uint_eq(t->n_cycle, 6);
	ck_assert(sim_confirm(bed.lanes, t->cycle, t->n_cycle, &found, NULL));
	ck_assert_uint_eq(found, t->n_cycle);
	sim_bed_conserves(t);
	sim_bed_end(&bed);
}
END_TEST

START_TEST(test_a_ring_does_not_stop_with_our_lanes)
{
	SimBed bed;
	sim_bed_start(&bed, "torus:6,hosts=2", "psssp", FALSE, "uniform");
	ck_assert_uint_gt(bed.lanes->n_lanes, 1);
	sim_bed_shift(&bed, 6);
	bed.options.slots = 20000;
	bed.options.queue = _i ? SIM_VOQ : SIM_FIFO;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	ck_assert_uint_eq(facts->load[0].stopped, 0);
	ck_assert(facts->load[0].accepted > 0.2);
	sim_bed_end(&bed);
}
END_TEST

/* A stream between endpoints, by the channels it takes. */
typedef struct {
	GArray *channel; /* guint32 */
	gdouble rate;
	gboolean fixed;
} Stream;

static void follow(const Paths *p, guint32 from, guint32 to, GArray *channels)
{
	guint32 row = p->endpoint_row[from], channel;
	guint8 port;
	while ((channel = paths_next(p, row, p->fabric->ports[p->fabric->endpoints[to]].lid, &port)) != PATHS_NONE) {
		g_array_append_val(channels, channel);
		row = p->to[channel];
	}
}

/* The share that the streams on a channel, those not fixed yet, could still have each. */
static gdouble share_of(const Stream *streams, guint32 n, guint32 channel)
{
	gdouble left = 1;
	guint32 open = 0;
	for (guint32 i = 0; i < n; i++)
		for (guint k = 0; k < streams[i].channel->len; k++)
			if (g_array_index(streams[i].channel, guint32, k) == channel) {
				left -= streams[i].fixed ? streams[i].rate : 0;
				open += !streams[i].fixed;
			}
	return open ? left / open : 2;
}

static void fix(Stream *streams, guint32 n, guint32 channel, gdouble rate)
{
	for (guint32 i = 0; i < n; i++)
		for (guint k = 0; k < streams[i].channel->len; k++)
			if (!streams[i].fixed && g_array_index(streams[i].channel, guint32, k) == channel) {
				streams[i].fixed = TRUE;
				streams[i].rate = rate;
			}
}

/* Progressive filling; the mean rate. */
static gdouble fair_share(const Paths *p, Stream *streams, guint32 n)
{
	gdouble sum = 0;
	for (;;) {
		guint32 worst = PATHS_NONE;
		gdouble least = 1;
		for (guint32 c = 0; c < p->n_channels; c++) {
			gdouble share = share_of(streams, n, c);
			if (share < least) {
				least = share;
				worst = c;
			}
		}
		if (worst == PATHS_NONE)
			break;
		fix(streams, n, worst, least);
	}
	for (guint32 i = 0; i < n; i++)
		sum += streams[i].fixed ? streams[i].rate : 1;
	return sum / n;
}

/* The bisection that ebb.h draws, as streams. */
static gdouble fair_bisection(const Paths *p, guint64 seed, guint32 index)
{
	guint32 half = p->n_part / 2;
	GRand *twister = g_rand_new_with_seed(0);
	g_autofree guint32 *order = g_new(guint32, p->n_part);
	g_autofree Stream *streams = g_new0(Stream, half);
	ebb_draw(twister, seed, index, order, p->n_part);
	g_rand_free(twister);
	for (guint32 i = 0; i < half; i++) {
		streams[i].channel = g_array_new(FALSE, FALSE, sizeof(guint32));
		follow(p, p->part[order[i]], p->part[order[half + i]], streams[i].channel);
	}
	gdouble mean = fair_share(p, streams, half);
	for (guint32 i = 0; i < half; i++)
		g_array_unref(streams[i].channel);
	return mean;
}

/* Run i simulates bisection i of the seed, so that the means are of the same bisections. */
START_TEST(test_bisections_get_what_ebb_says)
{
	static const char *const specs[] = {"fattree:ports=8,levels=2", "karytree:3,3", "torus:4x4,hosts=2",
					    "fattree:ports=6,levels=3,fail=links:5%,seed=2"};
	SimBed bed;
	gdouble fair = 0;
	sim_bed_start(&bed, specs[_i], "psssp", FALSE, "bisect");
	bed.options.queue = SIM_VOQ;
	bed.options.buffer = 256;
	bed.options.runs = 6;
	bed.options.slots = 3000;
	bed.options.warmup = 3000;
	g_autoptr(SimFacts) facts = sim_bed_run(&bed);
	EbbOptions how = {.patterns = 6, .seed = 1, .threads = 1};
	g_autoptr(EbbFacts) ebb = ebb_facts_new(bed.paths, &how, NULL);
	for (guint32 i = 0; i < 6; i++)
		fair += fair_bisection(bed.paths, 1, i) / 6;
	gdouble got = facts->load[0].accepted;
	ck_assert_msg(got >= 0.95 * ebb->mean && got <= 1.02 * fair, "%s: %g, eBB %g, fair share %g", specs[_i], got,
		      ebb->mean, fair);
	sim_bed_end(&bed);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim theory");
	TCase *tcase = tcase_create("theory");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, test_heads_of_line_block, 0, G_N_ELEMENTS(karol));
	tcase_add_loop_test(tcase, test_virtual_output_queues_do_not_block, 0, 3);
	tcase_add_loop_test(tcase, test_a_permutation_without_shared_cables_is_full, 0, 6);
	tcase_add_loop_test(tcase, test_a_queue_waits_as_m_d_1, 0, 5);
	tcase_add_loop_test(tcase, test_a_ring_stops_with_one_lane, 0, 2);
	tcase_add_loop_test(tcase, test_a_ring_does_not_stop_with_our_lanes, 0, 2);
	tcase_add_loop_test(tcase, test_bisections_get_what_ebb_says, 0, 4);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
