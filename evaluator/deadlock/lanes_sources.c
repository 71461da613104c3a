/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One loop over destinations and senders that hands each packet to the walk it serves. */
#include "evaluator/deadlock/lanes_sources.h"

typedef struct {
	const Lanes *lanes[2]; /* the second may be NULL */
	gboolean reverse;
	void (*begin)(gpointer user, guint32 lid);
	gboolean (*send)(gpointer user, const LaneSource *source, const LaneRoute *route);
	gpointer user;
	gboolean stopped;
} Sending;

/* Position of a source among those of its kind, for its rows of SLs. */
typedef struct {
	gboolean is_switch;
	guint32 index; /* endpoint, or row */
} Sender;

static const guint8 *sls_of(const Lanes *l, const Sender *sender)
{
	return sender->is_switch ? l->switch_sl[sender->index] : l->endpoint_sl[sender->index];
}

static void send(Sending *s, const LaneSource *source, LaneRoute *route, guint8 sl)
{
	route->sl = sl;
	s->stopped = s->stopped || !s->send(s->user, source, route);
}

static void send_on_any(Sending *s, const LaneSource *source, LaneRoute *route)
{
	for (guint8 sl = 0; sl < SL_COUNT; sl++)
		if (s->lanes[0]->any >> sl & 1)
			send(s, source, route, sl);
}

static guint32 row_of(const Lanes *l, const Sender *sender)
{
	return sender->is_switch ? sender->index : l->paths->endpoint_row[sender->index];
}

/* Whether connections on that SL have been opened again, on another; `sender` and `lid` are those of the path. */
static gboolean is_closed(const Lanes *l, const Sender *sender, guint32 lid, guint8 sl)
{
	const Lanes *then = l->closed;
	return then && talk_is_closed(then->talk, row_of(l, sender), lid) &&
	       lanes_sl(then, sls_of(then, sender), lid) == sl;
}

/*
 * Those of pairs that could talk. Replies too: who asks for a path to connect by wants it to be reversible, and is told
 * of none where packets do not come back.
 */
static gboolean may_send(const Lanes *l, const LaneRoute *route)
{
	return !l->talk || talk_could(l->talk, route->source);
}

/* On the SL that `sender` uses towards `lid`, by either set; those of pairs that could never talk are nobody's. */
static void send_on_sl_of(Sending *s, const LaneSource *source, LaneRoute *route, const Sender *sender, guint32 lid)
{
	guint32 sent = 0;
	for (guint i = 0; i < G_N_ELEMENTS(s->lanes) && s->lanes[i]; i++) {
		const Lanes *l = s->lanes[i];
		guint8 sl = lanes_sl(l, sls_of(l, sender), lid);
		if ((sent >> sl & 1) || !may_send(l, route) || is_closed(l, sender, lid, sl))
			continue;
		send(s, source, route, sl);
		sent |= 1u << sl;
	}
}

/* All that a source sends to a LID: on the SL of its path, and on those that the LID's owner uses towards it. */
static void send_from(Sending *s, const LaneSource *source, const Sender *sender, guint32 port, const Sender *owner,
		      guint32 lid)
{
	const FabricPort *p = &s->lanes[0]->paths->fabric->ports[port];
	LaneRoute route = {.source = port, .lid = (guint16)lid};
	if (s->lanes[0]->any) {
		send_on_any(s, source, &route);
		return;
	}
	send_on_sl_of(s, source, &route, sender, lid);
	route.reply = TRUE;
	for (guint32 back = p->lid; s->reverse && back < p->lid + (1u << p->lmc) && !s->stopped; back++)
		send_on_sl_of(s, source, &route, owner, back);
}

static gboolean takes_part(const Sending *s, guint32 port)
{
	const Lanes *l = s->lanes[0];
	return l->ends >> fabric_port_class(l->paths->fabric, port) & 1;
}

static void begin(const Sending *s, guint32 lid)
{
	for (guint i = 0; i < G_N_ELEMENTS(s->lanes) && s->lanes[i]; i++)
		if (s->lanes[i]->talk)
			talk_begin(s->lanes[i]->talk, lid);
	s->begin(s->user, lid);
}

static void send_to(Sending *s, guint32 lid, guint32 owner_port, const Sender *owner)
{
	const Lanes *l = s->lanes[0];
	const Paths *p = l->paths;
	const Fabric *fabric = p->fabric;
	begin(s, lid);
	for (guint32 e = 0; e < fabric->n_endpoints && !s->stopped; e++) {
		LaneSource source = {p->endpoint_row[e], l->endpoint_class[e], p->endpoint_port[e]};
		Sender sender = {FALSE, e};
		if (fabric->endpoints[e] != owner_port && takes_part(s, fabric->endpoints[e]))
			send_from(s, &source, &sender, fabric->endpoints[e], owner, lid);
	}
	for (guint32 row = 0; !owner->is_switch && row < p->n_rows && !s->stopped; row++) {
		guint32 port0 = fabric->nodes[fabric->switches[row]].first_port;
		LaneSource source = {row, LANES_NONE, 0};
		Sender sender = {TRUE, row};
		if (fabric->ports[port0].lid && takes_part(s, port0))
			send_from(s, &source, &sender, port0, owner, lid);
	}
}

static gboolean is_unsaid(const Sending *s, guint32 lid)
{
	return paths_is_unsaid(s->lanes[0]->paths, lid) || (s->lanes[1] && paths_is_unsaid(s->lanes[1]->paths, lid));
}

static void send_to_range(Sending *s, guint32 port, const Sender *owner)
{
	const FabricPort *p = &s->lanes[0]->paths->fabric->ports[port];
	if (!takes_part(s, port) || is_unsaid(s, p->lid))
		return;
	for (guint32 lid = p->lid; p->lid && lid < p->lid + (1u << p->lmc) && !s->stopped; lid++)
		send_to(s, lid, port, owner);
}

void lanes_send_all(const Lanes *l, const Lanes *also, gboolean reverse, void (*begin_lid)(gpointer user, guint32 lid),
		    gboolean (*send_packet)(gpointer user, const LaneSource *source, const LaneRoute *route),
		    gpointer user)
{
	const Fabric *fabric = l->paths->fabric;
	Sending s = {{l, also}, reverse, begin_lid, send_packet, user, FALSE};
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		send_to_range(&s, fabric->endpoints[e], &(Sender){FALSE, e});
	for (guint32 row = 0; row < l->paths->n_rows; row++)
		send_to_range(&s, fabric->nodes[fabric->switches[row]].first_port, &(Sender){TRUE, row});
}
