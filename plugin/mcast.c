/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds the multicast tree of a group: finds the switches of the members, prunes the routing's multicast tree to what
 * connects them, and writes the ports of that part into OpenSM's multicast tables.
 */
#include "plugin/mcast.h"

#include "plugin/log.h"

#include <opensm/osm_mcast_mgr.h>
#include <opensm/osm_mcast_tbl.h>
#include <opensm/osm_multicast.h>

/* A group while its tree is made. */
typedef struct {
	Engine *engine;
	const Snapshot *snapshot;
	const McastBranches *branches;
	guint16 mlid;
	cl_qlist_t *ports; /* osm_mcast_work_obj_t of the members */
	McastGroup *group;
} GroupBuild;

/* The switch port that a member is attached to. */
typedef struct {
	osm_switch_t *sw; /* NULL: none, or one that cannot do multicast */
	guint8 port;
	guint32 row; /* of `sw` in fabric->switches; FABRIC_NONE: not in what was routed, or no `sw` */
} MemberPort;

/* ---- OpenSM's subnet as it is now */

/* Whether a group can have ports of this switch. */
static gboolean can_carry(const osm_switch_t *sw, guint16 mlid)
{
	if (!sw || !osm_switch_supports_mcast(sw))
		return FALSE;
	const osm_mcast_tbl_t *table = osm_switch_get_mcast_tbl_ptr(sw);
	return table->p_mask_tbl && mlid >= IB_LID_MCAST_START_HO && mlid <= table->max_mlid_ho;
}

static void set_port(const osm_switch_t *sw, guint16 mlid, guint8 port)
{
	osm_mcast_tbl_set(osm_switch_get_mcast_tbl_ptr(sw), mlid, port);
}

static guint32 row_of(const Snapshot *snapshot, const osm_switch_t *sw)
{
	guint32 node = fabric_find_node(snapshot->fabric, cl_ntoh64(osm_node_get_node_guid(sw->p_node)));
	return node == FABRIC_NONE ? FABRIC_NONE : snapshot->node_row[node];
}

static osm_switch_t *switch_of(const GroupBuild *build, guint32 row)
{
	const Fabric *fabric = build->snapshot->fabric;
	return osm_get_switch_by_guid(&build->engine->osm->subn, cl_hton64(fabric->nodes[fabric->switches[row]].guid));
}

static MemberPort member_port(const GroupBuild *build, const osm_port_t *member)
{
	const osm_physp_t *remote = member->p_physp ? member->p_physp->p_remote_physp : NULL;
	MemberPort at = {NULL, 0, FABRIC_NONE};

	if (member->p_node->sw) {
		at.sw = member->p_node->sw;
	} else if (remote) {
		at.sw = remote->p_node->sw;
		at.port = remote->port_num;
	}
	if (!can_carry(at.sw, build->mlid) || at.port >= at.sw->num_ports)
		return (MemberPort){NULL, 0, FABRIC_NONE};
	at.row = row_of(build->snapshot, at.sw);
	return at;
}

/* Whether the cable of switch `row` to its parent is still there, between switches that can carry the group. */
static gboolean cable_holds(const GroupBuild *build, guint32 row)
{
	const McastBranches *branches = build->branches;
	const osm_switch_t *child = switch_of(build, row), *parent = switch_of(build, branches->parent[row]);
	if (!can_carry(child, build->mlid) || !can_carry(parent, build->mlid) || branches->up[row] >= child->num_ports)
		return FALSE;
	const osm_physp_t *up = osm_node_get_physp_ptr(child->p_node, branches->up[row]);
	const osm_physp_t *far = up ? up->p_remote_physp : NULL;
	return far && far->p_node == parent->p_node && far->port_num == branches->down[row];
}

/* ---- the tree of a group */

#define FOR_EACH_MEMBER(item, build)                                                                                   \
	for (cl_list_item_t *item = cl_qlist_head((build)->ports); item != cl_qlist_end((build)->ports);               \
	     item = cl_qlist_next(item))

static const osm_port_t *member_at(cl_list_item_t *item)
{
	const osm_mcast_work_obj_t *work = cl_item_obj(item, work, list_item);
	return work->p_port;
}

