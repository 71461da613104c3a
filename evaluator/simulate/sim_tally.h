/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the counters of one simulated run, or the sums of several (a tally): packets, latencies, use of cables, and the
 * cycle of buffers in which packets stopped for ever.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_TALLY_H
#define SSSP_EVALUATOR_SIMULATE_SIM_TALLY_H

#include <glib.h>

#define SIM_EXACT 1024 /* latencies below have one bin each; above, each octave has 512 bins: right to 0.2 % */
#define SIM_BINS (SIM_EXACT + 22 * SIM_EXACT / 2)

/* A step of a cycle: a buffer whose head packet waits for the next buffer. Indices are those of the fabric. */
typedef struct {
	guint32 node, port;          /* switch that sent into it by this port (a number) */
	guint32 channel;             /* number in Paths */
	guint8 vl, sl;               /* of the channel, of the packet */
	guint32 source, destination; /* port indices */
} SimStep;

typedef struct {
	guint32 runs;           /* that these are sums of */
	guint32 n_hosts, n_use; /* n_use: cables (of ports and hosts) x lanes, the lanes rounded up to a power of 2 */

	/* from the first slot on; made = delivered + lost + dropped + waiting + inside, unless pairs have no route */
	guint64 made, delivered, lost, dropped;
	guint64 waiting, inside; /* when it ended: at hosts, in buffers and on cables */

	/* of the slots that are measured */
	guint64 slots;       /* of all runs */
	guint64 counted;     /* delivered packets */
	guint64 held_back;   /* packets not offered because a host's queue was full */
	guint64 sender_runs; /* sending hosts of all runs */
	gdouble accepted;    /* mean over runs and senders, as a share of a host's cable */
	gdouble stddev;      /* of the runs' means, that of the sample, 0 for one */
	guint32 *sends;      /* [n_hosts] runs in which a host sends */
	guint64 *sent;       /* [n_hosts] packets of a source that were delivered */
	guint64 *received;   /* [n_hosts] */
	guint64 *use;        /* [n_use] packets that left */
	guint64 *fill;       /* [n_use] packets found in the buffer behind, summed over `looks` */
	guint64 looks;
	guint64 *latency; /* [SIM_BINS] delivered packets */
	guint64 latency_sum;

	/* stops */
	guint32 stopped;      /* runs in which buffers wait for each other for ever */
	guint32 stopped_slot; /* the first slot in which that was seen, in any run */
	guint32 stopped_part; /* buffers that wait then, of the run that stopped first */
	SimStep *cycle;       /* [n_cycle] of that run */
	guint32 n_cycle;
} SimTally;

/* All 0. FALSE with SSSP_ERROR_MEMORY; what it holds is sim_tally_clear()'s to free in any case. */
gboolean sim_tally_init(SimTally *tally, guint32 hosts, guint32 use, GError **error);
void sim_tally_clear(SimTally *tally);

/*
 * Adds the counters of `more`, of the same sizes, except those of sim_tally_means(). Of the first run that stopped
 * `sum` takes the cycle over. O(hosts + use).
 */
void sim_tally_add(SimTally *sum, SimTally *more);

static inline guint32 sim_latency_bin(guint32 slots)
{
	if (slots < SIM_EXACT)
		return slots;
	guint32 octave = 31 - (guint32)__builtin_clz(slots);
	return SIM_EXACT / 2 * (octave - 9) + (slots >> (octave - 9));
}

/* The lowest latency of a bin. */
guint32 sim_latency_of(guint32 bin);

/*
 * The lowest latency of the bin that a share of the delivered packets does not exceed; 0: there are none. O(SIM_BINS).
 */
guint32 sim_tally_latency(const SimTally *tally, gdouble share);

/* The mean latency, 0 where nothing arrives. */
gdouble sim_tally_mean(const SimTally *tally);

/* Throughput of the host that gets the least, as a share of its cable; `cost`: [n_hosts] as in SimNet. */
gdouble sim_tally_least(const SimTally *tally, const guint32 *cost);

/* Settles `accepted` and `stddev` from those of the runs, [n], in their order. */
void sim_tally_means(SimTally *tally, const gdouble *accepted, guint32 n);

#endif
