/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists the switches of one route. At each switch the LID is looked up in the forwarding table, which gives the next
 * switch, until the route ends or comes to a switch that is on the list already (a forwarding loop).
 */
#include "evaluator/paths/route_steps.h"

const char *route_end_name(RouteEnd end)
{
	static const char *const names[] = {
		[ROUTE_ARRIVES] = "arrives",       [ROUTE_NO_TABLE] = "no table",
		[ROUTE_NO_ENTRY] = "no entry",     [ROUTE_NO_CABLE] = "port without a cable",
		[ROUTE_WRONG_PORT] = "wrong port", [ROUTE_LOOP] = "forwarding loop",
	};
	return names[end];
}

RouteEnd route_end_at(const Paths *p, guint32 row, guint8 port, guint32 lid)
{
	const FabricNode *node = &p->fabric->nodes[p->fabric->switches[row]];
	if (paths_delivers(p, row, port, lid))
		return ROUTE_ARRIVES;
	if (port == LFT_NO_PATH)
		return ROUTE_NO_ENTRY;
	if (port && (port > node->n_ports || p->fabric->ports[node->first_port + port].peer == FABRIC_NONE))
		return ROUTE_NO_CABLE;
	return ROUTE_WRONG_PORT;
}

static gboolean was_there(const GArray *steps, guint32 row)
{
	for (guint i = 0; i < steps->len; i++)
		if (g_array_index(steps, RouteStep, i).row == row)
			return TRUE;
	return FALSE;
}

RouteEnd route_steps_follow(const Paths *p, guint32 row, guint8 in_port, guint32 lid, GArray *steps)
{
	g_array_set_size(steps, 0);
	for (;;) {
		RouteStep step = {row, PATHS_NONE, in_port, LFT_NO_PATH};
		gboolean again = was_there(steps, row);
		if (!again && p->table[row])
			step.channel = paths_next(p, row, lid, &step.out_port);
		g_array_append_val(steps, step);
		if (again)
			return ROUTE_LOOP;
		if (!p->table[row])
			return ROUTE_NO_TABLE;
		if (step.channel == PATHS_NONE)
			return route_end_at(p, row, step.out_port, lid);
		in_port = p->in_port[step.channel];
		row = p->to[step.channel];
	}
}
