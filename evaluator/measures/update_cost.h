/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts what it takes to replace one set of tables by another, apart from the forwarding tables and SLs, which diff.h
 * compares: packets for SL to VL tables and multicast tables, pairs whose routes change, and the seconds that a subnet
 * manager needs.
 */
#ifndef SSSP_EVALUATOR_MEASURES_UPDATE_COST_H
#define SSSP_EVALUATOR_MEASURES_UPDATE_COST_H

#include "core/tables/mft.h"
#include "core/tables/sl.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

/*
 * SL to VL maps that differ, each for a switch, a port that packets come by (0 or cabled) and one that they leave by
 * (cabled): one packet each. Either may be NULL: every SL on the VL of its number. O(sum of ports squared).
 */
guint64 update_cost_sl2vl(const Fabric *fabric, const Sl2vl *old, const Sl2vl *new);

/* Blocks of 32 multicast LIDs and 16 ports of a switch that differ: one packet each. Either may be NULL: no groups. */
guint64 update_cost_mft_blocks(const Mft *old, const Mft *new);

typedef struct {
	guint64 pairs;   /* of an endpoint and a LID of another */
	guint64 changed; /* of these: take other channels, or arrive with one set of tables only */
} ChangedRoutes;

/* Both must be of the same fabric. FALSE with SSSP_ERROR_MEMORY. O(LIDs x switches). */
gboolean update_cost_routes(const Paths *old, const Paths *new, ChangedRoutes *routes, GError **error);

/*
 * Seconds that OpenSM needs for so many packets, if it has `under_way` of them without an answer at a time, each answer
 * takes `round_trip` seconds, and nothing is lost.
 */
static inline gdouble update_cost_seconds(guint64 packets, guint under_way, gdouble round_trip)
{
	return (gdouble)((packets + under_way - 1) / under_way) * round_trip;
}

#endif
