/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the cheapest minimal routes to a batch of destinations, those on one switch, one destination after the other.
 * Each switch, nearest to the destination first, takes one of its minimal channels (those that bring it one hop nearer,
 * bfs.h): the one with the least sum of its price and the cost of the route from the switch that it leads to. The price
 * is the channel's weight, the routes that it carries so far, times its slowness (balance_weight()).
 *
 * Three things change this. With trunks (trunk.h: one path down to each destination is kept for it), channels down
 * beside the trunk cost more. With a guide (an order of the channels), channels whose whole path fits the order come
 * first whatever they cost, then those that leave the switches behind a path in order. With a lead, another such order,
 * the cost of a path counts twice at a switch where the path leaves that order.
 *
 * In this file i and u are places of switches in the breadth-first order (0 is the destination's switch), and k is the
 * place of a channel in the list of minimal channels. Both ascend with the distance from the destination. A slot is
 * another number for a switch, by which costs that are compared stand side by side (balance_slots.h). In names a row is
 * either such a batch (routes_of_row) or the entries to one destination (routes_row()).
 */
#include "core/balance/balance_run.h"

#include "core/base/arena.h"
#include "core/base/least.h"
#include "core/balance/balance_guide.h"
#include "core/balance/balance_slots.h"

#include <string.h>

/*
 * Added to the price of a channel that leads down beside the trunk: it exceeds the sum of all other prices on a route.
 * All prices without it are below it (2^30 routes at most, 2^12 times slower), so the bit shows which channels these
 * are.
 */
#define OFF_TRUNK ((guint64)1 << 44)

struct BalanceRun {
	Arena *arena; /* holds the arrays */
	Balance *balance;
	const Graph *graph;
	const Bfs *bfs;
	gboolean hosts; /* the destinations of this batch are hosts, whose routes count */
	guint64 *price; /* [minimal channels] balance_weight() of a channel, and OFF_TRUNK */
	/*
	 * [minimal channels] weight of a channel and the routes that this batch has added; below 0 (modulo 2^64) where
	 * an ignored channel, whose weight stays 0, loses routes of an earlier pass
	 */
	guint64 *load;
	guint64 *cost; /* [n_switches] cost of the cheapest route from a switch, by slot (balance_slots.h) */
	BalanceSlots *slots;
	guint64 *own;       /* [n_switches] by place: hosts at a switch */
	guint64 *flow;      /* [n_switches] by place: hosts whose routes begin at a switch or come through it */
	guint32 *taken;     /* [n_switches] by place: the channel of the route */
	guint32 *start;     /* [max_degree + 1] balance_start() for a port's first LID, with so many minimal channels */
	guint32 max_degree; /* minimal channels that a switch can have at most */
	guint64 *distances; /* for least_by_vectors() */
	Trunk *trunk;       /* or NULL */
	guint8 *level;      /* [n_switches] scratch: trunk->level by place */
	guint32 *chain;     /* [n_chain] places of the trunk's channels */
	guint32 n_chain;
	const DependencyGraph *guide; /* or NULL */
	const guint32 *lead;          /* [n_channels] as balance_run_lead() says, or NULL */
	BalanceGuide *behind;         /* with a guide: which channels leave the switches behind a path in order */
	guint64 ranked;               /* guide->n_reorders when `rank` was filled */
	/* [minimal channels] a channel's rank in the order of `guide` (dependency_place()) or `lead` */
	guint32 *rank;
	/* [n_switches] by slot, with such an order: a path over a channel to it ascends if its rank is below this */
	guint32 *limit;
};

BalanceRun *balance_run_new(Balance *balance, GError **error)
{
	g_autoptr(BalanceRun) run = g_new0(BalanceRun, 1);
	gsize n = balance->graph->n_switches, m = balance->graph->n_channels;
	run->arena = arena_new();
	run->balance = balance;
	run->graph = balance->graph;
	run->price = arena_new_array(run->arena, guint64, m + LEAST_PADDING);
	run->load = arena_new_array(run->arena, guint64, m + 1);
	run->cost = arena_new_array0(run->arena, guint64, n + LEAST_PADDING);
	run->own = arena_new_array(run->arena, guint64, n + 1);
	run->flow = arena_new_array(run->arena, guint64, n + 1);
	for (guint32 v = 0; v < n; v++)
		run->max_degree = MAX(run->max_degree, run->graph->first[v + 1] - run->graph->first[v]);
	run->start = arena_new_array(run->arena, guint32, run->max_degree + (gsize)1);
	run->taken = arena_new_array(run->arena, guint32, n + 1);
	run->level = arena_new_array(run->arena, guint8, n + 1);
	run->rank = arena_new_array(run->arena, guint32, m + 1);
	run->limit = arena_new_array(run->arena, guint32, n + LEAST_PADDING);
	run->behind = balance_guide_new(run->arena, run->graph);
	run->chain = arena_new_array(run->arena, guint32, n + 1);
	if (!(run->slots = balance_slots_new(run->arena, run->graph, error)))
		return NULL;
	if (run->slots->vectors)
		run->distances =
			arena_new_array0(run->arena, guint64, LEAST_DISTANCES(run->max_degree) + LEAST_PADDING);
	if (!arena_check(run->arena, "the weights", error))
		return NULL;
	if (run->slots->vectors)
		least_fill_distances(run->max_degree, run->distances);
	return g_steal_pointer(&run);
}

void balance_run_free(BalanceRun *run)
{
	if (!run)
		return;
	arena_free(run->arena);
	g_free(run);
}

void balance_run_use_trunks(BalanceRun *run, Trunk *trunk)
{
	run->trunk = trunk && !trunk->flat && !trunk->lone ? trunk : NULL;
}

/* Raises the prices of channels that descend, as trunk_descends() says; begin_trunk() takes out those of a trunk. */
static void mark_off_trunk(BalanceRun *run)
{
	const Bfs *bfs = run->bfs;
	for (guint32 i = 0; i < bfs->n_reached; i++)
		run->level[i] = run->trunk->level[bfs->order[i]];
	for (guint32 i = 0; i < bfs->n_reached; i++)
		for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++)
			run->price[k] += run->level[i] > run->level[bfs->to[k]] ? OFF_TRUNK : 0;
}

