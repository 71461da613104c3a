/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Differences of counters (stopped, begun anew, cleared), and the search for a slow cable: a hundred fabrics with
 * noise in what hosts send, one cable at two fifths of its speed, which slows all that goes over it.
 */
#include "evaluator/traffic/cables.h"

#include "evaluator/measures/port_loads.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GArray *rows_new(void)
{
	return g_array_new(FALSE, FALSE, sizeof(CounterRow));
}

static void add_row(GArray *rows, guint64 guid, guint32 lid, guint port, Counter counter, guint64 value, gboolean wide)
{
	CounterRow row = {.guid = guid,
			  .lid = lid,
			  .port = port,
			  .has = 1u << counter,
			  .wide = wide ? 1u << counter : 0,
			  .line = 1};
	row.value[counter] = value;
	g_array_append_val(rows, row);
}

/* ---- differences */

static const struct {
	gboolean wide;
	guint64 before, after, value;
	guint full, wrapped, cleared;
} differences[] = {
	{FALSE, 10, 25, 15, 0, 0, 0},
	{FALSE, 10, G_MAXUINT32, G_MAXUINT32 - 10, 1, 0, 0},
	{FALSE, 30, 25, 25, 0, 0, 1},
	{TRUE, 10, G_MAXUINT32, G_MAXUINT32 - 10, 0, 0, 0},
	{TRUE, G_MAXUINT64 - 4, 5, 10, 0, 1, 0},
	{TRUE, 1000, 5, 5, 0, 0, 1},
};

START_TEST(differences_are_right)
{
	g_autoptr(Fabric) fabric = fixture_ring(3, 1);
	guint64 guid = fabric->nodes[fabric->switches[1]].guid;
	guint32 port = fabric_port_index(fabric, fabric->switches[1], 1);
	GArray *before = rows_new(), *after = rows_new();
	GError *error = NULL;
	gboolean wide = differences[_i].wide;
	add_row(before, guid, 0, 1, COUNTER_XMIT_DATA, differences[_i].before, wide);
	add_row(after, guid, 0, 1, COUNTER_XMIT_DATA, differences[_i].after, wide);
	if (wide) /* the same port's narrow counter does not spoil it */
		add_row(after, guid, 0, 1, COUNTER_XMIT_DATA, 3, FALSE);
	g_autoptr(Traffic) t = traffic_new(fabric, before, after, &error);
	ck_assert_ptr_null(error);
	ck_assert_uint_eq(t->n_ports, 1);
	ck_assert_uint_eq(t->port[port].value[COUNTER_XMIT_DATA], differences[_i].value);
	ck_assert_uint_eq(t->n_full, differences[_i].full);
	ck_assert_uint_eq(t->n_wrapped, differences[_i].wrapped);
	ck_assert_uint_eq(t->n_cleared, differences[_i].cleared);
	g_array_unref(before);
	g_array_unref(after);
}
END_TEST

/* By LID and by GUID, of switches and hosts; what is of no port is counted. */
START_TEST(ports_are_found)
{
	g_autoptr(Fabric) fabric = synth_fabric("torus:3,hosts=1", NULL);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	guint32 node = fabric->switches[2], host = fabric->endpoints[0];
	GArray *rows = rows_new();
	GError *error = NULL;
	add_row(rows, 0, fabric->ports[fabric->nodes[node].first_port].lid, 2, COUNTER_XMIT_DATA, 7, TRUE);
	add_row(rows, 0, fabric->ports[host].lid, fabric->ports[host].num, COUNTER_SYMBOLS, 8, FALSE);
	add_row(rows, fabric->ports[host].guid, 0, fabric->ports[host].num, COUNTER_XMIT_WAIT, 9, FALSE);
	add_row(rows, fabric->nodes[node].guid, 0, 0, COUNTER_XMIT_DATA, 1, TRUE);
	add_row(rows, 0x123, 0, 1, COUNTER_XMIT_DATA, 1, TRUE);
	add_row(rows, 0, 4000, 1, COUNTER_XMIT_DATA, 1, TRUE);
	add_row(rows, fabric->nodes[node].guid, 0, 200, COUNTER_XMIT_DATA, 1, TRUE);
	g_autoptr(Traffic) t = traffic_new(fabric, NULL, rows, &error);
	ck_assert_ptr_null(error);
	ck_assert_uint_eq(t->n_ports, 2);
	ck_assert_uint_eq(t->n_foreign, 3);
	ck_assert_uint_eq(t->first_foreign, 0x123);
	ck_assert_uint_eq(t->port[fabric_port_index(fabric, node, 2)].value[COUNTER_XMIT_DATA], 7);
	ck_assert_uint_eq(t->port[host].value[COUNTER_SYMBOLS], 8);
	ck_assert_uint_eq(t->port[host].value[COUNTER_XMIT_WAIT], 9);
	GArray *none = rows_new();
	ck_assert_ptr_null(traffic_new(fabric, none, rows, &error));
	ck_assert(strstr(error->message, "in both"));
	g_error_free(error);
	g_array_unref(none);
	g_array_unref(rows);
}
END_TEST

