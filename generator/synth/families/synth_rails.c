/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds fabrics of nodes that have several adapters, each on a rail of its own: the leaf switches of adapters of one
 * number. Leaves come in units of one leaf for each rail: adapter r of every node of a unit is on the unit's leaf r.
 * Every leaf is joined to every spine. Storage servers hang on switches of their own, which are joined to every second
 * leaf and to no spine: the first, third, .. storage switch to the first, third, .. leaf, all other storage switches to
 * the leaves in between.
 */
#include "generator/synth/synth_plan.h"

typedef struct {
	guint leaves, spines, rails, storage, servers, ports;
	guint nodes_each; /* of a unit */
	guint32 adapters; /* of all nodes */
} Rails;

/* How many nodes of a unit exist and have an adapter on this rail. */
static guint nodes_of(const Rails *r, guint unit, guint rail)
{
	guint32 nodes = r->adapters / r->rails + (rail < r->adapters % r->rails), before = unit * r->nodes_each;
	return nodes > before ? MIN(nodes - before, r->nodes_each) : 0;
}

static void add_leaves(Synth *synth, const Rails *r)
{
	for (guint i = 0; i < r->leaves && !synth->error; i++) {
		guint unit = i / r->rails, rail = i % r->rails;
		guint32 sw = synth_switch(synth, r->ports, "MF0;su%02u-leaf-r%u:IB%u/U1", unit + 1, rail, r->ports);
		synth_hosts(synth, sw, nodes_of(r, unit, rail));
		synth_skip(synth, sw, r->nodes_each);
		synth->switches[sw].called =
			(SynthCalled){.kind = "gpu", .first = unit * r->nodes_each + 1, .nic = (guint8)rail};
	}
}

static void add_storage(Synth *synth, const Rails *r)
{
	for (guint i = 0; i < r->storage && !synth->error; i++) {
		guint32 sw = synth_switch(synth, r->ports, "MF0;storage-%02u:IB%u/U1", i + 1, r->ports);
		synth_hosts(synth, sw, r->servers);
		synth->switches[sw].called = (SynthCalled){.kind = "store", .first = i * r->servers + 1};
	}
}

static void add_cables(Synth *synth, const Rails *r)
{
	guint32 storage = r->leaves, spines = storage + r->storage;
	for (guint leaf = 0; leaf < r->leaves; leaf++) {
		for (guint i = 0; i < r->spines; i++)
			if (!synth_cable(synth, leaf, spines + i, 1))
				return;
		for (guint i = leaf % 2; i < r->storage; i += 2)
			if (!synth_cable(synth, leaf, storage + i, 1))
				return;
	}
}

/*
 * Computes how many nodes a unit has, and how many adapters all nodes have: half of a leaf's ports are for nodes;
 * hosts= leaves out the last ones.
 */
static gboolean count(Synth *synth, Rails *r)
{
	r->nodes_each = r->ports / 2;
	guint64 most = synth_product(r->leaves, r->nodes_each), servers = (guint64)r->storage * r->servers;
	guint hosts = synth_key(synth, "hosts", 0, 1, FABRIC_MAX_LID);
	if (r->leaves % r->rails)
		synth_set_error(synth, SSSP_ERROR_USAGE, "leaves: not a multiple of %u, the rails", r->rails);
	if (r->storage && r->leaves < 2)
		synth_set_error(synth, SSSP_ERROR_USAGE, "storage: reaches half of the leaves, and there is one only");
	if (hosts > most + servers)
		synth_set_error(synth, SSSP_ERROR_USAGE, "hosts: there is room for %" G_GUINT64_FORMAT, most + servers);
	if (hosts && hosts <= servers)
		synth_set_error(synth, SSSP_ERROR_USAGE, "hosts: there are %" G_GUINT64_FORMAT " servers alone",
				servers);
	r->adapters = (guint32)MIN(hosts ? hosts - servers : most, (guint64)FABRIC_MAX_LID);
	return !synth->error;
}

void synth_build_rails(Synth *synth)
{
	Rails r = {.leaves = synth_key(synth, "leaves", 64, 1, FABRIC_MAX_LID),
		   .spines = synth_key(synth, "spines", 31, 1, FABRIC_MAX_PORTS),
		   .rails = synth_key(synth, "gpus", 8, 1, FABRIC_MAX_PORTS),
		   .storage = synth_key(synth, "storage", 2, 0, FABRIC_MAX_PORTS),
		   .ports = synth_key(synth, "ports", 64, 2, FABRIC_MAX_PORTS)};
	r.servers = synth_key(synth, "servers", r.ports * 2 / 5, 1, FABRIC_MAX_PORTS);
	synth->speed = FABRIC_NDR;
	if (synth->error || !count(synth, &r) || !synth_begin(synth, (guint64)r.leaves + r.spines + r.storage))
		return;
	add_leaves(synth, &r);
	add_storage(synth, &r);
	for (guint i = 0; i < r.spines; i++)
		synth_switch(synth, r.ports, "MF0;spine-%02u:IB%u/U1", i + 1, r.ports);
	if (!synth->error)
		add_cables(synth, &r);
}
