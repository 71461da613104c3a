/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The engine's multicast callback on a subnet as OpenSM would hold it: the chain A-B-C with a host on A and on B and
 * two on C. The few functions of opensm that it calls are stood in for at the end of this file.
 */
#include "plugin/mcast.h"
#include "tests/core/fixture.h"

#include <opensm/osm_mcast_mgr.h>
#include <opensm/osm_mcast_tbl.h>
#include <opensm/osm_multicast.h>

#include <stdlib.h>
#include <string.h>

#define PICTURE "A-B B-C A:1 B:1 C:2"
#define HOST_A 0x1000
#define HOST_B 0x1001
#define HOST_C 0x1002
#define HOST_C2 0x1003
#define MLID 0xc003
#define MAX_NODES 7
#define MAX_MEMBERS 8

static osm_opensm_t osm;
static osm_routing_engine_t entry, other;
static Engine engine;
static osm_node_t *nodes[MAX_NODES]; /* by index in the fabric */
static osm_port_t endports[MAX_NODES];
static const osm_switch_t *gone; /* OpenSM has this switch no longer */
static const osm_port_t *members[MAX_MEMBERS];
static guint n_members, n_lists, n_items, n_purges;
static gboolean list_fails;
static guint64 masks[MAX_NODES]; /* ports set in a switch's table, by node */
static GString *logged;

/* ---- the subnet */

static osm_node_t *node_like(const FabricNode *model)
{
	osm_node_t *node = calloc(1, sizeof(*node) + model->n_ports * sizeof(osm_physp_t));
	node->node_info.node_guid = cl_hton64(model->guid);
	node->physp_tbl_size = model->n_ports + 1u;
	node->print_desc = (char *)"name";
	for (guint num = 0; num <= model->n_ports; num++) {
		node->physp_table[num].p_node = node;
		node->physp_table[num].port_num = (guint8)num;
		node->physp_table[num].port_guid = node->node_info.node_guid;
	}
	if (model->type != FABRIC_SWITCH)
		return node;
	node->sw = calloc(1, sizeof(osm_switch_t));
	node->sw->p_node = node;
	node->sw->num_ports = model->n_ports + 1u;
	node->sw->switch_info.mcast_cap = cl_hton16(256);
	node->sw->mcast_tbl.p_mask_tbl = calloc(1, 1);
	node->sw->mcast_tbl.max_mlid_ho = MLID;
	return node;
}

static osm_physp_t *physp_of(const Fabric *fabric, guint32 port)
{
	return &nodes[fabric->ports[port].node]->physp_table[fabric->ports[port].num];
}

static void mirror(const Fabric *fabric)
{
	ck_assert_uint_eq(fabric->n_nodes, MAX_NODES);
	for (guint32 i = 0; i < MAX_NODES; i++) {
		gboolean is_switch = fabric_is_switch(fabric, i);
		nodes[i] = node_like(&fabric->nodes[i]);
		memset(&endports[i], 0, sizeof(endports[i]));
		endports[i].guid = nodes[i]->node_info.node_guid;
		endports[i].p_node = nodes[i];
		endports[i].p_physp = &nodes[i]->physp_table[is_switch ? 0 : 1];
	}
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (fabric->ports[i].peer != FABRIC_NONE)
			physp_of(fabric, i)->p_remote_physp = physp_of(fabric, fabric->ports[i].peer);
}

static void start(void)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {.max_vls = 8, .passes = 1, .threads = 1};
	Fabric *fabric = fixture_fabric(PICTURE);
	Routing *routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	mirror(fabric);
	memset(&entry, 0, sizeof(entry));
	memset(&other, 0, sizeof(other));
	n_members = n_purges = 0;
	gone = NULL;
	list_fails = FALSE;
	entry.context = &engine;
	entry.next = &other;
	osm.routing_engine_list = &entry;
	osm.log.level = OSM_LOG_ERROR | OSM_LOG_INFO;
	engine.osm = &osm;
	engine.published = snapshot_new(fabric, routing, &error);
	assert_no_error(error);
	logged = g_string_new(NULL);
}

static void stop(void)
{
	for (guint i = 0; i < MAX_NODES; i++) {
		if (nodes[i]->sw)
			free(nodes[i]->sw->mcast_tbl.p_mask_tbl);
		free(nodes[i]->sw);
		free(nodes[i]);
	}
	snapshot_free(engine.published);
	g_string_free(logged, TRUE);
	ck_assert_uint_eq(n_lists, 0);
	ck_assert_uint_eq(n_items, 0);
}

static guint32 index_of(guint64 guid)
{
	guint32 node = fabric_find_node(engine.published->fabric, guid);
	ck_assert_uint_ne(node, FABRIC_NONE);
	return node;
}

static void join_group(guint64 guid)
{
	ck_assert_uint_lt(n_members, MAX_MEMBERS);
	members[n_members++] = &endports[index_of(guid)];
}

