/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Sweeps with the plugin whose state is kept, and compares the file with what was published. */
#include "tests/plugin/values/keep_case.h"

#include "formats/state.h"
#include "formats/tables/table_names.h"
#include "tests/asserts.h"

#include <glib/gstdio.h>
#include <string.h>

char *keep_state_path, *keep_asked_path;
static char *folder;

void keep_make_folder(void)
{
	g_autofree char *here = g_dir_make_tmp("check-keep.XXXXXX", NULL);
	ck_assert(here != NULL);
	folder = g_steal_pointer(&here);
	keep_state_path = g_build_filename(folder, STATE_FILE, NULL);
	keep_asked_path = g_build_filename(folder, "opensm-sssp.rebalance", NULL);
	g_setenv("OSM_CACHE_DIR", folder, TRUE);
}

void keep_remove_folder(void)
{
	g_autofree char *left = g_build_filename(folder, "." STATE_FILE ".new", NULL);
	g_autofree char *status = g_build_filename(folder, TABLES_STATUS, NULL);
	g_chmod(folder, 0700);
	g_unlink(status);
	g_unlink(keep_state_path);
	g_rmdir(keep_state_path);
	g_unlink(keep_asked_path);
	g_rmdir(keep_asked_path);
	ck_assert_msg(!g_file_test(left, G_FILE_TEST_EXISTS), "%s is left", left);
	ck_assert_int_eq(g_rmdir(folder), 0);
	g_free(folder);
	g_free(keep_state_path);
	g_free(keep_asked_path);
}

OsmDouble *keep_start(const char *spec, const char *more)
{
	g_autofree char *options = g_strdup_printf("threads=1 %s state=%s %s", strstr(more, "sl=") ? "" : "sl=path",
						   keep_state_path, more);
	OsmDouble *twin = osm_double_new(spec, options);
	ck_assert_msg(twin->entry.context != NULL, "%s", twin->log->str);
	return twin;
}

void keep_sweep(OsmDouble *twin)
{
	g_string_truncate(twin->log, 0);
	ck_assert_int_eq(osm_double_sweep(twin), 0);
	osm_double_done(twin);
}

void keep_one(const char *spec, const char *more)
{
	OsmDouble *twin = keep_start(spec, more);
	keep_sweep(twin);
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
	ck_assert(g_file_test(keep_state_path, G_FILE_TEST_IS_REGULAR));
}

void keep_logged(const OsmDouble *twin, const char *text)
{
	ck_assert_msg(strstr(twin->log->str, text) != NULL, "not in the log: %s\n%s", text, twin->log->str);
}

void keep_not_logged(const OsmDouble *twin, const char *text)
{
	ck_assert_msg(strstr(twin->log->str, text) == NULL, "in the log: %s\n%s", text, twin->log->str);
}

void keep_is_saved(const Engine *engine)
{
	g_autoptr(GError) error = NULL;
	g_auto(State) state = {0};
	const Routing *routing = engine->published->routing;
	state_file_wait(engine->state_file);
	ck_assert_msg(state_file_read(keep_state_path, engine->published->fabric, &state, &error), "%s",
		      error ? error->message : "no file");
	ck_assert_uint_eq(state.lft->n_lids, routing->lft->n_lids);
	ck_assert_mem_eq(state.lft->port, routing->lft->port, (gsize)routing->lft->n_switches * routing->lft->n_lids);
	ck_assert((state.path_sl != NULL) == (routing->path_sl != NULL));
	if (state.path_sl)
		ck_assert_mem_eq(state.path_sl->sl, routing->path_sl->sl,
				 (gsize)routing->path_sl->n_sources * routing->path_sl->n_lids);
	ck_assert_uint_eq(state.fresh_efi, routing->fresh_efi);
	ck_assert_uint_eq(state.vls_needed, routing->vls_needed);
}
