/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Guards the folder that sssp-route writes tables to: by a lock on the folder, and by sssp.fabric, a file in it that
 * tells for which fabric the tables there are. Tables of another fabric, and files of other programs, are not replaced.
 */
#include "generator/route/route_folder.h"

#include "core/base/error.h"
#include "formats/input.h"
#include "formats/state.h"
#include "formats/tables/table_names.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

/* Whether something of this name is in the folder. */
static gboolean is_there(const char *folder, const char *name)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);
	return g_file_test(path, G_FILE_TEST_EXISTS);
}

/*
 * Whether a folder without TABLES_ID has no file of the names that are written here, which would be another program's.
 * FALSE with an error.
 */
static gboolean has_none_of_others(const char *folder, GError **error)
{
	static const char *const names[] = {TABLES_LIDS,     TABLES_SL,        TABLES_SLVL,
					    TABLES_PSL,      STATE_FILE,       TABLES_STAGE,
					    TABLES_STAGE_SL, TABLES_STAGE_PSL, TABLES_RECONNECT};

	if (is_there(folder, TABLES_LFTS))
		return sssp_error_set(error, SSSP_ERROR_USAGE,
				      "%s: holds tables, and no %s that says of which fabric: --force overwrites them",
				      folder, TABLES_ID);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (is_there(folder, names[i]))
			return sssp_error_set(error, SSSP_ERROR_USAGE,
					      "%s: holds somebody's %s, and no " TABLES_ID
					      ": --force replaces or removes it",
					      folder, names[i]);
	return TRUE;
}

gboolean route_folder_check(const char *folder, const FabricDigest *fabric, GError **error)
{
	FabricId id;
	g_autofree char *path = g_build_filename(folder, TABLES_ID, NULL);
	if (g_file_test(path, G_FILE_TEST_EXISTS) &&
	    !g_file_test(path, G_FILE_TEST_IS_REGULAR)) { /* a pipe would block */
		return sssp_error_set(error, SSSP_ERROR_USAGE, "%s: not a regular file: --force replaces it", path);
	}
	if (!is_there(folder, TABLES_ID))
		return has_none_of_others(folder, error);
	if (!input_fabric_id(path, &id, error))
		return FALSE;
	FabricDifference difference = fabric_digest_compare(&id.fabric, fabric);
	if (difference == FABRIC_DIGEST_SAME)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_USAGE,
			      "%s: holds tables of another fabric (%s; %u switches and %u endpoints, now %u and %u): "
			      "--force overwrites them",
			      folder, fabric_difference_text(difference), id.fabric.n_switches, id.fabric.n_endpoints,
			      fabric->n_switches, fabric->n_endpoints);
}

static int failed(const char *folder, const char *what, int number, GError **error)
{
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: %s: %s", folder, what, g_strerror(number));
	return -1;
}

int route_folder_take(const char *folder, GError **error)
{
	if (g_mkdir_with_parents(folder, 0777) != 0)
		return failed(folder, "cannot make the folder", errno, error);
	int fd = g_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	if (fd < 0)
		return failed(folder, "cannot open the folder", errno, error);
	/* some file systems cannot lock folders: then other writers go unnoticed */
	if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		return fd;
	close(fd);
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: another process writes tables there", folder);
	return -1;
}
