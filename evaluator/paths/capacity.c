/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the weight of each channel: what one stream (the packets from one endpoint to another) costs there. The
 * weight is the rate of the fastest endpoint that takes part in the measurement, divided by the rate of the channel's
 * cable. A cable of unknown rate is an error, except at an endpoint that does not take part.
 */
#include "evaluator/paths/capacity.h"

#include "core/base/error.h"

guint32 capacity_cable_mbps(const Fabric *fabric, guint32 port)
{
	guint32 peer = fabric->ports[port].peer;
	guint32 here = fabric_port_mbps(&fabric->ports[port]);
	guint32 there = peer == FABRIC_NONE ? 0 : fabric_port_mbps(&fabric->ports[peer]);
	return here && there ? MIN(here, there) : MAX(here, there);
}

/* *mbps: the rate of the cable. FALSE with an error that names the cable: its rate is unknown. */
static gboolean cable_rate(const Fabric *fabric, guint32 port, guint32 *mbps, GError **error)
{
	*mbps = capacity_cable_mbps(fabric, port);
	if (*mbps)
		return TRUE;
	guint32 node = fabric->ports[port].node;
	g_autofree char *name = g_utf8_make_valid(fabric_name(fabric, node), -1);
	return sssp_error_set(
		error, SSSP_ERROR_INPUT,
		"the topology does not say how fast every cable is: width or speed is missing at port %u of '%s' "
		"(0x%016" G_GINT64_MODIFIER "x)",
		fabric->ports[port].num, name, fabric->nodes[node].guid);
}

static gboolean weigh_endpoints(Capacity *c, const Paths *p, GError **error)
{
	const Fabric *fabric = p->fabric;
	guint32 mbps;
	for (guint32 i = 0; i < p->n_part; i++) {
		if (!cable_rate(fabric, fabric->endpoints[p->part[i]], &mbps, error))
			return FALSE;
		c->reference_mbps = MAX(c->reference_mbps, mbps);
	}
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		mbps = capacity_cable_mbps(fabric, fabric->endpoints[e]);
		c->endpoint[e] = mbps ? (gdouble)c->reference_mbps / mbps : 1;
	}
	return TRUE;
}

static gboolean weigh_channels(Capacity *c, const Paths *p, GError **error)
{
	guint32 mbps;
	for (guint32 channel = 0; channel < p->n_channels; channel++) {
		guint32 node = p->fabric->switches[p->from[channel]];
		guint32 port = fabric_port_index(p->fabric, node, p->out_port[channel]);
		if (!cable_rate(p->fabric, port, &mbps, error))
			return FALSE;
		c->channel[channel] = (gdouble)c->reference_mbps / mbps;
	}
	return TRUE;
}

Capacity *capacity_new(const Paths *p, GError **error)
{
	g_autoptr(Capacity) c = g_new0(Capacity, 1);
	c->channel = g_try_new(gdouble, p->n_channels + 1);
	c->endpoint = g_try_new(gdouble, p->fabric->n_endpoints + 1);
	if (!c->channel || !c->endpoint)
		return sssp_error_memory_null(error, "capacities", ((gsize)p->n_channels + 1) * sizeof(gdouble));
	if (!weigh_endpoints(c, p, error) || !weigh_channels(c, p, error))
		return NULL;
	return g_steal_pointer(&c);
}

void capacity_free(Capacity *capacity)
{
	if (!capacity)
		return;
	g_free(capacity->channel);
	g_free(capacity->endpoint);
	g_free(capacity);
}
