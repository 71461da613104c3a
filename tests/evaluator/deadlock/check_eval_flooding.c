/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Multicast: what is said of groups on small fabrics, and of their dependencies, equals plain flooding. */
#include "core/tables/sl.h"
#include "evaluator/deadlock/multicast.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

#define VLS 3

typedef struct {
	const Fabric *fabric;
	const Mft *mft;
	guint16 mlid;
	guint8 *edge;    /* [n_ports * VLS][n_ports * VLS] by the port that is left, over all groups */
	guint32 *visits; /* [n_nodes] arrivals of one packet */
	guint8 *gone;    /* [n_ports * VLS] places where it was; what follows is known */
	gboolean *heard; /* [n_ports] endpoints and port 0 that get a copy of it */
	gboolean twice;  /* a packet came to a switch again */
	gboolean members_heard;
} Flood;

static const MftPorts *set_of(const Flood *f, guint32 node)
{
	for (guint32 i = 0; i < f->mft->n_entries; i++)
		if (f->mft->entry[i].mlid == f->mlid && f->mft->entry[i].guid == f->fabric->nodes[node].guid)
			return &f->mft->entry[i].ports;
	return NULL;
}

/* The lane in these tests: told by the port a packet comes in by and the one it leaves by. */
static guint lane_of(guint in, guint out)
{
	return (in * 5 + out) % VLS;
}

/* Follows a packet that came to `node` by port `in`; `from` is (the port it left before) * VLS + lane. */
static void flood(Flood *f, guint32 node, guint in, guint32 from)
{
	const MftPorts *ports = set_of(f, node);
	guint32 n = f->fabric->n_ports * VLS;
	f->twice |= ++f->visits[node] > 1;
	for (guint num = 0; ports && num <= f->fabric->nodes[node].n_ports; num++) {
		guint32 port = fabric_port_index(f->fabric, node, num), peer = f->fabric->ports[port].peer;
		if (!mft_has(ports, num) || num == in)
			continue;
		if (num == 0)
			f->heard[port] = TRUE;
		if (peer == FABRIC_NONE)
			continue;
		guint32 to = port * VLS + lane_of(in, num);
		if (!fabric_is_switch(f->fabric, f->fabric->ports[peer].node)) {
			f->heard[port] = TRUE;
			continue;
		}
		if (from != G_MAXUINT32)
			f->edge[from * n + to] = 1;
		if (!f->gone[to]) {
			f->gone[to] = 1;
			flood(f, f->fabric->ports[peer].node, f->fabric->ports[peer].num, to);
		} else
			f->twice = TRUE;
	}
}

static gboolean is_member(const Flood *f, guint32 node, guint num)
{
	const MftPorts *ports = set_of(f, node);
	guint32 peer = f->fabric->ports[fabric_port_index(f->fabric, node, num)].peer;
	return ports && mft_has(ports, num) &&
	       (num == 0 || (peer != FABRIC_NONE && !fabric_is_switch(f->fabric, f->fabric->ports[peer].node)));
}

/* Whether every member but the sender has heard. */
static gboolean all_heard(const Flood *f, guint32 sender)
{
	for (guint32 i = 0; i < f->fabric->n_switches; i++) {
		guint32 node = f->fabric->switches[i];
		for (guint num = 0; num <= f->fabric->nodes[node].n_ports; num++) {
			guint32 port = fabric_port_index(f->fabric, node, num);
			if (port != sender && is_member(f, node, num) && !f->heard[port])
				return FALSE;
		}
	}
	return TRUE;
}

/* Floods from every endpoint and port 0 of every switch with a set. */
static void flood_all(Flood *f)
{
	const Fabric *fabric = f->fabric;
	f->twice = FALSE;
	f->members_heard = TRUE;
	for (guint32 i = 0; i < fabric->n_switches; i++) {
		guint32 node = fabric->switches[i];
		for (guint num = 0; set_of(f, node) && num <= fabric->nodes[node].n_ports; num++) {
			guint32 port = fabric_port_index(fabric, node, num), peer = fabric->ports[port].peer;
			if (num && (peer == FABRIC_NONE || fabric_is_switch(fabric, fabric->ports[peer].node)))
				continue;
			memset(f->visits, 0, fabric->n_nodes * sizeof *f->visits);
			memset(f->gone, 0, (gsize)fabric->n_ports * VLS);
			memset(f->heard, 0, fabric->n_ports * sizeof *f->heard);
			flood(f, node, num, G_MAXUINT32);
			if (is_member(f, node, num))
				f->members_heard &= all_heard(f, port);
		}
	}
}

