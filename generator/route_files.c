/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "generator/route_files.h"

#include "core/error.h"
#include "formats/guid2lid.h"
#include "formats/lfts.h"
#include "formats/psl.h"
#include "formats/slvl.h"
#include "formats/sssp_sl.h"

#include <errno.h>
#include <glib/gstdio.h>

enum { LFTS, SL, SLVL, PSL, LIDS, N_FILES };

static const char *const names[N_FILES] = {"opensm-lfts.dump", "sssp.sl", "sssp.slvl", "sssp.psl", "guid2lid"};

static gboolean failed(const char *what, const char *name, GError **error)
{
	int number = errno;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: cannot %s: %s", name, what, g_strerror(number));
	return FALSE;
}

static char *temporary_name(const char *folder, guint file)
{
	g_autofree char *hidden = g_strdup_printf(".%s.new", names[file]);
	return g_build_filename(folder, hidden, NULL);
}

static gboolean write_temporary(const char *folder, guint file, GString *text, GError **error)
{
	g_autofree char *name = temporary_name(folder, file);
	g_autoptr(GString) owned = text;
	g_autoptr(GError) reason = NULL;
	if (g_file_set_contents_full(name, owned->str, (gssize)owned->len, G_FILE_SET_CONTENTS_CONSISTENT, 0666,
				     &reason))
		return TRUE;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s", reason->message);
	return FALSE;
}

/* One after the other, so that only one text is in memory. */
static gboolean write_all(const char *folder, const Fabric *fabric, const Routing *routing, const gboolean *wanted,
			  GError **error)
{
	return write_temporary(folder, LFTS, lfts_write(routing->lft, fabric), error) &&
	       write_temporary(folder, SL, sssp_sl_write(routing->path_sl), error) &&
	       write_temporary(folder, SLVL, slvl_write(routing->sl2vl, fabric), error) &&
	       (!wanted[PSL] || write_temporary(folder, PSL, psl_write(routing->path_sl, fabric), error)) &&
	       (!wanted[LIDS] || write_temporary(folder, LIDS, guid2lid_write(fabric), error));
}

static gboolean rename_all(const char *folder, const gboolean *wanted, GError **error)
{
	for (guint file = 0; file < N_FILES; file++) {
		g_autofree char *name = g_build_filename(folder, names[file], NULL);
		g_autofree char *temporary = temporary_name(folder, file);
		if (wanted[file] && g_rename(temporary, name) != 0)
			return failed("put it in place", name, error);
		if (!wanted[file] && g_unlink(name) != 0 && errno != ENOENT)
			return failed("remove the old one", name, error);
	}
	return TRUE;
}

static void remove_temporaries(const char *folder)
{
	for (guint file = 0; file < N_FILES; file++) {
		g_autofree char *temporary = temporary_name(folder, file);
		g_unlink(temporary);
	}
}

gboolean route_files_write(const char *folder, const Fabric *fabric, const Routing *routing, gboolean lids_assigned,
			   gboolean psl, GError **error)
{
	const gboolean wanted[N_FILES] = {TRUE, TRUE, TRUE, psl, lids_assigned};
	if (g_mkdir_with_parents(folder, 0777) != 0)
		return failed("make the folder", folder, error);
	gboolean done = write_all(folder, fabric, routing, wanted, error) && rename_all(folder, wanted, error);
	remove_temporaries(folder);
	return done;
}
