/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Serves what routes of hosts on one lane leave without a path: aggregation nodes and management ports. */
#ifndef SSSP_CORE_CHOOSE_TRY_REST_H
#define SSSP_CORE_CHOOSE_TRY_REST_H

#include "core/choose/candidates.h"

/*
 * Considers o->hosts_only, where hosts have routes on one lane: destinations that have no path beside these get a
 * second lane. Does nothing unless candidates_lack_others(). FALSE with SSSP_ERROR_MEMORY. As guarded_serve_rest().
 */
gboolean try_rest(Candidates *o, GError **error);

#endif
