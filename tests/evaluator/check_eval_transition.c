/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Mixtures of two sets of tables, tried one by one on small fabrics: every choice of an entry at every switch, and on
 * the way of each packet every choice of an SL to VL table too. What the judge says of cycles, dead ends and pairs
 * must be exactly that; its dependencies must have all of those, and more only where a packet passes a switch twice.
 */
#include "evaluator/deadlock/deadlock.h"
#include "evaluator/transition/mixture.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

#define CASES 200
#define MAX_SWITCHES 6 /* 64 mixtures of forwarding tables */
#define VLS 4          /* fixture_lanes() draws no others but 15 */
#define FEW_SWITCHES 4 /* 256 of these and SL to VL tables */

/* One set of tables. */
typedef struct {
	Lft *lft;
	PathSl *sl;
	Sl2vl *sl2vl;
} Set;

static void set_clear(Set *set)
{
	lft_free(set->lft);
	path_sl_free(set->sl);
	sl2vl_free(set->sl2vl);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Set, set_clear)

/* Adds to the tree a switch with a cable to one that is in it, if the cable of a port drawn at random is one. */
static guint32 grow(Lft *lft, const Fabric *f, GRand *rand, guint8 *inside, guint32 lid)
{
	guint32 i = (guint32)g_rand_int_range(rand, 0, (gint32)f->n_ports), peer = f->ports[i].peer;
	if (peer == FABRIC_NONE || !fabric_is_switch(f, f->ports[i].node) || inside[f->ports[i].node] ||
	    !inside[f->ports[peer].node])
		return 0;
	inside[f->ports[i].node] = TRUE;
	fixture_row(lft, f, f->ports[i].node)[lid] = f->ports[i].num;
	return 1;
}

/* Routes of some LIDs become a tree drawn at random: no shortest paths, so that old and new can cross. */
static void wander(Lft *lft, const Fabric *f, GRand *rand)
{
	g_autofree guint8 *inside = g_new(guint8, f->n_nodes);
	for (guint32 lid = 1; lid < f->n_lids; lid++) {
		guint32 owner = f->lid_port[lid], n = 1;
		if (owner == FABRIC_NONE || g_rand_int_range(rand, 0, 4))
			continue;
		memset(inside, 0, f->n_nodes);
		inside[f->ports[owner].num ? f->ports[f->ports[owner].peer].node : f->ports[owner].node] = TRUE;
		while (n < f->n_switches)
			n += grow(lft, f, rand, inside, lid);
	}
}

static Set set_draw(const Fabric *fabric, GRand *rand, guint damage)
{
	Set set = {.lft = fixture_minimal(fabric, rand)};
	fixture_lanes(fabric, rand, &set.sl, &set.sl2vl);
	if (damage)
		wander(set.lft, fabric, rand);
	fixture_damage(set.lft, rand, damage);
	for (guint i = 0; i < 2 * damage; i++) {
		guint32 row = (guint32)g_rand_int_range(rand, 0, (gint32)fabric->n_switches);
		guint32 e = (guint32)g_rand_int_range(rand, 0, (gint32)fabric->n_endpoints);
		fixture_row(set.lft, fabric, fabric->switches[row])[fabric->ports[fabric->endpoints[e]].lid] = 255;
	}
	return set;
}

static Fabric *draw_small(GRand *rand, guint32 switches)
{
	for (;;) {
		Fabric *fabric = fixture_random(rand);
		if (fabric->n_switches <= switches && fabric->n_switches > 2 && fabric->n_endpoints <= 5 * switches)
			return fabric;
		fabric_free(fabric);
	}
}

/* Where a packet is: in the switch `node`, come in by port `in`. */
typedef struct {
	guint32 node;
	guint in;
} Place;

typedef enum { GOES_ON, ARRIVES, IS_LOST, GOES_ROUND } Fate;

static guint number_of(const Fabric *f, guint32 node)
{
	guint i = 0;
	while (f->switches[i] != node)
		i++;
	return i;
}

static guint8 entry_of(const Fabric *f, const Set *set, guint32 node, guint32 lid)
{
	const guint8 *row = lft_row(set->lft, f->nodes[node].guid);
	return row ? lft_port(set->lft, row, lid) : 255;
}

/* What leaving by a port comes to; *at is where the packet is then, if it goes on. */
static Fate leave(const Fabric *f, Place *at, guint8 port, guint32 lid)
{
	if (port > f->nodes[at->node].n_ports)
		return IS_LOST;
	guint32 out = fabric_port_index(f, at->node, port), peer = f->ports[out].peer;
	if (port == 0)
		return f->lid_port[lid] == out ? ARRIVES : IS_LOST;
	if (peer == FABRIC_NONE)
		return IS_LOST;
	if (!fabric_is_switch(f, f->ports[peer].node))
		return f->lid_port[lid] == peer ? ARRIVES : IS_LOST;
	*at = (Place){f->ports[peer].node, f->ports[peer].num};
	return GOES_ON;
}

