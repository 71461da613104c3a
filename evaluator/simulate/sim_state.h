/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The state of one run. Buffers, credits and lanes are numbered as in sim_net.h. A target is what a packet in a buffer
 * waits for: port of the row << shift | lane, lane 0 of what leads to a host.
 *
 * A switch's requests are bits: request[target] has one for each of its buffers that wants the target (in SIM_FIFO
 * that of its head). `asked` has a bit for each target that any wants, `open` one for each that has credits, `used` one
 * for each buffer whose input has given a packet in this slot.
 *
 * What leaves in a slot is put where the other end finds it when it is its turn in the slot in which it has come: so
 * all that a slot does to a switch is done at once, while its part of the memory is at hand.
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
	guint32 born, source;
} SimPacket;

#define SIM_SL_SHIFT 28
#define SIM_TO_MASK 0x0fffffff

/* A ring: room for targets and then for packets follows, so that what is small lies in one cache line. */
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
	guint32 word;     /* first one among places' bits */
	guint32 words;    /* of a bit for each target, or buffer */
	guint32 targets;  /* n << shift */
} SimRow;

/* Bits of places: buffers that a packet comes to, senders' places that get a credit back. */
typedef struct {
	guint64 packets, credits;
} SimMail;

/* What reaches its end in one slot. */
typedef struct {
	SimMail *mail;     /* [n_words] */
	SimPacket *packet; /* [n_ports] that comes in by a port */
} SimWheel;

/* Waits at its host, in a list of its lane. */
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
	guint8 *replaced;    /* [n_rows] has them */
	guint32 *turns;      /* [n_rows] rows in the order in which they get them */
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
	guint8 *turn, *left; /* [n_ports] lane whose turn it is, packets that it may send still */
	guint32 *waiting;    /* [n_ports] packets of the row that are to leave by it; NULL: the tables say where */
	guint64 *busy; /* [n_ports + n_hosts] when a cable is free, in SIM_UNIT parts of a slot; NULL: all equal */

	SimHost *host;
	SimWait *wait;         /* [n_hosts][backlog] */
	guint16 *first, *last; /* [n_hosts << shift] lists */
	guint64 chance;        /* of a new packet in a slot, of 2^32, times SIM_UNIT / cost */

	SimWheel *wheel;           /* [n_wheel] */
	guint32 n_wheel, wheel_at; /* wheel_at: of this slot */
	SimWheel *back;            /* for what a cable carries from this slot on, unless it is slow */
	guint32 moves;             /* of the slot under work */
	guint64 bytes;
} SimState;

static inline SimWheel *sim_wheel_at(const SimState *s, guint32 delay)
{
	guint32 at = s->wheel_at + delay;
	return &s->wheel[at < s->n_wheel ? at : at - s->n_wheel];
}

/* Whether a cable can take a packet in this slot, which it then is busy with. O(1). */
static inline gboolean sim_cable_free(const SimState *s, guint32 sender)
{
	return !s->busy || s->busy[sender] < ((guint64)s->now + 1) * SIM_UNIT;
}

/* Slots after this one in which what leaves now comes to the other end. */
static inline guint32 sim_cable_delay(const SimState *s, guint32 sender)
{
	return s->options->delay + (s->busy ? (s->net->cost[sender] - 1) / SIM_UNIT : 0);
}

static inline void sim_cable_take(SimState *s, guint32 sender)
{
	if (s->busy)
		s->busy[sender] = MAX(s->busy[sender], (guint64)s->now * SIM_UNIT) + s->net->cost[sender];
}

/* A packet leaves for the buffer of a port and lane. */
static inline void sim_depart(SimState *s, guint32 sender, const SimPacket *packet, guint32 port, guint32 lane)
{
	SimWheel *wheel = s->busy ? sim_wheel_at(s, sim_cable_delay(s, sender)) : s->back;
	guint32 bit = s->net->peer_bit[sender] + lane;
	wheel->packet[port] = *packet;
	wheel->mail[bit / 64].packets |= G_GUINT64_CONSTANT(1) << bit % 64;
	sim_cable_take(s, sender);
}

/* Whoever sends into a buffer gets a credit back. At most once a slot and buffer. */
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

/* A state at rest; `after` as in the state. NULL with SSSP_ERROR_MEMORY. */
SimState *sim_state_new(const SimNet *net, const SimNet *after, const SimOptions *options, GError **error);
void sim_state_free(SimState *state); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimState, sim_state_free)

/* Back to rest, whatever it went through. */
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

/* What has come to a row before this slot: packets get their lane and wait, credits are there again. O(those). */
void sim_arrive(SimState *state, guint32 row);

/* Asks early for the memory that sim_arrive() needs of a row. */
void sim_look_ahead(const SimState *state, guint32 row);

#endif
