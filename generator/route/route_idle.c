/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds options of sssp-route that made no difference to the tables, from the command line, the fabric and the routing.
 * Each rule is a line of a table: the option, the condition, the reason. An option that only sets a limit (--max-vls)
 * is not idle where the limit is not reached.
 */
#include "generator/route/route_idle.h"

#include "core/engines/engine.h"
#include "generator/route/route_files.h"

/* Whether all links between switches whose data rate is known have the same one. */
static gboolean links_are_alike(const Fabric *fabric)
{
	guint32 rate = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		guint32 mbps = fabric_port_mbps(port);
		if (!mbps || port->peer == FABRIC_NONE || !fabric_is_switch(fabric, port->node) ||
		    !fabric_is_switch(fabric, fabric->ports[port->peer].node))
			continue;
		if (rate && mbps != rate)
			return FALSE;
		rate = mbps;
	}
	return TRUE;
}

/* Whether a list was given and none of its GUIDs is that of a node or port. */
static gboolean names_nothing(const Fabric *fabric, gboolean given, const guint64 *guids, gsize n)
{
	g_autoptr(GHashTable) listed = given ? g_hash_table_new(g_int64_hash, g_int64_equal) : NULL;
	gboolean known = FALSE;
	for (gsize i = 0; listed && i < n; i++)
		g_hash_table_add(listed, (gpointer)(gsize)&guids[i]);
	for (guint32 i = 0; listed && !known && i < fabric->n_nodes; i++)
		known = g_hash_table_contains(listed, &fabric->nodes[i].guid);
	for (guint32 i = 0; listed && !known && i < fabric->n_ports; i++)
		known = fabric->ports[i].guid && g_hash_table_contains(listed, &fabric->ports[i].guid);
	return given && !known;
}

/* Whether --roots matters even if the fabric has none of them: Up / Down then chooses no others by itself. */
static gboolean takes_roots(const RouteCommand *command)
{
	return command->routing.n_roots && g_str_equal(command->routing.engine->name, "updn");
}

char *route_idle(const RouteCommand *command, const Fabric *fabric, const Routing *routing, guint32 assigned,
		 const char *program)
{
	gboolean as_is = routing->as_is, one = routing->vls_used == 1;
	const RoutingOptions *o = &command->routing;
	gboolean no_roots = names_nothing(fabric, command->roots_file != NULL, o->roots, o->n_roots);
	const struct {
		gboolean idle;
		const char *option, *why;
	} rules[] = {
		{command->routing.capacities && links_are_alike(fabric), "--capacity",
		 "all links between switches are alike"},
		{command->routing.no_spread && (one || as_is), "--no-spread",
		 one ? "one lane does" : "this algorithm leaves lanes idle anyway"},
		{command->routing.spread_ports && !routing_port_vls(routing), "--spread",
		 one ? "one lane does" : "lanes are by SL"},
		{command->routing.spread_ports && routing_port_vls(routing) && routing->vls_used == routing->vls_needed,
		 "--spread", "too few lanes are left"},
		{command->routing.asymmetric && one, "--sl asymmetric", "one lane does, and all paths share one SL"},
		{command->non_minimal && one && !routing->nonminimal_pairs, "--non-minimal",
		 "one lane does for minimal routes"},
		{command->non_strict && command->routing.engine == route_engines[0], "--non-strict",
		 "psssp is the algorithm that it would fall back to"},
		{names_nothing(fabric, command->order_file != NULL, o->order, o->n_order), "--order",
		 "the fabric has none of its GUIDs"},
		{no_roots && !takes_roots(command), "--roots", "the fabric has none of its GUIDs"},
		{command->lmc && !assigned, "--lmc", "all ports have LIDs already"},
		{o->lmc_routes != LMC_SHORTEST && !routing->lmc.lids, "--lmc-routes",
		 as_is ? "the routes of this algorithm stay as they are" : "no host has several LIDs"},
		{command->psl && fabric->n_endpoints <= ROUTE_FILES_PSL_ENDPOINTS, "--psl",
		 "sssp.psl is written anyway for so few endpoints"},
		{command->from && command->budget_given && command->routing.balance == REROUTE_STAY, "--budget",
		 "--rebalance=never moves nothing"},
	};
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < G_N_ELEMENTS(rules); i++)
		if (rules[i].idle)
			g_string_append_printf(text, "%s: %s makes no difference here: %s\n", program, rules[i].option,
					       rules[i].why);
	return g_string_free(text, FALSE);
}
