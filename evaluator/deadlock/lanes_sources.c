/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Enumerates for each LID the sources that send data to it, and the SLs of their packets. It is a loop over
 * destinations and sources that calls functions of its caller, one for each LID and one for each packet. All walks over
 * lanes share it: of one set of tables (lanes_walk.c) and of mixtures of two (lanes_mixed.c). Endpoints of one class,
 * whose packets take the same channels and lanes, are one source where no SLs of paths are given and all pairs may
 * send.
 */
#include "evaluator/deadlock/lanes_sources.h"

#include "core/base/error.h"

typedef struct {
	const Lanes *lanes[2]; /* the joined sets, or present and previous SLs; the second may be NULL */
	gboolean reverse;
	void (*begin)(gpointer user, guint32 lid);
	gboolean (*send)(gpointer user, const LaneSource *source, const LaneRoute *route);
	gpointer user;
	gboolean stopped;
	/* NULL, unless the endpoints of a class are one source: */
	guint32 *first;    /* [n_classes] first endpoint of the class that takes part; next[] has the others */
	guint32 *next;     /* [n_endpoints] the next one of the class, ascending; NOBODY */
	guint32 *together; /* [n_classes] how many endpoints of the class take part */
	guint32 *order;    /* [n_order] classes with such endpoints, by their first one */
	guint32 n_order;
} Sending;

#define NOBODY G_MAXUINT32