void balance_run_begin(BalanceRun *run, const Bfs *bfs, gboolean hosts)
{
	guint32 m = bfs->first[bfs->n_reached];
	run->bfs = bfs;
	run->hosts = hosts;
	balance_slots_lay(run->slots, bfs);
	if (run->guide)
		balance_guide_begin(run->behind, bfs);
	run->ranked = G_MAXUINT64;
	for (guint32 k = 0; k < m; k++) {
		run->price[k] = balance_weight(run->balance, bfs->channel[k]);
		run->load[k] = run->balance->weight[bfs->channel[k]];
	}
	for (guint32 k = 0; run->lead && k < m; k++)
		run->rank[k] = run->lead[bfs->channel[k]];
	for (guint32 i = 0; i < bfs->n_reached; i++)
		run->own[i] = run->graph->hosts[bfs->order[i]];
	if (run->trunk)
		mark_off_trunk(run);
}

void balance_run_end(BalanceRun *run, Routes *routes)
{
	const Bfs *bfs = run->bfs;
	for (guint32 k = 0; bfs && run->hosts && k < bfs->first[bfs->n_reached]; k++) {
		guint64 routes_of_row = run->load[k] - run->balance->weight[bfs->channel[k]];
		balance_add(run->balance, bfs->channel[k], routes_of_row);
		routes->load[bfs->channel[k]] += routes_of_row;
	}
	run->bfs = NULL;
}

/* The price of channel k with the routes that this batch has added so far. */
static inline guint64 price_now(const BalanceRun *run, guint32 k)
{
	const Graph *graph = run->graph;
	guint64 off_trunk = run->trunk ? run->price[k] & OFF_TRUNK : 0, weight = run->load[k];
	if (graph->ignored && graph->ignored[run->bfs->channel[k]])
		weight = 0;
	return balance_rated(run->balance, run->bfs->channel[k], MAX(weight, 1)) + off_trunk;
}

/*
 * Adds the routes of all hosts over the channels in `taken` (`add`), or takes them away. Flows (hosts whose routes come
 * through a switch) add up from the farthest switch to the nearest.
 */
