/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the state of one simulated run: packets in the input buffers of switches and at hosts, credits (free places in
 * the buffer at the other end of a cable), and what is on cables. Buffers, credits and lanes are numbered as in
 * sim_net.h. A row is a switch. A target is the output and lane that a packet in a buffer waits for. It has the number
 * port_of_the_row << shift | lane, with lane 0 if the port leads to a host.
 *
 * A switch's requests are bits: request[target] has one for each of its buffers that wants the target (in SIM_FIFO the
 * target of its head). `asked` has a bit for each target that a buffer wants, `open` one for each target that has
 * credits, `used` one for each buffer whose input has given a packet in this slot.
 *
 * A packet or credit that leaves is put into the entry of a ring of slots (SimWheel) where the other end finds it after
 * the cable's delay. So all work of a slot on one switch is done at once, while its memory is in the cache.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_STATE_H
#define SSSP_EVALUATOR_SIMULATE_SIM_STATE_H

#include "evaluator/simulate/sim_net.h"
#include "evaluator/simulate/sim_options.h"
#include "evaluator/simulate/sim_random.h"
#include "evaluator/simulate/sim_tally.h"

#include <glib.h>

typedef struct {
	guint32 to; /* path (sim_net.h), and SL << SIM_SL_SHIFT */
	/* slot in which it was made; host that made it */
	guint32 born, source;
} SimPacket;

#define SIM_SL_SHIFT 28
#define SIM_TO_MASK 0x0fffffff

/* A ring of packets. The targets, and then the packets, follow it, so that a small ring lies in one cache line. */
typedef struct {
	guint16 head, n;
	guint16 target[]; /* [ring], of each packet */
} SimBuffer;

/* A switch. */
typedef struct {
	guint64 *request; /* [targets][words] */
	guint64 *asked;   /* [words] */
	guint64 *open;    /* [words] */
	guint64 *used;    /* [words] */
	guint32 first, n; /* its ports */
	guint32 word;     /* its first word among the bits of places (SimMail) */
	guint32 words;    /* with a bit for each of its targets, or buffers */
	guint32 targets;  /* n << shift */
} SimRow;

/* A word of the bits of places, numbered by SimNet.bit: buffers that a packet comes to; senders that get a credit. */
typedef struct {
	guint64 packets, credits;
} SimMail;

/* What reaches the other end of its cable in one slot. */
typedef struct {
	SimMail *mail;     /* [n_words] */
	SimPacket *packet; /* [n_ports] that comes in by a port */
} SimWheel;

/* A packet that waits at its host, in a list of its lane. */
typedef struct {
	guint32 to, born;
	guint16 next;
} SimWait;

#define SIM_NO_WAIT G_MAXUINT16

typedef struct {
	guint16 lanes;       /* with packets, as bits */
	guint16 open;        /* with credits */
	guint16 held, fresh; /* packets; places of the pool that were never used begin here */
	guint16 spare;       /* list of places that are free again */
	guint8 turn;         /* lane that sent last */
} SimHost;

typedef struct {
	const SimNet *net;
	const SimNet *after; /* the net with the tables that replace these, NULL: none */
	guint8 *replaced;    /* [n_rows] TRUE: the switch has the tables of `after` */
	guint32 *order;      /* [n_rows] rows in the order in which their tables are replaced */
	guint32 n_replaced;
	const SimOptions *options;
	SimTargets targets;
	SimRandom random;
	SimTally *tally;
	gdouble load;
	guint32 now;
	gboolean measuring;
	guint32 ring_mask, ring; /* places of a ring: a power of two */

	guint16 *credit; /* [n_ports + n_hosts << shift] */
	guint8 *buffers; /* [buffers][stride] a SimBuffer each */
	gsize stride;
	SimRow *row;         /* [n_rows] */
	guint64 *bits;       /* what rows point into */
	guint8 *turn, *left; /* [n_ports] lane whose turn it is, packets that it may still send */
	guint32 *waiting;    /* [n_ports] packets of the row that are to leave by it; NULL: no adaptive routing */
	guint64 *busy; /* [n_ports + n_hosts] when a cable is free, in SIM_UNIT parts of a slot; NULL: all equal */

	SimHost *host;
	SimWait *wait;         /* [n_hosts][backlog] */
	guint16 *first, *last; /* [n_hosts << shift] lists */
	guint64 chance;        /* probability of a new packet in a slot, in 2^-32; a host's is that x SIM_UNIT / cost */

	SimWheel *wheel;           /* [n_wheel] */
	guint32 n_wheel, wheel_at; /* wheel_at: of this slot */
	SimWheel *back;            /* for what leaves in this slot, unless the cable is slow */
	guint32 moves;             /* packets that have left in this slot */
	guint64 bytes;
} SimState;

