/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Channels have ports, ports have indices. */
#include "evaluator/commands/port_loads.h"

#include "core/base/error.h"

guint64 *port_loads_of(const Paths *p, const RouteFacts *facts, GError **error)
{
	guint64 *load = g_try_new0(guint64, p->fabric->n_ports + 1);
	if (!load) {
		sssp_error_memory(error, "the loads of ports", p->fabric->n_ports * sizeof *load);
		return NULL;
	}
	for (guint32 c = 0; c < p->n_channels; c++)
		load[fabric_port_index(p->fabric, p->fabric->switches[p->from[c]], p->out_port[c])] = facts->load[c];
	return load;
}

guint64 *port_loads(const Paths *p, GError **error)
{
	g_autoptr(RouteFacts) facts = route_facts_new(p, error);
	return facts ? port_loads_of(p, facts, error) : NULL;
}
