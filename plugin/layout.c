/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * OpenSM's parts point at each other, and were made before plugins are loaded: a pointer that is where the headers have
 * it, and leads where the headers have its target, vouches for all that lies before either of them. They are compared,
 * never followed, and all lie within what is one variable of OpenSM's main().
 */
#include "plugin/layout.h"

#include <opensm/osm_version.h>
#include <stdio.h>
#include <syslog.h>

const char *layout_fault(const osm_opensm_t *osm)
{
	const osm_subn_t *subn = &osm->subn;
	if (subn->p_osm != osm)
		return "osm_opensm";
	if (osm->sm.p_subn != subn || osm->sa.p_subn != subn || osm->sa.sm != &osm->sm)
		return "osm_subn or its options";
	if (osm->sm.p_log != &osm->log || osm->sa.p_log != &osm->log)
		return "what lies before the log in osm_opensm";
	if (osm->sm.p_disp != &osm->disp || osm->sm.p_lock != &osm->lock || osm->sa.p_set_disp != &osm->sa_set_disp)
		return "what lies before the list of routing engines in osm_opensm";
	return NULL;
}

void layout_complain(const char *fault)
{
	static const char text[] =
		"sssp: ERR SSSP23: this " OSM_VERSION " was configured otherwise than the one that the "
		"plugin was built for (--disable-perf-mgr, --enable-debug or the like): %s differs; "
		"not loaded. Build the plugin with the headers of this OpenSM.\n";
	fprintf(stderr, text, fault);
	syslog(LOG_DAEMON | LOG_ERR, text, fault);
}
