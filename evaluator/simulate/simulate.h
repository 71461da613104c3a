/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room of what packets get: a fabric of input buffers with credits, slot by slot. In this order:
 *
 *	simulate        the question and its answer: throughput, latency, stops, for each offered load
 *	sim_options     what can be asked for
 *	sim_net         ports, tables and lanes in flat arrays, the same for all runs
 *	sim_traffic     who sends to whom
 *	sim_run         one run: its arrays (sim_state), a slot of all hosts (sim_hosts), of all switches (sim_switch), which
 *	                take what has come to them (sim_arrive); sim_shape: lanes and words that loops depend on
 *	sim_exchange    other tables, switch by switch
 *	sim_stop        which buffers wait for each other for ever, and the cycle that they wait in
 *	sim_confirm     whether the channel dependency graph has that cycle too
 *	sim_tally       what is counted: delivered packets, latencies, use of cables; sums of runs
 *	sim_team        processes that share the runs out
 *	sim_random      random numbers
 */
/*
 * What is simulated. Time goes in slots, a slot being what a packet takes on the fastest cable. Each port of a switch
 * has an input buffer of `buffer` packets a virtual lane; whoever sends into it has as many credits, and a packet
 * leaves only for a buffer that has room. In a slot an output sends one packet, at most, and an input gives one; a
 * slower cable is busy for more slots. Queue discipline SIM_FIFO: only the head of a buffer may leave (head-of-line
 * blocking, what most switches do); SIM_VOQ: the oldest packet for any output (virtual output queues). Of the inputs
 * that ask for an output on a lane each is as likely; lanes take turns by weights (IBTA, VL arbitration). All
 * decisions of a slot are made on the state at its beginning, so that no order of switches matters.
 *
 * A host has a new packet in each slot with the probability of the offered load; they wait in a queue a lane,
 * `backlog` of them at most: with a full queue none is offered. Saturated sources are load 1. What reaches a host is
 * taken from the cable at once. The SL is that of the path or a given one, the VL that of the SL to VL table for
 * (input port, output port, SL); on the cable from a host to its switch it is that of the number of the SL.
 *
 * A packet whose route does not arrive is lost at the switch it first comes to, and counted; one that a table sends to
 * VL 15 is dropped there, and counted. Either is what its input gives in that slot.
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
	SimTally *load; /* [n_loads] of all runs */
	guint32 n_loads;
	SimNet *net;
	guint64 bytes; /* memory of a run */
} SimFacts;

/*
 * Simulates each load `runs` times. `lanes` are those of the tables (lanes_new(), or lanes_new_any() with one SL for
 * applications that ask nobody for theirs). NULL with SSSP_ERROR_INPUT (fewer than two hosts) or SSSP_ERROR_MEMORY. The
 * same figures to the last bit whatever the threads. O(hosts x switches) to begin with, then, a slot, O(hosts +
 * switches + packets that move); memory of a run 16 bytes a packet of all buffers, beside that of the tables: a byte
 * for each switch and path.
 */
SimFacts *sim_facts_new(const Lanes *lanes, const SimOptions *options, GError **error);
void sim_facts_free(SimFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimFacts, sim_facts_free)

#endif