/* Writes the members' ports into the tables of their own switches, and counts members by switch. */
static void add_members(GroupBuild *build)
{
	FOR_EACH_MEMBER(item, build)
	{
		MemberPort at = member_port(build, member_at(item));
		if (at.sw)
			set_port(at.sw, build->mlid, at.port);
		if (at.row != FABRIC_NONE)
			build->group->members[at.row]++;
	}
}

/*
 * Finds the cables that the group needs, in group->keep. Cables among them that are gone are cut and the tree is pruned
 * again; that only takes cables away, so no other has to be looked at.
 */
static void choose_cables(GroupBuild *build)
{
	gboolean cut = FALSE;

	mcast_prune(build->branches, build->group);
	for (guint32 row = 0; row < build->branches->n; row++)
		if (build->group->keep[row] && !cable_holds(build, row))
			build->group->cut[row] = 1, cut = TRUE;
	if (cut)
		mcast_prune(build->branches, build->group);
}

static void add_cables(const GroupBuild *build)
{
	const McastBranches *branches = build->branches;

	for (guint32 row = 0; row < branches->n; row++)
		if (build->group->keep[row]) {
			set_port(switch_of(build, row), build->mlid, branches->up[row]);
			set_port(switch_of(build, branches->parent[row]), build->mlid, branches->down[row]);
		}
}

static void log_left_out(const GroupBuild *build)
{
	guint32 piece = mcast_main_piece(build->branches, build->group);
	const osm_port_t *first = NULL;
	guint left_out = 0;

	FOR_EACH_MEMBER(item, build)
	{
		const osm_port_t *member = member_at(item);
		guint32 row = member_port(build, member).row;
		if (row != FABRIC_NONE && build->group->root[row] == piece)
			continue;
		first = first ? first : member;
		left_out++;
	}
	if (first)
		ENGINE_LOG(build->engine->osm, MSG_MCAST_MEMBERS, build->mlid, left_out,
			   (guint)cl_qlist_count(build->ports), cl_ntoh64(first->guid), first->p_node->print_desc);
}

static ib_api_status_t build_group(GroupBuild *build)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(McastGroup) group = build->group = mcast_group_new(build->branches->n, &error);

	if (!group) {
		ENGINE_LOG(build->engine->osm, MSG_MCAST_MEMORY, build->mlid, error->message);
		return IB_ERROR;
	}
	add_members(build);
	choose_cables(build);
	add_cables(build);
	log_left_out(build);
	return IB_SUCCESS;
}

/* OpenSM's callback mcast_build_stree. OpenSM has taken the group out of all tables before it calls this. */
static ib_api_status_t build_stree(void *context, osm_mgrp_box_t *mbox)
{
	Engine *engine = context;
	const Snapshot *snapshot = engine->published;
	ib_api_status_t status = IB_SUCCESS;
	cl_qlist_t ports;
	cl_qmap_t by_guid;

	osm_purge_mtree(&engine->osm->sm, mbox);
	/* With multicast=proven the group stays out of all tables. */
	if (!snapshot || !snapshot->mcast)
		return snapshot && engine->options.multicast_proven ? IB_SUCCESS : IB_ERROR;
	if (osm_mcast_make_port_list_and_map(&ports, &by_guid, mbox)) {
		ENGINE_LOG(engine->osm, MSG_MCAST_MEMORY, mbox->mlid, "not enough memory for its members");
		status = IB_ERROR;
	} else if (cl_qlist_count(&ports) >= 2) {
		status = build_group(&(GroupBuild){engine, snapshot, snapshot->mcast, mbox->mlid, &ports, NULL});
	}
	osm_mcast_drop_port_list(&ports);
	return status;
}

void mcast_offer(Engine *engine)
{
	gboolean found = engine->published->mcast != NULL, only_ours = engine->options.multicast_proven;

	for (osm_routing_engine_t *entry = engine->osm->routing_engine_list; entry; entry = entry->next)
		if (entry->context == engine)
			entry->mcast_build_stree = found || only_ours ? build_stree : NULL;
	if (found)
		return;
	if (only_ours)
		ENGINE_LOG(engine->osm, MSG_MCAST_REFUSED, engine->options.rebalance_file);
	else
		ENGINE_LOG(engine->osm, MSG_MCAST_NO_TREE, engine->options.rebalance_file);
}
