/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* opensm-sssp.state: the parts that not every file has, connections, jobs and a multicast tree, kept and forged. */
#include "tests/formats/state_case.h"

/* Bytes of a state with these SLs, beside those of paths, from the first switch to the next ones. */
static guint8 *write_connections(const Fabric *fabric, const Routing *routing, GArray *older, gsize *length)
{
	for (guint32 i = 1; i <= 3; i++) {
		SlOlder pair = {routing->lft->guid[0], routing->lft->guid[i], (guint16)(1u << (2 * i))};
		g_array_append_val(older, pair);
	}
	State state = {.fabric = (Fabric *)fabric, .lft = routing->lft, .older = older, .detours = 77};
	guint8 *bytes = state_write(&state, length, NULL);
	ck_assert_ptr_nonnull(bytes);
	state_sign(bytes, *length);
	return bytes;
}

START_TEST(connections_are_kept)
{
	g_autoptr(Fabric) fabric = state_case_fabric("torus:4x4,hosts=1");
	g_autoptr(Routing) routing = state_case_route(fabric);
	g_autoptr(GArray) older = g_array_new(FALSE, FALSE, sizeof(SlOlder));
	g_auto(State) state = {0};
	gsize length;
	g_autofree guint8 *bytes = write_connections(fabric, routing, older, &length);
	ck_assert(state_parse(bytes, length, "FILE", fabric, &state, NULL));
	ck_assert_uint_eq(state.detours, 77);
	ck_assert(state.older && state.older->len == older->len);
	for (guint i = 0; i < older->len; i++) {
		const SlOlder *a = &g_array_index(older, SlOlder, i), *b = &g_array_index(state.older, SlOlder, i);
		ck_assert(a->from == b->from && a->to == b->to && a->sls == b->sls);
	}
}
END_TEST

START_TEST(forged_connections_are_refused)
{
	g_autoptr(Fabric) fabric = state_case_fabric("torus:4x4,hosts=1");
	g_autoptr(Routing) routing = state_case_route(fabric);
	g_autoptr(GArray) older = g_array_new(FALSE, FALSE, sizeof(SlOlder));
	gsize length;
	g_autofree guint8 *bytes = write_connections(fabric, routing, older, &length);
	guint8 *pairs = bytes + length - STATE_DIGEST_BYTES - 3 * STATE_PAIR_BYTES;
	const struct {
		gsize at;
		guint8 value;
		const char *why;
	} forgeries[] = {{4 + STATE_PAIR_BYTES, 1, "connections of switches that are not there, or in no order"},
			 {1, 1, "connections of switches that are not there, or in no order"},
			 {8, 0, "connections of switches that are not there, or in no order"}};
	for (guint i = 0; i < G_N_ELEMENTS(forgeries); i++) {
		guint8 was = pairs[forgeries[i].at];
		pairs[forgeries[i].at] = forgeries[i].value;
		state_sign(bytes, length);
		state_case_refused(bytes, length, fabric, forgeries[i].why);
		pairs[forgeries[i].at] = was;
	}
}
END_TEST

/* ---- jobs */

static guint8 *write_jobs(const Fabric *fabric, const Routing *routing, GArray *jobs, gsize *length)
{
	for (guint32 i = 0; i < 4; i++)
		g_array_append_vals(jobs, &(StateMember){0x1234500000001000 + 16 * i, i % 2}, 1);
	State state = {.fabric = (Fabric *)fabric, .lft = routing->lft, .jobs = jobs};
	guint8 *bytes = state_write(&state, length, NULL);
	ck_assert_ptr_nonnull(bytes);
	state_sign(bytes, *length);
	return bytes;
}

START_TEST(jobs_are_kept)
{
	g_autoptr(Fabric) fabric = state_case_fabric("torus:4x4,hosts=1");
	g_autoptr(Routing) routing = state_case_route(fabric);
	g_autoptr(GArray) jobs = g_array_new(FALSE, FALSE, sizeof(StateMember));
	g_auto(State) state = {0};
	gsize length;
	g_autofree guint8 *bytes = write_jobs(fabric, routing, jobs, &length);
	ck_assert(state_parse(bytes, length, "FILE", fabric, &state, NULL));
	ck_assert(state.jobs && state.jobs->len == jobs->len);
	for (guint i = 0; i < jobs->len; i++) {
		const StateMember *a = &g_array_index(jobs, StateMember, i);
		const StateMember *b = &g_array_index(state.jobs, StateMember, i);
		ck_assert(a->guid == b->guid && a->job == b->job);
	}
}
END_TEST

START_TEST(forged_jobs_are_refused)
{
	g_autoptr(Fabric) fabric = state_case_fabric("torus:4x4,hosts=1");
	g_autoptr(Routing) routing = state_case_route(fabric);
	g_autoptr(GArray) jobs = g_array_new(FALSE, FALSE, sizeof(StateMember));
	gsize length;
	g_autofree guint8 *bytes = write_jobs(fabric, routing, jobs, &length);
	guint8 *members = bytes + length - STATE_DIGEST_BYTES - 4 * STATE_MEMBER_BYTES;
	const struct {
		gssize at;
		guint8 value;
		const char *why;
	} forgeries[] = {{-4, 5, "fewer hosts of jobs than it says"},
			 {-4, 3, "something follows its tables"},
			 {-1, 0xff, "fewer hosts of jobs than it says"},
			 {0, 0x20, "hosts of jobs in no order, or of jobs that cannot be"},
			 {0, 0x10, "hosts of jobs in no order, or of jobs that cannot be"},
			 {8, 4, "hosts of jobs in no order, or of jobs that cannot be"}};
	for (guint i = 0; i < G_N_ELEMENTS(forgeries); i++) {
		guint8 was = members[forgeries[i].at];
		members[forgeries[i].at] = forgeries[i].value;
		state_sign(bytes, length);
		state_case_refused(bytes, length, fabric, forgeries[i].why);
		members[forgeries[i].at] = was;
	}
}
END_TEST

