/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A subnet that is imported and routed: its tables and hops reach the switches as OpenSM holds them. */
#include "plugin/subnet/export.h"
#include "plugin/values/snapshot.h"
#include "tests/core/fixture.h"
#include "tests/plugin/subnet/hand_subnet.h"

#include <string.h>

static Snapshot *routed(Import *import)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {.passes = 1, .threads = 1};
	Routing *routing = routing_compute(import->fabric, &options, &error);
	assert_no_error(error);
	Snapshot *snapshot = snapshot_new(g_steal_pointer(&import->fabric), routing, &error);
	assert_no_error(error);
	return snapshot;
}

START_TEST(tables_and_hops_reach_the_switches)
{
	hand_two_switches();
	memset(hand_nodes[0]->sw->new_lft, 77, 64); /* what another engine left */
	g_autoptr(Import) import = hand_imported(FALSE);
	g_autoptr(Snapshot) snapshot = routed(import);
	ck_assert(export_hops(snapshot, import->switches, 1, NULL));
	export_lfts(snapshot, snapshot->routing->lft, import->switches, 1);
	const osm_switch_t *sw = hand_nodes[0]->sw;
	ck_assert_uint_eq(sw->new_lft[2], 0);
	ck_assert_uint_eq(sw->new_lft[4], 4);
	ck_assert(sw->new_lft[5] == 1 || sw->new_lft[5] == 2);
	ck_assert_uint_eq(sw->p_prof[sw->new_lft[5]].num_paths, 1);
	for (guint lid = 6; lid < 64; lid++)
		ck_assert_uint_eq(sw->new_lft[lid], OSM_NO_PATH);
	ck_assert_uint_eq(sw->new_lft[3], OSM_NO_PATH);
	ck_assert_uint_eq(osm_switch_get_least_hops(sw, 2), 0);
	ck_assert_uint_eq(osm_switch_get_hop_count(sw, 1, 1), 1);
	ck_assert_uint_eq(osm_switch_get_hop_count(sw, 1, 2), 1);
	ck_assert_uint_eq(osm_switch_get_hop_count(sw, 1, 4), OSM_NO_PATH);
	ck_assert_uint_eq(osm_switch_get_hop_count(sw, 4, 4), OSM_NO_PATH); /* hosts have no hops of their own */
}
END_TEST

START_TEST(hops_that_fail_leave_nothing_behind)
{
	for (guint call = 1; call <= 4; call++) {
		g_autoptr(GError) error = NULL;
		hand_two_switches();
		g_autoptr(Import) import = hand_imported(FALSE);
		g_autoptr(Snapshot) snapshot = routed(import);
		hand_failing_set_hops = call;
		ck_assert(!export_hops(snapshot, import->switches, 1, &error));
		ck_assert_ptr_nonnull(error);
		for (guint lid = 0; lid < 64; lid++)
			for (guint num = 0; num <= 4; num++)
				ck_assert_uint_eq(
					osm_switch_get_hop_count(hand_nodes[0]->sw, (guint16)lid, (guint8)num),
					OSM_NO_PATH);
	}
	hand_failing_set_hops = 0;
}
END_TEST

START_TEST(a_fabric_in_pieces_is_no_error)
{
	hand_two_switches();
	hand_port(0, 1)->healthy = hand_port(0, 2)->healthy = FALSE;
	g_autoptr(Import) import = hand_imported(FALSE);
	g_autoptr(Snapshot) snapshot = routed(import);
	ck_assert(export_hops(snapshot, import->switches, 1, NULL));
	export_lfts(snapshot, snapshot->routing->lft, import->switches, 1);
	ck_assert_uint_eq(hand_nodes[0]->sw->new_lft[4], 4);
	ck_assert_uint_eq(hand_nodes[0]->sw->new_lft[5], OSM_NO_PATH);
	ck_assert_uint_eq(osm_switch_get_least_hops(hand_nodes[0]->sw, 1), OSM_NO_PATH);
	ck_assert_uint_eq(snapshot_sl(snapshot, 7, 4, 5), 7);
}
END_TEST

START_TEST(an_empty_subnet_is_no_error)
{
	hand_new_subnet();
	g_autoptr(Import) import = hand_imported(FALSE);
	g_autoptr(Snapshot) snapshot = routed(import);
	ck_assert(export_hops(snapshot, import->switches, 1, NULL));
	export_lfts(snapshot, snapshot->routing->lft, import->switches, 1);
	ck_assert_uint_eq(snapshot_sl(NULL, 3, 1, 2), 3);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {tables_and_hops_reach_the_switches, hops_that_fail_leave_nothing_behind,
				      a_fabric_in_pieces_is_no_error, an_empty_subnet_is_no_error, NULL};
	return fixture_run("plugin export", tests);
}
