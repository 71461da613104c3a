/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Old and new tables in force together. The walk over mixtures sees exactly what a packet can do that takes either
 * table at every hop, and at least what packets do under every fixed mixture of switches, each by old or by new tables.
 */
#include "evaluator/deadlock/deadlock.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

#define VLS 4 /* fixture_lanes() draws no others but 15 */

/* One set of tables. */
typedef struct {
	Lft *lft;
	PathSl *sl;
	Sl2vl *sl2vl;
} Set;

static Set set_draw(const Fabric *fabric, GRand *rand)
{
	Set set = {.lft = fixture_minimal(fabric, rand)};
	fixture_lanes(fabric, rand, &set.sl, &set.sl2vl);
	return set;
}

static void set_clear(Set *set)
{
	lft_free(set->lft);
	path_sl_free(set->sl);
	sl2vl_free(set->sl2vl);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Set, set_clear)

/* Dependencies between (switch port, VL), as the plainest possible matrix. */
typedef struct {
	const Fabric *fabric;
	const Set *set[2];
	guint32 *number; /* by port index: number among the switch ports with a cable to a switch */
	guint32 n;       /* of (port, VL) */
	guint8 *edge;    /* [n][n] */
	guint32 mask;    /* 1: choose at every hop anew */
	guint32 lft_by;  /* else: bit i says by which table switch i forwards, */
	guint32 vl_by;   /* and maps SLs to VLs */
	guint8 *seen;    /* [n][16] by node and SL, for the packet's LID */
	guint32 lid;
	gboolean lost;
} Plain;

static guint32 switch_of(const Fabric *fabric, guint32 port)
{
	const FabricPort *at = &fabric->ports[port];
	return at->num == 0 || fabric_is_switch(fabric, at->node) ? at->node : fabric->ports[at->peer].node;
}

static guint32 row_of(const Fabric *fabric, guint32 node)
{
	for (guint32 i = 0; i < fabric->n_switches; i++)
		if (fabric->switches[i] == node)
			return i;
	ck_abort();
}

static guint sl_of(const Plain *p, guint side, guint32 source, guint32 lid)
{
	const PathSl *sl = p->set[side]->sl;
	const Fabric *f = p->fabric;
	const guint8 *row = path_sl_row(sl, f->nodes[f->ports[source].node].guid);
	row = row ? row : path_sl_row(sl, f->nodes[switch_of(f, source)].guid);
	return row && lid < sl->n_lids && row[lid] < 16 ? row[lid] : 0;
}

static void plain_hop(Plain *p, guint32 node, guint in, guint32 before, guint sl);

static void plain_leave(Plain *p, guint32 node, guint32 before, guint sl, guint8 num, guint vl)
{
	const Fabric *f = p->fabric;
	guint32 out = fabric_port_index(f, node, num), peer = f->ports[out].peer;
	if (vl == 15) {
		p->lost = TRUE;
		return;
	}
	if (!fabric_is_switch(f, f->ports[peer].node))
		return;
	ck_assert_uint_lt(vl, VLS);
	guint32 here = p->number[out] * VLS + vl;
	if (before != G_MAXUINT32)
		p->edge[before * p->n + here] = 1;
	if (p->seen[here * 16 + sl])
		return;
	p->seen[here * 16 + sl] = 1;
	plain_hop(p, f->ports[peer].node, f->ports[peer].num, here, sl);
}

/* Whether a port leads a packet on, or to its end: 1 and 0; -1 it is lost. */
static gint leads(const Plain *p, guint32 node, guint8 num)
{
	const Fabric *f = p->fabric;
	if (num > f->nodes[node].n_ports)
		return -1;
	guint32 out = fabric_port_index(f, node, num), peer = f->ports[out].peer;
	if (num == 0)
		return f->lid_port[p->lid] == out ? 0 : -1;
	if (peer == FABRIC_NONE)
		return -1;
	return fabric_is_switch(f, f->ports[peer].node) || f->lid_port[p->lid] == peer ? 1 : -1;
}