/* Has the trees made anew; the sets of A, B and C must then be these, as bits. */
static void assert_tree(guint64 a, guint64 b, guint64 c)
{
	osm_mgrp_box_t mbox = {.mlid = MLID};

	memset(masks, 0, sizeof(masks));
	g_string_truncate(logged, 0);
	mcast_offer(&engine);
	ck_assert_ptr_nonnull(entry.mcast_build_stree);
	ck_assert_int_eq(entry.mcast_build_stree(entry.context, &mbox), IB_SUCCESS);
	ck_assert_uint_eq(masks[index_of('A')], a);
	ck_assert_uint_eq(masks[index_of('B')], b);
	ck_assert_uint_eq(masks[index_of('C')], c);
}

/* Ports of PICTURE as bits. */
enum { A_TO_B = 1 << 1, A_HOST = 1 << 2, B_TO_A = 1 << 1, B_TO_C = 1 << 2, B_HOST = 1 << 3 };
enum { C_TO_B = 1 << 1, C_HOST = 1 << 2, C_HOST2 = 1 << 3, PORT_0 = 1 };

static void assert_left_out(const char *count)
{
	ck_assert_msg(strstr(logged->str, "ERR SSSP09") && strstr(logged->str, count), "log: '%s'", logged->str);
}

/* ---- tests */

START_TEST(a_group_has_its_members_and_what_joins_them)
{
	start();
	join_group(HOST_A);
	join_group(HOST_C);
	assert_tree(A_TO_B | A_HOST, B_TO_A | B_TO_C, C_TO_B | C_HOST);
	join_group(HOST_B);
	join_group(HOST_C2);
	assert_tree(A_TO_B | A_HOST, B_TO_A | B_TO_C | B_HOST, C_TO_B | C_HOST | C_HOST2);
	ck_assert_str_eq(logged->str, "");
	ck_assert_uint_eq(n_purges, 2);
	stop();
}
END_TEST

START_TEST(switches_are_members_at_port_0)
{
	start();
	join_group('B');
	join_group(HOST_C);
	assert_tree(0, PORT_0 | B_TO_C, C_TO_B | C_HOST);
	stop();
}
END_TEST

START_TEST(fewer_than_two_need_nothing)
{
	start();
	assert_tree(0, 0, 0);
	join_group(HOST_C);
	assert_tree(0, 0, 0);
	join_group(HOST_C2);
	assert_tree(0, 0, C_HOST | C_HOST2);
	stop();
}
END_TEST

START_TEST(a_cable_that_is_gone_leaves_pieces)
{
	start();
	osm_physp_t *up = &nodes[index_of('A')]->physp_table[1];
	up->p_remote_physp->p_remote_physp = NULL;
	up->p_remote_physp = NULL;
	join_group(HOST_A);
	join_group(HOST_B);
	join_group(HOST_C);
	assert_tree(A_HOST, B_TO_C | B_HOST, C_TO_B | C_HOST);
	assert_left_out("1 of 3 members, such as port 0x0000000000001000");
	stop();
}
END_TEST

START_TEST(a_cable_that_was_moved_is_not_used)
{
	start();
	osm_physp_t *port = &nodes[index_of('C')]->physp_table[1], *moved = &nodes[index_of('B')]->physp_table[9];
	port->p_remote_physp->p_remote_physp = NULL;
	port->p_remote_physp = moved;
	moved->p_remote_physp = port;
	join_group(HOST_B);
	join_group(HOST_C);
	join_group(HOST_C2);
	assert_tree(0, B_HOST, C_HOST | C_HOST2);
	assert_left_out("1 of 3 members, such as port 0x0000000000001001");
	stop();
}
END_TEST

START_TEST(a_switch_that_is_gone_is_left_alone)
{
	start();
	gone = nodes[index_of('B')]->sw;
	join_group(HOST_A);
	join_group(HOST_C);
	join_group(HOST_C2);
	assert_tree(A_HOST, 0, C_HOST | C_HOST2);
	assert_left_out("1 of 3 members");
	stop();
}
END_TEST

START_TEST(a_switch_without_multicast_is_left_alone)
{
	start();
	nodes[index_of('B')]->sw->switch_info.mcast_cap = 0;
	join_group(HOST_A);
	join_group(HOST_B);
	join_group(HOST_C);
	join_group(HOST_C2);
	assert_tree(A_HOST, 0, C_HOST | C_HOST2);
	assert_left_out("2 of 4 members");
	stop();
}
END_TEST

START_TEST(a_table_without_room_is_left_alone)
{
	start();
	nodes[index_of('A')]->sw->mcast_tbl.max_mlid_ho = MLID - 1;
	join_group(HOST_A);
	join_group(HOST_B);
	join_group(HOST_C);
	assert_tree(0, B_TO_C | B_HOST, C_TO_B | C_HOST);
	assert_left_out("1 of 3 members");
	stop();
}
END_TEST

START_TEST(members_without_a_switch_are_told)
{
	start();
	endports[index_of(HOST_A)].p_physp->p_remote_physp = NULL;
	join_group(HOST_A);
	join_group(HOST_B);
	join_group(HOST_C);
	assert_tree(0, B_TO_C | B_HOST, C_TO_B | C_HOST);
	assert_left_out("1 of 3 members, such as port 0x0000000000001000");
	stop();
}
END_TEST

