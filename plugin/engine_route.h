/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* From OpenSM's subnet to a routing that is not written yet. */
#ifndef SSSP_PLUGIN_ENGINE_ROUTE_H
#define SSSP_PLUGIN_ENGINE_ROUTE_H

#include "plugin/engine_state.h"

#include <glib.h>

/*
 * Fills engine->import and engine->pending, which were empty. With OpenSM's lock. FALSE with what import_subnet(),
 * order_build() or routing_compute() say; one of both may be left then.
 */
gboolean engine_route(Engine *engine, GError **error);

/* Empties both. */
void engine_drop_pending(Engine *engine);

#endif