/* ---- the multicast tree */

static guint8 *write_tree(const Fabric *fabric, const Routing *routing, gsize *length)
{
	State state = {.fabric = (Fabric *)fabric, .lft = routing->lft, .mcast = routing->mcast};
	ck_assert_ptr_nonnull(routing->mcast);
	guint8 *bytes = state_write(&state, length, NULL);
	ck_assert_ptr_nonnull(bytes);
	state_sign(bytes, *length);
	return bytes;
}

START_TEST(a_tree_is_kept)
{
	g_autoptr(Fabric) fabric = state_case_fabric("torus:4x4,hosts=1");
	g_autoptr(Routing) routing = state_case_route(fabric);
	g_auto(State) state = {0};
	gsize length;
	g_autofree guint8 *bytes = write_tree(fabric, routing, &length);
	ck_assert(state_parse(bytes, length, "FILE", fabric, &state, NULL));
	ck_assert_ptr_nonnull(state.mcast);
	ck_assert_mem_eq(state.mcast, routing->mcast, (gsize)fabric->n_switches << 8);
}
END_TEST

/*
 * Who starts from a state goes on with its tables and its tree, where a search of its own would find another or none.
 */
START_TEST(a_routing_goes_on_with_its_tree)
{
	static const char *const fabrics[] = {"torus:6x6,hosts=2", "torus:6x6,hosts=4", "torus:4x4x3,hosts=1",
					      "hyperx:4x4,hosts=2", "dragonfly:a=4,p=2,h=2"};
	g_autoptr(Fabric) fabric = state_case_fabric(fabrics[_i]);
	RoutingOptions options = {.threads = 1};
	g_autoptr(Routing) first = routing_compute(fabric, &options, NULL);
	ck_assert(first && first->mcast);
	const PreviousTables previous = {.fabric = fabric,
					 .lft = first->lft,
					 .path_sl = first->path_sl,
					 .sl2vl = routing_port_vls(first),
					 .efi = first->fresh_efi,
					 .vls_needed = first->vls_needed,
					 .older = first->older,
					 .detours = first->detours,
					 .mcast = first->mcast};
	options.previous = &previous;
	g_autoptr(Routing) second = routing_compute(fabric, &options, NULL);
	ck_assert(second && second->rerouted);
	ck_assert_mem_eq(first->lft->port, second->lft->port, (gsize)first->lft->n_switches * first->lft->n_lids);
	ck_assert_ptr_nonnull(second->mcast);
	ck_assert_mem_eq(first->mcast, second->mcast, (gsize)fabric->n_switches << 8);
}
END_TEST

/* The row of the last switch is the end of the file. */
START_TEST(forged_trees_are_refused)
{
	g_autoptr(Fabric) fabric = state_case_fabric("torus:4x4,hosts=1");
	g_autoptr(Routing) routing = state_case_route(fabric);
	gsize length, n = 0;
	g_autofree guint8 *bytes = write_tree(fabric, routing, &length);
	for (guint port = 0; port < 256; port++)
		n += routing->mcast[((gsize)(fabric->n_switches - 1) << 8) + port];
	guint8 *row = bytes + length - STATE_DIGEST_BYTES - n - 1;
	ck_assert_uint_eq(*row, n);
	const struct {
		gsize at;
		guint8 value;
		const char *why;
	} forgeries[] = {{0, (guint8)(n + 1), "fewer ports of a multicast tree than it says"},
			 {0, (guint8)(n - 1), "something follows its tables"},
			 {1, 0, "ports of a multicast tree that are not there, or in no order"},
			 {n, 200, "ports of a multicast tree that are not there, or in no order"}};
	for (guint i = 0; i < G_N_ELEMENTS(forgeries); i++) {
		guint8 was = row[forgeries[i].at];
		row[forgeries[i].at] = forgeries[i].value;
		state_sign(bytes, length);
		state_case_refused(bytes, length, fabric, forgeries[i].why);
		row[forgeries[i].at] = was;
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("state_parts");
	TCase *kept = tcase_create("kept"), *broken = tcase_create("broken");
	tcase_add_test(kept, connections_are_kept);
	tcase_add_test(broken, forged_connections_are_refused);
	tcase_add_test(kept, a_tree_is_kept);
	tcase_add_loop_test(kept, a_routing_goes_on_with_its_tree, 0, 5);
	tcase_add_test(broken, forged_trees_are_refused);
	tcase_add_test(kept, jobs_are_kept);
	tcase_add_test(broken, forged_jobs_are_refused);
	suite_add_tcase(suite, kept);
	suite_add_tcase(suite, broken);
	return run_suite(suite);
}