static Place start_of(const Fabric *f, guint32 source)
{
	const FabricPort *port = &f->ports[source];
	if (port->num == 0)
		return (Place){port->node, 0};
	return (Place){f->ports[port->peer].node, f->ports[port->peer].num};
}

/* By the old entry where the switch's bit is clear, by the new one where it is set. */
static Fate follow(const Fabric *f, const Set *sets, guint32 mixture, guint32 source, guint32 lid)
{
	Place at = start_of(f, source);
	for (guint hops = 0; hops <= f->n_switches; hops++) {
		const Set *set = &sets[mixture >> number_of(f, at.node) & 1];
		Fate fate = leave(f, &at, entry_of(f, set, at.node, lid), lid);
		if (fate != GOES_ON)
			return fate;
	}
	return GOES_ROUND;
}

/* Sources of data for a LID, each handed to `visit`. */
static void for_all_pairs(const Fabric *f, void (*begin)(gpointer, guint32), void (*visit)(gpointer, guint32, guint32),
			  gpointer user)
{
	for (guint32 lid = 1; lid < f->n_lids; lid++) {
		guint32 owner = f->lid_port[lid];
		if (owner == FABRIC_NONE)
			continue;
		begin(user, lid);
		for (guint32 e = 0; e < f->n_endpoints; e++)
			if (f->endpoints[e] != owner)
				visit(user, f->endpoints[e], lid);
		for (guint32 i = 0; f->ports[owner].num && i < f->n_switches; i++)
			visit(user, f->nodes[f->switches[i]].first_port, lid);
	}
}

/* The counts of MixtureFacts, by trying. */
typedef struct {
	const Fabric *fabric;
	const Set *sets;
	MixtureFacts facts;
	guint32 loop_lid, dead_lid; /* the last ones counted */
} Tried;

static void begin_tried(gpointer user, guint32 lid)
{
	Tried *t = user;
	(void)lid;
	t->facts.lids++;
}

static void try_pair(gpointer user, guint32 source, guint32 lid)
{
	Tried *t = user;
	MixtureFacts *m = &t->facts;
	guint32 all = (1u << t->fabric->n_switches) - 1;
	gboolean round = FALSE, lost = FALSE;
	for (guint32 mixture = 0; mixture <= all; mixture++) {
		Fate fate = follow(t->fabric, t->sets, mixture, source, lid);
		round |= fate == GOES_ROUND;
		lost |= fate == IS_LOST;
	}
	gboolean old = follow(t->fabric, t->sets, 0, source, lid) == ARRIVES;
	gboolean new = follow(t->fabric, t->sets, all, source, lid) == ARRIVES;
	gboolean could = entry_of(t->fabric, &t->sets[0], start_of(t->fabric, source).node, lid) != 255;
	m->loops += round && t->loop_lid != lid;
	t->loop_lid = round ? lid : t->loop_lid;
	m->dead_ends += old && new &&lost && t->dead_lid != lid;
	t->dead_lid = old && new &&lost ? lid : t->dead_lid;
	m->pairs += old && new;
	m->loop_pairs += old && new &&round;
	m->dead_end_pairs += old && new &&lost;
	m->pairs_cut += new && !old &&could;
	m->pairs_added += new && !could;
	m->pairs_gone += !new &&could;
}

static guint loops_seen, ends_seen, safe_seen;

/* Every step of a cycle or path must be an entry, and lead to the next. */
static void check_path(const Fabric *f, const Set *sets, const MixturePath *path)
{
	ck_assert_uint_gt(path->n, 0);
	for (guint32 i = 0; i < path->n; i++) {
		const MixtureStep *step = &path->step[i];
		Place at = {step->node, 0};
		gboolean old = entry_of(f, &sets[0], step->node, path->lid) == step->port;
		gboolean new = entry_of(f, &sets[1], step->node, path->lid) == step->port;
		ck_assert_int_eq(old, step->by != MIXTURE_BY_NEW);
		ck_assert_int_eq(new, step->by != MIXTURE_BY_OLD);
		Fate fate = leave(f, &at, step->port, path->lid);
		if (i + 1 == path->n && path->end != ROUTE_LOOP) {
			ck_assert_int_eq(fate, IS_LOST);
			continue;
		}
		ck_assert_int_eq(fate, GOES_ON);
		ck_assert_uint_eq(at.node, path->step[(i + 1) % path->n].node);
	}
	if (path->end != ROUTE_LOOP)
		ck_assert_uint_eq(path->step[0].node, start_of(f, path->source).node);
}

