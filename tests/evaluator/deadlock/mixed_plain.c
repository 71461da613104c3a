/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Follows packets by either table at every hop, or by a fixed mixture, and notes what waits for what. */
#include "tests/evaluator/deadlock/mixed_plain.h"

#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

MixedSet mixed_set_draw(const Fabric *fabric, GRand *rand)
{
	MixedSet set = {.lft = fixture_minimal(fabric, rand)};
	fixture_lanes(fabric, rand, &set.sl, &set.sl2vl);
	return set;
}

void mixed_set_clear(MixedSet *set)
{
	lft_free(set->lft);
	path_sl_free(set->sl);
	sl2vl_free(set->sl2vl);
}

guint32 mixed_switch_of(const Fabric *fabric, guint32 port)
{
	const FabricPort *at = &fabric->ports[port];
	return at->num == 0 || fabric_is_switch(fabric, at->node) ? at->node : fabric->ports[at->peer].node;
}

static guint32 row_of(const Fabric *fabric, guint32 node)
{
	for (guint32 i = 0; i < fabric->n_switches; i++)
		if (fabric->switches[i] == node)
			return i;
	ck_abort();
}

static guint sl_of(const MixedPlain *p, guint side, guint32 source, guint32 lid)
{
	const PathSl *sl = p->set[side]->sl;
	const Fabric *f = p->fabric;
	const guint8 *row = path_sl_row(sl, f->nodes[f->ports[source].node].guid);
	row = row ? row : path_sl_row(sl, f->nodes[mixed_switch_of(f, source)].guid);
	return row && lid < sl->n_lids && row[lid] < 16 ? row[lid] : 0;
}

static void plain_hop(MixedPlain *p, guint32 node, guint in, guint32 before, guint sl);

static void plain_leave(MixedPlain *p, guint32 node, guint32 before, guint sl, guint8 num, guint vl)
{
	const Fabric *f = p->fabric;
	guint32 out = fabric_port_index(f, node, num), peer = f->ports[out].peer;
	if (vl == 15) {
		p->lost = TRUE;
		return;
	}
	if (!fabric_is_switch(f, f->ports[peer].node))
		return;
	ck_assert_uint_lt(vl, MIXED_VLS);
	guint32 here = p->number[out] * MIXED_VLS + vl;
	if (before != G_MAXUINT32)
		p->edge[before * p->n + here] = 1;
	if (p->seen[here * 16 + sl])
		return;
	p->seen[here * 16 + sl] = 1;
	plain_hop(p, f->ports[peer].node, f->ports[peer].num, here, sl);
}

/* Whether a port leads a packet on, or to its end: 1 and 0; -1 it is lost. */
static gint leads(const MixedPlain *p, guint32 node, guint8 num)
{
	const Fabric *f = p->fabric;
	if (num > f->nodes[node].n_ports)
		return -1;
	guint32 out = fabric_port_index(f, node, num), peer = f->ports[out].peer;
	if (num == 0)
		return f->lid_port[p->lid] == out ? 0 : -1;
	if (peer == FABRIC_NONE)
		return -1;
	return fabric_is_switch(f, f->ports[peer].node) || f->lid_port[p->lid] == peer ? 1 : -1;
}

static void plain_hop(MixedPlain *p, guint32 node, guint in, guint32 before, guint sl)
{
	guint64 guid = p->fabric->nodes[node].guid;
	guint32 row = row_of(p->fabric, node);
	for (guint by = 0; by < 2; by++) {
		const Lft *lft = p->set[by]->lft;
		const guint8 *table = lft_row(lft, guid);
		guint8 num = table ? lft_port(lft, table, p->lid) : LFT_NO_PATH;
		if (!p->mask && (p->lft_by >> row & 1) != by)
			continue;
		p->lost |= leads(p, node, num) < 0;
		if (leads(p, node, num) <= 0)
			continue;
		for (guint map = 0; map < 2; map++) {
			const Sl2vl *t = p->set[map]->sl2vl;
			if (p->mask || (p->vl_by >> row & 1) == map)
				plain_leave(p, node, before, sl, num,
					    sl2vl_get(t, (guint32)sl2vl_find(t, guid), in, num)->vl[sl]);
		}
	}
}

static void plain_send(MixedPlain *p, guint32 source, guint32 sl_source, guint32 sl_lid)
{
	const Fabric *f = p->fabric;
	guint in = f->ports[source].num == 0 ? 0 : f->ports[f->ports[source].peer].num;
	for (guint by = 0; by < 2; by++)
		plain_hop(p, mixed_switch_of(f, source), in, G_MAXUINT32, sl_of(p, by, sl_source, sl_lid));
}

static void plain_pair(MixedPlain *p, guint32 source, gboolean reverse)
{
	const FabricPort *port = &p->fabric->ports[source];
	plain_send(p, source, source, p->lid);
	for (guint32 back = port->lid; reverse && back < port->lid + (1u << port->lmc); back++)
		plain_send(p, source, p->fabric->lid_port[p->lid], back);
}

guint mixed_plain_all(MixedPlain *p, gboolean reverse)
{
	const Fabric *f = p->fabric;
	guint lost = 0;
	for (p->lid = 1; p->lid < f->n_lids; p->lid++) {
		guint32 owner = f->lid_port[p->lid];
		if (owner == FABRIC_NONE)
			continue;
		memset(p->seen, 0, (gsize)p->n * 16);
		p->lost = FALSE;
		for (guint32 e = 0; e < f->n_endpoints; e++)
			if (f->endpoints[e] != owner)
				plain_pair(p, f->endpoints[e], reverse);
		for (guint32 i = 0; f->ports[owner].num && i < f->n_switches; i++)
			plain_pair(p, f->nodes[f->switches[i]].first_port, reverse);
		lost += p->lost;
	}
	return lost;
}

gboolean mixed_plain_is_free(const MixedPlain *p)
{
	g_autofree guint8 *reach = g_new(guint8, (gsize)p->n * p->n + 1);
	memcpy(reach, p->edge, (gsize)p->n * p->n);
	for (guint32 k = 0; k < p->n; k++)
		for (guint32 i = 0; i < p->n; i++)
			for (guint32 j = 0; reach[i * p->n + k] && j < p->n; j++)
				reach[i * p->n + j] |= reach[k * p->n + j];
	for (guint32 i = 0; i < p->n; i++)
		if (reach[i * p->n + i])
			return FALSE;
	return TRUE;
}

/* Each port of a switch that has a cable to one gets a number. */
MixedPlain mixed_plain_new(const Fabric *fabric, const MixedSet *old, const MixedSet *new)
{
	MixedPlain p = {.fabric = fabric, .set = {old, new}, .number = g_new0(guint32, fabric->n_ports)};
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
		    fabric_is_switch(fabric, fabric->ports[port->peer].node))
			p.number[i] = p.n++;
	}
	p.n *= MIXED_VLS;
	p.edge = g_new0(guint8, (gsize)p.n * p.n + 1);
	p.seen = g_new0(guint8, (gsize)p.n * 16 + 1);
	return p;
}

void mixed_plain_clear(MixedPlain *p)
{
	g_free(p->number);
	g_free(p->edge);
	g_free(p->seen);
}
