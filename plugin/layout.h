/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Whether the OpenSM that loads the plugin has its structures laid out as those of the headers that the plugin was built
 * with. The version that OpenSM compares does not tell: --disable-perf-mgr alone moves half of all members.
 */
#ifndef SSSP_PLUGIN_LAYOUT_H
#define SSSP_PLUGIN_LAYOUT_H

#include <glib.h>
#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>

/*
 * What of OpenSM is not where the headers have it, NULL: all that can be known is. Nothing of `osm`, its log neither, may
 * be used where something is. O(1).
 */
const char *layout_fault(const osm_opensm_t *osm);

/* Says so where somebody sees it without OpenSM's log: on standard error and in the system's log. */
void layout_complain(const char *fault);

#endif