static void plain_hop(Plain *p, guint32 node, guint in, guint32 before, guint sl)
{
	guint64 guid = p->fabric->nodes[node].guid;
	guint32 row = row_of(p->fabric, node);
	for (guint by = 0; by < 2; by++) {
		const Lft *lft = p->set[by]->lft;
		const guint8 *table = lft_row(lft, guid);
		guint8 num = table ? lft_port(lft, table, p->lid) : LFT_NO_PATH;
		if (!p->mask && (p->lft_by >> row & 1) != by)
			continue;
		p->lost |= leads(p, node, num) < 0;
		if (leads(p, node, num) <= 0)
			continue;
		for (guint map = 0; map < 2; map++) {
			const Sl2vl *t = p->set[map]->sl2vl;
			if (p->mask || (p->vl_by >> row & 1) == map)
				plain_leave(p, node, before, sl, num,
					    sl2vl_get(t, (guint32)sl2vl_find(t, guid), in, num)->vl[sl]);
		}
	}
}

static void plain_send(Plain *p, guint32 source, guint32 sl_source, guint32 sl_lid)
{
	const Fabric *f = p->fabric;
	guint in = f->ports[source].num == 0 ? 0 : f->ports[f->ports[source].peer].num;
	for (guint by = 0; by < 2; by++)
		plain_hop(p, switch_of(f, source), in, G_MAXUINT32, sl_of(p, by, sl_source, sl_lid));
}

static void plain_pair(Plain *p, guint32 source, gboolean reverse)
{
	const FabricPort *port = &p->fabric->ports[source];
	plain_send(p, source, source, p->lid);
	for (guint32 back = port->lid; reverse && back < port->lid + (1u << port->lmc); back++)
		plain_send(p, source, p->fabric->lid_port[p->lid], back);
}

/* The number of LIDs that packets to get lost. */
static guint plain_all(Plain *p, gboolean reverse)
{
	const Fabric *f = p->fabric;
	guint lost = 0;
	for (p->lid = 1; p->lid < f->n_lids; p->lid++) {
		guint32 owner = f->lid_port[p->lid];
		if (owner == FABRIC_NONE)
			continue;
		memset(p->seen, 0, (gsize)p->n * 16);
		p->lost = FALSE;
		for (guint32 e = 0; e < f->n_endpoints; e++)
			if (f->endpoints[e] != owner)
				plain_pair(p, f->endpoints[e], reverse);
		for (guint32 i = 0; f->ports[owner].num && i < f->n_switches; i++)
			plain_pair(p, f->nodes[f->switches[i]].first_port, reverse);
		lost += p->lost;
	}
	return lost;
}

static gboolean is_free(const Plain *p)
{
	g_autofree guint8 *reach = g_new(guint8, (gsize)p->n * p->n + 1);
	memcpy(reach, p->edge, (gsize)p->n * p->n);
	for (guint32 k = 0; k < p->n; k++)
		for (guint32 i = 0; i < p->n; i++)
			for (guint32 j = 0; reach[i * p->n + k] && j < p->n; j++)
				reach[i * p->n + j] |= reach[k * p->n + j];
	for (guint32 i = 0; i < p->n; i++)
		if (reach[i * p->n + i])
			return FALSE;
	return TRUE;
}

/* Each port of a switch that has a cable to one gets a number. */
static Plain plain_new(const Fabric *fabric, const Set *old, const Set *new)
{
	Plain p = {.fabric = fabric, .set = {old, new}, .number = g_new0(guint32, fabric->n_ports)};
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
		    fabric_is_switch(fabric, fabric->ports[port->peer].node))
			p.number[i] = p.n++;
	}
	p.n *= VLS;
	p.edge = g_new0(guint8, (gsize)p.n * p.n + 1);
	p.seen = g_new0(guint8, (gsize)p.n * 16 + 1);
	return p;
}

static void plain_clear(Plain *p)
{
	g_free(p->number);
	g_free(p->edge);
	g_free(p->seen);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Plain, plain_clear)

/* What is judged, joined. */
typedef struct {
	Paths *paths[2];
	Lanes *lanes[2];
} Joined;

static Joined joined_new(const Fabric *fabric, const Set *old, const Set *new)
{
	const Set *set[] = {old, new};
	Joined j;
	for (guint i = 0; i < 2; i++) {
		j.paths[i] = paths_new(fabric, set[i]->lft, NULL);
		j.lanes[i] = lanes_new(j.paths[i], set[i]->sl, set[i]->sl2vl, NULL);
		ck_assert_ptr_nonnull(j.lanes[i]);
	}
	ck_assert(lanes_join(j.lanes[0], j.lanes[1], NULL));
	return j;
}

static void joined_clear(Joined *j)
{
	for (guint i = 0; i < 2; i++) {
		lanes_free(j->lanes[i]);
		paths_free(j->paths[i]);
	}
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Joined, joined_clear)

