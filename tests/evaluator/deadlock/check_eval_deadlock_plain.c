/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Credit loops of small cases equal a plain search: a matrix of all (port, VL) pairs and its transitive closure. */
#include "tests/asserts.h"
#include "tests/evaluator/deadlock/loop_case.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

typedef struct {
	const Fabric *fabric;
	const Lft *lft;
	const PathSl *sl;
	const Sl2vl *sl2vl;
	guint32 *number; /* by port index: number among the switch ports with a cable to a switch */
	guint32 n;       /* of (port, VL) */
	guint8 *edge;    /* [n][n] */
	guint8 *used;    /* [n] */
	guint64 routes, dropped, unreachable;
} Plain;

static guint plain_sl(const Plain *p, guint32 source, guint32 lid)
{
	const FabricPort *port = &p->fabric->ports[source];
	guint32 sw = loop_case_place(p->fabric, source);
	const guint8 *row = path_sl_row(p->sl, p->fabric->nodes[port->node].guid);
	row = row ? row : path_sl_row(p->sl, p->fabric->nodes[sw].guid);
	return row && lid < p->sl->n_lids && row[lid] < 16 ? row[lid] : 0;
}

static void plain_route(Plain *p, guint32 source, guint32 lid, guint sl)
{
	const Fabric *fabric = p->fabric;
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	guint n;
	guint32 before = G_MAXUINT32;
	WalkEnd end = fixture_walk(fabric, p->lft, source, lid, out, &n);
	guint in = fabric->ports[source].num == 0 ? 0 : fabric->ports[fabric->ports[source].peer].num;
	p->routes++;
	for (guint i = 0; i < n; i++) {
		const FabricPort *port = &fabric->ports[out[i]];
		guint32 sw = (guint32)sl2vl_find(p->sl2vl, fabric->nodes[port->node].guid);
		guint vl = sl2vl_get(p->sl2vl, sw, in, port->num)->vl[sl];
		if (vl == 15) {
			p->dropped++;
			return;
		}
		if (!fabric_is_switch(fabric, fabric->ports[port->peer].node))
			break;
		guint32 node = p->number[out[i]] * 16 + vl;
		p->used[node] = 1;
		if (before != G_MAXUINT32)
			p->edge[before * p->n + node] = 1;
		before = node;
		in = fabric->ports[port->peer].num;
	}
	p->unreachable += end != WALK_ARRIVES;
}

static void plain_pair(Plain *p, guint32 source, guint32 lid, gboolean reverse)
{
	const FabricPort *port = &p->fabric->ports[source];
	plain_route(p, source, lid, plain_sl(p, source, lid));
	for (guint32 back = port->lid; reverse && back < port->lid + (1u << port->lmc); back++)
		plain_route(p, source, lid, plain_sl(p, p->fabric->lid_port[lid], back));
}

static void plain_all(Plain *p, gboolean reverse)
{
	const Fabric *fabric = p->fabric;
	for (guint32 lid = 1; lid < fabric->n_lids; lid++) {
		guint32 owner = fabric->lid_port[lid];
		if (owner == FABRIC_NONE)
			continue;
		for (guint32 e = 0; e < fabric->n_endpoints; e++)
			if (fabric->endpoints[e] != owner)
				plain_pair(p, fabric->endpoints[e], lid, reverse);
		for (guint32 i = 0; fabric->ports[owner].num && i < fabric->n_switches; i++)
			plain_pair(p, fabric->nodes[fabric->switches[i]].first_port, lid, reverse);
	}
}

static gboolean plain_is_free(const Plain *p)
{
	g_autofree guint8 *reach = g_new(guint8, (gsize)p->n * p->n);
	memcpy(reach, p->edge, (gsize)p->n * p->n);
	for (guint32 k = 0; k < p->n; k++)
		for (guint32 i = 0; p->used[k] && i < p->n; i++)
			for (guint32 j = 0; reach[i * p->n + k] && j < p->n; j++)
				reach[i * p->n + j] |= reach[k * p->n + j];
	for (guint32 i = 0; i < p->n; i++)
		if (reach[i * p->n + i])
			return FALSE;
	return TRUE;
}

static void check_layers(const Plain *p, const DeadlockFacts *facts)
{
	guint channels[16] = {0}, dependencies[16] = {0};
	for (guint32 i = 0; i < p->n; i++) {
		channels[i % 16] += p->used[i];
		for (guint32 j = 0; j < p->n; j++)
			dependencies[i % 16] += p->edge[i * p->n + j];
	}
	for (guint vl = 0, layer = 0; vl < 16; vl++) {
		if (!channels[vl])
			continue;
		ck_assert_uint_lt(layer, facts->n_layers);
		ck_assert_uint_eq(facts->layers[layer].vl, vl);
		ck_assert_uint_eq(facts->layers[layer].channels, channels[vl]);
		ck_assert_uint_eq(facts->layers[layer].dependencies, dependencies[vl]);
		layer++;
	}
}

static guint loops_seen, free_seen, drops_seen;

START_TEST(test_equals_a_plain_search)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(PathSl) sl = NULL;
	g_autoptr(Sl2vl) sl2vl = NULL;
	fixture_lanes(fabric, rand, &sl, &sl2vl);
	fixture_damage(lft, rand, _i % 4 == 3 ? 10 : 0);
	g_autofree guint32 *number = g_new0(guint32, fabric->n_ports);
	guint32 n = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
		    fabric_is_switch(fabric, fabric->ports[port->peer].node))
			number[i] = n++;
	}
	n *= 16;
	g_autofree guint8 *edge = g_new0(guint8, (gsize)n * n);
	g_autofree guint8 *used = g_new0(guint8, n);
	Plain plain = {fabric, lft, sl, sl2vl, number, n, edge, used, 0, 0, 0};
	plain_all(&plain, _i % 2);
	g_autoptr(DeadlockFacts) facts = loop_case_facts(fabric, lft, sl, sl2vl, _i % 2);
	ck_assert_int_eq(facts->free, plain_is_free(&plain));
	ck_assert_uint_eq(facts->counts.routes, plain.routes);
	ck_assert_uint_eq(facts->counts.dropped, plain.dropped);
	ck_assert_uint_eq(facts->counts.unreachable, plain.unreachable);
	check_layers(&plain, facts);
	ck_assert_int_eq(facts->free, facts->n_cycle == 0);
	loop_case_witnesses(fabric, lft, facts);
	loops_seen += !facts->free;
	free_seen += facts->free;
	drops_seen += facts->counts.dropped > 0;
}
END_TEST

START_TEST(test_the_search_saw_both_answers)
{
	ck_assert_uint_gt(loops_seen, 10);
	ck_assert_uint_gt(free_seen, 10);
	ck_assert_uint_gt(drops_seen, 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_deadlock_plain");
	TCase *tcase = tcase_create("deadlock_plain");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, test_equals_a_plain_search, 0, 120);
	tcase_add_test(tcase, test_the_search_saw_both_answers);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
