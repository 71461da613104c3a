/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Looks for routes on lanes that switches choose by input and output port (graph/port_vls.h), safe on any SL. */
#ifndef SSSP_CORE_CHOOSE_TRY_PORT_LANES_H
#define SSSP_CORE_CHOOSE_TRY_PORT_LANES_H

#include "core/choose/candidates.h"

/*
 * P-SSSP's own routes on 2 .. most lanes, until they are as good as without regard to lanes, and multicast has a tree;
 * or what one more lane placed shows that the others will not do. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean try_port_lanes(Candidates *o, guint most, GError **error);

#endif
