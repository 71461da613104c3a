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
 * Fills `routes` with those of options->engine and returns their lanes by SL: as many as hosts need, or more where
 * management ports find no place on these. Management ports that stay out of the proof all the same are counted in
 * layers->n_unproven. Arguments and errors as for choose_lanes().
 */
Layers *other_engine_route(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
			   Routes *routes, GError **error);

/*
 * Routes anew the management ports that routes on one lane leave out of the proof (layers->unproven). With `hosts_stay`
 * the routes of hosts may not change for that. `routes` and `layers` change only where all management ports can be
 * served: layers->n_unproven is 0 then. TRUE in both cases, and on more lanes, where nothing is done; FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean other_engine_serve_rest(const Graph *graph, const guint8 *hops, gboolean hosts_stay, Routes *routes,
				 Layers *layers, GError **error);

#endif
