/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Serves pairs of switches that the lanes have no room for, path by path, hosts first. */
#ifndef SSSP_CORE_REROUTE_SERVE_H
#define SSSP_CORE_REROUTE_SERVE_H

#include "core/reroute/work.h"

/* Counts the pairs of switches with hosts that r->layers->unproven marks as without a lane. O(switches^2). */
guint64 serve_hosts_left(const Reroute *r);

/*
 * Serves the pairs that r->layers->unproven marks; r->use, r->changed and r->others follow. FALSE without `error` where
 * some of hosts or aggregation nodes stay without a lane, else with SSSP_ERROR_MEMORY. Cost as fit_left(), fit_hosts(),
 * infrastructure_fit().
 */
gboolean serve_left(Reroute *r, GError **error);

#endif
