/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes routes to hosts from the fullest channels, one channel after the other, destination by destination. This ends
 * when loads are about as even as those of a routing from scratch, when as many entries have changed as may, or when
 * enough destinations were looked at.
 */
#include "core/reroute/relieve.h"

/* For so many entries that had to change, one may move for even loads. */
#define MUST_A_MOVE 8
/* Channels are relieved above so many times the highest load of the last routing from scratch. */
#define EVEN_ENOUGH 1.02
/*
 * At least one of so many entries may move where there are new channels, and where some entry had to change and the
 * highest load is above DECAYED times that of the last routing from scratch.
 */
#define DECAYED 1.15
#define ENTRIES_A_MOVE 200

/* Destinations in a row that cannot leave a channel, after which its others are taken to be unable to. */
#define DESTS_IN_VAIN 32
/* The most destinations that are looked at in all, and two for each entry that may move, if that is less. */
#define MOST_DESTS 1000

guint64 relieve_limit(const RerouteOptions *options)
{
	return (guint64)(EVEN_ENOUGH * (double)options->previous->efi);
}

/* How many entries may move: more than usual where loads are very uneven. */
static guint64 moves_of(const Relief *r)
{
	guint64 entries = (guint64)r->graph->n_dests * r->graph->n_switches, share = r->must / MUST_A_MOVE;
	double efi = (double)r->options->previous->efi;
	if (r->options->balance != REROUTE_EVEN)
		return 0;
	if (r->options->budget >= 0)
		return (guint64)(r->options->budget * (double)entries);
	if (r->fresh || (r->must && efi > 0 && (double)routes_efi(r->graph, r->routes) > DECAYED * efi))
		return MAX(share, entries / ENTRIES_A_MOVE);
	return share;
}

static guint32 fullest(const Relief *r, const guint8 *done)
{
	const guint64 *load = r->routes->load;
	guint32 best = GRAPH_NONE;
	for (guint32 c = 0; c < r->graph->n_channels; c++)
		if (!done[c] && (best == GRAPH_NONE || load[c] > load[best]))
			best = c;
	return best;
}

/* Moves destinations off one channel; *dests of them may be looked at. Returns how many entries have changed. */
static guint64 relieve_channel(const Relief *r, guint32 c, guint64 moves, guint64 *dests)
{
	const Graph *g = r->graph;
	guint64 made = 0, limit = relieve_limit(r->options);
	guint vain = 0;
	for (guint32 d = 0;
	     d < g->n_dests && made < moves && *dests && vain < DESTS_IN_VAIN && r->routes->load[c] > limit; d++) {
		if (!g->dests[d].is_host || routes_row(r->routes, d)[g->from[c]] != g->port[c])
			continue;
		(*dests)--;
		guint64 changed = r->move(r->user, d, c, moves - made);
		vain = changed ? 0 : vain + 1;
		made += changed;
	}
	return made;
}

void relieve_fullest(const Relief *relief)
{
	guint64 moves = moves_of(relief), made = 0, dests = MIN(2 * moves, MOST_DESTS);
	g_autofree guint8 *done = moves ? g_try_malloc0(relief->graph->n_channels + (gsize)1) : NULL;
	guint32 c;
	while (done && made < moves && dests && (c = fullest(relief, done)) != GRAPH_NONE &&
	       relief->routes->load[c] > relieve_limit(relief->options)) {
		done[c] = 1;
		made += relieve_channel(relief, c, moves - made, &dests);
	}
}
