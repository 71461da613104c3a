/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds on which of their previous lanes connections may go on by the new routes to a destination. A lane on which the
 * new route from a switch closes a cycle is illegal from there, and connections on it have to be opened again. Where
 * lanes are by SL, exchange.c calls trial_settle() for all destinations that change first; trial->settled, which else
 * is NULL, has the new routes on all lanes that they may be on then. trial_begin() comes after that, for one
 * destination after the other, and relies on it.
 */
#include "core/exchange/trial.h"

/*
 * Whether t->settled has the new route from v on a lane; with `add`, whether the route can be added to it. If it
 * cannot, the caller has to undo what was added. Always TRUE where any SL is legal.
 */
static gboolean walk(const Trial *t, guint32 v, guint lane, gboolean add)
{
	const Both *b = t->both;
	if (!t->settled)
		return TRUE;
	LaneUse *use = t->settled->use;
	if (lane >= use->n_lanes)
		return FALSE;
	for (guint32 c = b->shall[v], next; mix_is_channel(c); c = next) {
		next = b->shall[b->graph->to[c]];
		if (mix_is_channel(next) &&
		    (add ? !lane_use_add(use, lane, c, next) : lane_use_asks(use, lane, c, next) != LANE_USE_KNOWN))
			return FALSE;
	}
	return TRUE;
}

/* Lanes on which, as the new routing has found, connections from v to the destination at hand cannot go on. */
static LaneMask dropped_lanes(const Both *b, guint32 v)
{
	const guint16 *dropped = b->stand->layers->dropped;
	return dropped ? dropped[(gsize)v * b->graph->n_switches + b->graph->dests[b->dest].vertex] : 0;
}

void trial_settle(Trial *t, GArray *illegal)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		/*
		 * A dropped lane that is not in `old_lanes` comes from an earlier routing: its connections are illegal,
		 * too.
		 */
		LaneMask dropped = b->old_lanes[v] ? dropped_lanes(b, v) : 0;
		gboolean fits = !(dropped & ~b->old_lanes[v]);
		for (guint lane = 0; b->old_lanes[v] >> lane; lane++) {
			if (!(b->old_lanes[v] >> lane & 1) || b->new_lanes[v] >> lane & 1)
				continue;
			lane_use_begin(t->settled->use);
			if (!(dropped >> lane & 1) && walk(t, v, lane, TRUE))
				continue;
			lane_use_undo(t->settled->use);
			fits = FALSE;
		}
		if (!fits)
			g_array_append_vals(illegal, &(ExchangePair){v, b->dest}, 1);
	}
}

void trial_begin(Trial *t, guint32 dest)
{
	Both *b = t->both;
	both_begin(b, dest);
	t->forced = FALSE;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		LaneMask other = b->old_lanes[v] & ~b->new_lanes[v];
		t->legal[v] = b->old_lanes[v] & b->new_lanes[v];
		for (guint lane = 0; other >> lane; lane++)
			if (other >> lane & 1 && walk(t, v, lane, FALSE))
				t->legal[v] |= (LaneMask)(1u << lane);
		t->later[v] = t->legal[v] | b->new_lanes[v];
	}
}