/* Sets: the ports of a random spanning tree and some members; then perhaps a few ports more or less. */
static guint32 draw_group(const Fabric *fabric, GRand *rand, guint16 mlid, guint damage, MftEntry *entry)
{
	guint32 n = fabric->n_switches;
	for (guint32 i = 0; i < n; i++)
		entry[i] = (MftEntry){.guid = fabric->nodes[fabric->switches[i]].guid, .mlid = mlid};
	g_autofree gboolean *in_tree = g_new0(gboolean, n);
	in_tree[g_rand_int_range(rand, 0, (gint32)n)] = TRUE;
	for (guint tries = 0; tries < 200; tries++) {
		guint32 i = (guint32)g_rand_int_range(rand, 0, (gint32)n), node = fabric->switches[i], j = 0;
		guint num = (guint)g_rand_int_range(rand, 1, fabric->nodes[node].n_ports + 1);
		guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
		if (peer == FABRIC_NONE)
			continue;
		if (!fabric_is_switch(fabric, fabric->ports[peer].node)) {
			if (in_tree[i])
				mft_set(&entry[i].ports, num);
			continue;
		}
		while (fabric->switches[j] != fabric->ports[peer].node)
			j++;
		if (!in_tree[i] || in_tree[j])
			continue;
		in_tree[j] = TRUE;
		mft_set(&entry[i].ports, num);
		mft_set(&entry[j].ports, fabric->ports[peer].num);
	}
	while (damage--) {
		MftPorts *ports = &entry[g_rand_int_range(rand, 0, (gint32)n)].ports;
		ports->bits[0] ^= G_GUINT64_CONSTANT(1) << g_rand_int_range(rand, 0, 12);
	}
	guint32 kept = 0;
	for (guint32 i = 0; i < n; i++)
		if (entry[i].ports.bits[0])
			entry[kept++] = entry[i];
	return kept;
}

static Sl2vl *lanes_by_port(const Fabric *fabric)
{
	Sl2vl *sl2vl = sl2vl_of_fabric(fabric, NULL);
	for (guint32 sw = 0; sw < fabric->n_switches; sw++)
		for (guint in = 0; in <= sl2vl->n_ports[sw]; in++)
			for (guint out = 0; out <= sl2vl->n_ports[sw]; out++) {
				SlMap map = *sl2vl_get(sl2vl, 0, 0, 0);
				map.vl[0] = (guint8)lane_of(in, out);
				ck_assert(sl2vl_set(sl2vl, sw, in, out, &map, NULL));
			}
	return sl2vl;
}

typedef struct {
	const Lanes *lanes;
	guint8 *edge; /* as in Flood */
} Walked;

static guint32 plain_node(const Lanes *l, guint32 node)
{
	const Paths *p = l->paths;
	guint32 channel = node / l->n_lanes;
	guint32 port = fabric_port_index(p->fabric, p->fabric->switches[p->from[channel]], p->out_port[channel]);
	return port * VLS + l->vl[node % l->n_lanes];
}

static gboolean note_edge(gpointer user, guint32 from, guint32 to, guint16 mlid)
{
	Walked *w = user;
	guint32 n = w->lanes->paths->fabric->n_ports * VLS;
	ck_assert_uint_ge(mlid, MFT_FIRST_MLID);
	if (from != LANES_NONE)
		w->edge[plain_node(w->lanes, from) * n + plain_node(w->lanes, to)] = 1;
	return TRUE;
}

static guint loops_seen, trees_seen, split_seen;

static void compare_group(const Multicast *m, const MulticastGroup *group, Flood *f)
{
	f->mlid = group->mlid;
	flood_all(f);
	if (f->twice)
		ck_assert_uint_gt(group->surplus, 0);
	else if (!group->one_sided)
		ck_assert_uint_eq(group->surplus, 0);
	if (!group->surplus)
		ck_assert_int_eq(group->parts <= 1, f->members_heard);
	ck_assert_uint_eq(m->n_foreign, 0);
	loops_seen += f->twice;
	trees_seen += !group->surplus && group->parts == 1;
	split_seen += group->parts > 1;
}

START_TEST(test_equals_plain_flooding)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(Sl2vl) sl2vl = lanes_by_port(fabric);
	g_autoptr(Lanes) lanes = lanes_new(paths, NULL, sl2vl, NULL);
	g_autofree MftEntry *entry = g_new(MftEntry, 2 * fabric->n_switches);
	guint32 n = draw_group(fabric, rand, 0xC000, 0, entry);
	n += draw_group(fabric, rand, 0xC123, (guint)_i % 4, entry + n);
	g_autoptr(Mft) mft = mft_new(entry, n, NULL);
	g_autoptr(Multicast) m = multicast_new(paths, mft, NULL);
	gsize nodes = (gsize)fabric->n_ports * VLS;
	g_autofree guint8 *plain = g_new0(guint8, nodes * nodes);
	g_autofree guint8 *walked = g_new0(guint8, nodes * nodes);
	g_autofree guint32 *visits = g_new(guint32, fabric->n_nodes);
	g_autofree guint8 *gone = g_new(guint8, nodes);
	g_autofree gboolean *heard = g_new(gboolean, fabric->n_ports);
	Flood f = {.fabric = fabric, .mft = mft, .edge = plain, .visits = visits, .gone = gone, .heard = heard};
	for (guint32 g = 0; g < mft->n_groups; g++)
		compare_group(m, &m->group[g], &f);
	Walked w = {lanes, walked};
	ck_assert(multicast_walk(m, lanes, 0, note_edge, &w, NULL, NULL));
	ck_assert(memcmp(plain, walked, nodes * nodes) == 0);
}
END_TEST

START_TEST(test_the_flooding_saw_all_answers)
{
	ck_assert_uint_gt(loops_seen, 10);
	ck_assert_uint_gt(trees_seen, 100);
	ck_assert_uint_gt(split_seen, 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_flooding");
	TCase *tcase = tcase_create("flooding");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, test_equals_plain_flooding, 0, 120);
	tcase_add_test(tcase, test_the_flooding_saw_all_answers);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
