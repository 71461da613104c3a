/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows packets through all tables that may be in force. A channel is the port that sends into it; what it leads to
 * is told by the port at the other end.
 */
#include "tests/asserts.h"
#include "tests/core/exchange/exchange_union.h"

#include <string.h>

#define VLS 16
#define PORTS 256

typedef struct {
	guint32 out; /* port that it was sent by; FABRIC_NONE: not yet */
	guint32 in;  /* port that it came in by */
	guint8 vl, sl;
} Packet;

typedef struct {
	const Fabric *fabric;
	const ExchangeUnion *u;
	guint16 *waits; /* [n_ports][PORTS][VLS] VLs on the next port that packets on a VL of a port wait for */
	guint32 *seen;  /* [n_ports][VLS][SLs] round */
	guint32 round;
	GArray *queue; /* Packet */
	guint8 *state; /* scratch: [n_ports x VLS], or [n_nodes] */
	ExchangeUnionVerdict verdict;
} Walk;

static guint32 peer_of(const Fabric *f, guint32 port)
{
	return f->ports[port].peer;
}

static gboolean is_switch(const Fabric *f, guint32 node)
{
	return f->nodes[node].type == FABRIC_SWITCH;
}

/* Out port of a switch towards a LID; FABRIC_NONE: no entry, or it leads nowhere. `*here`: the switch's own LID. */
static guint32 out_port(const Fabric *f, const Lft *lft, guint32 node, guint32 lid, gboolean *here)
{
	const guint8 *row = lft_row(lft, f->nodes[node].guid);
	guint8 num = row ? lft_port(lft, row, lid) : LFT_NO_PATH;
	*here = num == 0 && f->ports[f->lid_port[lid]].node == node;
	if (num == LFT_NO_PATH || num == 0 || num > f->nodes[node].n_ports)
		return FABRIC_NONE;
	guint32 port = fabric_port_index(f, node, num);
	return peer_of(f, port) == FABRIC_NONE ? FABRIC_NONE : port;
}

static guint vl_of(const Fabric *f, const Sl2vl *sl2vl, guint32 in, guint32 out, guint sl)
{
	gssize row = sl2vl ? sl2vl_find(sl2vl, f->nodes[f->ports[out].node].guid) : -1;
	return row < 0 ? sl : sl2vl_get(sl2vl, (guint32)row, f->ports[in].num, f->ports[out].num)->vl[sl];
}

/* ---- packets */

static void enter(Walk *w, const Packet *p, guint32 out, guint vl)
{
	if (vl == VLS - 1)
		return;
	if (p->out != FABRIC_NONE)
		w->waits[((gsize)p->out * PORTS + w->fabric->ports[out].num) * VLS + p->vl] |= (guint16)(1u << vl);
	guint32 *seen = &w->seen[((gsize)out * VLS + vl) * SL_COUNT + p->sl];
	if (*seen == w->round)
		return;
	*seen = w->round;
	Packet next = {out, peer_of(w->fabric, out), (guint8)vl, p->sl};
	g_array_append_val(w->queue, next);
}

static void forward(Walk *w, const Packet *p, guint32 lid)
{
	const Fabric *f = w->fabric;
	gboolean here;
	if (!is_switch(f, f->ports[p->in].node))
		return;
	for (guint i = 0; i < 2 && w->u->lft[i]; i++) {
		guint32 out = out_port(f, w->u->lft[i], f->ports[p->in].node, lid, &here);
		for (guint k = 0; out != FABRIC_NONE && k < w->u->n_sl2vl; k++)
			enter(w, p, out, vl_of(f, w->u->sl2vl[k], p->in, out, p->sl));
	}
}

static guint32 sls_of(const Walk *w, guint32 node, guint32 lid)
{
	guint32 sls = w->u->sls;
	for (guint i = 0; i < 2; i++) {
		const guint8 *row = w->u->sl[i] ? path_sl_row(w->u->sl[i], w->fabric->nodes[node].guid) : NULL;
		if (row && lid < w->u->sl[i]->n_lids && row[lid] != SL_NONE)
			sls |= 1u << row[lid];
	}
	return sls;
}

/* What a port of a switch brings in that is not from another switch. */
static void send_from(Walk *w, guint32 port, guint32 lid)
{
	guint32 sls = sls_of(w, w->fabric->ports[port].node, lid);
	for (guint8 sl = 0; sl < SL_COUNT; sl++)
		if (sls >> sl & 1)
			forward(w, &(Packet){FABRIC_NONE, port, 0, sl}, lid);
}

/* Whether there are packets to a LID that come in by a port: endpoints send to all, switches to endpoints. */
static gboolean brings(const Fabric *f, guint32 node, guint num, guint32 lid)
{
	guint32 peer = num ? peer_of(f, fabric_port_index(f, node, num)) : FABRIC_NONE;
	if (num)
		return peer != FABRIC_NONE && !is_switch(f, f->ports[peer].node);
	return !is_switch(f, f->ports[f->lid_port[lid]].node);
}

