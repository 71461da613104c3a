/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Moves messages over the channels of a fabric, as discrete events. A channel carries one message at a time, and has a
 * queue of messages that wait for it. An event frees the channel that the tail of a message has left (with full
 * blocking, all channels of its path) and lets waiting messages go on.
 */
#include "evaluator/workload/workload_net.h"

#include "core/base/error.h"

#include <string.h>

#define FIRST_ROOM 4096

static void set_rates(Net *net, const WorkloadSpeeds *speeds)
{
	const Capacity *capacity = net->routes->capacity;
	for (guint32 c = 0; c < net->first_up; c++)
		net->rate[c] = speeds->link / (capacity ? capacity->channel[c] : 1);
	for (guint32 e = 0; e < net->first_down - net->first_up; e++) {
		gdouble rate = speeds->host / (capacity ? capacity->endpoint[e] : 1);
		net->rate[net->first_up + e] = net->rate[net->first_down + e] = rate;
		net->rate[net->first_memory + e] = speeds->memory;
	}
}

Net *net_new(const StreamTable *routes, const WorkloadSpeeds *speeds, Events *events, GError **error)
{
	g_autoptr(Net) net = g_new0(Net, 1);
	guint32 endpoints = routes->paths->fabric->n_endpoints;
	net->routes = routes;
	net->events = events;
	net->blocking = speeds->blocking;
	net->unused = NET_NONE;
	net->first_up = routes->paths->n_channels;
	net->first_down = net->first_up + endpoints;
	net->first_memory = net->first_down + endpoints;
	net->n_channels = net->first_memory + endpoints;
	gsize n = (gsize)net->n_channels + 1;
	net->rate = g_try_new(gdouble, n);
	net->busy = g_try_new0(guint8, n);
	net->head = g_try_new(guint32, n);
	net->tail = g_try_new(guint32, n);
	net->busy_time = g_try_new0(gdouble, n);
	if (!net->rate || !net->busy || !net->head || !net->tail || !net->busy_time)
		return sssp_error_memory_null(error, "the channels of a simulation", n * 3 * sizeof(gdouble));
	memset(net->head, 0xff, n * sizeof(guint32));
	set_rates(net, speeds);
	return g_steal_pointer(&net);
}

void net_free(Net *net)
{
	if (!net)
		return;
	g_free(net->rate);
	g_free(net->busy);
	g_free(net->head);
	g_free(net->tail);
	g_free(net->busy_time);
	g_free(net->message);
	g_free(net);
}

static gboolean grow(Net *net, GError **error)
{
	guint32 room = net->room ? 2 * net->room : FIRST_ROOM;
	NetMessage *message = room > net->room ? g_try_renew(NetMessage, net->message, room) : NULL;
	if (!message)
		return sssp_error_memory(error, "messages under way", (gsize)room * sizeof(NetMessage));
	net->message = message;
	net->room = room;
	return TRUE;
}

/* A place for a message, NET_NONE with SSSP_ERROR_MEMORY. */
static guint32 take_place(Net *net, GError **error)
{
	guint32 place = net->unused;
	if (place != NET_NONE)
		net->unused = net->message[place].next;
	else if (net->n_messages < net->room || grow(net, error))
		place = net->n_messages++;
	return place;
}

static void release_place(Net *net, guint32 place)
{
	net->message[place].next = net->unused;
	net->unused = place;
}

static gboolean is_last(const Net *net, guint32 channel)
{
	return channel >= net->first_down;
}

/* The channel that a message takes after this one, which is not its last. */
static guint32 next_channel(const Net *net, const NetMessage *m, guint32 channel)
{
	const Paths *p = net->routes->paths;
	guint32 row = channel < net->first_up ? p->to[channel] : p->endpoint_row[m->source];
	guint8 rank = net->routes->next[(gsize)m->target * p->n_rows + row];
	return rank == STREAM_ARRIVED ? net->first_down + m->target : p->first[row] + rank;
}

static void wait_for(Net *net, guint32 channel, guint32 place)
{
	NetMessage *m = &net->message[place];
	m->next = NET_NONE;
	m->channel = channel;
	m->blocked |= channel < net->first_up || (channel >= net->first_down && channel < net->first_memory);
	if (net->head[channel] == NET_NONE)
		net->head[channel] = place;
	else
		net->message[net->tail[channel]].next = place;
	net->tail[channel] = place;
}

static guint32 leave_queue(Net *net, guint32 channel)
{
	guint32 place = net->head[channel];
	if (place != NET_NONE)
		net->head[channel] = net->message[place].next;
	return place;
}

/* Partial blocking: moves a message on, from this channel, as far as ports are free, with an event for each of them. */
static gboolean advance(Net *net, gdouble now, guint32 channel, guint32 place, GError **error)
{
	NetMessage *m = &net->message[place];
	for (;; channel = next_channel(net, m, channel)) {
		if (net->busy[channel]) {
			wait_for(net, channel, place);
			return TRUE;
		}
		net->busy[channel] = TRUE;
		m->channel = channel;
		m->arrived = MAX(m->arrived, now + m->bytes / net->rate[channel]);
		net->busy_time[channel] += m->arrived - now;
		if (!events_push(net->events, m->arrived, channel, place, error))
			return FALSE;
		if (is_last(net, channel))
			return TRUE;
	}
}