/* ---- the slow cable */

typedef struct {
	Fabric *fabric;
	Lft *lft;
	Paths *paths;
	guint64 *load;
	GRand *rand;
} Trial;

static void start_trial(Trial *t, guint seed)
{
	static const char *const specs[] = {"karytree:4,2", "torus:4x4,hosts=2",
					    "clos:leaves=6,hosts=6,spines=3,links=2", "dragonfly:a=4,p=2,h=1"};
	GError *error = NULL;
	t->rand = g_rand_new_with_seed(seed);
	t->fabric = synth_fabric(specs[seed % G_N_ELEMENTS(specs)], &error);
	ck_assert(t->fabric && fabric_assign_lids(t->fabric, 0, NULL, &error));
	t->lft = fixture_minimal(t->fabric, t->rand);
	t->paths = paths_new(t->fabric, t->lft, &error);
	g_autoptr(RouteFacts) facts = route_facts_new(t->paths, &error);
	t->load = port_loads(t->fabric, facts, &error);
	ck_assert_ptr_null(error);
}

static void end_trial(Trial *t)
{
	g_free(t->load);
	paths_free(t->paths);
	lft_free(t->lft);
	fabric_free(t->fabric);
	g_rand_free(t->rand);
}

/* A port between switches that many routes go over. */
static guint32 draw_port(Trial *t)
{
	gdouble sum = 0, mean;
	for (guint32 i = 0; i < t->fabric->n_ports; i++)
		sum += (gdouble)t->load[i];
	mean = sum / t->paths->n_channels;
	for (;;) {
		guint32 i = (guint32)g_rand_int_range(t->rand, 0, (gint32)t->fabric->n_ports);
		if ((gdouble)t->load[i] > mean / 2)
			return i;
	}
}

/* Words that ports send when each host sends to each other; what goes over the slow port is less everywhere. */
static guint64 *send(Trial *t, guint32 slow)
{
	const Fabric *f = t->fabric;
	guint64 *words = g_new0(guint64, f->n_ports);
	g_autofree guint32 *out = g_new(guint32, f->n_switches + 1);
	for (guint32 a = 0; a < f->n_endpoints; a++)
		for (guint32 b = 0; b < f->n_endpoints; b++) {
			guint n;
			if (a == b)
				continue;
			gdouble rate = g_rand_double_range(t->rand, 0.5, 1.5) * 1e6;
			ck_assert_int_eq(
				fixture_walk(f, t->lft, f->endpoints[a], f->ports[f->endpoints[b]].lid, out, &n),
				WALK_ARRIVES);
			for (guint i = 0; i < n; i++)
				if (out[i] == slow)
					rate *= 0.4;
			for (guint i = 0; i < n; i++)
				words[out[i]] += (guint64)rate;
		}
	return words;
}

static Traffic *measure(Trial *t, const guint64 *words)
{
	GArray *before = rows_new(), *after = rows_new();
	GError *error = NULL;
	for (guint32 i = 0; i < t->fabric->n_ports; i++) {
		const FabricPort *port = &t->fabric->ports[i];
		if (port->peer == FABRIC_NONE || !fabric_is_switch(t->fabric, port->node))
			continue;
		guint64 was = (guint64)g_rand_int(t->rand) << 32;
		guint64 guid = t->fabric->nodes[port->node].guid;
		add_row(before, guid, 0, port->num, COUNTER_XMIT_DATA, was, TRUE);
		add_row(after, guid, 0, port->num, COUNTER_XMIT_DATA, was + words[i], TRUE);
	}
	Traffic *traffic = traffic_new(t->fabric, before, after, &error);
	ck_assert_ptr_null(error);
	g_array_unref(before);
	g_array_unref(after);
	return traffic;
}

