/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Prices and makes a change of one route: it leaves one switch by another channel, and the flows to its destination
 * that come by that switch go with it. A couple is two flows of different sources and different destinations. Counted
 * are the couples that share a channel less those that share a turn, for each channel and turn (crowding.h); the price
 * is that number after the change minus that before it. For flows in rounds conflicts are counted instead (rounds.h).
 *
 * When flows of weight W join a channel or turn with flows of weight L, of which b go to the same destination, W (L -
 * b) couples are added, less, for each flow that joins, its weight times what its source has there already. When flows
 * leave, as many couples go as the same flows would add afterwards.
 */
#include "core/optimize/change.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"

#include <stdlib.h>
#include <string.h>

gboolean change_init(Change *change, const Crowding *crowding, GError **error)
{
	guint32 n_switches = crowding->graph->n_switches, most = crowding->rounds ? crowding->rounds->most : 0;
	change->source = g_try_new(guint32, n_switches + 1);
	change->arrival = g_try_new(guint32, n_switches + 1);
	change->moved = g_try_new(guint32, most + 1);
	return (change->source && change->arrival && change->moved) ||
	       sssp_error_memory(error, "switches", ((gsize)n_switches + most) * sizeof(guint32));
}

void change_clear(Change *change)
{
	g_free(change->source);
	g_free(change->arrival);
	g_free(change->moved);
}

/* Fills change->moved with the rounds of a pattern's flows that come by the switch. Without rounds there are none. */
static void list_moved(const Crowding *c, Change *change)
{
	const Rounds *r = c->rounds;
	change->n_moved = 0;
	for (guint32 k = 0; r && k < change->n_sources; k++) {
		guint32 first = rounds_first(r, change->i, change->source[k]);
		guint32 n = rounds_first(r, change->i, change->source[k] + 1) - first;
		memcpy(change->moved + change->n_moved, r->round + first, n * sizeof(guint32));
		change->n_moved += n;
	}
	if (change->n_moved > 1)
		qsort(change->moved, change->n_moved, sizeof(guint32), by_number);
}

void change_begin(const Crowding *c, const Routes *routes, guint32 i, guint32 at, Change *change)
{
	const Graph *g = c->graph;
	const guint8 *row = routes_row(routes, c->flows->dest[i]);
	change->i = i;
	change->at = at;
	change->source[0] = at;
	change->arrival[0] = GRAPH_NONE;
	change->n_sources = 1;
	for (guint32 k = 0; k < change->n_sources; k++) {
		guint32 v = change->source[k];
		for (guint32 out = g->first[v]; out < g->first[v + 1]; out++) {
			guint32 in = g->reverse[out], w = g->from[in];
			if (row[w] != g->port[in])
				continue;
			change->arrival[change->n_sources] = k ? change->arrival[k] : in;
			change->source[change->n_sources++] = w;
		}
	}
	list_moved(c, change);
}

/*
 * Fills path[] with `channel` and the route after it. Returns its length, GRAPH_FAR if it does not arrive within
 * `hops`.
 */
static guint32 walk(const Graph *g, const guint8 *row, guint32 channel, guint hops, guint32 target, guint32 *path)
{
	guint32 n = 0, v = GRAPH_NONE;
	for (; channel != GRAPH_NONE && n < hops; channel = route_channel(g, row, v)) {
		path[n++] = channel;
		v = g->to[channel];
	}
	return v == target ? n : GRAPH_FAR;
}

gboolean change_find_paths(const Crowding *c, const Routes *routes, guint32 channel, guint hops, Change *change)
{
	const Graph *g = c->graph;
	guint32 d = c->flows->dest[change->i], target = g->dests[d].vertex;
	const guint8 *row = routes_row(routes, d);
	guint32 n_new = walk(g, row, channel, hops, target, change->new_path);
	guint32 n_old = walk(g, row, route_channel(g, row, change->at), GRAPH_FAR - 1, target, change->old_path);
	change->after = GRAPH_NONE;
	if (n_new == GRAPH_FAR || n_old == GRAPH_FAR)
		return FALSE;
	while (n_old && n_new && change->old_path[n_old - 1] == change->new_path[n_new - 1]) {
		change->after = change->old_path[--n_old];
		n_new--;
	}
	change->n_old = n_old;
	change->n_new = n_new;
	return n_old && n_new;
}

/* ---- what it costs */

/*
 * Flows that the hosts of source number k have on channel a, or with b != a on the turn from a to b: the less of what
 * they have on the two channels (crowding.h). `off` destinations of each host are not counted: 1 for flows that leave,
 * as these are still on it.
 */
static gint64 on_it(const Crowding *c, const Change *change, guint32 k, guint32 a, guint32 b, gint64 off)
{
	const Flows *f = c->flows;
	guint32 class = flows_class(f, c->graph, f->job[change->i], change->source[k]);
	if (class == GRAPH_NONE)
		return 0;
	gint64 n = MIN(*crowding_targets(c, a, class), *crowding_targets(c, b, class));
	return f->hosts[class] * MAX(n - off, 0);
}

/* on_it() summed over all sources. */
static gint64 sources(const Crowding *c, const Change *change, guint32 a, guint32 b, gint64 off)
{
	gint64 sum = 0;
	for (guint32 k = 0; k < change->n_sources; k++)
		sum += on_it(c, change, k, a, b, off);
	return sum;
}

/*
 * How many flows to the same destination come by the switch that a channel leaves. For flows that join (`off` is 0)
 * there are none at `at`: all flows there are those that join.
 */
static gint64 same_dest(const Crowding *c, const Change *change, guint32 channel, gint64 off)
{
	guint32 v = c->graph->from[channel];
	return !off && v == change->at ? 0 : c->sending[(gsize)change->i * c->graph->n_switches + v];
}

