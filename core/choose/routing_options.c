/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the graph of a fabric with the wishes of a user in it (order, ports to ignore, roots, rates). Also finds how
 * many lanes routing may use, and the engine of a name.
 */
#include "core/choose/routing_options.h"

#include "core/base/crew.h"

gboolean routing_is_psssp(const RoutingOptions *options)
{
	return !options->engine || options->engine == &engine_psssp;
}

gboolean routing_may_improve(const RoutingOptions *options)
{
	return routing_is_psssp(options) && !options->passes && !options->capacities && !options->n_ignored;
}

const RouteEngine *routing_engine(const char *name)
{
	const RouteEngine *const engines[] = {&engine_psssp, &engine_published, &engine_published_unit};
	for (guint i = 0; i < G_N_ELEMENTS(engines); i++)
		if (g_str_equal(engines[i]->name, name))
			return engines[i];
	return NULL;
}

Graph *routing_graph(const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	guint budgets[ROUTING_MAX_VLS];
	gboolean alike = routing_vl_budgets(fabric, options->max_vls, budgets) == 1;
	g_autoptr(Graph) graph = graph_new(fabric, error);
	if (!graph || !graph_order_dests(graph, fabric, options->order, options->n_order, error) ||
	    !graph_ignore_ports(graph, options->ignored, options->n_ignored, error) ||
	    !graph_mark_roots(graph, fabric, options->roots, options->n_roots, error) ||
	    (!alike && !graph_limit_lanes(graph, fabric, error)) ||
	    (options->capacities && !graph_rate_channels(graph, fabric, error)))
		return NULL;
	graph->threads = crew_size(options->threads, G_MAXUINT32);
	return g_steal_pointer(&graph);
}

/* A number of lanes is a budget where at most one of FEW_WEAK ports of links between switches has fewer lanes. */
#define FEW_WEAK 4

guint routing_vl_budgets(const Fabric *fabric, guint max_vls, guint *budgets)
{
	guint64 links[ROUTING_MAX_VLS + 1] = {0}, all = 0;
	guint n = 0, most = max_vls ? max_vls : ROUTING_MAX_VLS;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		guint lanes = graph_link_lanes(fabric, &fabric->ports[i]);
		links[MIN(lanes, most)]++;
		all += lanes ? 1 : 0;
	}
	guint64 below = all; /* links that have fewer lanes */
	for (guint lanes = most; lanes > 0; lanes--) {
		below -= links[lanes];
		if (links[lanes] && below * FEW_WEAK <= all)
			budgets[n++] = lanes;
	}
	if (!all)
		budgets[n++] = max_vls ? max_vls : ROUTING_USUAL_VLS;
	return n;
}

guint routing_vl_budget(const Fabric *fabric, guint max_vls)
{
	guint budgets[ROUTING_MAX_VLS];
	routing_vl_budgets(fabric, max_vls, budgets);
	return budgets[0];
}
