/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a multicast group takes of the multicast tree. */
#include "core/base/error.h"
#include "core/routing.h"
#include "plugin/values/mcast_prune.h"
#include "plugin/values/snapshot.h"
#include "tests/core/fixture.h"

#include <string.h>

/* A fabric, all of whose cables between switches are offered as the tree. */
typedef struct {
	Fabric *fabric;
	guint32 *node_row;
	guint8 *ports;
	McastBranches *branches;
	McastGroup *group;
} Case;

static guint8 *port_of(const Case *c, guint32 row, guint num)
{
	return &c->ports[((gsize)row << 8) + num];
}

static void index_rows(Case *c)
{
	c->node_row = g_new(guint32, c->fabric->n_nodes);
	memset(c->node_row, 0xff, c->fabric->n_nodes * sizeof(guint32));
	for (guint32 row = 0; row < c->fabric->n_switches; row++)
		c->node_row[c->fabric->switches[row]] = row;
}

static void offer_all(Case *c)
{
	const Fabric *fabric = c->fabric;
	c->ports = g_malloc0((gsize)fabric->n_switches << 8);
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
		    fabric_is_switch(fabric, fabric->ports[port->peer].node))
			*port_of(c, c->node_row[port->node], port->num) = 1;
	}
}

static void hang_up(Case *c)
{
	g_autoptr(GError) error = NULL;
	mcast_branches_free(c->branches);
	c->branches = mcast_branches_new(c->fabric, c->node_row, c->ports, &error);
	assert_no_error(error);
}

static Case *case_of(const char *picture)
{
	g_autoptr(GError) error = NULL;
	Case *c = g_new0(Case, 1);
	c->fabric = fixture_fabric(picture);
	index_rows(c);
	offer_all(c);
	hang_up(c);
	c->group = mcast_group_new(c->fabric->n_switches, &error);
	assert_no_error(error);
	return c;
}

static void case_free(Case *c)
{
	mcast_group_free(c->group);
	mcast_branches_free(c->branches);
	g_free(c->ports);
	g_free(c->node_row);
	fabric_free(c->fabric);
	g_free(c);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Case, case_free)

static guint32 row(const Case *c, char letter)
{
	return fixture_row(c->fabric, letter);
}

/* The row that hangs under the other of two neighbours in the tree. */
static guint32 lower(const Case *c, char a, char b)
{
	if (c->branches->parent[row(c, a)] == row(c, b))
		return row(c, a);
	ck_assert_uint_eq(c->branches->parent[row(c, b)], row(c, a));
	return row(c, b);
}

/* Prunes to the switches of `members`, one for each letter; returns the number of cables kept. */
static guint prune(Case *c, const char *members)
{
	guint kept = 0;
	memset(c->group->members, 0, c->fabric->n_switches * sizeof(guint32));
	for (const char *m = members; *m; m++)
		c->group->members[row(c, *m)]++;
	mcast_prune(c->branches, c->group);
	for (guint32 r = 0; r < c->fabric->n_switches; r++)
		kept += c->group->keep[r];
	return kept;
}

/* Whether each cable "AB" of the list is kept. */
static void assert_kept(const Case *c, const char *const *cables)
{
	for (; *cables; cables++)
		ck_assert_msg(c->group->keep[lower(c, (*cables)[0], (*cables)[1])], "%s is not kept", *cables);
}

#define TREE "A-B B-C C-D B-E E-F E-G A:1 D:1 F:1 G:1"

START_TEST(ports_are_those_of_the_cable)
{
	g_autoptr(Case) c = case_of(TREE);
	const Fabric *fabric = c->fabric;
	guint hanging = 0;

	for (guint32 i = 0; i < c->branches->n; i++) {
		guint32 r = c->branches->order[i], parent = c->branches->parent[r];
		if (parent == FABRIC_NONE)
			continue;
		const FabricPort *up =
			&fabric->ports[fabric_port_index(fabric, fabric->switches[r], c->branches->up[r])];
		const FabricPort *down = &fabric->ports[up->peer];
		ck_assert_uint_eq(down->node, fabric->switches[parent]);
		ck_assert_uint_eq(down->num, c->branches->down[r]);
		hanging++;
	}
	ck_assert_uint_eq(hanging, 6);
}
END_TEST