/* The place of the slow cable in the list, from 0. */
static guint32 place_of(guint seed)
{
	Trial t;
	GError *error = NULL;
	start_trial(&t, seed);
	guint32 slow = draw_port(&t), place = 0;
	g_autofree guint64 *words = send(&t, slow);
	g_autoptr(Traffic) traffic = measure(&t, words);
	g_autoptr(CableFacts) facts = cable_facts_new(t.fabric, t.load, traffic, &error);
	ck_assert_ptr_null(error);
	ck_assert_uint_eq(facts->n_measured, facts->n_channels);
	while (place < facts->n_slow && facts->slow[place].port != slow)
		place++;
	end_trial(&t);
	return place;
}

START_TEST(the_slow_cable_is_found)
{
	guint first = 0, among_three = 0;
	for (guint seed = 0; seed < 100; seed++) {
		guint32 place = place_of(seed);
		first += place == 0;
		among_three += place < 3;
	}
	printf("slow cable first in %u, among the first three in %u of 100\n", first, among_three);
	ck_assert_uint_ge(among_three, 95);
}
END_TEST

/* What is sent just as predicted agrees; errors and words are in their lists. */
START_TEST(lists_are_in_order)
{
	Trial t;
	GError *error = NULL;
	start_trial(&t, 1);
	GArray *rows = rows_new();
	guint32 faulty = FABRIC_NONE;
	for (guint32 i = 0; i < t.fabric->n_ports; i++) {
		const FabricPort *port = &t.fabric->ports[i];
		if (!t.load[i])
			continue;
		faulty = i;
		add_row(rows, t.fabric->nodes[port->node].guid, 0, port->num, COUNTER_XMIT_DATA, 1000 * t.load[i],
			TRUE);
	}
	const FabricPort *port = &t.fabric->ports[faulty];
	add_row(rows, t.fabric->nodes[port->node].guid, 0, port->num, COUNTER_SYMBOLS, 5, FALSE);
	g_autoptr(Traffic) traffic = traffic_new(t.fabric, NULL, rows, &error);
	g_autoptr(CableFacts) facts = cable_facts_new(t.fabric, t.load, traffic, &error);
	ck_assert_ptr_null(error);
	ck_assert(fabs(facts->agreement - 1) < 1e-9);
	ck_assert(fabs(facts->slow[0].ratio - 1) < 1e-9);
	ck_assert_uint_eq(facts->n_erroneous, 1);
	ck_assert_uint_eq(facts->erroneous[0].errors, 5);
	ck_assert(facts->erroneous[0].port == faulty || facts->erroneous[0].port == port->peer);
	for (guint32 i = 1; i < facts->n_hot; i++)
		ck_assert_uint_ge(facts->hot[i - 1].words, facts->hot[i].words);
	g_array_unref(rows);
	end_trial(&t);
}
END_TEST

/* Where all cables have as many routes, or have sent as much, nothing agrees or disagrees, whatever the rounding. */
START_TEST(what_does_not_vary_has_no_agreement)
{
	g_autoptr(Fabric) fabric = synth_fabric("torus:3x3,hosts=1", NULL);
	g_autofree guint64 *load = g_new0(guint64, fabric->n_ports);
	GArray *rows = rows_new();
	GError *error = NULL;
	guint64 sent = G_MAXUINT64 / 3;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer == FABRIC_NONE || !fabric_is_switch(fabric, port->node))
			continue;
		load[i] = _i ? 7 : i;
		add_row(rows, fabric->nodes[port->node].guid, 0, port->num, COUNTER_XMIT_DATA, _i ? i : sent, TRUE);
	}
	g_autoptr(Traffic) traffic = traffic_new(fabric, NULL, rows, &error);
	g_autoptr(CableFacts) facts = cable_facts_new(fabric, load, traffic, &error);
	ck_assert_ptr_null(error);
	ck_assert_uint_eq(facts->n_measured, 36);
	ck_assert(isnan(facts->agreement));
	g_array_unref(rows);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("traffic");
	TCase *tests = tcase_create("traffic");
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, differences_are_right, 0, (int)G_N_ELEMENTS(differences));
	tcase_add_test(tests, ports_are_found);
	tcase_add_test(tests, the_slow_cable_is_found);
	tcase_add_test(tests, lists_are_in_order);
	tcase_add_loop_test(tests, what_does_not_vary_has_no_agreement, 0, 2);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