static void count(BalanceRun *run, gboolean add)
{
	const guint32 *to = run->bfs->to, *taken = run->taken;
	guint64 *flow = run->flow;
	if (!run->hosts)
		return;
	memcpy(flow, run->own, run->bfs->n_reached * sizeof *flow);
	for (guint32 i = run->bfs->n_reached; i-- > 1;) {
		guint32 k = taken[i];
		if (!flow[i])
			continue;
		flow[to[k]] += flow[i];
		run->load[k] += add ? flow[i] : -flow[i];
		run->price[k] = price_now(run, k);
	}
}

/* Fills `taken` from a destination's row. */
static void read_row(BalanceRun *run, const guint8 *row)
{
	for (guint32 i = 1; i < run->bfs->n_reached; i++) {
		guint32 v = run->bfs->order[i];
		run->taken[i] = run->bfs->entry[graph_channel(run->graph, v, row[v])];
	}
}

/* Fills `start` for the first LID of a port, whose balance_start() depends only on the number of channels. */
static void turn_starts(BalanceRun *run, guint32 dest)
{
	for (guint32 n = 1; n <= run->max_degree && !run->graph->dests[dest].sibling; n++)
		run->start[n] = balance_turn(run->graph, dest) % n;
}

/*
 * Makes the channels to `dest` its trunk: they are in `chain`, and have their plain price, without OFF_TRUNK, until
 * end_trunk().
 */
static void begin_trunk(BalanceRun *run, guint32 dest)
{
	guint32 turn = balance_turn(run->graph, dest), v = run->bfs->order[0];
	for (guint32 c; (c = trunk_climb(run->trunk, run->balance, run->bfs, v, turn)) != GRAPH_NONE;
	     v = run->graph->from[c]) {
		guint32 k = run->bfs->entry[c];
		if (!run->graph->ignored || !run->graph->ignored[c])
			run->trunk->count[c] += run->hosts ? 1 : 0;
		run->chain[run->n_chain++] = k;
		run->price[k] -= OFF_TRUNK;
	}
}

static void end_trunk(BalanceRun *run)
{
	while (run->n_chain)
		run->price[run->chain[--run->n_chain]] += OFF_TRUNK;
}

/* Fills `rank` where the guide's order has changed since it was filled. */
static void fill_ranks(BalanceRun *run)
{
	const Bfs *bfs = run->bfs;
	if (run->ranked == run->guide->n_reorders)
		return;
	run->ranked = run->guide->n_reorders;
	for (guint32 k = 0; k < bfs->first[bfs->n_reached]; k++)
		run->rank[k] = dependency_place(run->guide, bfs->channel[k]);
}

/*
 * Returns the channel of begin .. end - 1 with the least key, of equals the first from `start` on, then the first from
 * `begin` on. `above` is handed on to key_of().
 */
static inline guint32 least_key(const BalanceRun *run, guint32 begin, guint32 end, guint32 start, guint64 above,
				guint64 (*key_of)(const BalanceRun *run, guint32 k, guint64 above))
{
	guint32 best = start;
	guint64 least = key_of(run, start, above);
	for (guint32 k = start + 1; k < end; k++) {
		guint64 key = key_of(run, k, above);
		best = key < least ? k : best;
		least = MIN(least, key);
	}
	for (guint32 k = begin; k < start; k++) {
		guint64 key = key_of(run, k, above);
		best = key < least ? k : best;
		least = MIN(least, key);
	}
	return best;
}

/* The key of channel k where loads alone decide: the cost of the path over it. */
static inline guint64 key_of_load(const BalanceRun *run, guint32 k, guint64 unused)
{
	(void)unused;
	return run->cost[run->slots->to[k]] + run->price[k];
}

/* The cost of a path takes the low bits of a key; how it fits the guide's order stands above, and so decides first. */
#define COST_BITS LEAST_BITS

/*
 * The key of channel k; the least one is taken. Channels whose whole path fits the guide's order come first (else bit 1
 * of `bad` is set); of these, channels after which the switches behind i (farther off) can go on in order, whose rank
 * is not below `above` (else bit 0); of these the cheapest.
 */
static inline guint64 key_in_order(const BalanceRun *run, guint32 k, guint64 above)
{
	guint32 slot = run->slots->to[k];
	guint64 bad = (run->rank[k] < run->limit[slot] ? 0u : 2u) + (run->behind->rank_at[k] < above ? 1u : 0u);
	return bad << COST_BITS | (run->cost[slot] + run->price[k]);
}

