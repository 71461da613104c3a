/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Looks for routes that close no cycle on one lane. */
#ifndef SSSP_CORE_CHOOSE_TRY_ONE_LANE_H
#define SSSP_CORE_CHOOSE_TRY_ONE_LANE_H

#include "core/choose/candidates.h"

/*
 * P-SSSP's own choices, then an order of channel classes, until routes are good; on spanning trees if both came to
 * nothing for want of paths where an order of classes serves most pairs, as in fat trees that have lost cables: first
 * in that order, which decides soon. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean try_one_lane(Candidates *o, GError **error);

/* On spanning trees; `patient`: without a limit, so that something always comes of it. FALSE with SSSP_ERROR_MEMORY. */
gboolean try_one_lane_on_trees(Candidates *o, gboolean patient, GError **error);

#endif
