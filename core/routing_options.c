/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The wishes that concern the graph go into it here, so that nothing after it sees the options but those of lanes. */
#include "core/routing_options.h"

#include "core/base/crew.h"

Graph *routing_graph(const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	g_autoptr(Graph) graph = graph_new(fabric, error);
	if (!graph || !graph_order_dests(graph, fabric, options->order, options->n_order, error) ||
	    !graph_ignore_ports(graph, options->ignored, options->n_ignored, error) ||
	    !graph_mark_roots(graph, fabric, options->roots, options->n_roots, error) ||
	    (options->capacities && !graph_rate_channels(graph, fabric, error)))
		return NULL;
	graph->threads = crew_size(options->threads, G_MAXUINT32);
	return g_steal_pointer(&graph);
}

guint routing_vl_budget(const Fabric *fabric)
{
	guint budget = G_MAXUINT;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->vls && port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
		    fabric_is_switch(fabric, fabric->ports[port->peer].node) &&
		    fabric->ports[port->peer].node != port->node)
			budget = MIN(budget, port->vls);
	}
	return budget == G_MAXUINT ? ROUTING_USUAL_VLS : MIN(budget, ROUTING_MAX_VLS);
}