/* Full blocking: the first channel of the path behind the host's link that is taken, NET_NONE when all are free. */
static guint32 first_taken(const Net *net, const NetMessage *m, guint32 channel, gdouble *rate)
{
	*rate = net->rate[channel];
	while (!is_last(net, channel)) {
		channel = next_channel(net, m, channel);
		*rate = MIN(*rate, net->rate[channel]);
		if (net->busy[channel])
			return channel;
	}
	return NET_NONE;
}

static guint32 first_channel(const Net *net, const NetMessage *m)
{
	return (m->source == m->target ? net->first_memory : net->first_up) + m->source;
}

/* A message that has its host's link gets the rest of its path, or waits for the first part of it that is taken. */
static gboolean occupy(Net *net, gdouble now, guint32 place, GError **error)
{
	NetMessage *m = &net->message[place];
	gdouble rate;
	guint32 channel = first_channel(net, m), taken = first_taken(net, m, channel, &rate);
	if (taken != NET_NONE) {
		wait_for(net, taken, place);
		return TRUE;
	}
	m->channel = channel;
	for (;; channel = next_channel(net, m, channel)) {
		net->busy[channel] = TRUE;
		net->busy_time[channel] += m->bytes / rate;
		if (is_last(net, channel))
			break;
	}
	return events_push(net->events, now + m->bytes / rate, channel, place, error);
}

/* A host's link (or memory) is free: the next message is at its head. */
static gboolean enter(Net *net, gdouble now, guint32 channel, guint32 place, GError **error)
{
	if (net->busy[channel]) {
		wait_for(net, channel, place);
		return TRUE;
	}
	net->busy[channel] = TRUE;
	return occupy(net, now, place, error);
}

gboolean net_send(Net *net, gdouble now, const NetMessage *message, GError **error)
{
	const Paths *p = net->routes->paths;
	guint32 row = p->endpoint_row[message->source];
	if (message->source != message->target &&
	    net->routes->next[(gsize)message->target * p->n_rows + row] == STREAM_LOST) {
		const Fabric *f = p->fabric;
		const FabricPort *from = &f->ports[f->endpoints[message->source]],
				 *to = &f->ports[f->endpoints[message->target]];
		return sssp_error_set(error, SSSP_ERROR_INPUT, "there is no route from '%s' (LID %u) to '%s' (LID %u)",
				      fabric_name(f, from->node), from->lid, fabric_name(f, to->node), to->lid);
	}
	guint32 place = take_place(net, error);
	if (place == NET_NONE)
		return FALSE;
	net->message[place] = *message;
	net->message[place].arrived = 0;
	net->message[place].blocked = FALSE;
	net->sent++;
	net->inside += message->source == message->target;
	guint32 channel = first_channel(net, message);
	return (net->blocking == BLOCKING_FULL ? enter : advance)(net, now, channel, place, error);
}

/* Partial blocking: a port is free again. */
static gboolean leave(Net *net, gdouble now, guint32 channel, GError **error)
{
	guint32 waiting = leave_queue(net, channel);
	net->busy[channel] = FALSE;
	return waiting == NET_NONE || advance(net, now, channel, waiting, error);
}

/* Full blocking: those that wait for a channel try again, until one takes it. */
static gboolean retry(Net *net, gdouble now, guint32 channel, GError **error)
{
	while (!net->busy[channel]) {
		guint32 waiting = leave_queue(net, channel);
		if (waiting == NET_NONE)
			return TRUE;
		gboolean at_host =
			channel >= net->first_up && (channel < net->first_down || channel >= net->first_memory);
		if (!(at_host ? enter(net, now, channel, waiting, error) : occupy(net, now, waiting, error)))
			return FALSE;
	}
	return TRUE;
}

static gboolean vacate(Net *net, gdouble now, const NetMessage *m, GError **error)
{
	guint32 channel = first_channel(net, m);
	for (guint32 c = channel;; c = next_channel(net, m, c)) {
		net->busy[c] = FALSE;
		if (is_last(net, c))
			break;
	}
	for (guint32 c = channel;; c = next_channel(net, m, c)) {
		if (!retry(net, now, c, error))
			return FALSE;
		if (is_last(net, c))
			return TRUE;
	}
}

gboolean net_event(Net *net, const Event *event, NetMessage *arrived, GError **error)
{
	guint32 channel = event->what;
	arrived->to = NET_NONE;
	NetMessage m = net->message[event->detail];
	if (is_last(net, channel)) {
		*arrived = m;
		net->blocked += m.blocked ? 1 : 0;
		release_place(net, event->detail);
	}
	return net->blocking == BLOCKING_FULL ? vacate(net, event->time, &m, error)
					      : leave(net, event->time, channel, error);
}