/* A source as an index into rows of SLs. */
typedef struct {
	gboolean is_switch;
	guint32 index; /* endpoint, or row of a switch */
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

/* TRUE: the connections of this path that used this SL have been opened again on another SL. */
static gboolean is_closed(const Lanes *l, const Sender *sender, guint32 lid, guint8 sl)
{
	const Lanes *then = l->closed;
	return then && talk_is_closed(then->talk, row_of(l, sender), lid) &&
	       lanes_sl(then, sls_of(then, sender), lid) == sl;
}

static guint32 port_of(const Lanes *l, const Sender *sender)
{
	const Fabric *fabric = l->paths->fabric;
	return sender->is_switch ? fabric->nodes[fabric->switches[sender->index]].first_port
				 : fabric->endpoints[sender->index];
}

/*
 * TRUE: the pair of this route could talk. A reply needs a connection, and so a reversible path: its packets arrived,
 * and `sender`, which opened the connection, had an entry for the LID that the replies come from.
 */
static gboolean may_send(const Lanes *l, const LaneRoute *route, const Sender *sender, guint32 lid)
{
	return !l->talk || (talk_could(l->talk, route->source) &&
			    (!route->reply || talk_had_entry(l->talk, port_of(l, sender), lid)));
}

/*
 * Sends on the SL that `sender` uses towards `lid` in each of the two sets; once if both have the same SL. Pairs that
 * could not talk by a set do not use its SL.
 */
static void send_on_sl_of(Sending *s, const LaneSource *source, LaneRoute *route, const Sender *sender, guint32 lid)
{
	guint32 sent = 0;
	for (guint i = 0; i < G_N_ELEMENTS(s->lanes) && s->lanes[i]; i++) {
		const Lanes *l = s->lanes[i];
		guint8 sl = lanes_sl(l, sls_of(l, sender), lid);
		if ((sent >> sl & 1) || !may_send(l, route, sender, lid) || is_closed(l, sender, lid, sl))
			continue;
		send(s, source, route, sl);
		sent |= 1u << sl;
	}
}

/*
 * Sends all packets of a source to a LID: on the SL of its path, and with `reverse` on the SLs that the LID's owner
 * uses towards the source.
 */
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

static void send_from_endpoint(Sending *s, guint32 e, guint32 n, const Sender *owner, guint32 lid)
{
	const Lanes *l = s->lanes[0];
	const Paths *p = l->paths;
	LaneSource source = {p->endpoint_row[e], n, l->endpoint_class[e], p->endpoint_port[e]};
	send_from(s, &source, &(Sender){FALSE, e}, p->fabric->endpoints[e], owner, lid);
}

static void send_from_each(Sending *s, guint32 lid, guint32 owner_port, const Sender *owner)
{
	const Fabric *fabric = s->lanes[0]->paths->fabric;
	for (guint32 e = 0; e < fabric->n_endpoints && !s->stopped; e++)
		if (fabric->endpoints[e] != owner_port && takes_part(s, fabric->endpoints[e]))
			send_from_endpoint(s, e, 1, owner, lid);
}

/*
 * Like send_from_each(), but each class sends once, by its first endpoint that is not the owner. Classes come in the
 * order of these endpoints, so that a walk sees its steps in the same order as with single endpoints.
 */
static void send_from_classes(Sending *s, guint32 lid, const Sender *owner)
{
	const Lanes *l = s->lanes[0];
	guint32 own = owner->is_switch ? NOBODY : l->endpoint_class[owner->index];
	gboolean counted = own != NOBODY && takes_part(s, l->paths->fabric->endpoints[owner->index]);
	guint32 waiting = NOBODY; /* the endpoint that sends for the owner's class; NOBODY: it has sent */
	if (counted)
		waiting = s->first[own] == owner->index ? s->next[owner->index] : s->first[own];
	for (guint32 i = 0; i <= s->n_order && !s->stopped; i++) {
		guint32 class = i < s->n_order ? s->order[i] : NOBODY, e = i < s->n_order ? s->first[class] : NOBODY;
		if (waiting != NOBODY && waiting <= e) {
			send_from_endpoint(s, waiting, s->together[own] - 1, owner, lid);
			waiting = NOBODY;
		}
		if (e != NOBODY && !(counted && class == own) && !s->stopped)
			send_from_endpoint(s, e, s->together[class], owner, lid);
	}
}

static void send_to(Sending *s, guint32 lid, guint32 owner_port, const Sender *owner)
{
	const Lanes *l = s->lanes[0];
	const Paths *p = l->paths;
	const Fabric *fabric = p->fabric;
	begin(s, lid);
	if (s->first)
		send_from_classes(s, lid, owner);
	else
		send_from_each(s, lid, owner_port, owner);
	for (guint32 row = 0; !owner->is_switch && row < p->n_rows && !s->stopped; row++) {
		guint32 port0 = fabric->nodes[fabric->switches[row]].first_port;
		LaneSource source = {row, 1, LANES_NONE, 0};
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

/* Whether all endpoints send to a LID on the same SLs and, with `reverse`, as many replies (one for each own LID). */
static gboolean are_alike(const Lanes *l, gboolean reverse)
{
	const Fabric *fabric = l->paths->fabric;
	for (guint32 e = 1; reverse && e < fabric->n_endpoints; e++)
		if (fabric->ports[fabric->endpoints[e]].lmc != fabric->ports[fabric->endpoints[0]].lmc)
			return FALSE;
	return l->sl_lids == 0 && !l->talk && !l->closed;
}

static gboolean gather(Sending *s, GError **error)
{
	const Lanes *l = s->lanes[0];
	gsize n = l->paths->fabric->n_endpoints;
	s->first = g_try_new(guint32, (gsize)l->n_classes + 1);
	s->together = g_try_new0(guint32, (gsize)l->n_classes + 1);
	s->order = g_try_new(guint32, (gsize)l->n_classes + 1);
	s->next = g_try_new(guint32, n + 1);
	if (!s->first || !s->together || !s->order || !s->next)
		return sssp_error_memory(error, "classes of endpoints", n * sizeof *s->next);
	for (guint32 class = 0; class < l->n_classes; class ++)
		s->first[class] = NOBODY;
	for (guint32 e = (guint32)n; e-- > 0;) {
		guint32 class = l->endpoint_class[e];
		if (!takes_part(s, l->paths->fabric->endpoints[e]))
			continue;
		s->next[e] = s->first[class];
		s->first[class] = e;
		s->together[class]++;
	}
	for (guint32 e = 0; e < n; e++)
		if (s->first[l->endpoint_class[e]] == e)
			s->order[s->n_order++] = l->endpoint_class[e];
	return TRUE;
}

gboolean lanes_send_all(const Lanes *l, const Lanes *also, gboolean reverse,
			void (*begin_lid)(gpointer user, guint32 lid),
			gboolean (*send_packet)(gpointer user, const LaneSource *source, const LaneRoute *route),
			gpointer user, GError **error)
{
	const Fabric *fabric = l->paths->fabric;
	Sending s = {.lanes = {l, also}, .reverse = reverse, .begin = begin_lid, .send = send_packet, .user = user};
	gboolean ready = !are_alike(l, reverse) || (also && !are_alike(also, reverse)) || gather(&s, error);
	for (guint32 e = 0; ready && e < fabric->n_endpoints; e++)
		send_to_range(&s, fabric->endpoints[e], &(Sender){FALSE, e});
	for (guint32 row = 0; ready && row < l->paths->n_rows; row++)
		send_to_range(&s, fabric->nodes[fabric->switches[row]].first_port, &(Sender){TRUE, row});
	g_free(s.first);
	g_free(s.together);
	g_free(s.order);
	g_free(s.next);
	return ready;
}
