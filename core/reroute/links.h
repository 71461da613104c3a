/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes on lanes that a link on their path lacks. */
#ifndef SSSP_CORE_REROUTE_LINKS_H
#define SSSP_CORE_REROUTE_LINKS_H

#include "core/reroute/work.h"

/*
 * Of r->routes and r->layers, as they were kept: pairs whose lane has no minimal path around a channel that lacks it
 * are marked in layers->unproven; of the others that cross one, the entry after which they cannot help it is cleared,
 * and r->lost says so. What is left crosses none. FALSE with SSSP_ERROR_MEMORY. O(1) without such limits, else
 * O(switches x (channels + LIDs x hops)).
 */
gboolean links_clear(Reroute *r, GError **error);

/* Whether some link has fewer lanes than these. O(channels). */
gboolean links_lack(const Reroute *r, guint n_lanes);

/* Whether links have other lanes than when the previous routes were made; where nobody knows, whether some have few. */
gboolean links_changed(const Reroute *r);

#endif
