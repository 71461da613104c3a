/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/balance: how loads are balanced over channels, and compared. In the order in which to read:
 *
 *   balance          weights of channels, what routes add to them, and the rule for ties
 *   trunk            in fabrics with levels: for each destination, channels down that are kept for it
 *   balance_run      the tree of cheapest minimal routes to one destination, for the LIDs of one switch in a row
 *   balance_guide    which channels of a switch leave the switches behind it a path that ascends in an order
 *   balance_slots    where the costs of switches stand, so that vector instructions find the least of them
 *   score            the bandwidth of routes, estimated; one number by which routings are compared
 */

/*
 * Keeps what all engines share that balance routes over channels: the weight of each channel (the routes of hosts over
 * it so far), the cost of one more route over it, and what the routes to a destination add to the weights. The routes
 * themselves are chosen elsewhere: those of P-SSSP in balance_run.c, those on lanes by SL in core/torus.
 *
 * Routes are compared by hops first and then by the sum of their channels' weights. The published algorithm gets the
 * same by adding P^2 to the weight of every channel, with P the number of endpoints, and such sums can overflow. Here a
 * breadth-first search finds the minimal channels of each switch, and only the weights of these are compared, nearest
 * switch first.
 *
 * Ties: a switch looks at its channels from a start on, goes on at its first channel after the last one, and takes the
 * first of the cheapest. The start is balance_start() where a list has the minimal channels only. Where it has all
 * channels of the switch, the start is balance_turn(), modulo their number. The rule for ties is written down in these
 * places, which must agree or differ on purpose:
 *
 *   balance_run.c      P-SSSP: turn_starts() has balance_turn() modulo each number of channels, as balance_start() is
 *                      for the first LID of a port; choose_all() has balance_start() for other LIDs, and two forms: the
 *                      vectors of base/least.c, and least_key() with keys by load alone, or by an order of the channels
 *   trunk.c            trunk_climb(): channels of trunks, from balance_turn() on
 *   pinned_tree.c      in core/torus, choose(): P-SSSP under lanes, from balance_turn() on (balance_lanes.c)
 *   careful.c          in core/admit, key_of(): hops admitted to the dependency graph, from balance_turn() on, in a
 *                      rerouting after the previous entry, whatever that costs
 *   p2sssp.c           in core/engines, settle(): a pair's route, from the number of the source host on;
 *                      cheapest(): entries that no pair needs, from balance_start() on
 *   published.c        in core/engines, choose(): as the paper has it, the balance_turn()-th of the cheapest
 *   refill.c           in core/reroute, list_candidates(): the previous channel first, then by destination
 *   even.c             in core/reroute, move_entry(): the channel it has, then the lowest number
 *   guard_room.c       in core/admit, choose_later(): the lowest number
 *   unload.c           in core/choose, move(): the channel it has, then the lowest number
 *   descent.c          in core/optimize: the first found
 *   lmc_tree.c         in core/lmc: further LIDs, by destination and number of the LID
 *   port_counts.c      in core/engines, for engines that P-SSSP is compared with: the lowest port
 */
#ifndef SSSP_CORE_BALANCE_BALANCE_H
#define SSSP_CORE_BALANCE_BALANCE_H

#include "core/base/arena.h"
#include "core/graph/bfs.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	guint64 *weight; /* [n_channels] routes of hosts over a channel so far; 0 where graph->ignored marks it */
	guint64 *cost;   /* [n_switches] scratch: weight of the cheapest route from there */
	guint64 *flow;   /* [n_switches] scratch: hosts whose routes come through a switch */
	Arena *arena;    /* private: holds the arrays */
} Balance;

/*
 * Returns `weight` of channel c times the channel's slowness: a route takes twice as much of a channel that is half as
 * fast. Without graph->slowness it returns `weight`, as in the paper, where all channels are equally fast.
 */
static inline guint64 balance_rated(const Balance *balance, guint32 c, guint64 weight)
{
	return balance->graph->slowness ? weight * balance->graph->slowness[c] : weight;
}

/* Adds `change` to the weight of channel c. To take n routes away pass -n: unsigned sums wrap around. */
static inline void balance_add(Balance *balance, guint32 c, guint64 change)
{
	if (!balance->graph->ignored || !balance->graph->ignored[c])
		balance->weight[c] += change;
}

/*
 * Returns what one more route over channel c costs. The paper starts every weight at one, and replaces it by the number
 * of routes as soon as there are any. So a channel with one route weighs as much as an unused one, hence the MAX(); the
 * third round of the paper's Fig. 2 follows only from that.
 */
static inline guint64 balance_weight(const Balance *balance, guint32 c)
{
	return balance_rated(balance, c, MAX(balance->weight[c], 1));
}

/*
 * Returns the number, modulo the number of channels, of the channel that a switch looks at first for a destination. It
 * is the destination's index, so that destinations that follow each other take different channels, plus its place among
 * the LIDs of its port, so that these LIDs take different channels, too.
 */
static inline guint balance_turn(const Graph *graph, guint32 dest)
{
	return dest + graph->dests[dest].sibling;
}

/*
 * Returns the number 0 .. n - 1 of the minimal channel that switch v, which has n of them, looks at first. With
 * balance_turn() alone the LIDs of a port would begin with the same channel number at every hop. At every second hop
 * the start moves on once in n LIDs, so that n x n LIDs get all combinations of channels at two switches in a row.
 *
 * turn_starts() in balance_run.c relies on this: for the first LID of a port it depends on n alone.
 */
static inline guint32 balance_start(const Graph *graph, const Bfs *bfs, guint32 dest, guint32 v, guint32 n)
{
	return (balance_turn(graph, dest) + graph->dests[dest].sibling / n * (bfs->hops[v] & 1u)) % n;
}

/* All weights 0; the graph must outlive it. NULL with SSSP_ERROR_MEMORY. */
Balance *balance_new(const Graph *graph, GError **error);
void balance_free(Balance *balance); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Balance, balance_free)

/* Sets all weights to the loads of `routes`, 0 where graph->ignored marks the channel. O(channels). */
void balance_recall(Balance *balance, const Routes *routes);

/*
 * Adds the routes of all hosts to `dest` (sign 1) to the weights and to routes->load, or takes them away (sign -1).
 * order[n] lists the switches that reach the destination, the destination's switch first, each switch after the one
 * that its route leads to. Does nothing when `dest` is no host: routes to aggregation nodes and switches weigh nothing.
 * O(switches).
 */
void balance_count_order(const Graph *graph, const guint32 *order, guint32 n, Balance *balance, guint32 dest, gint sign,
			 Routes *routes);

#endif
