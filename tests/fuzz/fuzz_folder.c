/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Folders that the plugin is told to load tables from: sssp.fabric, forwarding tables, SLs and SL to VL tables for a
 * ring. An empty sssp.fabric stands for one that fits. What is loaded must be right in the eyes of a judge who shares
 * nothing with the code.
 */
#include "generator/synth/synth.h"
#include "formats/tables/fabric_id.h"
#include "formats/tables/table_names.h"
#include "plugin/values/folder.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_pieces.h"
#include "tests/core/routing_judge.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#define LANES 4

static const char *const file_names[] = {TABLES_ID, TABLES_LFTS, TABLES_SL, TABLES_SLVL};
static char *folder;
static Fabric *fabric;

static char *path_of(guint file)
{
	return g_build_filename(folder, file_names[file], NULL);
}

static void remove_folder(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(file_names); i++) {
		g_autofree char *path = path_of(i);
		g_unlink(path);
	}
	g_rmdir(folder);
	g_free(folder);
	fabric_free(fabric);
}

/* Once; the folder goes when the program ends. */
static void make_folder(void)
{
	if (folder)
		return;
	folder = g_dir_make_tmp("fuzz-folder.XXXXXX", NULL);
	g_assert_nonnull(folder);
	fabric = synth_fabric("torus:5,hosts=1", NULL);
	g_assert_true(fabric && fabric_assign_lids(fabric, 0, NULL, NULL));
	atexit(remove_folder);
}

static void write_file(guint file, const char *text, gsize length)
{
	g_autofree char *path = path_of(file);
	FILE *stream = g_fopen(path, "w"); /* without the syncing of g_file_set_contents() */
	g_assert_true(stream && fwrite(text, 1, length, stream) == length && !fclose(stream));
}

static void write_files(const FuzzPiece *piece)
{
	FabricId id = {.fabric = fabric_digest(fabric), .engine = "fuzz", .lanes = LANES};
	GString *fits = fabric_id_write(&id);
	for (guint i = 0; i < G_N_ELEMENTS(file_names); i++)
		write_file(i, piece[i].at, piece[i].length);
	if (piece[0].length <= 1)
		write_file(0, fits->str, fits->len);
	g_string_free(fits, TRUE);
}

void fuzz_folder(const char *text, gsize length)
{
	FuzzPiece piece[FUZZ_PIECES_MOST];
	GError *error = NULL;
	Verdict verdict;
	RoutingOptions options = {.max_vls = LANES};
	JudgeRules rules = {.max_vls = LANES, .symmetric = TRUE};
	fuzz_pieces(text, length, piece);
	make_folder();
	write_files(piece);
	g_autoptr(Routing) routing = folder_load(folder, fabric, &options, &error);
	if (!routing) {
		g_assert_nonnull(error);
		g_assert_true(error->domain == SSSP_ERROR && error->code != SSSP_ERROR_IO && *error->message);
		g_error_free(error);
		return;
	}
	gboolean right = routing_judge(fabric, routing, &rules, &verdict);
	g_assert_cmpstr(verdict.failure, ==, "");
	g_assert_true(right);
}
