/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A lane for every pair of switches that balanced routes left without, and what came of it offered as an answer. */
#ifndef SSSP_CORE_SEARCH_SEARCH_SERVE_H
#define SSSP_CORE_SEARCH_SEARCH_SERVE_H

#include "core/search/search.h"

/*
 * Pairs, ordered, of which some route has no lane: common[n_switches][n_switches] has those of pairs or, in asymmetric
 * mode, legal[n_dests][n_switches] those of routes.
 */
guint64 search_count_left(const Search *l, const LaneMask *common, const LaneMask *legal);

/*
 * Gives pairs that are left a lane where others can make room (mend_pairs.h), then path by path (fit/fit_hosts.h), and
 * offers the routes, which are taken over, if none is left then. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean search_serve(Search *l, LaneMask *common, const LaneMask *legal, Routes **routes, GError **error);

#endif
