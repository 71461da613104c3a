/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Mixtures of two sets of tables, tried one by one on small fabrics: on the way of each packet every choice of an entry
 * and of an SL to VL table at every switch. The judge's dependencies must have all of those that come about, and more
 * only where a packet passes a switch twice.
 */
#include "evaluator/deadlock/deadlock.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"
#include "tests/evaluator/transition/two_tables.h"

#define CASES 200
#define VLS 4          /* fixture_lanes() draws no others but 15 */
#define FEW_SWITCHES 4 /* 256 of these and SL to VL tables */

/* Dependencies between channels, by the number of the port they leave by, on VLs. */
typedef struct {
	const Fabric *fabric;
	const TableSet *sets;
	guint32 n;
	const guint32 *number; /* [ports] of those that lead from switch to switch */
	guint8 *edge;          /* [n][n] */
	const guint8 *closed;  /* [nodes][LIDs] nobody uses previous SLs from what hangs on this switch */
	guint32 lid;
	guint sl;
	guint lft_by, vl_by, fixed; /* a bit a switch: which tables are chosen, and whether they are */
	guint8 *passed;             /* [ports] the packet came in by this port before */
} Tables;

static void walk_on(Tables *t, Place at, guint32 before);

/* With the switch's tables chosen. */
static void walk_through(Tables *t, Place at, guint32 before)
{
	const Fabric *f = t->fabric;
	guint sw = two_tables_number(f, at.node);
	guint8 port = table_set_entry(f, &t->sets[t->lft_by >> sw & 1], at.node, t->lid);
	const Sl2vl *sl2vl = t->sets[t->vl_by >> sw & 1].sl2vl;
	Place next = at;
	if (two_tables_leave(f, &next, port, t->lid) != GOES_ON)
		return;
	guint vl = sl2vl_get(sl2vl, (guint32)sl2vl_find(sl2vl, f->nodes[at.node].guid), at.in, port)->vl[t->sl];
	guint32 out = fabric_port_index(f, at.node, port), into = f->ports[out].peer, here = t->number[out] * VLS + vl;
	if (vl == 15)
		return;
	if (before != G_MAXUINT32)
		t->edge[(gsize)before * t->n + here] = 1;
	/* once round more, so that the path from the last channel of a cycle to the first is seen */
	if (t->passed[into] == 2)
		return;
	t->passed[into]++;
	walk_on(t, next, here);
	t->passed[into]--;
}

/* Tries all tables that the switch may have, if it is come to for the first time. */
static void walk_on(Tables *t, Place at, guint32 before)
{
	guint bit = 1u << two_tables_number(t->fabric, at.node);
	if (t->fixed & bit) {
		walk_through(t, at, before);
		return;
	}
	t->fixed |= bit;
	for (guint choice = 0; choice < 4; choice++) {
		t->lft_by = (t->lft_by & ~bit) | (choice & 1 ? bit : 0);
		t->vl_by = (t->vl_by & ~bit) | (choice & 2 ? bit : 0);
		walk_through(t, at, before);
	}
	t->fixed &= ~bit;
}

static guint sl_of(const Fabric *f, const TableSet *set, guint32 source, guint32 lid)
{
	const guint8 *row = path_sl_row(set->sl, f->nodes[f->ports[source].node].guid);
	row = row ? row : path_sl_row(set->sl, f->nodes[two_tables_start(f, source).node].guid);
	return row && lid < set->sl->n_lids && row[lid] < 16 ? row[lid] : 0;
}

static void begin_tables(gpointer user, guint32 lid)
{
	Tables *t = user;
	t->lid = lid;
}

static void send_pair(gpointer user, guint32 source, guint32 lid)
{
	Tables *t = user;
	Place at = two_tables_start(t->fabric, source);
	guint new = sl_of(t->fabric, &t->sets[1], source, lid), old = sl_of(t->fabric, &t->sets[0], source, lid);
	gboolean can = table_set_entry(t->fabric, &t->sets[1], at.node, lid) != 255;
	gboolean closed = t->closed[at.node * t->fabric->n_lids + lid];
	t->sl = new; /* where there is a route to be asked for */
	if (can && (!closed || old != new))
		walk_on(t, at, G_MAXUINT32);
	t->sl = old; /* where there was a connection */
	if (table_set_entry(t->fabric, &t->sets[0], at.node, lid) != 255 && !closed && (!can || old != new))
		walk_on(t, at, G_MAXUINT32);
}

static gboolean has_cycle(const guint8 *edge, guint32 n)
{
	g_autofree guint32 *in = g_new0(guint32, n + 1), *queue = g_new(guint32, n + 1);
	guint32 done = 0, found = 0;
	for (gsize i = 0; i < (gsize)n * n; i++)
		in[i % n] += edge[i];
	for (guint32 i = 0; i < n; i++)
		if (!in[i])
			queue[found++] = i;
	for (; done < found; done++)
		for (guint32 i = 0; i < n; i++)
			if (edge[(gsize)queue[done] * n + i] && --in[i] == 0)
				queue[found++] = i;
	return found < n;
}

typedef struct {
	const Lanes *lanes;
	guint32 n;
	const guint32 *number;
	guint8 *edge;
	const TableSet *sets;
	const guint8 *closed;
} Seen;

static guint32 plain_node(const Seen *s, guint32 node)
{
	const Lanes *l = s->lanes;
	const Paths *p = l->paths;
	guint32 channel = node / l->n_lanes;
	guint32 out = fabric_port_index(p->fabric, p->fabric->switches[p->from[channel]], p->out_port[channel]);
	return s->number[out] * VLS + l->vl[node % l->n_lanes];
}

