/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lanes to begin with: those that there were, and those of what is new beside them. */
#ifndef SSSP_CORE_REROUTE_SETTLE_H
#define SSSP_CORE_REROUTE_SETTLE_H

#include "core/reroute/work.h"

/*
 * Fills r->layers: what is new on a switch has the lanes of what was there, pairs of switches that had none are marked
 * as unproven. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean settle_lanes(Reroute *r, GError **error);

#endif