START_TEST(test_circles_and_ends_are_those_of_all_mixtures)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = draw_small(rand, MAX_SWITCHES);
	g_auto(Set) old = set_draw(fabric, rand, _i % 3 == 1 ? 12 : 0);
	g_auto(Set) new = set_draw(fabric, rand, _i % 3 ? 6 : 0);
	const Set sets[] = {old, new};
	g_autoptr(Paths) old_paths = paths_new(fabric, old.lft, NULL);
	g_autoptr(Paths) new_paths = paths_new(fabric, new.lft, NULL);
	g_autoptr(Talk) talk = talk_new(NULL, old_paths, NULL);
	g_autoptr(MixtureFacts) facts = mixture_facts_new(old_paths, new_paths, talk, NULL);
	Tried tried = {fabric, sets, {0}, 0, 0};
	for_all_pairs(fabric, begin_tried, try_pair, &tried);
	ck_assert_uint_eq(facts->lids, tried.facts.lids);
	ck_assert_uint_eq(facts->pairs, tried.facts.pairs);
	ck_assert_uint_eq(facts->pairs_cut, tried.facts.pairs_cut);
	ck_assert_uint_eq(facts->pairs_added, tried.facts.pairs_added);
	ck_assert_uint_eq(facts->pairs_gone, tried.facts.pairs_gone);
	ck_assert_uint_eq(facts->loops, tried.facts.loops);
	ck_assert_uint_eq(facts->loop_pairs, tried.facts.loop_pairs);
	ck_assert_uint_eq(facts->dead_ends, tried.facts.dead_ends);
	ck_assert_uint_eq(facts->dead_end_pairs, tried.facts.dead_end_pairs);
	ck_assert_int_eq(facts->cycles.n > 0, facts->loops > 0);
	ck_assert_int_eq(facts->ends.n > 0, facts->dead_ends > 0);
	for (guint32 i = 0; i < facts->cycles.n; i++)
		check_path(fabric, sets, &facts->cycles.path[i]);
	for (guint32 i = 0; i < facts->ends.n; i++)
		check_path(fabric, sets, &facts->ends.path[i]);
	loops_seen += facts->loops > 0;
	ends_seen += facts->dead_ends > 0;
	safe_seen += !facts->loops && !facts->dead_ends;
}
END_TEST

/* Dependencies between channels, by the number of the port they leave by, on VLs. */
typedef struct {
	const Fabric *fabric;
	const Set *sets;
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
	guint sw = number_of(f, at.node);
	guint8 port = entry_of(f, &t->sets[t->lft_by >> sw & 1], at.node, t->lid);
	const Sl2vl *sl2vl = t->sets[t->vl_by >> sw & 1].sl2vl;
	Place next = at;
	if (leave(f, &next, port, t->lid) != GOES_ON)
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
	guint bit = 1u << number_of(t->fabric, at.node);
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

static guint sl_of(const Fabric *f, const Set *set, guint32 source, guint32 lid)
{
	const guint8 *row = path_sl_row(set->sl, f->nodes[f->ports[source].node].guid);
	row = row ? row : path_sl_row(set->sl, f->nodes[start_of(f, source).node].guid);
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
	Place at = start_of(t->fabric, source);
	guint new = sl_of(t->fabric, &t->sets[1], source, lid), old = sl_of(t->fabric, &t->sets[0], source, lid);
	gboolean can = entry_of(t->fabric, &t->sets[1], at.node, lid) != 255;
	gboolean closed = t->closed[at.node * t->fabric->n_lids + lid];
	t->sl = new; /* where there is a route to be asked for */
	if (can && (!closed || old != new))
		walk_on(t, at, G_MAXUINT32);
	t->sl = old; /* where there was a connection */
	if (entry_of(t->fabric, &t->sets[0], at.node, lid) != 255 && !closed && (!can || old != new))
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
	const Set *sets;
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
	guint32 node = start_of(f, route->source).node;
	gboolean could = entry_of(f, &s->sets[0], node, route->lid) != 255;
	gboolean can = entry_of(f, &s->sets[1], node, route->lid) != 255;
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
	g_autoptr(Fabric) fabric = _i % 2 ? fixture_ring(3 + (guint)_i / 2 % 2, 1) : draw_small(rand, FEW_SWITCHES);
	g_auto(Set) old = set_draw(fabric, rand, _i % 3 == 1 ? 12 : 0);
	g_auto(Set) new = set_draw(fabric, rand, _i % 3 ? 6 : 0);
	const Set sets[] = {old, new};
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
	for_all_pairs(fabric, begin_tables, send_pair, &tables);
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
	ck_assert_uint_gt(loops_seen, 20);
	ck_assert_uint_gt(ends_seen, 15);
	ck_assert_uint_gt(safe_seen, 20);
	ck_assert_uint_gt(free_seen, 10);
	ck_assert_uint_gt(looped_seen, 20);
	ck_assert_uint_gt(closed_seen, 4);
	ck_assert_uint_le(stricter_seen, CASES / 50); /* loops that need a packet to pass a switch twice */
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_transition");
	TCase *tcase = tcase_create("transition");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, test_circles_and_ends_are_those_of_all_mixtures, 0, CASES);
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
