/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the lists of GUIDs, and of switch ports, that administrators give OpenSM by files. OpenSM's own parser opens a
 * file by its name and calls back for each line. Type and size of the file are checked before; that does not stop
 * somebody who may replace the file in between.
 */
#include "plugin/admin_files.h"

#include "core/fabric/fabric.h"
#include "plugin/log.h"

#include <complib/cl_nodenamemap.h>

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Takes one line: a GUID; the rest of the line is ignored. Returns 0, so that the parser goes on. */
static int append_guid(void *array, uint64_t guid, char *rest)
{
	(void)rest;
	guint64 value = guid;
	g_array_append_val((GArray *)array, value);
	return 0;
}

/*
 * Takes one line: a switch's GUID and the number of one of its ports. A line whose number is no port's is passed over,
 * as OpenSM does. Returns 0, so that the parser goes on.
 */
static int append_port(void *array, uint64_t guid, char *rest)
{
	gulong number = strtoul(rest, NULL, 0);
	SwitchPort port = {guid, (guint8)number};
	if (number >= 1 && number <= FABRIC_MAX_PORTS)
		g_array_append_val((GArray *)array, port);
	return 0;
}

/* Says why a file must not be opened; NULL: it may be. At a pipe OpenSM would wait until somebody writes. */
static const char *objection(const char *file)
{
	struct stat status;
	if (stat(file, &status))
		return g_strerror(errno);
	if (!S_ISREG(status.st_mode))
		return "not a regular file";
	return status.st_size > ADMIN_FILE_MOST ? "larger than such a list can be" : NULL;
}

static GArray *read_file(osm_opensm_t *osm, const char *option, const char *file,
			 int (*append)(void *array, uint64_t guid, char *rest), guint size)
{
	GArray *array = g_array_new(FALSE, FALSE, size);
	const char *why = file ? objection(file) : NULL;
	if (file && !why && parse_node_map(file, append, array))
		why = "not understood";
	if (why) {
		ENGINE_LOG(osm, MSG_BAD_FILE, option, file, why);
		g_array_set_size(array, 0);
	}
	return array;
}

static void log_what_counts(osm_opensm_t *osm, const AdminFiles *files)
{
	if (files->order->len + files->cn->len + files->io->len + files->roots->len + files->ports->len)
		ENGINE_LOG(osm, MSG_FILES, files->order->len, files->cn->len, files->io->len, files->roots->len,
			   files->ports->len);
}

void admin_files_read(osm_opensm_t *osm, AdminFiles *files)
{
	const osm_subn_opt_t *opt = &osm->subn.opt;
	files->order =
		read_file(osm, "guid_routing_order_file", opt->guid_routing_order_file, append_guid, sizeof(guint64));
	files->cn = read_file(osm, "cn_guid_file", opt->cn_guid_file, append_guid, sizeof(guint64));
	files->io = read_file(osm, "io_guid_file", opt->io_guid_file, append_guid, sizeof(guint64));
	files->roots = read_file(osm, "root_guid_file", opt->root_guid_file, append_guid, sizeof(guint64));
	files->ports =
		read_file(osm, "port_prof_ignore_file", opt->port_prof_ignore_file, append_port, sizeof(SwitchPort));
	log_what_counts(osm, files);
}

GArray *admin_files_guids(osm_opensm_t *osm, const char *option, const char *file)
{
	return read_file(osm, option, file, append_guid, sizeof(guint64));
}

void admin_files_clear(AdminFiles *files)
{
	GArray **arrays[] = {&files->order, &files->cn, &files->io, &files->roots, &files->ports};
	for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
		g_clear_pointer(arrays[i], g_array_unref);
}
