/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Looks for routes on lanes that switches choose by input and output port (graph/port_vls.h), safe on any SL. */
#ifndef SSSP_CORE_CHOOSE_TRY_PORT_LANES_H
#define SSSP_CORE_CHOOSE_TRY_PORT_LANES_H

#include "core/choose/candidates.h"

/*
 * Tries P-SSSP's own routes, and those that the guide's order led, on 2 .. o->most lanes. Ends when they are as good
 * as without regard to lanes and multicast has a tree, or when the gain by the last lane shows that o->most lanes will
 * not do; in fabrics that are not small, when the most promising number of lanes has served all. A better result
 * becomes o->best. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean try_port_lanes(Candidates *o, GError **error);

#endif
