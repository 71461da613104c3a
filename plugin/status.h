/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes a small file for monitors, beside the state file: what the plugin did last (sssp-status(8) has its form). The
 * file is written whole or not at all; with the option state=none there is none.
 */
#ifndef SSSP_PLUGIN_STATUS_H
#define SSSP_PLUGIN_STATUS_H

#include "plugin/engine_state.h"

/*
 * Writes the file. To be called by the sweeping thread, after OpenSM has routed and after a routing has failed. An
 * error is logged once.
 */
void status_write(Engine *engine);

#endif
