/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room balance, in the order in which to read:
 *
 *   balance          weights of channels, what routes add to them, and the rule for ties
 *   trunk            channels down of their own for destinations in fabrics with levels
 *   balance_run      the tree of cheapest minimal routes to one destination, for the LIDs of one switch in a row
 *   balance_guide    what each switch must leave to those behind it, in an order of the channels
 *   balance_slots    where the costs of switches stand, so that vectors find the least of them
 *   probe, score     a quick look at the bandwidth of routes; one number by which routings are compared
 *
 * What every balancing engine shares: the weights of the channels, what one more route over a channel costs, and what
 * the routes to a destination add to the weights. The routes themselves are chosen elsewhere: those of P-SSSP in
 * balance_run.c, those on lanes by SL in core/torus. balance_route() here is P^2-SSSP's.
 *
 * Routes are compared by hops first and then by the sum of their channels' weights. This is what the published
 * algorithm reaches by adding P^2 to every channel's weight, without that number's overflow: hops come from the
 * breadth-first search, so the comparison of weights is left to the minimal channels of each switch, nearest switch
 * first, one look at each.
 *
 * Ties: a switch looks at its channels from a number on and round, and the first of the cheapest is taken. The number
 * is balance_start(), or balance_turn() where all channels of the switch are counted. A rule for ties stands in these
 * places, which must agree or differ knowingly:
 *
 *   balance_run.c      P-SSSP: turn_starts() has balance_start(); choose() has four forms: cheapest(), the vectors of
 *                      base/least.c, and cheapest_in_order() and cheapest_by_descents() with an order of the channels.
 *                      climb(): trunks, from balance_turn() on
 *   pinned_tree.c      in core/torus, choose(): P-SSSP under lanes, from balance_turn() on (balance_lanes.c)
 *   careful.c          in core/admit, list_channels(): hops admitted to the dependency graph, from balance_turn() on
 *   balance.c          cheapest(): balance_route(), which only P^2-SSSP calls, from balance_start() on
 *   p2sssp.c           in core/engines, settle(): a pair's route, from the number of the source host on
 *   published.c        in core/engines, choose(): as the paper has it, the balance_turn()-th of the cheapest
 *   refill.c           in core/reroute, list_candidates(): the previous channel first, then by destination
 *   even.c             in core/reroute, move_entry(): the channel it has, then the lowest number
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
	guint64 *weight; /* [n_channels] routes of hosts over a channel so far; 0 where ignored */
	guint64 *cost;   /* [n_switches] scratch: weight of the cheapest route from there */
	guint64 *flow;   /* [n_switches] scratch: hosts whose routes come through a switch */
	Arena *arena;    /* private: holds the arrays */
} Balance;

/*
 * `weight` of a channel as its data rate has it: a route takes twice as much of a channel that is half as fast. Without
 * rates (graph->slowness), as in the paper, all channels are alike.
 */
static inline guint64 balance_rated(const Balance *balance, guint32 c, guint64 weight)
{
	return balance->graph->slowness ? weight * balance->graph->slowness[c] : weight;
}

/* `change` more routes over a channel, or less: unsigned numbers that wrap around come back. */
static inline void balance_add(Balance *balance, guint32 c, guint64 change)
{
	if (!balance->graph->ignored || !balance->graph->ignored[c])
		balance->weight[c] += change;
}

/*
 * What one more route over a channel costs. The paper starts every weight at one and replaces it by the number of
 * routes once there are any, so a channel with one route still weighs what an unused one does; the third round of its
 * Fig. 2 follows only from that.
 */
static inline guint64 balance_weight(const Balance *balance, guint32 c)
{
	return balance_rated(balance, c, MAX(balance->weight[c], 1));
}

/*
 * Where the search among equal channels begins for a destination: its ordinal, so that neighbours in the order take
 * different ways, moved on by its place in its port's LIDs, so that these do.
 */
static inline guint balance_turn(const Graph *graph, guint32 dest)
{
	return dest + graph->dests[dest].sibling;
}

/* Sibling LIDs count through the combinations of ways that two levels of equal channels offer: v has n of them. */
static inline guint32 balance_sibling(const Graph *graph, const Bfs *bfs, guint32 dest, guint32 v, guint32 n)
{
	return graph->dests[dest].sibling / n * (bfs->hops[v] & 1u);
}

/*
 * The number of the channel that switch v, with n minimal ones, looks at first. turn_starts() in balance_run.c counts
 * on it: of two destinations in a row that are each the first LID of their port, the second begins one number later.
 */
static inline guint32 balance_start(const Graph *graph, const Bfs *bfs, guint32 dest, guint32 v, guint32 n)
{
	return (balance_turn(graph, dest) + balance_sibling(graph, bfs, dest, v, n)) % n;
}

/* All weights 0; the graph must outlive it. NULL with SSSP_ERROR_MEMORY. */
Balance *balance_new(const Graph *graph, GError **error);
void balance_free(Balance *balance); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Balance, balance_free)

/* The weights that finished routes left. O(channels). */
void balance_recall(Balance *balance, const Routes *routes);

/*
 * Fills the row of destination `dest` for every switch that `bfs` (run for the destination's switch) reached; entries
 * that are not ROUTE_NONE are kept. Among routes that cost the same, switch v takes its minimal channel number
 * balance_start(), or the next after it that is as cheap. Of use to p2sssp.c alone: P-SSSP's routes come from
 * balance_run_route(). O(minimal channels).
 */
void balance_route(const Graph *graph, const Bfs *bfs, Balance *balance, guint32 dest, Routes *routes);

/*
 * Adds (sign 1) or takes away (sign -1) the routes of all hosts to `dest`, to the weights and to routes->load, when the
 * destination is a host: what comes to aggregation nodes and switches weighs nothing. O(switches).
 */
void balance_count(const Graph *graph, const Bfs *bfs, Balance *balance, guint32 dest, gint sign, Routes *routes);

/*
 * The same for routes of any length: `order` lists the switches that reach the destination, itself first, each after
 * the one its route leads to.
 */
void balance_count_order(const Graph *graph, const guint32 *order, guint32 n, Balance *balance, guint32 dest, gint sign,
			 Routes *routes);

#endif
