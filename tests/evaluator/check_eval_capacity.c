/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks links by width and speed: equal ones change nothing, unequal ones are simulated in the plainest way. */
#include "core/base/error.h"
#include "evaluator/paths/capacity.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <math.h>
#include <string.h>

static void set_rate(Fabric *fabric, guint32 port, guint8 width, FabricSpeed speed)
{
	guint32 ends[] = {port, fabric->ports[port].peer};
	for (guint i = 0; i < 2; i++) {
		fabric->ports[ends[i]].width = width;
		fabric->ports[ends[i]].speed = speed;
	}
}

/* Every cable 4x of a speed drawn between two. */
static void set_rates(Fabric *fabric, GRand *rand, FabricSpeed low, FabricSpeed high)
{
	for (guint32 port = 0; port < fabric->n_ports; port++)
		if (fabric->ports[port].peer != FABRIC_NONE)
			set_rate(fabric, port, 4, (FabricSpeed)g_rand_int_range(rand, low, high + 1));
}

static EbbFacts *measure(const Paths *paths, guint64 seed, gboolean capacity)
{
	EbbOptions options = {.patterns = 20, .seed = seed, .threads = 1, .capacity = capacity};
	EbbFacts *facts = ebb_facts_new(paths, &options, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts;
}

/* Mbit/s that the slowest cable on the way leaves to a stream; every port counts, those of the endpoints included. */
static gdouble share_of(const Fabric *fabric, const guint32 *streams, guint32 source, const guint32 *out, guint n)
{
	gdouble share = fabric_port_mbps(&fabric->ports[source]);
	for (guint hop = 0; hop < n; hop++)
		share = MIN(share, (gdouble)fabric_port_mbps(&fabric->ports[out[hop]]) / streams[out[hop]]);
	return share;
}

static gdouble simulate(const Fabric *fabric, const Lft *lft, const guint32 *order, guint32 reference)
{
	guint32 half = fabric->n_endpoints / 2;
	g_autofree guint32 *streams = g_new0(guint32, fabric->n_ports);
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	gdouble sum = 0;
	for (guint pass = 0; pass < 2; pass++)
		for (guint32 i = 0; i < half; i++) {
			guint32 source = fabric->endpoints[order[i]];
			guint n, lid = fabric->ports[fabric->endpoints[order[half + i]]].lid;
			if (fixture_walk(fabric, lft, source, lid, out, &n) != WALK_ARRIVES)
				continue;
			for (guint hop = 0; hop < n && pass == 0; hop++)
				streams[out[hop]]++;
			sum += pass ? share_of(fabric, streams, source, out, n) / reference : 0;
		}
	return sum / half;
}

static guint32 fastest(const Fabric *fabric)
{
	guint32 mbps = 0;
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		mbps = MAX(mbps, fabric_port_mbps(&fabric->ports[fabric->endpoints[e]]));
	return mbps;
}

START_TEST(test_equals_a_plain_simulation)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	set_rates(fabric, rand, FABRIC_SDR, FABRIC_XDR);
	fixture_damage(lft, rand, _i % 3 ? 0 : 25);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	if (fabric->n_endpoints < 2)
		return;
	g_autoptr(EbbFacts) facts = measure(paths, (guint64)_i, TRUE);
	g_autofree guint32 *order = g_new(guint32, fabric->n_endpoints);
	ck_assert_uint_eq(facts->reference_mbps, fastest(fabric));
	for (guint32 i = 0; i < facts->patterns; i++) {
		ebb_draw(rand, (guint64)_i, i, order, fabric->n_endpoints);
		gdouble expected = simulate(fabric, lft, order, facts->reference_mbps);
		ck_assert_double_eq_tol(facts->result[i], expected, 1e-9);
	}
}
END_TEST

START_TEST(test_equal_links_change_nothing)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	set_rates(fabric, rand, FABRIC_FDR, FABRIC_FDR);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	if (fabric->n_endpoints < 2)
		return;
	g_autoptr(EbbFacts) plain = measure(paths, 1, FALSE);
	g_autoptr(EbbFacts) weighed = measure(paths, 1, TRUE);
	ck_assert_mem_eq(plain->result, weighed->result, plain->patterns * sizeof(gdouble));
}
END_TEST

/* Two switches of two hosts, joined by one cable of half the hosts' rate: weights 1 and 2. */
START_TEST(test_half_the_rate_weighs_twice)
{
	g_autoptr(Fabric) fabric = fixture_ring(2, 2);
	g_autoptr(Lft) lft = fixture_clockwise(fabric);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	for (guint32 port = 0; port < fabric->n_ports; port++)
		if (fabric->ports[port].peer != FABRIC_NONE)
			set_rate(fabric, port, 4, FABRIC_HDR);
	set_rate(fabric, fabric_port_index(fabric, fabric->switches[0], 1), 4, FABRIC_EDR);
	set_rate(fabric, fabric->endpoints[3], 1, FABRIC_HDR);
	g_autoptr(Capacity) capacity = capacity_new(paths, NULL);
	ck_assert_uint_eq(capacity->reference_mbps, 200000);
	ck_assert_double_eq(capacity->channel[paths->port_channel[1]], 2);
	ck_assert_double_eq(capacity->channel[paths->port_channel[2]], 1);
	ck_assert_double_eq(capacity->endpoint[0], 1);
	ck_assert_double_eq(capacity->endpoint[3], 4);
}
END_TEST

START_TEST(test_the_slower_end_counts)
{
	g_autoptr(Fabric) fabric = fixture_ring(2, 1);
	guint32 port = fabric->endpoints[0], peer = fabric->ports[port].peer;
	ck_assert_uint_eq(capacity_cable_mbps(fabric, port), 0);
	set_rate(fabric, port, 4, FABRIC_HDR);
	fabric->ports[peer].width = 1;
	ck_assert_uint_eq(capacity_cable_mbps(fabric, port), 50000);
	ck_assert_uint_eq(capacity_cable_mbps(fabric, peer), 50000);
	fabric->ports[peer].speed = FABRIC_SPEED_UNKNOWN;
	ck_assert_uint_eq(capacity_cable_mbps(fabric, port), 200000);
}
END_TEST

START_TEST(test_an_unknown_rate_is_named)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Fabric) fabric = fixture_ring(3, 1);
	g_autoptr(Lft) lft = fixture_clockwise(fabric);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	set_rates(fabric, rand, FABRIC_FDR, FABRIC_FDR);
	set_rate(fabric, fabric_port_index(fabric, fabric->switches[1], 1), 0, FABRIC_FDR);
	EbbOptions options = {.patterns = 10, .capacity = TRUE};
	ck_assert_ptr_null(ebb_facts_new(paths, &options, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
	ck_assert_ptr_nonnull(strstr(error->message, "port 1 of 'sw101' (0x0000000000000065)"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_capacity");
	TCase *tcase = tcase_create("capacity");
	tcase_add_loop_test(tcase, test_equals_a_plain_simulation, 0, 60);
	tcase_add_loop_test(tcase, test_equal_links_change_nothing, 0, 20);
	tcase_add_test(tcase, test_half_the_rate_weighs_twice);
	tcase_add_test(tcase, test_the_slower_end_counts);
	tcase_add_test(tcase, test_an_unknown_rate_is_named);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
