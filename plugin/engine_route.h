/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes a routing of OpenSM's subnet, or loads a finished one, and leaves it pending in the Engine: nothing is
 * written into switches yet.
 */
#ifndef SSSP_PLUGIN_ENGINE_ROUTE_H
#define SSSP_PLUGIN_ENGINE_ROUTE_H

#include "plugin/engine_state.h"

#include <glib.h>

/*
 * Fills engine->import and engine->pending, which are empty before. The caller holds OpenSM's lock. FALSE with the
 * error of import_subnet(), order_build(), routing_compute() or snapshot_new(); engine->import may be filled even then.
 */
gboolean engine_route(Engine *engine, GError **error);

/* Empties engine->import and engine->pending. */
void engine_drop_pending(Engine *engine);

#endif
