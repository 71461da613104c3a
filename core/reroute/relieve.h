/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Takes routes from the fullest channels, on lanes of any kind: a callback moves the routes to a destination. */
#ifndef SSSP_CORE_REROUTE_RELIEVE_H
#define SSSP_CORE_REROUTE_RELIEVE_H

#include "core/reroute/reroute_options.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const Routes *routes; /* with loads, which `move` changes */
	const RerouteOptions *options;
	guint64 must;   /* entries that had to be found, of destinations that there were before */
	gboolean fresh; /* there are new channels */
	/*
	 * Takes routes to a destination off channel c, by which they go, with changes of at most `moves` entries, so
	 * that no channel that they go by carries more than the fullest of those that they have left. Returns how many
	 * entries it has changed.
	 */
	guint64 (*move)(gpointer user, guint32 dest, guint32 c, guint64 moves);
	gpointer user;
} Relief;

/* What channels may carry: hardly more than the fullest of the last routing from scratch; 0 where that is unknown. */
guint64 relieve_limit(const RerouteOptions *options);

/*
 * Takes routes from the fullest channels until none carries more than relieve_limit(), within a budget of entries: a
 * share of those that had to change, or more where loads are far from even; with REROUTE_STAY none. O(channels) for
 * each channel, and what at most 1,000 calls of `move` take.
 */
void relieve_fullest(const Relief *relief);

#endif
