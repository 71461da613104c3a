/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows routes between endpoints by the million, and computes how a set of streams shares the channels. A stream is
 * the packets from one endpoint to another; the congestion of a channel is the number of streams over it.
 *
 * One byte for each (destination endpoint, switch) says which of the switch's channels is next. The bytes of one
 * destination lie together, so that a route touches a few cache lines. Following one route is waiting for one memory
 * access after the other, so STREAM_TOGETHER routes are followed at a time, whose waits overlap.
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_EBB_STREAMS_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_EBB_STREAMS_H

#include "evaluator/measures/bandwidth/split.h"
#include "evaluator/measures/bandwidth/spread.h"
#include "evaluator/measures/bandwidth/stream_row.h"
#include "evaluator/paths/capacity.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

#define STREAM_TOGETHER 16 /* measured; half or twice as many are no faster */

#define STREAM_NEVER G_MAXUINT32 /* congestion of a stream that does not arrive */

typedef struct {
	const Paths *paths;
	guint8 *next; /* [n_endpoints][n_rows] see stream_row() */
	guint32 max_hops;
	guint64 unreachable; /* (endpoint, endpoint) pairs that take part, without a route */

	/*
	 * The caller may set this after stream_table_new(): not owned, must outlive the table. NULL: every stream
	 * weighs 1.
	 */
	const Capacity *capacity;
	/* stream_table_choose(). Bandwidths are max-min fair shares (maxmin.h) but for STREAM_CONGESTION. */
	enum { STREAM_CONGESTION, STREAM_SHARES, STREAM_SPREAD, STREAM_SPLIT } how;
	const Spread *spread; /* for STREAM_SPREAD */
	const Split *split;   /* for STREAM_SPLIT */
} StreamTable;

/* NULL with SSSP_ERROR_MEMORY. O(endpoints x switches). */
StreamTable *stream_table_new(const Paths *paths, GError **error);
void stream_table_free(StreamTable *table); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(StreamTable, stream_table_free)

/*
 * Chooses what bandwidths are, before anything is measured: with `spread`, shares over all shortest paths, whatever the
 * tables say; else with `split`, shares of flows over the LIDs of their targets; else with `shares`, shares of the
 * routes to base LIDs; else one over the congestion of these routes. `spread` and `split` are not owned, and must
 * outlive the table. O(1).
 */
void stream_table_choose(StreamTable *table, gboolean shares, const Spread *spread, const Split *split);

/* What one thread counts congestion with. */
typedef struct {
	const StreamTable *table;
	guint32 *congestion; /* [n_channels] */
	guint32 *route;      /* [streams][max_hops] channels */
	guint32 *length;     /* [streams] channels of each, STREAM_NEVER when it does not arrive */
	guint32 *worst;      /* [streams] for stream_bandwidth() */
	gdouble *load;       /* [streams] the same with capacities, else NULL */
	MaxMin *shares;      /* where they are shares, else NULL */
	SpreadScratch *spread;
	gdouble *rate; /* [streams] */
	gdouble *flow; /* [streams x split->most] rates of the flows of streams, for STREAM_SPLIT; else NULL */
} StreamScratch;

/* `table` must have its final capacity and choice of bandwidths. NULL with SSSP_ERROR_MEMORY. */
StreamScratch *stream_scratch_new(const StreamTable *table, guint32 streams, GError **error);
void stream_scratch_free(StreamScratch *scratch); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(StreamScratch, stream_scratch_free)

/*
 * The congestion of a set of streams: worst[i] is the most streams of the set on any switch-to-switch channel of the
 * route from endpoint source[i] to endpoint target[i], 0 when it takes none, STREAM_NEVER when it does not arrive.
 * n <= streams; an endpoint may send and receive any number of them. Terminal channels are not looked at.
 */
void stream_congestion(const StreamTable *table, StreamScratch *scratch, const guint32 *source, const guint32 *target,
		       guint32 n, guint32 *worst);

/*
 * The same with capacities, which the table must have: load[i] is the highest load on any switch-to-switch channel of
 * the route, streams times weight; 0 when it takes none, HUGE_VAL when it does not arrive.
 */
void stream_load(const StreamTable *table, StreamScratch *scratch, const guint32 *source, const guint32 *target,
		 guint32 n, gdouble *load);

/*
 * Sum over i < n of the bandwidth of the stream from endpoint source[i] to endpoint target[i], n <= streams, where
 * each endpoint takes part in one stream: its terminal channels have congestion 1, with capacities their weight.
 */
gdouble stream_bandwidth(const StreamTable *table, StreamScratch *scratch, const guint32 *source, const guint32 *target,
			 guint32 n);

/*
 * The share of each stream from endpoint source[i] to endpoint target[i], n <= streams, in rate[i] and in the scratch;
 * of a table of shares only. Terminal channels count too. 0 for one that does not arrive, and for an endpoint with
 * itself.
 */
void stream_shares(const StreamTable *table, StreamScratch *scratch, const guint32 *source, const guint32 *target,
		   guint32 n, gdouble *rate);

#endif
