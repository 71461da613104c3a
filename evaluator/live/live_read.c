/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a running fabric into files of a folder, by running programs of infiniband-diags (live_ask.h). The files of SLs
 * and SL to VL tables have the digest of the forwarding tables, so that readers know which tables they belong to.
 */
#include "evaluator/live/live_read.h"

#include "core/base/error.h"
#include "evaluator/live/live_sl2vl.h"
#include "evaluator/live/live_sls.h"
#include "formats/tables/tables_of.h"

#include <string.h>

static const char *const no_arguments[] = {NULL};

static gboolean write_file(const LiveRead *read, const char *name, const char *text, GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autofree char *path = g_build_filename(read->folder, name, NULL);
	if (g_file_set_contents(path, text, -1, &why))
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_IO, "%s", why->message);
}

/* ibnetdiscover's first lines say when and from where. */
static const char *after_heading(const char *text)
{
	while (*text == '#' || *text == '\n')
		text += strcspn(text, "\n") + (strchr(text, '\n') ? 1 : 0);
	return text;
}

char *live_discover(const LiveHow *how, GError **error)
{
	static const char *const program[2] = {"ibnetdiscover", NULL};
	g_autofree char *text = live_ask(how, program, no_arguments, error);
	if (text)
		return g_strdup(after_heading(text));
	g_prefix_error(error, "the fabric cannot be read: ");
	return NULL;
}

gboolean live_read_tables(const LiveRead *read, GError **error)
{
	static const char *const program[2] = {"dump_fts", "dump_lfts"};
	g_autofree char *topology = live_discover(read->how, error);
	if (!topology || !write_file(read, LIVE_TOPOLOGY, topology, error))
		return FALSE;
	g_autofree char *tables = live_ask(read->how, program, no_arguments, error);
	if (tables)
		return write_file(read, TABLES_LFTS, tables, error);
	g_prefix_error(error, "forwarding tables cannot be read: ");
	return FALSE;
}

/* Asks a row of questions, and writes the answers into a file. */
static gboolean read_row(const LiveRead *read, const char *name, const Fabric *fabric, const Lft *lft, LiveRow *row,
			 gboolean (*ask)(LiveRow *, const Fabric *, GString *, GError **), GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);
	row->how = read->how;
	row->progress = read->progress;
	row->user = read->user;
	tables_of_write(text, lft);
	return ask(row, fabric, text, error) && write_file(read, name, text->str, error);
}

gboolean live_read_sl2vl(const LiveRead *read, const Fabric *fabric, const Lft *lft, LiveRow *row, GError **error)
{
	return read_row(read, TABLES_SLVL, fabric, lft, row, live_sl2vl, error);
}

gboolean live_read_sls(const LiveRead *read, const Fabric *fabric, const Lft *lft, LiveRow *row, GError **error)
{
	return read_row(read, TABLES_PSL, fabric, lft, row, live_sls, error);
}

gboolean live_is_the_same(const LiveRead *read, gboolean *same, GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autofree char *path = g_build_filename(read->folder, LIVE_TOPOLOGY, NULL), *before = NULL;
	g_autofree char *now = live_discover(read->how, error);
	if (!now)
		return FALSE;
	*same = g_file_get_contents(path, &before, NULL, &why) && g_str_equal(before, now);
	return TRUE;
}
