/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the pairs of endpoints that have a route before and after an update but none between its phases, and the pairs
 * on the update's list of connections that have to be opened again. For each LID the routes by the tables before,
 * between the phases (`between`) and afterwards are followed from all switches. All endpoints of a row (a switch,
 * paths.h) have the same route to a LID, so that they are counted together; only the owner of the LID does not send to
 * it.
 */
#include "evaluator/commands/change/plan_pairs.h"

#include "core/base/error.h"
#include "formats/lists/reconnect_list.h"

/* The listed endpoints, of a job or all hosts. */
typedef struct {
	const Paths *paths;
	guint32 *on_row; /* [n_rows] how many hang on a switch */
	guint8 *listed;  /* [n_ports] the port is one of them */
} Group;

static void group_clear(Group *group)
{
	g_free(group->on_row);
	g_free(group->listed);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Group, group_clear)

static gboolean group_init(Group *group, const Paths *p, const GArray *endpoints, GError **error)
{
	group->paths = p;
	group->on_row = g_try_new0(guint32, (gsize)p->n_rows + 1);
	group->listed = g_try_new0(guint8, (gsize)p->fabric->n_ports + 1);
	if (!group->on_row || !group->listed)
		return sssp_error_memory(error, "the endpoints of a job", p->fabric->n_ports);
	for (guint i = 0; i < endpoints->len; i++) {
		guint32 endpoint = g_array_index(endpoints, guint32, i);
		group->on_row[p->endpoint_row[endpoint]]++;
		group->listed[p->fabric->endpoints[endpoint]] = 1;
	}
	return TRUE;
}

/* TRUE: the LID is that of a listed endpoint, and one that the tables tell of (paths_is_unsaid()). */
static gboolean has_lid(const Group *group, guint32 lid)
{
	const Fabric *fabric = group->paths->fabric;
	guint32 port = lid < fabric->n_lids ? fabric->lid_port[lid] : FABRIC_NONE;
	return port != FABRIC_NONE && group->listed[port] && !paths_is_unsaid(group->paths, lid);
}

/* How many listed endpoints of a row send to the LID: all but its owner. */
static guint32 sources(const Group *group, guint32 row, guint32 lid)
{
	return group->on_row[row] - (paths_lid_row(group->paths, lid) == row);
}

GArray *plan_pairs_hosts(const Paths *p)
{
	GArray *hosts = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < p->fabric->n_endpoints; i++)
		if (paths_is_measured(p, p->fabric->endpoints[i]))
			g_array_append_val(hosts, i);
	for (guint32 i = 0; !hosts->len && i < p->fabric->n_endpoints; i++)
		g_array_append_val(hosts, i);
	return hosts;
}

static void count_reopened(const GArray *reconnect, const Group *group, PlanPairs *pairs)
{
	const Paths *p = group->paths;
	for (guint i = 0; reconnect && i < reconnect->len; i++) {
		const ReconnectPair *line = &g_array_index(reconnect, ReconnectPair, i);
		guint32 node = fabric_find_node(p->fabric, line->guid);
		guint32 row = node == FABRIC_NONE ? PATHS_NONE : p->row_of_node[node];
		if (row != PATHS_NONE && has_lid(group, line->lid))
			pairs->reopened += sources(group, row, line->lid);
	}
}

typedef struct {
	PathTree *now, *between, *new;
} Trees;

static void trees_clear(Trees *t)
{
	path_tree_free(t->now);
	path_tree_free(t->between);
	path_tree_free(t->new);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Trees, trees_clear)

static gboolean trees_init(Trees *t, const PlanTables *tables, GError **error)
{
	return (t->now = path_tree_new(tables->now, error)) && (t->between = path_tree_new(tables->between, error)) &&
	       (t->new = path_tree_new(tables->new, error));
}

static gboolean arrives(const PathTree *tree, guint32 row)
{
	return tree->hops[row] < PATHS_LOST;
}

/* Counts the senders to a LID that the tables before and after serve, and those between do not. */
static void count_lid(const PlanTables *tables, Trees *t, const Group *group, guint32 lid, PlanPairs *pairs)
{
	path_tree_fill(t->now, tables->now, lid);
	path_tree_fill(t->between, tables->between, lid);
	path_tree_fill(t->new, tables->new, lid);
	for (guint32 row = 0; row < group->paths->n_rows; row++)
		if (arrives(t->now, row) && arrives(t->new, row) && !arrives(t->between, row))
			pairs->cut += sources(group, row, lid);
}

gboolean plan_pairs_count(const PlanTables *tables, const GArray *endpoints, PlanPairs *pairs, GError **error)
{
	g_auto(Group) group = {0};
	g_auto(Trees) trees = {0};
	*pairs = (PlanPairs){0};
	if (!group_init(&group, tables->now, endpoints, error) ||
	    (tables->between && !trees_init(&trees, tables, error)))
		return FALSE;
	count_reopened(tables->reconnect, &group, pairs);
	for (guint32 lid = 1; lid < tables->now->fabric->n_lids; lid++) {
		if (!has_lid(&group, lid) || paths_lid_row(tables->now, lid) == PATHS_NONE)
			continue;
		pairs->pairs += endpoints->len - 1;
		if (tables->between)
			count_lid(tables, &trees, &group, lid, pairs);
	}
	return TRUE;
}
