/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "generator/route_files.h"

#include "core/error.h"
#include "formats/guid2lid.h"
#include "formats/lfts.h"
#include "formats/psl.h"
#include "formats/slvl.h"
#include "formats/sssp_sl.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

enum { LFTS, SL, SLVL, PSL, LIDS, N_FILES };

/* ---- texts, handed on row by row: those of a large fabric have gigabytes */

typedef struct {
	FILE *stream;
	GString *text; /* what is to be handed on next */
	int number;    /* errno of the first write that failed, 0 while none did */
} Output;

/* Hands the text on. FALSE once something could not be written. */
static gboolean put(Output *out)
{
	if (!out->number && fwrite(out->text->str, 1, out->text->len, out->stream) != out->text->len)
		out->number = errno;
	g_string_truncate(out->text, 0);
	return out->number == 0;
}

/* The same for a text by itself, which is freed. */
static void put_text(Output *out, GString *text)
{
	g_string_append_len(out->text, text->str, (gssize)text->len);
	g_string_free(text, TRUE);
	put(out);
}

static void write_lfts(Output *out, const Fabric *fabric, const Routing *routing)
{
	for (guint32 row = 0; row < routing->lft->n_switches; row++) {
		lfts_write_row(out->text, routing->lft, row, fabric);
		if (!put(out))
			return;
	}
}

static void write_sl(Output *out, const Fabric *fabric, const Routing *routing)
{
	const PathSl *sl = routing->path_sl;
	(void)fabric;
	sssp_sl_write_head(out->text, sl);
	for (guint32 i = 0; put(out) && sl && i < sl->n_sources; i++)
		sssp_sl_write_row(out->text, sl, i);
	put(out);
}

static void write_slvl(Output *out, const Fabric *fabric, const Routing *routing)
{
	const Sl2vl *sl2vl = routing->sl2vl;
	if (!sl2vl)
		put_text(out, slvl_write(NULL, fabric));
	for (guint32 sw = 0; sl2vl && sw < sl2vl->n_switches; sw++) {
		slvl_write_switch(out->text, sl2vl, sw, fabric);
		if (!put(out))
			return;
	}
}

static void write_psl(Output *out, const Fabric *fabric, const Routing *routing)
{
	const PathSl *sl = routing->path_sl;
	if (!sl)
		put_text(out, psl_write(NULL, fabric));
	for (guint32 i = 0; sl && i < fabric->n_nodes; i++) {
		psl_write_node(out->text, sl, fabric, fabric->by_guid[i]);
		if (!put(out))
			return;
	}
}

static void write_lids(Output *out, const Fabric *fabric, const Routing *routing)
{
	(void)routing;
	put_text(out, guid2lid_write(fabric));
}

/* ---- files */

static const struct {
	const char *name;
	void (*write)(Output *out, const Fabric *fabric, const Routing *routing);
} files[N_FILES] = {
	[LFTS] = {"opensm-lfts.dump", write_lfts}, [SL] = {"sssp.sl", write_sl},
	[SLVL] = {"sssp.slvl", write_slvl},        [PSL] = {"sssp.psl", write_psl},
	[LIDS] = {"guid2lid", write_lids},
};

static gboolean failed(const char *what, const char *name, int number, GError **error)
{
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: cannot %s: %s", name, what, g_strerror(number));
	return FALSE;
}

static char *temporary_name(const char *folder, guint file)
{
	g_autofree char *hidden = g_strdup_printf(".%s.new", files[file].name);
	return g_build_filename(folder, hidden, NULL);
}

/* A new file, whatever lies there: what a run that was killed has left, or a link that leads somewhere. */
static FILE *open_new(const char *name, GError **error)
{
	g_unlink(name);
	int fd = g_open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	FILE *stream = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (stream)
		return stream;
	failed("write", name, errno, error);
	if (fd >= 0)
		close(fd);
	return NULL;
}

static gboolean write_temporary(const char *folder, guint file, const Fabric *fabric, const Routing *routing,
				GError **error)
{
	g_autofree char *name = temporary_name(folder, file);
	Output out = {.stream = open_new(name, error)};
	if (!out.stream)
		return FALSE;
	out.text = g_string_new(NULL);
	files[file].write(&out, fabric, routing);
	g_string_free(out.text, TRUE);
	/* a disk may be found full, or a server gone, only now */
	if (fclose(out.stream) != 0 && !out.number)
		out.number = errno;
	return !out.number || failed("write", name, out.number, error);
}

static gboolean write_all(const char *folder, const Fabric *fabric, const Routing *routing, const gboolean *wanted,
			  GError **error)
{
	for (guint file = 0; file < N_FILES; file++)
		if (wanted[file] && !write_temporary(folder, file, fabric, routing, error))
			return FALSE;
	return TRUE;
}

static gboolean rename_all(const char *folder, const gboolean *wanted, GError **error)
{
	for (guint file = 0; file < N_FILES; file++) {
		g_autofree char *name = g_build_filename(folder, files[file].name, NULL);
		g_autofree char *temporary = temporary_name(folder, file);
		if (wanted[file] && g_rename(temporary, name) != 0)
			return failed("put it in place", name, errno, error);
		if (!wanted[file] && g_unlink(name) != 0 && errno != ENOENT)
			return failed("remove the old one", name, errno, error);
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
		return failed("make the folder", folder, errno, error);
	gboolean done = write_all(folder, fabric, routing, wanted, error) && rename_all(folder, wanted, error);
	remove_temporaries(folder);
	return done;
}
