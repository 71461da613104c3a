/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Moves routes for the sake of even loads. New channels get their share whatever it takes; full ones are relieved of a
 * little more than had to change.
 */
#include "core/reroute/even.h"

#include "core/reroute/relieve.h"

/* One entry moved for the sake of even loads to so many that had to change. */
#define MUST_A_MOVE 8
/* Loads above so much of what they were when all was fresh are relieved. */
#define EVEN_ENOUGH 1.02
/* Above so much at least one entry of so many moves, if any had to change: a restart changes nothing. */
#define DECAYED 1.15
#define ENTRIES_A_MOVE 200

static gboolean move_entries(const Reroute *r, Tree *tree, GError **error)
{
	double entries = (double)r->graph->n_dests * r->graph->n_switches;
	guint64 moves = r->options->budget < 0 ? r->must / MUST_A_MOVE : (guint64)(r->options->budget * entries);
	if (!relieve_by_fresh(tree, r->before->fresh, error))
		return FALSE;
	if (r->options->budget < 0 && r->must && r->options->previous->efi &&
	    (double)routes_efi(r->graph, r->routes) > DECAYED * (double)r->options->previous->efi)
		moves = MAX(moves, (guint64)entries / ENTRIES_A_MOVE);
	if (r->options->balance != REROUTE_EVEN)
		return TRUE;
	moves -= relieve_fullest(tree, (guint64)(EVEN_ENOUGH * (double)r->options->previous->efi), moves);
	relieve_moved(tree, r->before->moved, moves);
	return TRUE;
}

/* What is in use, and carried, when pairs were served in other ways than by filling in. FALSE also without `error`. */
static gboolean count_again(Reroute *r, GError **error)
{
	if (r->changed || r->others)
		routes_recount(r->graph, r->routes);
	if (r->others) {
		g_clear_pointer(&r->use, lane_use_free);
		r->use = lane_use_new(r->graph, r->routes, LAYERS_OF_ALL, r->layers, error);
	}
	if (r->use)
		lane_use_settle(r->use);
	return r->use != NULL;
}

gboolean even_loads(Reroute *r, GError **error)
{
	GError *failure = NULL;
	g_autoptr(Tree) tree = count_again(r, &failure) ? tree_new(r->graph, r->hops, r->before->routes, r->routes,
								   r->layers, r->use, &failure)
							: NULL;
	if (tree)
		move_entries(r, tree, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}
