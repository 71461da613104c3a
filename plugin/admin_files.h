/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists of GUIDs that administrators give OpenSM by files. OpenSM checks none of them when it reads its configuration:
 * the engines of its own read them each time they route, and so does this one, so edits count from the next sweep on.
 */
#ifndef SSSP_PLUGIN_ADMIN_FILES_H
#define SSSP_PLUGIN_ADMIN_FILES_H

#include "core/fabric/switch_port.h"

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

/* Bytes of the largest that is read: a line of 255 letters, the parser's longest, for each unicast LID is less. */
#define ADMIN_FILE_MOST (16 << 20)

/*
 * Reads those that opt names; the others are empty, and so is one that cannot be read or understood, that is larger or
 * no regular file, which is logged. admin_files_clear() it.
 */
void admin_files_read(osm_opensm_t *osm, AdminFiles *files);
/*
 * The same of one list of GUIDs (guint64) that an option of this engine names; NULL: none. Free with g_array_unref().
 */
GArray *admin_files_guids(osm_opensm_t *osm, const char *option, const char *file);

void admin_files_clear(AdminFiles *files);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(AdminFiles, admin_files_clear)

#endif