static gboolean see(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	Seen *s = user;
	const Fabric *f = s->lanes->paths->fabric;
	guint32 node = two_tables_start(f, route->source).node;
	gboolean could = table_set_entry(f, &s->sets[0], node, route->lid) != 255;
	gboolean can = table_set_entry(f, &s->sets[1], node, route->lid) != 255;
	gboolean previous = route->sl == sl_of(f, &s->sets[0], route->source, route->lid);
	ck_assert((can && route->sl == sl_of(f, &s->sets[1], route->source, route->lid)) || (could && previous));
	ck_assert(!previous || !s->closed[node * f->n_lids + route->lid]);
	if (from != LANES_NONE)
		s->edge[(gsize)plain_node(s, from) * s->n + plain_node(s, to)] = 1;
	return TRUE;
}

/* Returns how many there are. */
static guint32 number_ports(const Fabric *f, guint32 *number)
{
	guint32 n = 0;
	for (guint32 i = 0; i < f->n_ports; i++)
		if (fabric_is_switch(f, f->ports[i].node) && f->ports[i].peer != FABRIC_NONE &&
		    fabric_is_switch(f, f->ports[f->ports[i].peer].node))
			number[i] = n++;
	return n;
}

/* In one case of four some have connected again. */
static guint8 *close_some(Talk *talk, const Paths *paths, GRand *rand, gint i)
{
	const Fabric *f = paths->fabric;
	guint8 *closed = g_new0(guint8, f->n_nodes * f->n_lids + 1);
	for (guint32 row = 0; i % 4 == 3 && row < paths->n_rows; row++)
		for (guint32 lid = 1; lid < f->n_lids; lid++)
			if (g_rand_int_range(rand, 0, 3)) {
				ck_assert(talk_close(talk, paths, row, lid, NULL));
				closed[f->switches[row] * f->n_lids + lid] = 1;
			}
	return closed;
}

static guint free_seen, looped_seen, stricter_seen, closed_seen;

START_TEST(test_loops_are_those_of_all_mixtures)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i + 1000);
	g_autoptr(Fabric) fabric =
		_i % 2 ? fixture_ring(3 + (guint)_i / 2 % 2, 1) : two_tables_fabric(rand, FEW_SWITCHES);
	g_auto(TableSet) old = table_set_draw(fabric, rand, _i % 3 == 1 ? 12 : 0);
	g_auto(TableSet) new = table_set_draw(fabric, rand, _i % 3 ? 6 : 0);
	const TableSet sets[] = {old, new};
	g_autoptr(Paths) old_paths = paths_new(fabric, old.lft, NULL);
	g_autoptr(Paths) new_paths = paths_new(fabric, new.lft, NULL);
	g_autoptr(Talk) talk = talk_new(NULL, old_paths, NULL);
	g_autoptr(Lanes) lanes = lanes_new(old_paths, old.sl, old.sl2vl, NULL);
	g_autoptr(Lanes) new_lanes = lanes_new(new_paths, new.sl, new.sl2vl, NULL);
	lanes->talk = talk;
	lanes->closed = new_lanes->closed = lanes;
	g_autofree guint8 *closed = close_some(talk, new_paths, rand, _i);
	g_autoptr(Talk) new_talk = talk_new(NULL, new_paths, NULL);
	new_lanes->talk = new_talk;
	ck_assert(lanes_join(lanes, new_lanes, NULL));
	g_autofree guint32 *number = g_new0(guint32, fabric->n_ports + 1);
	guint32 n = number_ports(fabric, number) * VLS;
	g_autofree guint8 *edge = g_new0(guint8, (gsize)n * n + 1), *passed = g_new0(guint8, fabric->n_ports + 1);
	Tables tables = {.fabric = fabric,
			 .sets = sets,
			 .n = n,
			 .number = number,
			 .edge = edge,
			 .closed = closed,
			 .passed = passed};
	two_tables_pairs(fabric, begin_tables, send_pair, &tables);
	Seen seen = {lanes, n, number, g_new0(guint8, (gsize)n * n + 1), sets, closed};
	ck_assert(lanes_walk(lanes, FALSE, see, &seen, NULL, NULL));
	for (gsize i = 0; i < (gsize)n * n; i++)
		ck_assert_uint_le(edge[i], seen.edge[i]);
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(lanes, FALSE, NULL, 0, NULL);
	ck_assert_int_eq(facts->free, !has_cycle(seen.edge, n));
	gboolean loop = has_cycle(edge, n);
	ck_assert(!loop || !facts->free);
	free_seen += facts->free;
	looped_seen += loop;
	closed_seen += _i % 4 == 3 && loop;
	stricter_seen += !facts->free && !loop;
	g_free(seen.edge);
}
END_TEST

START_TEST(test_saw_all_kinds)
{
	ck_assert_uint_gt(free_seen, 10);
	ck_assert_uint_gt(looped_seen, 20);
	ck_assert_uint_gt(closed_seen, 4);
	ck_assert_uint_le(stricter_seen, CASES / 50); /* loops that need a packet to pass a switch twice */
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_transition_loops");
	TCase *tcase = tcase_create("loops");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, test_loops_are_those_of_all_mixtures, 0, CASES);
	tcase_add_test(tcase, test_saw_all_kinds);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
