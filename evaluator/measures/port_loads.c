/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the load of each switch port: the routes over the channel that it sends into. Loads are given by channel, and
 * channels are numbered by switch, then by port (paths.h). So the ports that lead to a switch are visited in that
 * order, and each takes the next load.
 */
#include "evaluator/measures/port_loads.h"

#include "core/base/error.h"

guint64 *port_loads(const Fabric *f, const RouteFacts *facts, GError **error)
{
	guint64 *load = g_try_new0(guint64, f->n_ports + 1);
	guint32 channel = 0;
	if (!load)
		return sssp_error_memory_null(error, "the loads of ports", f->n_ports * sizeof *load);
	for (guint32 row = 0; row < f->n_switches; row++) {
		const FabricNode *node = &f->nodes[f->switches[row]];
		for (guint32 port = node->first_port + 1; port <= node->first_port + node->n_ports; port++)
			if (f->ports[port].peer != FABRIC_NONE &&
			    fabric_is_switch(f, f->ports[f->ports[port].peer].node))
				load[port] = facts->load[channel++];
	}
	return load;
}