static inline SimWheel *sim_wheel_at(const SimState *s, guint32 delay)
{
	guint32 at = s->wheel_at + delay;
	return &s->wheel[at < s->n_wheel ? at : at - s->n_wheel];
}

/* Whether a sender's cable can take a packet in this slot. O(1). */
static inline gboolean sim_cable_free(const SimState *s, guint32 sender)
{
	return !s->busy || s->busy[sender] < ((guint64)s->now + 1) * SIM_UNIT;
}

/* The number of slots until a packet that leaves now comes to the other end. */
static inline guint32 sim_cable_delay(const SimState *s, guint32 sender)
{
	return s->options->delay + (s->busy ? (s->net->cost[sender] - 1) / SIM_UNIT : 0);
}

static inline void sim_cable_take(SimState *s, guint32 sender)
{
	if (s->busy)
		s->busy[sender] = MAX(s->busy[sender], (guint64)s->now * SIM_UNIT) + s->net->cost[sender];
}

/* Sends a packet into the buffer of a port and lane. */
static inline void sim_depart(SimState *s, guint32 sender, const SimPacket *packet, guint32 port, guint32 lane)
{
	SimWheel *wheel = s->busy ? sim_wheel_at(s, sim_cable_delay(s, sender)) : s->back;
	guint32 bit = s->net->peer_bit[sender] + lane;
	wheel->packet[port] = *packet;
	wheel->mail[bit / 64].packets |= G_GUINT64_CONSTANT(1) << bit % 64;
	sim_cable_take(s, sender);
}

/* Returns a credit to the sender at the other end of a port. At most once a slot and buffer. */
static inline void sim_give_back(SimState *s, guint32 port, guint32 lane)
{
	SimWheel *wheel = s->back;
	guint32 bit = s->net->peer_bit[port] + lane;
	wheel->mail[bit / 64].credits |= G_GUINT64_CONSTANT(1) << bit % 64;
}

/* What has come to its end before this slot. */
static inline SimWheel *sim_wheel_come(const SimState *s)
{
	return &s->wheel[s->wheel_at ? s->wheel_at - 1 : s->n_wheel - 1];
}

static inline SimBuffer *sim_buffer(const SimState *s, guint32 number)
{
	return (SimBuffer *)(void *)(s->buffers + number * s->stride);
}

/* The packets of a buffer, [ring]. */
static inline SimPacket *sim_packets(const SimState *s, SimBuffer *buffer)
{
	return (SimPacket *)(void *)(buffer->target + s->ring);
}

/* A buffer of a row (its number there) asks for a target. O(1). */
static inline void sim_ask(const SimRow *row, guint32 words, guint32 target, guint32 input)
{
	row->request[(gsize)target * words + input / 64] |= G_GUINT64_CONSTANT(1) << input % 64;
	row->asked[target / 64] |= G_GUINT64_CONSTANT(1) << target % 64;
}

/* The net whose tables a row has. O(1). */
static inline const SimNet *sim_tables(const SimState *s, guint32 row)
{
	return s->after && s->replaced[row] ? s->after : s->net;
}

/* A state without packets; `after` as in SimState. NULL with SSSP_ERROR_MEMORY. */
SimState *sim_state_new(const SimNet *net, const SimNet *after, const SimOptions *options, GError **error);
void sim_state_free(SimState *state); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimState, sim_state_free)

/* Makes it a state without packets again. */
void sim_state_reset(SimState *state);

/* The input of a buffer gives nothing more in this slot. O(1). */
static inline void sim_use_input(const SimRow *row, guint32 shift, guint32 input)
{
	guint32 begin = input >> shift << shift;
	row->used[begin / 64] |= ((G_GUINT64_CONSTANT(1) << (1u << shift)) - 1) << begin % 64;
}

/*
 * The parts of a slot: tables of some switches are replaced; hosts make and send packets; switches, one after the
 * other, take what has come (sim_arrive()) and pass some on.
 */
void sim_exchange_step(SimState *state);
void sim_hosts_step(SimState *state);
void sim_switches_step(SimState *state);

/* Puts the packets that have come to a row before this slot into buffers, and makes credits usable. O(those). */
void sim_arrive(SimState *state, guint32 row);

/* Prefetches the memory that sim_arrive() needs for a row. */
void sim_look_ahead(const SimState *state, guint32 row);

#endif
