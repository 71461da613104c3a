/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How many lanes a routing may have in a subnet, and what is asked of OpenSM so that they come into operation. */
#include "plugin/subnet/vls.h"
#include "tests/core/fixture.h"
#include "tests/plugin/subnet/hand_subnet.h"

#include <string.h>

START_TEST(budget_is_the_least_of_all_who_have_a_say)
{
	Vls vls = {0};
	PluginOptions options = {0};
	osm_subn_opt_t file = {0};
	hand_two_switches();
	g_autoptr(Import) import = hand_imported(FALSE);
	ck_assert_uint_eq(vls_budget(&vls, &hand_subnet, &options, import->fabric), 8);
	options.max_vls = 5;
	ck_assert_uint_eq(vls_budget(&vls, &hand_subnet, &options, import->fabric), 5);
	hand_subnet.opt.qos_options.max_vls = 3;
	ck_assert_uint_eq(vls_budget(&vls, &hand_subnet, &options, import->fabric), 5); /* QoS is off */
	hand_subnet.opt.qos = TRUE;
	ck_assert_uint_eq(vls_budget(&vls, &hand_subnet, &options, import->fabric), 3);
	hand_subnet.opt.qos_swe_options.max_vls = 4;
	ck_assert_uint_eq(vls_budget(&vls, &hand_subnet, &options, import->fabric), 4);
	vls.qos_is_ours = TRUE;
	ck_assert_uint_eq(vls_budget(&vls, &hand_subnet, &options, import->fabric), 5);
	hand_subnet.opt.file_opts = &file;
	file.qos = TRUE; /* the administrator has turned it on since */
	ck_assert_uint_eq(vls_budget(&vls, &hand_subnet, &options, import->fabric), 4);
}
END_TEST

START_TEST(qos_is_turned_on_for_lanes_only)
{
	Vls vls = {0};
	hand_two_switches();
	g_autoptr(Import) import = hand_imported(FALSE);
	ck_assert_uint_eq(vls_program(&vls, &hand_subnet, import, 1), VLS_READY);
	ck_assert(!hand_subnet.opt.qos);
	ck_assert(!hand_subnet.need_update);
	ck_assert_uint_eq(vls_program(&vls, &hand_subnet, import, 3), VLS_QOS_ENABLED);
	ck_assert(hand_subnet.need_update); /* tables that are all zero are written, too: switches may have others */
	ck_assert(hand_subnet.opt.qos);
	ck_assert(vls.qos_is_ours);
	ck_assert_uint_eq(vls_program(&vls, &hand_subnet, import, 3), VLS_READY);
	ck_assert(!hand_subnet.force_heavy_sweep);
	hand_subnet.opt.qos = TRUE;
	Vls fresh = {0};
	ck_assert_uint_eq(vls_program(&fresh, &hand_subnet, import, 3), VLS_READY);
	ck_assert(!fresh.qos_is_ours);
}
END_TEST

START_TEST(lanes_not_in_operation_ask_for_sweeps_but_not_for_ever)
{
	Vls vls = {0};
	hand_two_switches();
	hand_subnet.opt.qos = TRUE;
	hand_set_lanes(hand_port(0, 1), VL0_7, VL0_1);
	g_autoptr(Import) import = hand_imported(FALSE);
	ck_assert_uint_eq(vls_program(&vls, &hand_subnet, import, 2), VLS_READY); /* enough for these */
	for (guint i = 0; i <= VLS_SWEEPS_MOST; i++) {
		ck_assert(!vls_believe_operational(&vls));
		hand_subnet.force_heavy_sweep = FALSE;
		ck_assert_uint_eq(vls_program(&vls, &hand_subnet, import, 3), VLS_SWEEP_ASKED);
		ck_assert(hand_subnet.force_heavy_sweep);
	}
	ck_assert(vls_believe_operational(&vls));
	hand_subnet.force_heavy_sweep = FALSE;
	g_autoptr(Import) believed = hand_imported(TRUE);
	PluginOptions options = {0};
	ck_assert_uint_eq(vls_budget(&vls, &hand_subnet, &options, believed->fabric), 2);
	ck_assert_uint_eq(vls_program(&vls, &hand_subnet, believed, 2), VLS_READY);
	ck_assert(!hand_subnet.force_heavy_sweep);
	ck_assert(vls_believe_operational(&vls)); /* no to and fro between sweeps */
	hand_set_lanes(hand_port(0, 1), VL0_7, VL0_7);
	g_autoptr(Import) well = hand_imported(TRUE);
	vls_program(&vls, &hand_subnet, well, 2);
	ck_assert(!vls_believe_operational(&vls));
}
END_TEST

START_TEST(end_ports_map_used_sls_to_the_lanes_they_have)
{
	ib_slvl_table_t table;
	for (guint lanes = 0; lanes <= 15; lanes++)
		for (guint used = 1; used <= 15; used++) {
			memset(&table, 0xff, sizeof(table));
			vls_endport_map(lanes, used, &table);
			for (guint sl = 0; sl < 16; sl++)
				ck_assert_uint_eq(ib_slvl_table_get(&table, (guint8)sl),
						  sl < used ? sl % MAX(lanes, 1) : 0);
		}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {budget_is_the_least_of_all_who_have_a_say, qos_is_turned_on_for_lanes_only,
				      lanes_not_in_operation_ask_for_sweeps_but_not_for_ever,
				      end_ports_map_used_sls_to_the_lanes_they_have, NULL};
	return fixture_run("plugin VLs", tests);
}
