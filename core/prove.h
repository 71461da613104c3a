/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes tables over that somebody else has finished, if they are proven good for this fabric: every switch has its
 * table, every LID is reached from everywhere it can be, every lane is free of cycles. What is handed out then is made
 * from the proven routes, in the same way as after routing_compute(), and holds the same tables.
 */
#ifndef SSSP_CORE_PROVE_H
#define SSSP_CORE_PROVE_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/choose/routing_options.h"
#include "core/routing_result.h"
#include "core/tables/sl.h"

#include <glib.h>

/*
 * `sl` has a row for each switch, SL l meaning lane l between switches; NULL or without rows: packets may be on any SL,
 * on one lane, or where `sl2vl` is not NULL on the VLs that it has by ports for all SLs alike. Of the options
 * max_vls and asymmetric count (unless the latter, all paths between two switches must share one SL, both ways), and
 * what is said of the graph. NULL with SSSP_ERROR_INPUT, whose text names the first switch and LID that are wrong, with
 * SSSP_ERROR_LANES when lanes do not suffice or one has a cycle, or with SSSP_ERROR_MEMORY. Management ports are part
 * of that.
 * O(switches x LIDs + lanes x turns).
 */
Routing *prove_tables(const Fabric *fabric, const RoutingOptions *options, const Lft *lft, const PathSl *sl,
		      const Sl2vl *sl2vl, GError **error);

#endif
