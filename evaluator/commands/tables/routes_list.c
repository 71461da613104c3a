/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists the pairs of an endpoint and a LID whose route does not arrive or is a detour. For one LID after the other, a
 * PathTree and the distances over all cables tell which routes these are. Only such a route is then followed switch by
 * switch, to find where it ends.
 */
#include "evaluator/commands/tables/routes_list.h"

#include "core/base/error.h"
#include "evaluator/paths/route_steps.h"

typedef struct {
	const Paths *paths;
	Report *report;
	PathTree *tree;
	guint32 *shortest, *queue; /* [n_rows] */
	GArray *steps;             /* RouteStep */
	guint32 lid, target;
} List;

static void report_pair(const List *l, guint32 endpoint, const char *what)
{
	const Paths *p = l->paths;
	const Fabric *fabric = p->fabric;
	const FabricPort *from = &fabric->ports[fabric->endpoints[endpoint]];
	const FabricPort *to = &fabric->ports[fabric->lid_port[l->lid]];
	RouteEnd end = route_steps_follow(p, p->endpoint_row[endpoint], p->endpoint_port[endpoint], l->lid, l->steps);
	guint32 shortest = l->shortest[p->endpoint_row[endpoint]];
	guint32 last = g_array_index(l->steps, RouteStep, l->steps->len - 1).row;
	Report *r = l->report;
	report_row(r, TEXT("what", what), TEXT("source", fabric_name(fabric, from->node)), COUNT("slid", from->lid),
		   TEXT("destination", fabric_name(fabric, to->node)), COUNT("dlid", l->lid),
		   COUNT("hops", l->steps->len - 1), COUNT("shortest", shortest < PATHS_LOST ? shortest : 0),
		   TEXT("at", fabric_name(fabric, fabric->switches[last])), TEXT("ends", route_end_name(end)));
}

/* What is wrong with the route from an endpoint, NULL: nothing. */
static const char *fault_of(const List *l, guint32 endpoint, gboolean target_takes_part)
{
	const Paths *p = l->paths;
	guint32 row = p->endpoint_row[endpoint], hops = l->tree->hops[row], port = p->fabric->endpoints[endpoint];
	if (port == p->fabric->lid_port[l->lid])
		return NULL;
	if (hops == PATHS_LOOP)
		return "loop";
	if (hops == PATHS_LOST)
		return "lost";
	return hops > l->shortest[row] && target_takes_part && paths_takes_part(p, port) ? "longer" : NULL;
}

static void list_lid(List *l, guint32 lid)
{
	const Paths *p = l->paths;
	guint32 port = p->fabric->lid_port[lid], target = paths_lid_row(p, lid);
	if (target == PATHS_NONE || p->fabric->ports[port].num == 0)
		return;
	if (target != l->target)
		paths_shortest(p, target, l->shortest, l->queue);
	l->target = target;
	l->lid = lid;
	path_tree_fill(l->tree, p, lid);
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++) {
		const char *fault = fault_of(l, e, paths_takes_part(p, port));
		if (fault)
			report_pair(l, e, fault);
	}
}

gboolean routes_list(Report *report, const Case *subject, GError **error)
{
	const Paths *p = subject->paths;
	g_autoptr(PathTree) tree = path_tree_new(p, error);
	g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(RouteStep));
	g_autofree guint32 *shortest = g_try_new(guint32, p->n_rows + 1), *queue = g_try_new(guint32, p->n_rows + 1);
	if (!tree)
		return FALSE;
	if (!shortest || !queue)
		return sssp_error_memory(error, "a list of routes", (p->n_rows + 1) * sizeof *queue);
	List l = {p, report, tree, shortest, queue, steps, 0, PATHS_NONE};
	report_open_array(report, "list", "pairs that do not arrive or take longer, and the switch where they end");
	for (guint32 lid = 1; lid < p->fabric->n_lids; lid++)
		list_lid(&l, lid);
	report_close(report);
	return TRUE;
}