static void walk_lid(Walk *w, guint32 lid)
{
	const Fabric *f = w->fabric;
	w->round++;
	g_array_set_size(w->queue, 0);
	for (guint32 row = 0; row < f->n_switches; row++)
		for (guint num = 0; num <= f->nodes[f->switches[row]].n_ports; num++)
			if (brings(f, f->switches[row], num, lid))
				send_from(w, fabric_port_index(f, f->switches[row], num), lid);
	for (guint i = 0; i < w->queue->len; i++) {
		Packet p = g_array_index(w->queue, Packet, i);
		forward(w, &p, lid);
	}
}

/* ---- circles, and what is lost */

enum { UNSEEN, ON_PATH, FINE, DEAD };

/* Whether a packet at a switch may come to a dead end; circles are noted. */
static gboolean may_die(Walk *w, guint32 node, guint32 lid, gboolean *circle)
{
	const Fabric *f = w->fabric;
	gboolean dies = FALSE;
	if (w->state[node] != UNSEEN) {
		*circle |= w->state[node] == ON_PATH;
		return w->state[node] == DEAD;
	}
	w->state[node] = ON_PATH;
	for (guint i = 0; i < 2 && w->u->lft[i]; i++) {
		gboolean here;
		guint32 out = out_port(f, w->u->lft[i], node, lid, &here);
		guint32 to = out == FABRIC_NONE ? FABRIC_NONE : peer_of(f, out);
		if (here || to == f->lid_port[lid])
			continue;
		dies |= to == FABRIC_NONE || !is_switch(f, f->ports[to].node) ||
			may_die(w, f->ports[to].node, lid, circle);
	}
	w->state[node] = dies ? DEAD : FINE;
	return dies;
}

gboolean exchange_union_arrives(const Fabric *f, const Lft *lft, guint32 node, guint32 lid)
{
	for (guint hops = 0; hops <= f->n_switches; hops++) {
		gboolean here;
		guint32 out = out_port(f, lft, node, lid, &here);
		if (here || (out != FABRIC_NONE && peer_of(f, out) == f->lid_port[lid]))
			return TRUE;
		if (out == FABRIC_NONE || !is_switch(f, f->ports[peer_of(f, out)].node))
			return FALSE;
		node = f->ports[peer_of(f, out)].node;
	}
	return FALSE;
}

static gboolean sends(const Fabric *f, guint32 node, guint32 lid)
{
	guint num = 0;
	while (num <= f->nodes[node].n_ports && !brings(f, node, num, lid))
		num++;
	return num <= f->nodes[node].n_ports;
}

static void look_for_ends(Walk *w, guint32 lid)
{
	const Fabric *f = w->fabric;
	gboolean circle = FALSE;
	memset(w->state, UNSEEN, f->n_nodes);
	for (guint32 row = 0; row < f->n_switches; row++) {
		guint32 node = f->switches[row];
		if (!sends(f, node, lid))
			continue;
		gboolean dies = may_die(w, node, lid, &circle);
		w->verdict.lost += dies && w->u->lft[1] && exchange_union_arrives(f, w->u->lft[0], node, lid) &&
				   exchange_union_arrives(f, w->u->lft[1], node, lid);
	}
	w->verdict.circles += circle;
}

/* ---- cycles */

static gboolean closes(Walk *w, guint32 port, guint vl)
{
	const Fabric *f = w->fabric;
	guint8 *state = &w->state[(gsize)port * VLS + vl];
	guint32 node = f->ports[peer_of(f, port)].node;
	if (*state != UNSEEN)
		return *state == ON_PATH;
	*state = ON_PATH;
	for (guint num = 1; num <= f->nodes[node].n_ports; num++) {
		guint16 next = w->waits[((gsize)port * PORTS + num) * VLS + vl];
		for (guint then = 0; next >> then; then++)
			if (next >> then & 1 && closes(w, fabric_port_index(f, node, num), then))
				return TRUE;
	}
	*state = FINE;
	return FALSE;
}

static gboolean is_cyclic(Walk *w)
{
	memset(w->state, UNSEEN, (gsize)w->fabric->n_ports * VLS);
	for (guint32 port = 0; port < w->fabric->n_ports; port++)
		for (guint vl = 0; peer_of(w->fabric, port) != FABRIC_NONE && vl < VLS; vl++)
			if (closes(w, port, vl))
				return TRUE;
	return FALSE;
}

ExchangeUnionVerdict exchange_union_judge(const Fabric *fabric, const ExchangeUnion *u)
{
	gsize n = fabric->n_ports;
	Walk w = {.fabric = fabric, .u = u};
	w.waits = g_new0(guint16, n * PORTS * VLS);
	w.seen = g_new0(guint32, n * VLS * SL_COUNT);
	w.state = g_malloc(n * VLS + fabric->n_nodes);
	w.queue = g_array_new(FALSE, FALSE, sizeof(Packet));
	for (guint32 lid = 1; lid < fabric->n_lids; lid++)
		if (fabric->lid_port[lid] != FABRIC_NONE) {
			walk_lid(&w, lid);
			look_for_ends(&w, lid);
		}
	w.verdict.cyclic = is_cyclic(&w);
	g_free(w.waits);
	g_free(w.seen);
	g_free(w.state);
	g_array_unref(w.queue);
	return w.verdict;
}
