/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads lists of GUIDs, and of switch ports, that administrators give OpenSM by files. OpenSM does not check these
 * files when it reads its configuration. Its own engines read them each time they route, and so does this one: edits
 * count from the next sweep on.
 */
#ifndef SSSP_PLUGIN_ADMIN_FILES_H
#define SSSP_PLUGIN_ADMIN_FILES_H

#include "core/fabric/fabric.h"

#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>

#include <glib.h>

typedef struct {
	GArray *order; /* guint64: guid_routing_order_file */
	GArray *cn;    /* guint64: cn_guid_file */
	GArray *io;    /* guint64: io_guid_file */
	GArray *roots; /* guint64: root_guid_file */
	GArray *ports; /* SwitchPort: port_prof_ignore_file */
} AdminFiles;

/*
 * The largest file that is read, in bytes: more than a line of 255 letters, the parser's longest, for each unicast
 * LID.
 */
#define ADMIN_FILE_MOST (16 << 20)

/*
 * Fills `files`, for admin_files_clear(). A list is empty if OpenSM's options name no file for it. It is also empty,
 * and that is logged, if the file cannot be read or understood, is larger than ADMIN_FILE_MOST or is no regular file.
 */
void admin_files_read(osm_opensm_t *osm, AdminFiles *files);
/*
 * Reads one list of GUIDs (guint64), in the same manner, from the file that an option of this engine names. `file` may
 * be NULL. Never returns NULL; free with g_array_unref().
 */
GArray *admin_files_guids(osm_opensm_t *osm, const char *option, const char *file);

void admin_files_clear(AdminFiles *files);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(AdminFiles, admin_files_clear)

#endif
