/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What pairs of switches would make of each turn if their traffic were shared out evenly over all minimal routes. No
 * engine's choice is in it, so a lane made for this demand leaves routing as free as can be.
 */
#ifndef SSSP_CORE_LANES_TURN_DEMAND_H
#define SSSP_CORE_LANES_TURN_DEMAND_H

#include "core/graph/cdg.h"

#include <glib.h>

/*
 * Fills flow[turns] for the pairs' weight[from][to], 0 for those that do not count. A switch shares what comes through
 * equally among its minimal channels. FALSE with SSSP_ERROR_MEMORY. O(switches x turns on minimal routes).
 */
gboolean turn_demand_count(const CdgTurns *turns, const guint32 *weight, guint64 *flow, GError **error);

#endif
