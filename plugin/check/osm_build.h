/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the file of an OpenSM, or of a plugin, tells of how that OpenSM was configured: its version alone does not. */
#ifndef SSSP_PLUGIN_CHECK_OSM_BUILD_H
#define SSSP_PLUGIN_CHECK_OSM_BUILD_H

#include <glib.h>

/*
 * Whether the program has PerfMgr and the plugin was built for one without, or the other way round: what is in OpenSM's
 * memory is then elsewhere than where the plugin has it, and it refuses to be loaded. FALSE also where a file does not
 * tell, as a script that starts OpenSM. Reads both files once.
 */
gboolean osm_build_differs(const char *program, const char *plugin);

#endif
