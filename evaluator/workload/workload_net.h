/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Moves messages through the fabric, as discrete events.
 *
 * A message crosses the link of its host, the switch-to-switch channels of its route, and the link to the target host;
 * one that stays in its host crosses the memory of that host. Each of these channels carries one message at a time at
 * its own rate; the others wait, first come first served.
 *
 * The blocking says how a message that waits holds up others:
 *
 *	partial  switches have room for messages that wait: a link is free again once the message has left it. The
 *	         message joins the next port's queue once its head arrives; its tail leaves no sooner than it comes.
 *	full     switches have no room: a message needs its whole path free at the same time. While it waits for that,
 *	         it stays at the head of its host's link, and messages behind it wait too (head-of-line blocking). It
 *	         takes all other channels of its path at once, so that messages cannot wait for one another in a cycle.
 *
 * Numbers of channels: first those of paths.h, then the links of all endpoints into the fabric, their links out of it,
 * and their memories.
 */
#ifndef SSSP_EVALUATOR_WORKLOAD_WORKLOAD_NET_H
#define SSSP_EVALUATOR_WORKLOAD_WORKLOAD_NET_H

#include "evaluator/measures/bandwidth/ebb_streams.h"
#include "evaluator/workload/workload_events.h"

#include <glib.h>

typedef enum { BLOCKING_PARTIAL, BLOCKING_FULL } WorkloadBlocking;

/* Bytes a second, above 0. */
typedef struct {
	gdouble host;   /* a host's link, in each direction */
	gdouble link;   /* a cable between switches, in each direction */
	gdouble memory; /* between processes of one host, all of them together */
	WorkloadBlocking blocking;
} WorkloadSpeeds;

#define NET_NONE G_MAXUINT32

typedef struct {
	guint32 source, target;      /* endpoints */
	guint32 from, to, iteration; /* two tasks, and a number; all for the caller's use */
	gdouble bytes;

	/* private */
	gdouble arrived; /* when its tail has come over the channels so far */
	guint32 channel; /* the last one it took, or waits for */
	guint32 next;    /* behind it in a queue */
	gboolean blocked;
} NetMessage;

typedef struct {
	const StreamTable *routes;
	Events *events;
	WorkloadBlocking blocking;
	guint32 first_up, first_down, first_memory, n_channels;
	gdouble *rate;        /* [n_channels] */
	guint8 *busy;         /* [n_channels] */
	guint32 *head, *tail; /* [n_channels] messages that wait */
	gdouble *busy_time;   /* [n_channels] seconds that it was in use */
	NetMessage *message;
	guint32 n_messages, room, unused;

	/* what was sent so far */
	guint64 sent, inside, blocked; /* messages; those within one host; those that waited for a switch's port */
} Net;

/*
 * A net without messages. Events that it pushes have `what` < n_channels and are for net_event(); others are the
 * caller's. If routes->capacity is set, the given speeds are those of the reference cable (capacity.h), and the rates
 * of cables are in proportion. NULL with SSSP_ERROR_MEMORY.
 */
Net *net_new(const StreamTable *routes, const WorkloadSpeeds *speeds, Events *events, GError **error);
void net_free(Net *net); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Net, net_free)

/* Hands a message over to its host. FALSE with SSSP_ERROR_INPUT when there is no route, with SSSP_ERROR_MEMORY. */
gboolean net_send(Net *net, gdouble now, const NetMessage *message, GError **error);

/*
 * Handles an event that the net pushed. *arrived gets a copy of the message that has arrived; its `to` is NET_NONE when
 * none has. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean net_event(Net *net, const Event *event, NetMessage *arrived, GError **error);

#endif
