/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * However few steps searches for lanes may take, there are complete, legal and proven tables for each family, the same
 * for any number of threads; and with as many as fabrics of this size have nothing is left out for want of them.
 */
#include "tests/core/odd_fabric.h"
#include "tests/core/routing_case.h"

#include <stdio.h>
#include <string.h>

/* More switches than those that searches look at as a large fabric's: `check_steps large`, of `make check-long`. */
static const char *const large[] = {"torus:7x7x7,fail=switches:3,seed=2", "random:switches=310,ports=8,hosts=1,seed=2"};

static const char *const small[] = {
	"torus:5x5,hosts=2",
	"torus:4x4x4,hosts=1,an=leaf,fail=links:8%,seed=3",
	"torus:5x5x3,fail=switches:3,seed=2",
	"mesh:4x4x3,hosts=2,fail=links:4%,seed=5",
	"hypercube:6,hosts=2,fail=links:10%,seed=1",
	"kautz:3,3,hosts=2",
	"dragonfly:a=6,p=2,h=3",
	"slimfly:5,hosts=3,fail=switches:1,seed=4",
	"hyperx:4x5,hosts=2",
	"random:switches=60,ports=12,hosts=4,an=all,seed=9",
	"random:switches=80,ports=8,hosts=1,seed=2",
	"karytree:4,3,an=all,fail=links:6%,seed=1",
	"fattree:ports=8,levels=3,fail=switches:2,seed=7",
	"deimos",
};

static const char *const *specs = small;
static guint n_specs = G_N_ELEMENTS(small);
static const guint64 budgets[] = {1, 3000000};

typedef struct {
	RoutingTally tally;
	guint ended;
} Count;

static void route(const char *name, const Fabric *fabric, RoutingOptions options, Count *count)
{
	options.threads = 1;
	g_autoptr(Routing) routing = routing_case_judge(name, fabric, &options, FALSE, &count->tally);
	options.threads = 3;
	g_autoptr(Routing) again = routing_case_judge(name, fabric, &options, FALSE, &count->tally);
	routing_case_same(name, routing, again);
	ck_assert_msg(routing->steps.left == again->steps.left && routing->steps.ended == again->steps.ended,
		      "%s: other steps with three threads", name);
	count->ended += routing->steps.ended;
}

static void route_spec(const char *spec, guint64 steps, Count *count)
{
	static const guint lanes[] = {1, 3, 8};
	g_autoptr(Fabric) fabric = routing_case_fabric(spec, 0);
	ck_assert_msg(fabric != NULL, "%s falls apart", spec);
	for (guint i = 0; i < G_N_ELEMENTS(lanes); i++) {
		RoutingOptions options = routing_case_options("psssp");
		g_autofree char *name = g_strdup_printf("%s, %" G_GUINT64_FORMAT " steps", spec, steps);
		options.max_vls = lanes[i];
		options.asymmetric = i % 2;
		options.passes = 0;
		options.steps = steps;
		route(name, fabric, options, count);
	}
}

START_TEST(with_few_steps_tables_are_complete_legal_and_proven)
{
	Count count = {.ended = 0};
	for (guint b = 0; b < G_N_ELEMENTS(budgets); b++)
		for (guint i = 0; i < n_specs; i++)
			route_spec(specs[i], budgets[b], &count);
	routing_case_print("few steps", &count.tally);
	printf("%u of %u routings ended after their steps\n", count.ended, count.tally.routed / 2);
	ck_assert_uint_gt(count.ended, n_specs);
}
END_TEST

START_TEST(so_are_those_of_odd_fabrics)
{
	Count count = {.ended = 0};
	for (guint seed = 1; seed <= 60; seed++) {
		g_auto(OddCase) odd = {.fabric = NULL};
		g_autofree char *name = g_strdup_printf("odd %u", seed);
		odd_case_init(&odd, seed, 60);
		odd.options.steps = 1 + seed * seed * seed;
		/* Routes that stay as they are may need more lanes than there are. */
		if (!odd.options.engine || odd.options.engine->as_is)
			odd.options.engine = routing_case_options("psssp").engine;
		route(name, odd.fabric, odd.options, &count);
	}
	routing_case_print("odd, few steps", &count.tally);
	ck_assert_uint_gt(count.ended, 0);
}
END_TEST

START_TEST(fabrics_of_this_size_have_enough)
{
	Count count = {.ended = 0};
	for (guint i = 0; i < n_specs; i++)
		route_spec(specs[i], 0, &count);
	ck_assert_uint_eq(count.ended, 0);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {with_few_steps_tables_are_complete_legal_and_proven, so_are_those_of_odd_fabrics,
				      fabrics_of_this_size_have_enough, NULL};
	const TTest *const of_large[] = {with_few_steps_tables_are_complete_legal_and_proven,
					 fabrics_of_this_size_have_enough, NULL};
	if (argc < 2 || strcmp(argv[1], "large") != 0)
		return fixture_run("steps", tests);
	specs = large;
	n_specs = G_N_ELEMENTS(large);
	return fixture_run("steps of large fabrics", of_large);
}
