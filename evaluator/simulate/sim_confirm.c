/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the steps of a cycle that routes make. The cycle is one of buffers in which a simulation stopped; its buffers
 * are translated to nodes of the channel dependency graph (a channel on a lane). All routes are then walked, and each
 * step of the cycle that a route makes is marked.
 */
#include "evaluator/simulate/sim_confirm.h"

#include "core/base/error.h"

typedef struct {
	guint32 *node;  /* [n] of the cycle, as lanes.h numbers them */
	guint32 *place; /* [nodes] where on the cycle one is, or n */
	guint8 *seen;   /* [n] its step to the next one */
	guint32 n, found;
} Confirm;

static gboolean look(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	Confirm *c = user;
	guint32 i = from == LANES_NONE ? c->n : c->place[from];
	(void)route;
	if (i == c->n || c->seen[i] || c->node[(i + 1) % c->n] != to)
		return TRUE;
	c->seen[i] = TRUE;
	return ++c->found < c->n;
}

gboolean sim_confirm(const Lanes *lanes, const SimStep *cycle, guint32 n, guint32 *found, GError **error)
{
	gsize nodes = (gsize)lanes->paths->n_channels * lanes->n_lanes;
	g_autofree guint32 *place = g_try_new(guint32, nodes + 1), *node = g_try_new(guint32, n + 1);
	g_autofree guint8 *seen = g_try_new0(guint8, n + 1);
	if (!place || !node || !seen)
		return sssp_error_memory(error, "the steps of a cycle", nodes * sizeof *place);
	for (gsize i = 0; i < nodes; i++)
		place[i] = n;
	for (guint32 i = 0; i < n; i++) {
		node[i] = cycle[i].channel * lanes->n_lanes + lanes->lane[cycle[i].vl];
		place[node[i]] = i;
	}
	Confirm c = {node, place, seen, n, 0};
	gboolean whole = lanes_walk(lanes, FALSE, look, &c, NULL, error);
	*found = c.found;
	return whole;
}
