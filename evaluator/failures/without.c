/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Copies a fabric without a switch, or without one cable. Nodes are copied one by one, except those that are gone, then
 * the cables between copied ports. Adapters that were cabled to the missing switch alone are left out, too.
 */
#include "evaluator/failures/without.h"

#include "core/base/error.h"

#include <string.h>

/* TRUE: a node is `gone` itself, or an adapter whose cables all lead to it. */
static gboolean goes(const Fabric *f, guint32 node, guint32 gone)
{
	gboolean there = FALSE;
	if (node == gone || fabric_is_switch(f, node))
		return node == gone;
	for (guint n = 1; n <= f->nodes[node].n_ports; n++) {
		guint32 peer = f->ports[fabric_port_index(f, node, n)].peer;
		if (peer == FABRIC_NONE)
			continue;
		if (f->ports[peer].node != gone)
			return FALSE;
		there = TRUE;
	}
	return there;
}

static gboolean copy_node(const Fabric *f, Fabric *copy, guint32 node, guint32 *to, GError **error)
{
	const FabricNode *old = &f->nodes[node];
	*to = fabric_add_node(copy, (FabricNodeType)old->type, old->guid, old->n_ports, fabric_name(f, node), error);
	if (*to == FABRIC_NONE)
		return FALSE;
	FabricNode *new = &copy->nodes[*to];
	new->system_guid = old->system_guid;
	new->vendor_id = old->vendor_id;
	new->device_id = old->device_id;
	new->enhanced = old->enhanced;
	new->manager = old->manager;
	new->marked = old->marked;
	for (guint n = 0; n <= old->n_ports; n++) {
		FabricPort *port = &copy->ports[fabric_port_index(copy, *to, n)];
		guint32 own = port->node;
		*port = f->ports[fabric_port_index(f, node, n)];
		port->node = own;
		port->peer = FABRIC_NONE;
	}
	return TRUE;
}

static gboolean copy_cable(const Fabric *f, Fabric *copy, const guint32 *to, guint32 x, GError **error)
{
	const FabricPort *a = &f->ports[x], *b = &f->ports[a->peer];
	if (to[a->node] == FABRIC_NONE || to[b->node] == FABRIC_NONE)
		return TRUE;
	return fabric_cable(copy, fabric_port_index(copy, to[a->node], a->num),
			    fabric_port_index(copy, to[b->node], b->num), error);
}

Fabric *fabric_without(const Fabric *f, guint32 node, guint32 port, GError **error)
{
	g_autoptr(Fabric) copy = fabric_new();
	g_autofree guint32 *to = g_try_new(guint32, (gsize)f->n_nodes + 1);
	guint32 other = port == FABRIC_NONE ? FABRIC_NONE : f->ports[port].peer;
	if (!to)
		return sssp_error_memory_null(error, "a fabric", f->n_nodes * sizeof(guint32));
	for (guint32 i = 0; i < f->n_nodes; i++) {
		to[i] = FABRIC_NONE;
		if ((node == FABRIC_NONE || !goes(f, i, node)) && !copy_node(f, copy, i, &to[i], error))
			return NULL;
	}
	for (guint32 x = 0; x < f->n_ports; x++)
		if (f->ports[x].peer != FABRIC_NONE && f->ports[x].peer > x && x != port && x != other &&
		    !copy_cable(f, copy, to, x, error))
			return NULL;
	return fabric_seal(copy, error) ? g_steal_pointer(&copy) : NULL;
}