START_TEST(a_list_that_fails_is_dropped)
{
	osm_mgrp_box_t mbox = {.mlid = MLID};
	start();
	join_group(HOST_A);
	join_group(HOST_B);
	list_fails = TRUE;
	mcast_offer(&engine);
	ck_assert_int_eq(entry.mcast_build_stree(entry.context, &mbox), IB_ERROR);
	ck_assert_ptr_nonnull(strstr(logged->str, "ERR SSSP24"));
	stop();
}
END_TEST

START_TEST(without_a_tree_opensm_makes_its_own)
{
	start();
	mcast_offer(&engine);
	ck_assert_ptr_nonnull(entry.mcast_build_stree);
	ck_assert_ptr_null(other.mcast_build_stree);
	ck_assert_str_eq(logged->str, "");
	g_clear_pointer(&engine.published->mcast, mcast_branches_free);
	mcast_offer(&engine);
	ck_assert_ptr_null(entry.mcast_build_stree);
	ck_assert_ptr_nonnull(
		strstr(logged->str, "ERR SSSP17: multicast may deadlock with unicast: no safe tree was found. touch "));
	stop();
}
END_TEST

START_TEST(without_a_tree_groups_can_have_none)
{
	osm_mgrp_box_t mbox = {.mlid = MLID};
	start();
	engine.options.multicast_proven = TRUE;
	join_group(HOST_A);
	join_group(HOST_B);
	memset(masks, 0, sizeof masks);
	g_clear_pointer(&engine.published->mcast, mcast_branches_free);
	mcast_offer(&engine);
	ck_assert_ptr_nonnull(
		strstr(logged->str, "ERR SSSP17: multicast groups have no tree, their members hear nothing"));
	ck_assert_int_eq(entry.mcast_build_stree(entry.context, &mbox), IB_SUCCESS);
	for (guint i = 0; i < MAX_NODES; i++)
		ck_assert_uint_eq(masks[i], 0);
	engine.options.multicast_proven = FALSE;
	stop();
}
END_TEST

/* ---- in place of opensm's */

void osm_purge_mtree(struct osm_sm *sm, osm_mgrp_box_t *mbox)
{
	ck_assert(sm == &osm.sm && mbox);
	n_purges++;
}

int osm_mcast_make_port_list_and_map(cl_qlist_t *list, cl_qmap_t *map, osm_mgrp_box_t *mbox)
{
	(void)mbox;
	cl_qlist_init(list);
	cl_qmap_init(map);
	n_lists++;
	for (guint i = 0; i < n_members; i++) {
		osm_mcast_work_obj_t *work = calloc(1, sizeof(*work));
		work->p_port = (osm_port_t *)members[i];
		cl_qlist_insert_tail(list, &work->list_item);
		n_items++;
		if (list_fails)
			return -1;
	}
	return 0;
}

void osm_mcast_drop_port_list(cl_qlist_t *list)
{
	while (cl_qlist_count(list)) {
		free(cl_qlist_remove_head(list)); /* the first field of osm_mcast_work_obj_t */
		n_items--;
	}
	n_lists--;
}

void osm_mcast_tbl_set(osm_mcast_tbl_t *table, uint16_t mlid_ho, uint8_t port)
{
	ck_assert(table->p_mask_tbl && mlid_ho == MLID && mlid_ho <= table->max_mlid_ho);
	for (guint i = 0; i < MAX_NODES; i++)
		if (nodes[i]->sw && &nodes[i]->sw->mcast_tbl == table) {
			ck_assert(nodes[i]->sw != gone && nodes[i]->sw->switch_info.mcast_cap);
			masks[i] |= 1ull << port;
		}
}

struct osm_switch *osm_get_switch_by_guid(const osm_subn_t *subn, ib_net64_t guid)
{
	ck_assert(subn == &osm.subn);
	for (guint i = 0; i < MAX_NODES; i++)
		if (nodes[i]->node_info.node_guid == guid && nodes[i]->sw != gone)
			return nodes[i]->sw;
	return NULL;
}

void osm_log_v2(osm_log_t *log, osm_log_level_t level, const int file_id, const char *format, ...)
{
	va_list arguments;
	(void)log, (void)level, (void)file_id;
	va_start(arguments, format);
	g_string_append_vprintf(logged, format, arguments);
	va_end(arguments);
}

int osm_subn_verify_config(osm_subn_opt_t *options)
{
	(void)options;
	return 0;
}

int main(void)
{
	const TTest *const tests[] = {a_group_has_its_members_and_what_joins_them,
				      switches_are_members_at_port_0,
				      fewer_than_two_need_nothing,
				      a_cable_that_is_gone_leaves_pieces,
				      a_cable_that_was_moved_is_not_used,
				      a_switch_that_is_gone_is_left_alone,
				      a_switch_without_multicast_is_left_alone,
				      a_table_without_room_is_left_alone,
				      members_without_a_switch_are_told,
				      a_list_that_fails_is_dropped,
				      without_a_tree_opensm_makes_its_own,
				      without_a_tree_groups_can_have_none,
				      NULL};
	return fixture_run("plugin_mcast", tests);
}