/*
 * Chooses among the channels begin .. end - 1 of switch i in the guide's order, and sets what the next ones look up:
 * its limit is the rank of its channel where its path fits the order, else 0, below which no rank is.
 */
static guint32 choose_guided(BalanceRun *run, guint32 i, guint32 begin, guint32 end, guint32 start)
{
	guint32 slot = run->slots->slot[i], best, next;
	best = least_key(run, begin, end, start, run->behind->above[i], key_in_order);
	next = run->slots->to[best];
	run->limit[slot] = run->rank[best] < run->limit[next] ? run->rank[best] : 0;
	return best;
}

/* The key of channel k where an order leads: a path that leaves that order costs twice its load, OFF_TRUNK apart. */
static inline guint64 key_led(const BalanceRun *run, guint32 k, guint64 unused)
{
	guint64 cost = key_of_load(run, k, unused);
	return run->rank[k] < run->limit[run->slots->to[k]] ? cost : cost + (cost & (OFF_TRUNK - 1));
}

/*
 * Chooses among the channels begin .. end - 1 of switch i as the order leads, and sets what the next ones look up: its
 * limit is the rank of its channel, whether its own path ascends or not.
 */
static guint32 choose_led(BalanceRun *run, guint32 i, guint32 begin, guint32 end, guint32 start)
{
	guint32 best = least_key(run, begin, end, start, 0, key_led);
	run->limit[run->slots->slot[i]] = run->rank[best];
	return best;
}

/*
 * Chooses a channel of each switch, nearest first: by vectors, one by one, or with an order of the channels (guide,
 * lead).
 */
static void choose_all(BalanceRun *run, guint32 dest)
{
	const Bfs *bfs = run->bfs;
	const guint32 *first = bfs->first, *slot = run->slots->slot, *to = run->slots->to;
	const guint8 *beside = run->slots->beside;
	const guint64 *price = run->price, *distances = run->distances;
	guint64 *cost = run->cost;
	guint32 *taken = run->taken, n_reached = bfs->n_reached;
	gboolean guided = run->guide != NULL, is_further_lid = run->graph->dests[dest].sibling > 0;
	for (guint32 i = 1, begin = first[1], end; i < n_reached; i++, begin = end) {
		end = first[i + 1];
		guint32 n = end - begin, k;
		guint32 start = is_further_lid ? balance_start(run->graph, bfs, dest, bfs->order[i], n) : run->start[n];
		if (guided)
			k = choose_guided(run, i, begin, end, begin + start);
		else if (run->lead)
			k = choose_led(run, i, begin, end, begin + start);
		else if (beside[i])
			k = begin + least_by_vectors(cost + to[begin], price + begin, n, start, distances);
		else
			k = least_key(run, begin, end, begin + start, 0, key_of_load);
		cost[slot[i]] = cost[to[k]] + price[k];
		taken[i] = k;
	}
}

/* Fills a destination's row from `taken`. */
static void write_row(const BalanceRun *run, guint8 *row)
{
	const guint32 *order = run->bfs->order, *channel = run->bfs->channel, *taken = run->taken;
	const guint8 *port = run->graph->port;
	guint32 n = run->bfs->n_reached;
	row[order[0]] = 0;
	for (guint32 i = 1; i < n; i++)
		row[order[i]] = port[channel[taken[i]]];
}

void balance_run_route(BalanceRun *run, guint32 dest, gboolean again, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	if (again) {
		read_row(run, row);
		count(run, FALSE);
	}
	if (run->trunk)
		begin_trunk(run, dest);
	turn_starts(run, dest);
	run->cost[run->slots->slot[0]] = 0;
	if (run->guide)
		fill_ranks(run);
	/* Any last channel fits an order. */
	run->limit[run->slots->slot[0]] = G_MAXUINT32;
	choose_all(run, dest);
	write_row(run, row);
	count(run, TRUE);
	end_trunk(run);
}

void balance_run_take_back(BalanceRun *run)
{
	count(run, FALSE);
}

void balance_run_guide(BalanceRun *run, const DependencyGraph *deps, const guint32 *rank)
{
	run->guide = deps;
	run->behind->rank = rank;
}

void balance_run_lead(BalanceRun *run, const guint32 *place)
{
	run->lead = place;
}

BalanceTree balance_run_tree(const BalanceRun *run)
{
	return (BalanceTree){run->bfs, run->taken, run->flow};
}
