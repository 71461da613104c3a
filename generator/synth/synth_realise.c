/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the Fabric of a plan of switches and cables (synth_plan.c): gives nodes their GUIDs, names, vendor and device,
 * adds a node for each host, and joins the cables.
 *
 * GUIDs are spaced as the maker spaces them: a switch takes 16 of its block, an adapter 4 (node, ports 1 and 2, system
 * image). They follow from the place in the plan, so a failure does not move those of other nodes.
 */
#include "generator/synth/synth_plan.h"

#include "core/fabric/fabric_class.h"

#include <stdio.h>

#define VENDOR FABRIC_AGGREGATION_VENDOR
#define SWITCH_GUIDS G_GUINT64_CONSTANT(0x0002c90200400000)
#define SWITCH_GUID_STEP 16
#define CA_GUIDS G_GUINT64_CONSTANT(0x0002c90300000000)
#define CA_GUID_STEP 4
#define WIDTH 4

/*
 * Devices by speed: InfiniScale III and IV crossbars, Quantum-2; InfiniHost III Ex, ConnectX DDR and QDR, ConnectX-7.
 */
static const struct {
	guint16 crossbar, adapter;
} devices[FABRIC_N_SPEEDS] = {
	[FABRIC_SDR] = {0xb924, 0x6282},
	[FABRIC_DDR] = {0xb924, 0x6732},
	[FABRIC_QDR] = {0xbd36, 0x673c},
	[FABRIC_NDR] = {0xd2f2, 0x1021},
};

static guint64 switch_guid(guint32 number)
{
	return SWITCH_GUIDS + (guint64)number * SWITCH_GUID_STEP;
}

static gboolean join(Fabric *fabric, guint speed, guint32 a, guint32 b, GError **error)
{
	FabricPort *ends[] = {&fabric->ports[a], &fabric->ports[b]};
	for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
		ends[i]->width = WIDTH;
		ends[i]->speed = (guint8)speed;
	}
	return fabric_cable(fabric, a, b, error);
}

/* Adds the switches that are left; node_of[number in the plan] becomes the index of the node. */
static gboolean add_switches(const Synth *synth, Fabric *fabric, guint32 *node_of, GError **error)
{
	for (guint32 i = 0; i < synth->n_switches; i++) {
		const SynthSwitch *sw = &synth->switches[i];
		if (sw->gone)
			continue;
		guint32 node = fabric_add_node(fabric, FABRIC_SWITCH, switch_guid(i), sw->ports, sw->name, error);
		if (node == FABRIC_NONE)
			return FALSE;
		fabric->nodes[node].system_guid = switch_guid(sw->system);
		fabric->nodes[node].vendor_id = VENDOR;
		fabric->nodes[node].device_id = devices[sw->speed].crossbar;
		fabric->ports[fabric_port_index(fabric, node, 0)].guid = switch_guid(i);
		node_of[i] = node;
	}
	return TRUE;
}

/* Adds adapter `number` (counted from 0 over the whole plan) and joins it to a port of a switch. */
static gboolean add_adapter(const SynthSwitch *sw, Fabric *fabric, guint32 number, const char *name, guint device,
			    guint32 port, GError **error)
{
	guint64 guid = CA_GUIDS + (guint64)number * CA_GUID_STEP;
	guint32 node = fabric_add_node(fabric, FABRIC_CA, guid, 1, name, error);
	if (node == FABRIC_NONE)
		return FALSE;
	fabric->nodes[node].system_guid = guid + CA_GUID_STEP - 1;
	fabric->nodes[node].vendor_id = VENDOR;
	fabric->nodes[node].device_id = device;
	guint32 end = fabric_port_index(fabric, node, 1);
	fabric->ports[end].guid = guid + 1;
	return join(fabric, sw->speed, end, port, error);
}

static gboolean add_host(const SynthSwitch *sw, Fabric *fabric, guint32 number, guint32 node, guint port,
			 GError **error)
{
	char name[SYNTH_NAME_ROOM];
	const char site[] = {sw->site, sw->site ? '-' : '\0', '\0'};
	if (sw->called.kind)
		snprintf(name, sizeof name, "%s%s-%03u mlx5_%u", site, sw->called.kind, sw->called.first + port - 1,
			 sw->called.nic);
	else
		snprintf(name, sizeof name, "%shost-%u HCA-1", site, number + 1);
	return add_adapter(sw, fabric, number, name, devices[sw->speed].adapter, fabric_port_index(fabric, node, port),
			   error);
}

static gboolean add_hosts(const Synth *synth, Fabric *fabric, const guint32 *node_of, GError **error)
{
	guint32 number = 0;
	for (guint32 i = 0; i < synth->n_switches; i++) {
		const SynthSwitch *sw = &synth->switches[i];
		for (guint port = 1; port <= sw->hosts; port++, number++)
			if (!sw->gone && !(synth->host_gone && synth->host_gone[number]) &&
			    !add_host(sw, fabric, number, node_of[i], port, error))
				return FALSE;
	}
	return TRUE;
}

/* Aggregation nodes, numbered after all hosts, so that these are the same with and without. */
static gboolean add_aggregation(const Synth *synth, Fabric *fabric, const guint32 *node_of, GError **error)
{
	guint32 number = synth->n_hosts;
	for (guint32 i = 0; i < synth->n_switches; i++) {
		const SynthSwitch *sw = &synth->switches[i];
		if (!sw->aggregation)
			continue;
		if (!sw->gone && !add_adapter(sw, fabric, number, FABRIC_AGGREGATION_NAME, FABRIC_AGGREGATION_DEVICE,
					      fabric_port_index(fabric, node_of[i], sw->aggregation), error))
			return FALSE;
		number++;
	}
	return TRUE;
}

static gboolean add_cables(const Synth *synth, Fabric *fabric, const guint32 *node_of, GError **error)
{
	for (guint32 i = 0; i < synth->n_cables; i++) {
		const SynthCable *cable = &synth->cables[i];
		guint speed = MIN(synth->switches[cable->a].speed, synth->switches[cable->b].speed);
		if (!cable->gone && !join(fabric, speed, fabric_port_index(fabric, node_of[cable->a], cable->port_a),
					  fabric_port_index(fabric, node_of[cable->b], cable->port_b), error))
			return FALSE;
	}
	return TRUE;
}

Fabric *synth_realise(Synth *synth)
{
	if (synth->error)
		return NULL;
	g_autoptr(Fabric) fabric = fabric_new();
	g_autofree guint32 *node_of = synth_identity(synth, synth->n_switches);
	if (!node_of || !add_switches(synth, fabric, node_of, &synth->error) ||
	    !add_hosts(synth, fabric, node_of, &synth->error) ||
	    !add_aggregation(synth, fabric, node_of, &synth->error) ||
	    !add_cables(synth, fabric, node_of, &synth->error) || !fabric_seal(fabric, &synth->error))
		return NULL;
	return g_steal_pointer(&fabric);
}