/* The edges of a walk, in the numbers of the plain matrix. */
typedef struct {
	const Plain *plain;
	const Lanes *lanes;
	guint8 *edge;
} Seen;

static guint32 plain_number(const Seen *s, guint32 node)
{
	const Paths *p = s->lanes->paths;
	guint32 channel = node / s->lanes->n_lanes;
	guint32 port = fabric_port_index(p->fabric, p->fabric->switches[p->from[channel]], p->out_port[channel]);
	return s->plain->number[port] * VLS + s->lanes->vl[node % s->lanes->n_lanes];
}

static gboolean see(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	Seen *s = user;
	(void)route;
	if (from != LANES_NONE)
		s->edge[plain_number(s, from) * s->plain->n + plain_number(s, to)] = 1;
	return TRUE;
}

static guint loops_seen, free_seen, lost_seen, mixed_loops_seen;

/* Whether every step of the cycle is explained by what it says. */
static void check_cycle(const DeadlockFacts *facts, gboolean mixed_only)
{
	guint mixed = 0, old = 0, new = 0;
	for (guint32 i = 0; i < facts->n_cycle; i++) {
		mixed += facts->cycle[i].by == DEADLOCK_BY_MIXTURE;
		old += facts->cycle[i].by == DEADLOCK_BY_OLD;
		new += facts->cycle[i].by == DEADLOCK_BY_NEW;
	}
	ck_assert_uint_eq(mixed + old + new, facts->n_cycle);
	if (mixed_only && facts->n_cycle) /* no set has the cycle by itself */
		ck_assert(mixed || (old && new));
}

START_TEST(test_equals_a_choice_at_every_hop)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_auto(Set) old = set_draw(fabric, rand);
	g_auto(Set) new = set_draw(fabric, rand);
	fixture_damage(new.lft, rand, _i % 4 == 3 ? 10 : 0);
	g_auto(Plain) plain = plain_new(fabric, &old, &new);
	plain.mask = 1;
	guint lost = plain_all(&plain, _i % 2);
	g_autoptr(Paths) paths = paths_new(fabric, old.lft, NULL);
	g_autoptr(Paths) new_paths = paths_new(fabric, new.lft, NULL);
	g_autoptr(Lanes) old_lanes = lanes_new(paths, old.sl, old.sl2vl, NULL);
	g_autoptr(Lanes) new_lanes = lanes_new(new_paths, new.sl, new.sl2vl, NULL);
	g_autoptr(DeadlockFacts) old_facts = deadlock_facts_new(old_lanes, _i % 2, NULL, 0, NULL);
	g_autoptr(DeadlockFacts) new_facts = deadlock_facts_new(new_lanes, _i % 2, NULL, 0, NULL);
	g_auto(Joined) joined = joined_new(fabric, &old, &new);
	Seen seen = {&plain, joined.lanes[0], g_new0(guint8, (gsize)plain.n * plain.n + 1)};
	LaneCounts counts;
	ck_assert(lanes_walk(joined.lanes[0], _i % 2, see, &seen, &counts, NULL));
	ck_assert_mem_eq(seen.edge, plain.edge, (gsize)plain.n * plain.n + 1);
	ck_assert_uint_eq(counts.lids_lost, lost);
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(joined.lanes[0], _i % 2, NULL, 0, NULL);
	ck_assert_int_eq(facts->free, is_free(&plain));
	check_cycle(facts, old_facts->free && new_facts->free);
	g_free(seen.edge);
	loops_seen += !facts->free;
	free_seen += facts->free;
	lost_seen += lost > 0;
	mixed_loops_seen += !facts->free && old_facts->free && new_facts->free;
}
END_TEST

START_TEST(test_covers_every_fixed_mixture)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_ring(3 + (guint)_i % 2, 1);
	g_auto(Set) old = set_draw(fabric, rand);
	g_auto(Set) new = set_draw(fabric, rand);
	g_auto(Joined) joined = joined_new(fabric, &old, &new);
	g_auto(Plain) all = plain_new(fabric, &old, &new);
	Seen seen = {&all, joined.lanes[0], g_new0(guint8, (gsize)all.n * all.n + 1)};
	guint32 n = fabric->n_switches;
	ck_assert(lanes_walk(joined.lanes[0], FALSE, see, &seen, NULL, NULL));
	for (guint32 mixture = 0; mixture < 1u << 2 * n; mixture++) {
		g_auto(Plain) plain = plain_new(fabric, &old, &new);
		plain.lft_by = mixture & ((1u << n) - 1);
		plain.vl_by = mixture >> n;
		plain_all(&plain, FALSE);
		for (gsize i = 0; i < (gsize)plain.n * plain.n; i++) {
			all.edge[i] |= plain.edge[i];
			ck_assert_uint_le(plain.edge[i], seen.edge[i]);
		}
	}
	/* the routes of rings of three are no longer than two switches: nothing is passed twice, and nothing is left */
	if (n == 3)
		ck_assert_mem_eq(all.edge, seen.edge, (gsize)all.n * all.n + 1);
	g_free(seen.edge);
}
END_TEST