START_TEST(cables_between_members_are_kept)
{
	g_autoptr(Case) c = case_of(TREE);

	ck_assert_uint_eq(prune(c, "DF"), 4);
	assert_kept(c, (const char *const[]){"DC", "CB", "BE", "EF", NULL});
	ck_assert_uint_eq(prune(c, "FG"), 2);
	assert_kept(c, (const char *const[]){"FE", "EG", NULL});
	ck_assert_uint_eq(prune(c, "CD"), 1);
	assert_kept(c, (const char *const[]){"CD", NULL});
	ck_assert_uint_eq(prune(c, "ADFG"), 6);
}
END_TEST

START_TEST(members_at_one_switch_need_no_cable)
{
	g_autoptr(Case) c = case_of(TREE);

	ck_assert_uint_eq(prune(c, "FFF"), 0);
	ck_assert_uint_eq(c->group->below[mcast_main_piece(c->branches, c->group)], 3);
	ck_assert_uint_eq(prune(c, ""), 0);
	ck_assert_uint_eq(mcast_main_piece(c->branches, c->group), FABRIC_NONE);
}
END_TEST

START_TEST(a_cut_leaves_each_piece_its_part)
{
	g_autoptr(Case) c = case_of(TREE);

	c->group->cut[lower(c, 'B', 'E')] = 1;
	ck_assert_uint_eq(prune(c, "ADFG"), 5);
	assert_kept(c, (const char *const[]){"AB", "BC", "CD", "EF", "EG", NULL});
	ck_assert_uint_ne(c->group->root[row(c, 'A')], c->group->root[row(c, 'F')]);
	ck_assert_uint_eq(prune(c, "AFG"), 2);
	ck_assert_uint_eq(mcast_main_piece(c->branches, c->group), c->group->root[row(c, 'G')]);
	ck_assert_uint_eq(prune(c, "ADF"), 3);
	ck_assert_uint_eq(mcast_main_piece(c->branches, c->group), c->group->root[row(c, 'D')]);
}
END_TEST

START_TEST(what_is_no_tree_is_made_one)
{
	g_autoptr(Case) c = case_of("A-B A-B B-C C-D D-A A:1 B:1 C:1 D:1");
	ck_assert_uint_eq(prune(c, "ABCD"), 3);
	ck_assert_uint_eq(c->group->below[c->group->root[row(c, 'C')]], 4);
}
END_TEST

START_TEST(a_cable_marked_at_one_end_is_none)
{
	g_autoptr(Case) c = case_of("A-B B-C A:1 B:1 C:1");
	*port_of(c, row(c, 'C'), 1) = 0;
	hang_up(c);
	ck_assert_uint_eq(prune(c, "ABC"), 1);
	assert_kept(c, (const char *const[]){"AB", NULL});
	ck_assert_uint_eq(c->group->root[row(c, 'C')], row(c, 'C'));
}
END_TEST

/* A routing's own tree: whatever the members, a tree that joins them. */
START_TEST(a_routing_has_a_tree_for_any_members)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {.max_vls = 8, .passes = 1, .threads = 1};
	Fabric *fabric = fixture_fabric("A-B B-C C-D D-E E-A A-F C-F A:1 B:1 C:1 D:1 E:1 F:1");
	Routing *routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	g_autoptr(Snapshot) snapshot = snapshot_new(fabric, routing, &error);
	assert_no_error(error);
	ck_assert_ptr_nonnull(snapshot->mcast);
	g_autoptr(McastGroup) group = mcast_group_new(fabric->n_switches, &error);
	assert_no_error(error);

	for (guint set = 1; set < 1u << 6; set++) {
		guint kept = 0;
		for (guint32 r = 0; r < 6; r++)
			group->members[r] = set >> r & 1;
		mcast_prune(snapshot->mcast, group);
		for (guint32 r = 0; r < 6; r++) {
			kept += group->keep[r];
			ck_assert_uint_eq(group->root[r], group->root[0]);
		}
		ck_assert_uint_ge(kept + 1, (guint)__builtin_popcount(set));
		ck_assert_uint_le(kept, 5);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {ports_are_those_of_the_cable,         cables_between_members_are_kept,
				      members_at_one_switch_need_no_cable,  a_cut_leaves_each_piece_its_part,
				      what_is_no_tree_is_made_one,          a_cable_marked_at_one_end_is_none,
				      a_routing_has_a_tree_for_any_members, NULL};
	return fixture_run("mcast", tests);
}
