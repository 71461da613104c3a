/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the part of a routing's multicast tree that the members of a group need. The tree is ordered breadth first: a
 * pass backwards counts the members below each switch, and a pass forwards keeps the cables with members on both sides.
 */
#include "plugin/values/mcast_prune.h"

#include "core/base/error.h"

/* ---- the tree */

static McastBranches *branches_alloc(guint32 n, GError **error)
{
	g_autoptr(McastBranches) branches = g_new0(McastBranches, 1);
	branches->n = n;
	branches->order = g_try_new(guint32, n + 1);
	branches->parent = g_try_new(guint32, n + 1);
	branches->up = g_try_malloc0(n + 1);
	branches->down = g_try_malloc0(n + 1);
	if (branches->order && branches->parent && branches->up && branches->down)
		return g_steal_pointer(&branches);
	return sssp_error_memory_null(error, "the multicast tree", n * (gsize)10);
}

void mcast_branches_free(McastBranches *branches)
{
	if (!branches)
		return;
	g_free(branches->order);
	g_free(branches->parent);
	g_free(branches->up);
	g_free(branches->down);
	g_free(branches);
}

typedef struct {
	const Fabric *fabric;
	const guint32 *node_row;
	const guint8 *ports;
	guint8 *seen; /* [n_switches] */
	McastBranches *branches;
	guint32 n_ordered;
} Climber;

static void put(Climber *climber, guint32 row, guint32 parent)
{
	climber->seen[row] = 1;
	climber->branches->parent[row] = parent;
	climber->branches->order[climber->n_ordered++] = row;
}

/* Hangs the switch behind port `num` of `row` under it, if a cable of the tree leads to one that hangs nowhere yet. */
static void follow(Climber *climber, guint32 row, guint num)
{
	const Fabric *fabric = climber->fabric;
	guint32 peer = fabric->ports[fabric_port_index(fabric, fabric->switches[row], num)].peer;
	if (!climber->ports[((gsize)row << 8) + num] || peer == FABRIC_NONE)
		return;
	const FabricPort *far = &fabric->ports[peer];
	guint32 child = climber->node_row[far->node];
	if (child == FABRIC_NONE || climber->seen[child] || !climber->ports[((gsize)child << 8) + far->num])
		return;
	climber->branches->up[child] = far->num;
	climber->branches->down[child] = (guint8)num;
	put(climber, child, row);
}

/* Breadth first from the first switch of each piece. */
static void climb(Climber *climber)
{
	const Fabric *fabric = climber->fabric;
	guint32 next = 0;

	for (guint32 first = 0; first < fabric->n_switches; first++) {
		if (!climber->seen[first])
			put(climber, first, FABRIC_NONE);
		for (; next < climber->n_ordered; next++) {
			guint32 row = climber->branches->order[next];
			for (guint num = 1; num <= fabric->nodes[fabric->switches[row]].n_ports; num++)
				follow(climber, row, num);
		}
	}
}

McastBranches *mcast_branches_new(const Fabric *fabric, const guint32 *node_row, const guint8 *ports, GError **error)
{
	g_autofree guint8 *seen = g_try_malloc0(fabric->n_switches + 1);
	if (!seen)
		return sssp_error_memory_null(error, "the multicast tree", fabric->n_switches);
	g_autoptr(McastBranches) branches = branches_alloc(fabric->n_switches, error);
	if (branches)
		climb(&(Climber){fabric, node_row, ports, seen, branches, 0});
	return g_steal_pointer(&branches);
}

/* ---- a group */

McastGroup *mcast_group_new(guint32 n, GError **error)
{
	g_autoptr(McastGroup) group = g_new0(McastGroup, 1);
	group->members = g_try_new0(guint32, n + 1);
	group->below = g_try_new0(guint32, n + 1);
	group->root = g_try_new0(guint32, n + 1);
	group->cut = g_try_malloc0(n + 1);
	group->keep = g_try_malloc0(n + 1);
	if (group->members && group->below && group->root && group->cut && group->keep)
		return g_steal_pointer(&group);
	return sssp_error_memory_null(error, "a multicast group", n * (gsize)14);
}

void mcast_group_free(McastGroup *group)
{
	if (!group)
		return;
	g_free(group->members);
	g_free(group->below);
	g_free(group->root);
	g_free(group->cut);
	g_free(group->keep);
	g_free(group);
}

static gboolean hangs(const McastBranches *branches, const McastGroup *group, guint32 row)
{
	return branches->parent[row] != FABRIC_NONE && !group->cut[row];
}

void mcast_prune(const McastBranches *branches, McastGroup *group)
{
	for (guint32 row = 0; row < branches->n; row++)
		group->below[row] = group->members[row];
	for (guint32 i = branches->n; i-- > 0;) {
		guint32 row = branches->order[i];
		if (hangs(branches, group, row))
			group->below[branches->parent[row]] += group->below[row];
	}
	for (guint32 i = 0; i < branches->n; i++) {
		guint32 row = branches->order[i];
		group->root[row] = hangs(branches, group, row) ? group->root[branches->parent[row]] : row;
		group->keep[row] = group->below[row] > 0 && group->below[row] < group->below[group->root[row]];
	}
}

guint32 mcast_main_piece(const McastBranches *branches, const McastGroup *group)
{
	guint32 best = FABRIC_NONE, most = 0;

	for (guint32 i = 0; i < branches->n; i++) {
		guint32 row = branches->order[i];
		if (group->root[row] == row && group->below[row] > most) {
			most = group->below[row];
			best = row;
		}
	}
	return best;
}
