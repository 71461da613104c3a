/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Draws two sets of tables that have little to do with each other, and follows packets a step at a time. */
#include "tests/evaluator/transition/two_tables.h"

#include "tests/evaluator/eval_fixture.h"

#include <string.h>

void table_set_clear(TableSet *set)
{
	lft_free(set->lft);
	path_sl_free(set->sl);
	sl2vl_free(set->sl2vl);
}

/* Adds to the tree a switch with a cable to one that is in it, if the cable of a port drawn at random is one. */
static guint32 grow(Lft *lft, const Fabric *f, GRand *rand, guint8 *inside, guint32 lid)
{
	guint32 i = (guint32)g_rand_int_range(rand, 0, (gint32)f->n_ports), peer = f->ports[i].peer;
	if (peer == FABRIC_NONE || !fabric_is_switch(f, f->ports[i].node) || inside[f->ports[i].node] ||
	    !inside[f->ports[peer].node])
		return 0;
	inside[f->ports[i].node] = TRUE;
	fixture_row(lft, f, f->ports[i].node)[lid] = f->ports[i].num;
	return 1;
}

/* Routes of some LIDs become a tree drawn at random: no shortest paths, so that old and new can cross. */
static void wander(Lft *lft, const Fabric *f, GRand *rand)
{
	g_autofree guint8 *inside = g_new(guint8, f->n_nodes);
	for (guint32 lid = 1; lid < f->n_lids; lid++) {
		guint32 owner = f->lid_port[lid], n = 1;
		if (owner == FABRIC_NONE || g_rand_int_range(rand, 0, 4))
			continue;
		memset(inside, 0, f->n_nodes);
		inside[f->ports[owner].num ? f->ports[f->ports[owner].peer].node : f->ports[owner].node] = TRUE;
		while (n < f->n_switches)
			n += grow(lft, f, rand, inside, lid);
	}
}

TableSet table_set_draw(const Fabric *fabric, GRand *rand, guint damage)
{
	TableSet set = {.lft = fixture_minimal(fabric, rand)};
	fixture_lanes(fabric, rand, &set.sl, &set.sl2vl);
	if (damage)
		wander(set.lft, fabric, rand);
	fixture_damage(set.lft, rand, damage);
	for (guint i = 0; i < 2 * damage; i++) {
		guint32 row = (guint32)g_rand_int_range(rand, 0, (gint32)fabric->n_switches);
		guint32 e = (guint32)g_rand_int_range(rand, 0, (gint32)fabric->n_endpoints);
		fixture_row(set.lft, fabric, fabric->switches[row])[fabric->ports[fabric->endpoints[e]].lid] = 255;
	}
	return set;
}

Fabric *two_tables_fabric(GRand *rand, guint32 switches)
{
	for (;;) {
		Fabric *fabric = fixture_random(rand);
		if (fabric->n_switches <= switches && fabric->n_switches > 2 && fabric->n_endpoints <= 5 * switches)
			return fabric;
		fabric_free(fabric);
	}
}

guint two_tables_number(const Fabric *f, guint32 node)
{
	guint i = 0;
	while (f->switches[i] != node)
		i++;
	return i;
}

guint8 table_set_entry(const Fabric *f, const TableSet *set, guint32 node, guint32 lid)
{
	const guint8 *row = lft_row(set->lft, f->nodes[node].guid);
	return row ? lft_port(set->lft, row, lid) : 255;
}

Fate two_tables_leave(const Fabric *f, Place *at, guint8 port, guint32 lid)
{
	if (port > f->nodes[at->node].n_ports)
		return IS_LOST;
	guint32 out = fabric_port_index(f, at->node, port), peer = f->ports[out].peer;
	if (port == 0)
		return f->lid_port[lid] == out ? ARRIVES : IS_LOST;
	if (peer == FABRIC_NONE)
		return IS_LOST;
	if (!fabric_is_switch(f, f->ports[peer].node))
		return f->lid_port[lid] == peer ? ARRIVES : IS_LOST;
	*at = (Place){f->ports[peer].node, f->ports[peer].num};
	return GOES_ON;
}

Place two_tables_start(const Fabric *f, guint32 source)
{
	const FabricPort *port = &f->ports[source];
	if (port->num == 0)
		return (Place){port->node, 0};
	return (Place){f->ports[port->peer].node, f->ports[port->peer].num};
}

void two_tables_pairs(const Fabric *f, void (*begin)(gpointer, guint32), void (*visit)(gpointer, guint32, guint32),
		      gpointer user)
{
	for (guint32 lid = 1; lid < f->n_lids; lid++) {
		guint32 owner = f->lid_port[lid];
		if (owner == FABRIC_NONE)
			continue;
		begin(user, lid);
		for (guint32 e = 0; e < f->n_endpoints; e++)
			if (f->endpoints[e] != owner)
				visit(user, f->endpoints[e], lid);
		for (guint32 i = 0; f->ports[owner].num && i < f->n_switches; i++)
			visit(user, f->nodes[f->switches[i]].first_port, lid);
	}
}
