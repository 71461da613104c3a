/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects warnings about the finished tables of sssp-route, one line each. Each function looks at the routing or the
 * fabric for one thing, such as paths that are too long for management packets, and appends its line to the text.
 */
#include "generator/route/route_advice.h"

/* TRUE: a node that is no switch is cabled to two switches. */
static gboolean is_on_two_switches(const Fabric *fabric, const FabricNode *node)
{
	guint32 first = FABRIC_NONE;
	for (guint num = 1; node->type != FABRIC_SWITCH && num <= node->n_ports; num++) {
		guint32 peer = fabric->ports[node->first_port + num].peer;
		guint32 there = peer == FABRIC_NONE ? FABRIC_NONE : fabric->ports[peer].node;
		if (there == FABRIC_NONE || !fabric_is_switch(fabric, there))
			continue;
		if (first != FABRIC_NONE && there != first)
			return TRUE;
		first = there;
	}
	return FALSE;
}

static void warn_of_file_engine(GString *text, const RouteTables *tables, const char *program)
{
	g_string_append_printf(
		text,
		"%s: warning: %u virtual lanes are used, and `opensm -R file` carries no service levels: "
		"all would go on one lane, where packets can wait for each other for ever. Load %s with the "
		"plugin (event_plugin_options routes=DIR)%s\n",
		program, tables->routing->vls_used, tables->folder,
		tables->routing->as_is ? "" : ", or compute tables for one lane with --max-vls 1");
}

static void warn_of_two_switches(GString *text, const RouteTables *tables, const char *program)
{
	const Fabric *fabric = tables->fabric;
	guint32 n = 0, first = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		if (is_on_two_switches(fabric, &fabric->nodes[fabric->by_guid[i]]) && n++ == 0)
			first = fabric->by_guid[i];
	if (n)
		g_string_append_printf(
			text,
			"%s: warning: %u node%s with ports on two switches (0x%016" G_GINT64_MODIFIER
			"x \"%s\"%s): sssp.psl has one service level a node and is right for the first port "
			"only; sssp.sl has those of all\n",
			program, n, n == 1 ? "" : "s", fabric->nodes[first].guid, fabric_name(fabric, first),
			n == 1 ? "" : " and others");
}

static void warn_of_length(GString *text, const RouteTables *tables, const char *program)
{
	if (tables->routing->longest > ROUTING_MAD_HOPS)
		g_string_append_printf(
			text,
			"%s: warning: paths between hosts have up to %u hops; management packets that carry their path "
			"end at %u\n",
			program, tables->routing->longest, ROUTING_MAD_HOPS);
}

static void warn_of_unrouted_pairs(GString *text, const RouteTables *tables, const char *program)
{
	if (tables->routing->too_far)
		g_string_append_printf(text,
				       "%s: warning: %" G_GUINT64_FORMAT
				       " pairs of hosts are left without a route: it would have more than %d hops\n",
				       program, tables->routing->too_far, ROUTING_MOST_HOPS);
}

char *route_advice(const RouteTables *tables, const char *program)
{
	GString *text = g_string_new(NULL);
	if (tables->routing->vls_used > 1) {
		warn_of_file_engine(text, tables, program);
		if (tables->psl)
			warn_of_two_switches(text, tables, program);
	}
	warn_of_length(text, tables, program);
	warn_of_unrouted_pairs(text, tables, program);
	return g_string_free(text, FALSE);
}
