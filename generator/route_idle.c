/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One line a rule; options that only set a limit (--max-vls) are not idle where it is not reached. */
#include "generator/route_idle.h"

#include "core/engines/engine.h"
#include "generator/route_files.h"

/* Whether all links between switches have the data rate of the fastest, or none that is known. */
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

char *route_idle(const RouteCommand *command, const Fabric *fabric, const Routing *routing, guint32 assigned,
		 const char *program)
{
	gboolean as_is = routing->as_is, one = routing->vls_used == 1;
	const struct {
		gboolean idle;
		const char *option, *why;
	} rules[] = {
		{command->routing.capacities && links_are_alike(fabric), "--capacities",
		 "all links between switches are alike"},
		{command->routing.no_spread && (one || as_is), "--no-spread",
		 one ? "one lane does" : "this algorithm leaves lanes idle anyway"},
		{command->routing.asymmetric && one, "--sl asymmetric", "one lane does, and all paths share one SL"},
		{command->non_minimal && one && !routing->nonminimal_pairs, "--non-minimal",
		 "one lane does for minimal routes"},
		{command->non_strict && command->routing.engine == route_engines[0], "--non-strict",
		 "psssp is the algorithm that it would fall back to"},
		{command->lmc && !assigned, "--lmc", "all ports have LIDs already"},
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
