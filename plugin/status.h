/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A small file for monitors, beside the state file: what the plugin did last (sssp-status(8) has its form). It is written
 * whole or not at all, after each routing, each phase of an exchange and each failure; with state=none there is none.
 */
#ifndef SSSP_PLUGIN_STATUS_H
#define SSSP_PLUGIN_STATUS_H

#include "plugin/engine_state.h"

/* By the sweeping thread. What goes wrong is told once, in the log. */
void status_write(Engine *engine);

#endif
