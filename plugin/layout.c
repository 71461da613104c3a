/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares the layout of OpenSM's structures with that of the headers. OpenSM's parts point at each other, and were
 * made before plugins are loaded. If a pointer lies where the headers have it, and points to where they have its
 * target, all that lies before the pointer and before its target is laid out as in the headers, too. Pointers are
 * compared, never followed, and all lie within one variable of OpenSM's main(), so that reading them is safe.
 */
#include "plugin/layout.h"

#include "plugin/messages.h"

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

G_GNUC_PRINTF(2, 3)
static void complain(int level, const char *format, ...)
{
	va_list arguments;
	(void)level;
	va_start(arguments, format);
	g_autofree char *line = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	fprintf(stderr, "sssp: %s", line);
	syslog(LOG_DAEMON | LOG_ERR, "sssp: %s", line);
}

void layout_complain(const char *fault)
{
	complain(MSG_OTHER_LAYOUT, fault);
}
