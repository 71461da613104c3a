/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes and lanes that know nothing of former ones. */
#ifndef SSSP_CORE_AFRESH_H
#define SSSP_CORE_AFRESH_H

#include "core/routing_options.h"
#include "core/routing_result.h"

/* The engine's routes; of P-SSSP those of its first pass. FALSE with SSSP_ERROR_MEMORY. */
gboolean afresh_routes(const Graph *graph, const RoutingOptions *options, Routes *routes, GError **error);

/*
 * At most max_lanes lanes for these, hosts first; routes may be others afterwards. routing->hops must be there, what is
 * said of strategy and EFI is filled in. NULL with SSSP_ERROR_LANES or SSSP_ERROR_MEMORY. The costs are those of
 * strategies.h and fit/infrastructure.h.
 */
Layers *afresh_lanes(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, guint max_lanes,
		     Routes *routes, Routing *routing, GError **error);

#endif
