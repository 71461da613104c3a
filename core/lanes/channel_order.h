/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * An order of all channels in which much of a given flow over turns runs forward. The turns that run forward close no
 * cycle, so an order makes a lane in one sweep, where adding turn after turn would search for a cycle each time.
 *
 * Finding the best order is the feedback arc set problem. This is the greedy of P. Eades, X. Lin, W. Smyth ("A Fast and
 * Effective Heuristic for the Feedback Arc Set Problem", 1993), with the ratio of the flow out of a channel to the flow
 * into it in place of their difference. It can be mirrored: when a channel is placed first, its reverse is placed last,
 * so a turn runs forward exactly when its mirror (lane_set.h) does.
 */
#ifndef SSSP_CORE_LANES_CHANNEL_ORDER_H
#define SSSP_CORE_LANES_CHANNEL_ORDER_H

#include "core/graph/cdg.h"

#include <glib.h>

/*
 * Fills place[n_channels], 0 .. n_channels - 1; when `mirrored`, place[reverse(c)] is n_channels - 1 - place[c]. `flow`
 * is [turns]; mirrored, the flow of a turn counts for its mirror too. Turns with fixed[turn] nonzero ([turns], without
 * a cycle, with their mirrors if these matter, or NULL) run forward whatever they cost. Equal channels are taken by
 * number. FALSE with SSSP_ERROR_MEMORY. O(turns x log channels).
 */
gboolean channel_order_find(const CdgTurns *turns, const guint64 *flow, const guint32 *fixed, gboolean mirrored,
			    guint32 *place, GError **error);

#endif