START_TEST(test_saw_all_kinds)
{
	ck_assert_uint_gt(loops_seen, 10);
	ck_assert_uint_gt(free_seen, 10);
	ck_assert_uint_gt(lost_seen, 10);
	ck_assert_uint_gt(mixed_loops_seen, 2);
}
END_TEST

/* A set goes with itself. */
START_TEST(test_with_itself_nothing_changes)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_auto(Set) set = set_draw(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, set.lft, NULL);
	g_autoptr(Lanes) lanes = lanes_new(paths, set.sl, set.sl2vl, NULL);
	g_autoptr(DeadlockFacts) alone = deadlock_facts_new(lanes, TRUE, NULL, 0, NULL);
	g_auto(Joined) joined = joined_new(fabric, &set, &set);
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(joined.lanes[0], TRUE, NULL, 0, NULL);
	ck_assert_int_eq(facts->free, alone->free);
	ck_assert_uint_eq(facts->dependencies, alone->dependencies);
	ck_assert_uint_eq(facts->n_layers, alone->n_layers);
	for (guint i = 0; i < facts->n_layers; i++)
		ck_assert_mem_eq(&facts->layers[i], &alone->layers[i], sizeof facts->layers[i]);
	for (guint32 i = 0; i < facts->n_cycle; i++)
		ck_assert_uint_eq(facts->cycle[i].by, DEADLOCK_BY_OLD);
}
END_TEST

/* Clockwise and anticlockwise for one half of the destinations each: both free, never together. */
START_TEST(test_two_seams_of_a_ring_do_not_go_together)
{
	g_autoptr(Fabric) ring = fixture_ring(4, 1);
	g_auto(Set) first = {.lft = fixture_clockwise(ring)};
	g_auto(Set) second = {.lft = fixture_clockwise(ring)};
	Set *set[] = {&first, &second};
	for (guint s = 0; s < 2; s++) {
		const guint8 ports[] = {3, 3, 3, 3};
		set[s]->sl = path_sl_new(0, 0, NULL);
		set[s]->sl2vl = sl2vl_new(4, set[s]->lft->guid, ports, NULL);
		/* nothing crosses the cable between switch s * 2 + 3 and the one after it: a line, not a ring */
		guint32 end = (s * 2 + 3) % 4;
		for (guint32 lid = 1; lid < ring->n_lids; lid++) {
			guint32 at = switch_of(ring, ring->lid_port[lid]), to = (at + 3 - end) % 4;
			for (guint32 sw = 0; sw < 4; sw++) {
				guint8 *row = fixture_row(set[s]->lft, ring, ring->switches[sw]);
				guint32 from = (sw + 3 - end) % 4;
				if (from != to)
					row[lid] = from < to ? 1 : 2;
			}
		}
	}
	g_auto(Joined) joined = joined_new(ring, &first, &second);
	for (guint s = 0; s < 2; s++) {
		g_autoptr(Lanes) lanes = lanes_new(joined.paths[s], NULL, NULL, NULL);
		g_autoptr(DeadlockFacts) alone = deadlock_facts_new(lanes, TRUE, NULL, 0, NULL);
		ck_assert(alone->free);
		ck_assert_uint_eq(alone->counts.unreachable, 0);
	}
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(joined.lanes[0], TRUE, NULL, 0, NULL);
	ck_assert(!facts->free);
	ck_assert_uint_eq(facts->counts.lids_lost, 0);
	check_cycle(facts, TRUE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_mixed");
	TCase *tcase = tcase_create("mixed");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, test_equals_a_choice_at_every_hop, 0, 80);
	tcase_add_test(tcase, test_saw_all_kinds);
	tcase_add_loop_test(tcase, test_covers_every_fixed_mixture, 0, 20);
	tcase_add_loop_test(tcase, test_with_itself_nothing_changes, 0, 20);
	tcase_add_test(tcase, test_two_seams_of_a_ring_do_not_go_together);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
