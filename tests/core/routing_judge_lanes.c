/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Collects dependencies and looks for cycles among them. */
#include "tests/core/routing_judge_lanes.h"

#include <glib.h>

#define VLS 16

struct JudgeLanes {
	const Fabric *fabric;
	guint32 n;     /* vertices: out port x lane */
	guint32 outs;  /* most ports of a node + 1 */
	guint16 *next; /* [n][outs] lanes on which a vertex is followed by the next switch's out port */
	gboolean *met; /* [n] */
};

JudgeLanes *judge_lanes_new(const Fabric *fabric)
{
	JudgeLanes *lanes = g_new0(JudgeLanes, 1);
	lanes->fabric = fabric;
	lanes->n = fabric->n_ports * VLS;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		lanes->outs = MAX(lanes->outs, fabric->nodes[i].n_ports + 1u);
	lanes->next = g_new0(guint16, (gsize)lanes->n * lanes->outs + 1);
	lanes->met = g_new0(gboolean, lanes->n + 1);
	return lanes;
}

void judge_lanes_free(JudgeLanes *lanes)
{
	g_free(lanes->next);
	g_free(lanes->met);
	g_free(lanes);
}

guint32 judge_lanes_pass(JudgeLanes *lanes, guint32 before, guint32 channel, guint vl)
{
	guint32 here = channel * VLS + MIN(vl, VLS - 1);
	lanes->met[here] = TRUE;
	if (before != FABRIC_NONE)
		lanes->next[(gsize)before * lanes->outs + lanes->fabric->ports[channel].num] |=
			(guint16)(1u << MIN(vl, VLS - 1));
	return here;
}

/* Calls `visit` for each vertex that follows another. */
static void each_next(const JudgeLanes *lanes, guint32 vertex, void (*visit)(guint32 next, gpointer user),
		      gpointer user)
{
	const Fabric *f = lanes->fabric;
	const FabricNode *node = &f->nodes[f->ports[f->ports[vertex / VLS].peer].node];
	for (guint out = 1; out <= node->n_ports; out++) {
		guint16 mask = lanes->next[(gsize)vertex * lanes->outs + out];
		for (guint vl = 0; mask >> vl; vl++)
			if (mask >> vl & 1)
				visit((node->first_port + out) * VLS + vl, user);
	}
}

typedef struct {
	guint32 *waits; /* [n] how many vertices lead to one and are not taken out */
	guint32 *queue;
	guint32 tail;
} Removal;

static void count(guint32 next, gpointer user)
{
	((Removal *)user)->waits[next]++;
}

static void release(guint32 next, gpointer user)
{
	Removal *removal = user;
	if (--removal->waits[next] == 0)
		removal->queue[removal->tail++] = next;
}

guint judge_lanes_cyclic(const JudgeLanes *lanes)
{
	g_autofree guint32 *waits = g_new0(guint32, lanes->n + 1);
	g_autofree guint32 *queue = g_new(guint32, lanes->n + 1);
	Removal removal = {waits, queue, 0};
	guint16 left = 0;
	for (guint32 v = 0; v < lanes->n; v++)
		if (lanes->met[v])
			each_next(lanes, v, count, &removal);
	for (guint32 v = 0; v < lanes->n; v++)
		if (lanes->met[v] && !waits[v])
			queue[removal.tail++] = v;
	for (guint32 head = 0; head < removal.tail; head++)
		each_next(lanes, queue[head], release, &removal);
	for (guint32 v = 0; v < lanes->n; v++)
		if (waits[v])
			left |= (guint16)(1u << v % VLS);
	return (guint)__builtin_popcount(left);
}
