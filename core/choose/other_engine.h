/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the routes of engines that P-SSSP is compared with, and the management ports that they leave out of the
 * proof.
 */
#ifndef SSSP_CORE_CHOOSE_OTHER_ENGINE_H
#define SSSP_CORE_CHOOSE_OTHER_ENGINE_H

#include "core/choose/routing_options.h"
#include "core/lanes/layers.h"

/*
 * Routes of options->engine on as many lanes by SL as hosts need; if management ports find none there, on more.
 * Arguments and errors as for choose_lanes(); NULL also without `error` where some are left.
 */
Layers *other_engine_route(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
			   Routes *routes, GError **error);

/*
 * Serves management ports that routes on one lane, from elsewhere, have left out of the proof (layers->unproven): their
 * entries may change, those of hosts' packets not if `hosts_stay`. What stays out then is left as it was. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean other_engine_serve_rest(const Graph *graph, const guint8 *hops, gboolean hosts_stay, Routes *routes,
				 Layers *layers, GError **error);

#endif
