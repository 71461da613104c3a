/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lines in OpenSM's log. They follow the log level of its unicast manager and all begin with `sssp: `. */
#ifndef SSSP_PLUGIN_LOG_H
#define SSSP_PLUGIN_LOG_H

#include <opensm/osm_config.h>
#include <opensm/osm_file_ids.h>
#include <opensm/osm_log.h>
#include <opensm/osm_opensm.h>

#define ENGINE_LOG(osm, level, format, ...)                                                                            \
	do {                                                                                                           \
		if (osm_log_is_active_v2(&(osm)->log, (level), OSM_FILE_UCAST_MGR_C))                                  \
			osm_log_v2(&(osm)->log, (level), OSM_FILE_UCAST_MGR_C, "sssp: " format, ##__VA_ARGS__);        \
	} while (0)

#endif