/* Couples on the channels of a path less those on its turns after `at`. `off`: 1 for flows that leave, 0 that join. */
static gint64 path_price(const Crowding *c, const Change *change, const guint32 *path, guint32 n, gint64 off)
{
	gint64 w = c->flows->weight[c->flows->job[change->i]], sum = 0;
	gint64 moved = c->sending[(gsize)change->i * c->graph->n_switches + change->at];
	for (guint32 k = 0; k < n; k++) {
		guint32 a = path[k], b = k + 1 < n ? path[k + 1] : change->after;
		gint64 same = same_dest(c, change, a, off) * w;
		sum += moved * w * (c->load[a] - same) - sources(c, change, a, a, off) * w * w;
		if (b == GRAPH_NONE)
			continue;
		sum -= moved * w * (c->turn_load[cdg_turn(c->turns, a, b)] - same) -
		       sources(c, change, a, b, off) * w * w;
	}
	return sum;
}

/* Couples on the turns at `at`, from each channel by which sources come in to `first`, the first channel of a path. */
static gint64 arrivals_price(const Crowding *c, const Change *change, guint32 first, gint64 off)
{
	const Flows *f = c->flows;
	gint64 w = f->weight[f->job[change->i]], sum = 0;
	for (guint32 k = 1; k < change->n_sources; k++) {
		guint32 a = change->arrival[k], class = flows_class(f, c->graph, f->job[change->i], change->source[k]);
		if (class == GRAPH_NONE)
			continue;
		gint64 same = off ? c->sending[(gsize)change->i * c->graph->n_switches + c->graph->from[a]] * w : 0;
		sum += f->hosts[class] * w * (c->turn_load[cdg_turn(c->turns, a, first)] - same) -
		       on_it(c, change, k, a, first, off) * w * w;
	}
	return sum;
}

/* change_price() for flows in rounds. */
static gint64 price_in_rounds(const Crowding *c, const Change *change)
{
	gint64 sum = 0;
	for (guint32 k = 0; k < change->n_new; k++)
		sum += rounds_price(c->rounds, change->new_path[k], change->moved, change->n_moved, 1);
	for (guint32 k = 0; k < change->n_old; k++)
		sum += rounds_price(c->rounds, change->old_path[k], change->moved, change->n_moved, -1);
	return sum;
}

gint64 change_price(const Crowding *c, const Change *change)
{
	if (c->rounds)
		return price_in_rounds(c, change);
	return path_price(c, change, change->new_path, change->n_new, 0) -
	       arrivals_price(c, change, change->new_path[0], 0) -
	       path_price(c, change, change->old_path, change->n_old, 1) +
	       arrivals_price(c, change, change->old_path[0], 1);
}

gboolean change_overloads(const Crowding *c, const Routes *routes, const Change *change, guint64 most)
{
	guint32 hosts = c->behind[(gsize)change->i * c->graph->n_switches + change->at];
	for (guint32 k = 0; k < change->n_new; k++)
		if (routes->load[change->new_path[k]] + hosts > most)
			return TRUE;
	return FALSE;
}

/* ---- how it is made */

/* Adds all flows that come by `at` to the loads of a path (sign 1), or takes them off (-1). */
static void shift(Crowding *c, Routes *routes, const Change *change, const guint32 *path, guint32 n, gint32 sign)
{
	const Graph *g = c->graph;
	const Flows *f = c->flows;
	gsize row = (gsize)change->i * g->n_switches;
	guint32 job = f->job[change->i], hosts = c->behind[row + change->at], sending = c->sending[row + change->at];
	for (guint32 k = 0; k < n; k++) {
		guint32 a = path[k], b = k + 1 < n ? path[k + 1] : change->after;
		routes->load[a] += (guint64)(sign * (gint64)hosts);
		if (c->rounds)
			rounds_shift(c->rounds, a, change->moved, change->n_moved, sign);
		else
			c->load[a] += sign * (gint64)sending * f->weight[job];
		if (b != GRAPH_NONE && !c->rounds)
			c->turn_load[cdg_turn(c->turns, a, b)] += sign * (gint64)sending * f->weight[job];
		if (!k)
			continue;
		c->behind[row + g->from[a]] += (guint32)sign * hosts;
		if (c->sending != c->behind)
			c->sending[row + g->from[a]] += (guint32)sign * sending;
	}
}

/* Adds each source's flows to `targets` of a path and to its turns at `at` (sign 1), or takes them off (-1). */
static void shift_sources(Crowding *c, const Change *change, const guint32 *path, guint32 n, gint32 sign)
{
	const Flows *f = c->flows;
	guint32 job = f->job[change->i];
	for (guint32 k = 0; k < change->n_sources; k++) {
		guint32 class = flows_class(f, c->graph, job, change->source[k]);
		if (class == GRAPH_NONE)
			continue;
		for (guint32 hop = 0; hop < n; hop++)
			*crowding_targets(c, path[hop], class) += (guint16)sign;
		if (k)
			c->turn_load[cdg_turn(c->turns, change->arrival[k], path[0])] +=
				sign * (gint64)f->hosts[class] * f->weight[job];
	}
}

void change_make(Crowding *c, Routes *routes, const Change *change)
{
	shift(c, routes, change, change->old_path, change->n_old, -1);
	shift_sources(c, change, change->old_path, change->n_old, -1);
	shift(c, routes, change, change->new_path, change->n_new, 1);
	shift_sources(c, change, change->new_path, change->n_new, 1);
	routes_row(routes, c->flows->dest[change->i])[change->at] = c->graph->port[change->new_path[0]];
}
