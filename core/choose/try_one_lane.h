/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Looks for routes that close no cycle on one lane. */
#ifndef SSSP_CORE_CHOOSE_TRY_ONE_LANE_H
#define SSSP_CORE_CHOOSE_TRY_ONE_LANE_H

#include "core/choose/candidates.h"

/*
 * Tries P-SSSP's own choices, then the guide's order of channels, until routes are good enough. Where both leave pairs
 * without a path, and several lanes are not to be tried before, it completes that order. Where there is no best even
 * so, in fat trees that have lost cables (the guide has classes of channels, and o->has_levels), it tries spanning
 * trees, first in the guide's order, which is decided soon; so it does where there is only one lane. The best result is
 * in o->best, NULL where there is none. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean try_one_lane(Candidates *o, GError **error);

/*
 * Where the best is not good, completes the guide's order (guide_exits.h) and keeps to it; but does nothing where
 * several lanes are left to try and the guide has no classes, unless the fabric is small: there one lane hardly ever
 * wins. The guide stays as it was. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean try_completed_order(Candidates *o, GError **error);

/*
 * Tries spanning trees. With `patient` the limit of looks is higher, much higher where the best is poor; where there is
 * no best there is none, so that there is a result unless a path gets too long (o->refused). FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean try_one_lane_on_trees(Candidates *o, gboolean patient, GError **error);

#endif
