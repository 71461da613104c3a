/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds out, from the files of OpenSM and of the plugin, whether OpenSM was compiled as the plugin expects: with
 * PerfMgr, OpenSM's performance manager, or without.
 */
#ifndef SSSP_PLUGIN_CHECK_OSM_BUILD_H
#define SSSP_PLUGIN_CHECK_OSM_BUILD_H

#include <glib.h>

/*
 * Whether the program has PerfMgr and the plugin was built for an OpenSM without, or the reverse. The layout of
 * OpenSM's memory is different then, and the plugin refuses to be loaded. FALSE also if a file does not tell, such as a
 * script that starts OpenSM. Reads both files once.
 */
gboolean osm_build_differs(const char *program, const char *plugin);

#endif
