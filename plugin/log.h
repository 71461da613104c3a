/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes lines into OpenSM's log. They follow the log level of its unicast manager and all begin with `sssp: `. What
 * they quote from the subnet or from files can neither begin another line nor control a terminal. OpenSM buffers its
 * log unless force_log_flush is set; each line of the plugin is flushed, together with all before it.
 */
#ifndef SSSP_PLUGIN_LOG_H
#define SSSP_PLUGIN_LOG_H

#include "core/base/printable.h"
#include "plugin/messages.h"

#include <opensm/osm_config.h>
#include <opensm/osm_file_ids.h>
#include <opensm/osm_log.h>
#include <opensm/osm_opensm.h>
#include <string.h>

/* Flushes OpenSM's log. The pointer is tested again under the lock, as OpenSM may reopen the file meanwhile. */
static inline void engine_log_flush(osm_opensm_t *osm)
{
	if (!osm->log.out_port)
		return;
	cl_spinlock_acquire(&osm->log.lock);
	if (osm->log.out_port)
		fflush(osm->log.out_port);
	cl_spinlock_release(&osm->log.lock);
}

G_GNUC_PRINTF(3, 4)
static inline void engine_log(osm_opensm_t *osm, osm_log_level_t level, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *line = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	gsize length = strlen(line);
	line[length - 1] = '\0';
	printable(line, "");
	osm_log_v2(&osm->log, level, OSM_FILE_UCAST_MGR_C, "%s\n", line);
	engine_log_flush(osm);
}

/* Logs a line of messages.h with the arguments of its format. */
#define ENGINE_LOG(osm, ...) ENGINE_LOG_LINE(osm, __VA_ARGS__)
#define ENGINE_LOG_LINE(osm, level, format, ...)                                                                       \
	do {                                                                                                           \
		if (osm_log_is_active_v2(&(osm)->log, (level), OSM_FILE_UCAST_MGR_C))                                  \
			engine_log(osm, level, "sssp: " format, ##__VA_ARGS__);                                        \
	} while (0)

#endif
