/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Spreads packets over all shortest paths, whatever the tables say, for two purposes. spread_lay() lays one flow on
 * channels, for flows that share them (maxmin.h); spread_loads() computes the load of each channel when every endpoint
 * sends to every other. At every switch a flow is split evenly over the channels that are next on a shortest path to
 * its destination's switch; each of several parallel cables counts. A row is a switch (paths.h).
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_SPREAD_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_SPREAD_H

#include "evaluator/measures/bandwidth/maxmin.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

#define SPREAD_FAR 255 /* hops: not reached, or further than any table of this kind goes */

typedef struct {
	const Paths *paths;
	guint8 *hops; /* [n_rows to][n_rows from] on a shortest path, SPREAD_FAR */
} Spread;

/* NULL with SSSP_ERROR_MEMORY. O(switches x channels). */
Spread *spread_new(const Paths *paths, GError **error);
void spread_free(Spread *spread); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Spread, spread_free)

/* What one thread works with. */
typedef struct {
	gdouble *amount; /* [n_rows] all 0 between calls */
	guint32 *queue;  /* [n_rows] */
} SpreadScratch;

SpreadScratch *spread_scratch_new(const Spread *spread, GError **error);
void spread_scratch_free(SpreadScratch *scratch); /* NULL is fine */

/*
 * Lays the flow from one row to another on channels (place: the channel; part: times weight[channel], NULL: 1). FALSE
 * where there is no path. O(channels of the switches between).
 */
gboolean spread_lay(const Spread *spread, SpreadScratch *scratch, guint32 from, guint32 to, const gdouble *weight,
		    MaxMin *m);

/*
 * A MaxMinAgain for flows that spread_lay() laid, followed by their ends (places from n_channels on): splits a flow
 * evenly over the channels that still have room and lead on. FALSE where no shortest path has room, or an end is full.
 * O(n).
 */
gboolean spread_relay(const Spread *spread, SpreadScratch *scratch, const gdouble *weight, const guint8 *full,
		      MaxMinLay *lay, guint32 n);

/*
 * What one flow from every endpoint that takes part to every other lays on each channel: load[n_channels], as efi.h
 * counts routes. FALSE with SSSP_ERROR_MEMORY. O(switches x channels).
 */
gboolean spread_loads(const Spread *spread, gdouble *load, GError **error);

#endif
