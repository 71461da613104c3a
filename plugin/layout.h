/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds out whether the OpenSM that loads the plugin has its structures laid out as in the headers that the plugin was
 * built with. The version that OpenSM compares does not tell: --disable-perf-mgr alone moves half of all members.
 */
#ifndef SSSP_PLUGIN_LAYOUT_H
#define SSSP_PLUGIN_LAYOUT_H

#include <glib.h>
#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>

/*
 * Names a part of OpenSM that is not where the headers have it; NULL: none was found. If one was, nothing of `osm` may
 * be used, not even its log. O(1).
 */
const char *layout_fault(const osm_opensm_t *osm);

/* Writes a fault to standard error and to the system's log, as OpenSM's log cannot be used. */
void layout_complain(const char *fault);

#endif
