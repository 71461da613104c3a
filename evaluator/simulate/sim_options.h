/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists the options of a simulation: traffic and loads, numbers of runs and slots (a slot is the time of a packet on
 * the fastest cable), sizes of buffers. simulate.h explains what they mean.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_OPTIONS_H
#define SSSP_EVALUATOR_SIMULATE_SIM_OPTIONS_H

#include "evaluator/deadlock/lanes.h"
#include "evaluator/measures/bandwidth/spread.h"
#include "evaluator/simulate/sim_traffic.h"

#include <glib.h>

#define SIM_MOST_SLOTS 100000000
#define SIM_MOST_BUFFER 4096
#define SIM_MOST_BACKLOG 65535
#define SIM_MOST_DELAY 255
#define SIM_MOST_LOADS 256
#define SIM_MOST_RUNS 10000

typedef enum { SIM_FIFO, SIM_VOQ } SimQueue;

typedef struct {
	const SimTraffic *traffic; /* not owned */
	const gdouble *load;       /* [n_loads] above 0, 1: saturated; a share of the host's cable */
	guint32 n_loads;
	guint32 runs; /* of each load, with random numbers of their own */
	/* slots that are measured, and those before them that are not */
	guint32 slots, warmup;
	guint32 buffer;  /* packets a port and lane, 1 .. SIM_MOST_BUFFER */
	guint32 backlog; /* packets that wait at a host, 1 .. SIM_MOST_BACKLOG */
	guint32 delay;   /* further slots that a packet or a credit takes on a cable, 0 .. SIM_MOST_DELAY */
	SimQueue queue;
	guint8 weight[SL_COUNT]; /* of each VL, 1 .. 255 */
	/* Tables that replace the others, switch by switch in a random order, in the first half of the measured slots;
	   sources use their SLs once all switches have them. Joined with the others (lanes_join()); NULL: none. */
	const Lanes *exchange;
	const Spread
		*adaptive; /* not owned: of the next channels on shortest paths, packets take one for which fewest wait
				   at the switch, whatever the tables say; not with an exchange. NULL: as tables say */
	PathUse paths;     /* LIDs of a host that packets are spread over at random; with an exchange SPLIT_BASE */
	gboolean equal;    /* all cables as fast as each other, whatever the topology says */
	guint64 seed;
	guint threads;              /* 0: one a core; never changes a figure */
	const struct EbbTeam *team; /* processes that share the runs out (ebb.h); NULL: this one alone */
	void (*progress)(guint32 done, guint32 of, gpointer user); /* called in the caller's thread, or NULL */
	gpointer user;
} SimOptions;

#endif
