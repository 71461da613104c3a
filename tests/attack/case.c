/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/attack/attack.h"

Case *case_new(void)
{
	Case *c = g_new0(Case, 1);
	c->nodes = g_array_new(FALSE, TRUE, sizeof(CaseNode));
	c->cables = g_array_new(FALSE, TRUE, sizeof(CaseCable));
	c->events = g_array_new(FALSE, TRUE, sizeof(CaseEvent));
	c->order = g_array_new(FALSE, TRUE, sizeof(guint64));
	c->roots = g_array_new(FALSE, TRUE, sizeof(guint64));
	c->ignored = g_array_new(FALSE, TRUE, sizeof(SwitchPort));
	c->wishes.budget = -1;
	c->job_of_lid = g_new(guint32, FABRIC_MAX_LID + 1);
	for (guint32 lid = 0; lid <= FABRIC_MAX_LID; lid++) {
		guint32 job = lid * 2654435761u >> 30;
		c->job_of_lid[lid] = job < G_N_ELEMENTS(c->settled) ? job : ROUTING_NO_JOB;
	}
	c->jobs = (RoutingJobs){c->job_of_lid, FABRIC_MAX_LID + 1, G_N_ELEMENTS(c->settled), c->settled};
	g_strlcpy(c->wishes.engine, "psssp", sizeof c->wishes.engine);
	return c;
}

void case_free(Case *c)
{
	GArray *const lists[] = {c->nodes, c->cables, c->events, c->order, c->roots, c->ignored};
	for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
		g_array_free(lists[i], TRUE);
	g_free(c->job_of_lid);
	g_free(c);
}

guint32 case_add_node(Case *c, FabricNodeType type, guint64 guid, guint ports)
{
	CaseNode node = {.guid = guid, .type = type, .ports = CLAMP(ports, 1, FABRIC_MAX_PORTS)};
	g_array_append_val(c->nodes, node);
	return c->nodes->len - 1;
}

/* The lowest port of a node without a cable, but `taken`; 0 when all have one. */
static guint8 find_port(const Case *c, guint32 node, guint taken)
{
	guint8 used[FABRIC_MAX_PORTS + 1] = {0};
	used[taken] = 1;
	for (guint i = 0; i < c->cables->len; i++) {
		const CaseCable *cable = case_cable(c, i);
		if (cable->a == node)
			used[cable->port_a] = 1;
		if (cable->b == node)
			used[cable->port_b] = 1;
	}
	for (guint port = 1; port <= FABRIC_MAX_PORTS; port++)
		if (!used[port])
			return (guint8)port;
	return 0;
}

/* A port for one cable more, behind all others if there is room. */
static guint8 free_port(const Case *c, guint32 node, guint taken)
{
	guint last = MAX(case_node(c, node)->last, taken);
	return last < FABRIC_MAX_PORTS ? (guint8)(last + 1) : find_port(c, node, taken);
}

static void use_port(const Case *c, guint32 node, guint8 port)
{
	CaseNode *n = case_node(c, node);
	n->last = MAX(n->last, port);
	n->ports = MAX(n->ports, port);
}

void case_add_cable(Case *c, CaseCable cable)
{
	use_port(c, cable.a, cable.port_a);
	use_port(c, cable.b, cable.port_b);
	g_array_append_val(c->cables, cable);
}

gboolean case_join(Case *c, guint32 a, guint32 b)
{
	guint8 port_a = free_port(c, a, 0), port_b = port_a ? free_port(c, b, a == b ? port_a : 0) : 0;
	CaseCable cable = {.a = a, .b = b, .port_a = port_a, .port_b = port_b, .width = 4, .speed = FABRIC_HDR};
	if (port_b)
		case_add_cable(c, cable);
	return port_b != 0;
}

void case_remove(Case *c, const guint8 *marked)
{
	g_autofree guint32 *place = g_new(guint32, c->nodes->len + 1);
	guint n_nodes = 0, n_cables = 0;
	for (guint32 i = 0; i < c->nodes->len; i++) {
		place[i] = n_nodes;
		if (!marked[i])
			*case_node(c, n_nodes++) = *case_node(c, i);
	}
	for (guint i = 0; i < c->cables->len; i++) {
		CaseCable cable = *case_cable(c, i);
		if (marked[cable.a] || marked[cable.b])
			continue;
		cable.a = place[cable.a];
		cable.b = place[cable.b];
		*case_cable(c, n_cables++) = cable;
	}
	g_array_set_size(c->nodes, n_nodes);
	g_array_set_size(c->cables, n_cables);
}

guint case_count(const Case *c, FabricNodeType type)
{
	guint n = 0;
	for (guint32 i = 0; i < c->nodes->len; i++)
		n += case_node(c, i)->type == type;
	return n;
}
