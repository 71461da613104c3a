/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/simulate: the packet simulator, of switches with input buffers and credits, slot by slot. In
 * this order:
 *
 *	simulate        all runs and their results for each offered load: throughput, latency, stops
 *	sim_options     the options of a simulation
 *	sim_net         ports, tables and lanes in flat arrays, the same for all runs
 *	sim_traffic     the target of each packet
 *	sim_run         one run: its arrays (sim_state), a slot of all hosts (sim_hosts) and all switches (sim_switch),
 *	                what arrives at a switch (sim_arrive); sim_shape: sizes that inner loops depend on
 *	sim_exchange    other tables, switch by switch
 *	sim_stop        the buffers that wait for each other for ever, and their cycle
 *	sim_confirm     whether the channel dependency graph has that cycle too
 *	sim_tally       counters: delivered packets, latencies, use of cables; sums of runs
 *	sim_team        processes that share the runs out
 *	sim_random      random numbers
 */

/*
 * Simulates packets that cross a fabric under an offered load. Time goes in slots: a slot is the time of a packet on
 * the fastest cable. Each port of a switch has an input buffer of `buffer` packets for each virtual lane. The sender
 * has as many credits, and a packet leaves only for a buffer with room. In a slot an output sends at most one packet,
 * and an input gives at most one; a slower cable is busy for more slots. With queue discipline SIM_FIFO only the head
 * of a buffer may leave (head-of-line blocking, as in most switches); with SIM_VOQ the oldest packet for each output
 * may (virtual output queues). An output draws one of the inputs that ask for it on a lane, each with the same
 * probability; lanes take turns by weights (IBTA, VL arbitration). All decisions of a slot are made on the state at its
 * beginning, so that the order of switches does not matter.
 *
 * A host makes a new packet in each slot with the probability of the offered load, which is a share of its cable's
 * rate; load 1 is a saturated source. Packets wait at the host in a queue for each lane, `backlog` of them at most; a
 * host with so many makes none. A host takes a packet from its cable at once. The SL is that of the path or a given
 * one; the VL is that of the SL to VL table for (input port, output port, SL), and on the cable from a host to its
 * switch the VL with the number of the SL.
 *
 * A packet whose route does not arrive is lost at the first switch, and counted; a packet that a table sends to VL 15
 * is dropped at that switch, and counted. In both cases its input gives no other packet in that slot.
 *
 * Karol, Hluchyj, Morgan: "Input Versus Output Queueing on a Space-Division Packet Switch", 1987, is the theory of one
 * such switch: saturated uniform traffic gets 2 - sqrt(2) = .586 of its outputs with SIM_FIFO and many ports.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIMULATE_H
#define SSSP_EVALUATOR_SIMULATE_SIMULATE_H

#include "evaluator/deadlock/lanes.h"
#include "evaluator/simulate/sim_net.h"
#include "evaluator/simulate/sim_options.h"
#include "evaluator/simulate/sim_tally.h"

#include <glib.h>

typedef struct {
	SimTally *load; /* [n_loads] sums over all runs */
	guint32 n_loads;
	SimNet *net;
	guint64 bytes; /* memory of a run */
} SimFacts;

/*
 * Simulates each load `runs` times. `lanes` are those of the tables (lanes_new(), or lanes_new_any() with one SL for
 * applications that use no path records). NULL with SSSP_ERROR_INPUT (fewer than two hosts) or SSSP_ERROR_MEMORY. The
 * same figures to the last bit whatever the threads. O(hosts x switches) to begin with, then, a slot, O(hosts +
 * switches + packets that move); memory of a run 16 bytes a packet of all buffers, beside that of the tables: a byte
 * for each switch and path.
 */
SimFacts *sim_facts_new(const Lanes *lanes, const SimOptions *options, GError **error);
void sim_facts_free(SimFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimFacts, sim_facts_free)

#endif
