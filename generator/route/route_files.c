/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the files of a routing that sssp-route has computed: forwarding tables, SLs, SL to VL tables and more, each by
 * a function of its own, row by row. All files are written under temporary names, then renamed one after the other,
 * sssp.fabric last.
 */
#include "generator/route/route_files.h"

#include "core/base/error.h"
#include "formats/tables/guid2lid.h"
#include "formats/tables/lfts.h"
#include "formats/tables/psl.h"
#include "formats/tables/slvl.h"
#include "formats/tables/sssp_sl.h"
#include "formats/state.h"
#include "formats/tables/tables_of.h"
#include "formats/interrupt.h"
#include "formats/text/emit.h"
#include "formats/tables/table_names.h"
#include "generator/route/route_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* In this order the files get their names. ID comes last, so that a folder with it is whole. */
enum { LFTS, SL, SLVL, PSL, LIDS, STATE, STAGE, STAGE_SL, STAGE_PSL, RECONNECT, ID, N_FILES };

/* ---- texts, handed on row by row: those of a large fabric have gigabytes */

typedef struct {
	FILE *stream;
	GString *text; /* what is to be handed on next */
	int number;    /* errno of the first write that failed, EINTR after a signal, 0 while all is well */
} Output;

static void put_bytes(Output *out, gconstpointer bytes, gsize length)
{
	if (!out->number && interrupt_came())
		out->number = EINTR;
	if (!out->number && fwrite(bytes, 1, length, out->stream) != length)
		out->number = errno;
}

/* Writes the text out. FALSE: a write failed, or a signal came. */
static gboolean put(Output *out)
{
	put_bytes(out, out->text->str, out->text->len);
	g_string_truncate(out->text, 0);
	return out->number == 0;
}

/* Makes room in the text. FALSE: there is no memory, which ends the output. */
static gboolean room(Output *out, gsize bytes)
{
	if (!out->number && !emit_room(out->text, bytes))
		out->number = ENOMEM;
	return out->number == 0;
}

/* Writes a text of its own, and frees it. */
static void put_text(Output *out, GString *text)
{
	g_string_append_len(out->text, text->str, (gssize)text->len);
	g_string_free(text, TRUE);
	put(out);
}

/* Bytes at most: of what stands around a row, and of an SL in sssp.sl, a line of sssp.psl and one of sssp.slvl. */
enum { ROW_MOST = 512, SL_MOST = 10, PSL_MOST = 32, SLVL_MOST = 96 };

static gsize slvl_most(const Sl2vl *sl2vl, guint32 sw)
{
	gsize ports = sl2vl->n_ports[sw] + (gsize)1;
	return ROW_MOST + ports * ports * SLVL_MOST;
}

static void write_rows(Output *out, const RouteTables *tables, const Lft *lft)
{
	g_autoptr(LftsWriter) writer = lfts_writer_new(lft, tables->fabric, NULL);
	if (!writer)
		out->number = ENOMEM;
	for (guint32 row = 0; writer && row < lft->n_switches; row++) {
		if (!lfts_writer_row(writer, out->text, row))
			out->number = ENOMEM;
		if (!put(out))
			return;
	}
}

static void write_lfts(Output *out, const RouteTables *tables)
{
	write_rows(out, tables, tables->routing->lft);
}

static void write_stage(Output *out, const RouteTables *tables)
{
	write_rows(out, tables, tables->exchange->first_phase);
}

static void write_compact(Output *out, const PathSl *sl, const Lft *lft)
{
	sssp_sl_write_head(out->text, sl, sl ? lft : NULL);
	for (guint32 i = 0; put(out) && sl && i < sl->n_sources && room(out, ROW_MOST + sl->n_lids * (gsize)SL_MOST);
	     i++)
		sssp_sl_write_row(out->text, sl, i);
	put(out);
}

static void write_sl(Output *out, const RouteTables *tables)
{
	write_compact(out, tables->routing->path_sl, tables->routing->lft);
}

static void write_stage_sl(Output *out, const RouteTables *tables)
{
	write_compact(out, tables->exchange->sl, tables->exchange->first_phase);
}

static void write_slvl(Output *out, const RouteTables *tables)
{
	const Sl2vl *sl2vl = tables->routing->sl2vl;
	if (sl2vl)
		tables_of_write(out->text, tables->routing->lft);
	else
		put_text(out, slvl_write(NULL, tables->fabric));
	for (guint32 sw = 0; sl2vl && sw < sl2vl->n_switches && room(out, slvl_most(sl2vl, sw)); sw++) {
		slvl_write_switch(out->text, sl2vl, sw, tables->fabric);
		if (!put(out))
			return;
	}
}

static void write_sls(Output *out, const RouteTables *tables, const PathSl *sl, const Lft *lft)
{
	const Fabric *fabric = tables->fabric;
	if (sl)
		tables_of_write(out->text, lft);
	else
		put_text(out, psl_write(NULL, fabric));
	for (guint32 i = 0; sl && i < fabric->n_nodes && room(out, ROW_MOST + sl->n_lids * (gsize)PSL_MOST); i++) {
		psl_write_node(out->text, sl, fabric, fabric->by_guid[i]);
		if (!put(out))
			return;
	}
}

static void write_psl(Output *out, const RouteTables *tables)
{
	write_sls(out, tables, tables->routing->path_sl, tables->routing->lft);
}

static void write_stage_psl(Output *out, const RouteTables *tables)
{
	const PathSl *sl = tables->exchange->sl;
	write_sls(out, tables, sl ? sl : tables->routing->path_sl, tables->exchange->first_phase);
}

static void write_lids(Output *out, const RouteTables *tables)
{
	put_text(out, guid2lid_write(tables->fabric));
}

static void write_state(Output *out, const RouteTables *tables)
{
	const Routing *r = tables->routing;
	State state = {.fabric = (Fabric *)tables->fabric,
		       .lft = r->lft,
		       .path_sl = r->path_sl,
		       .sl2vl = (Sl2vl *)routing_port_vls(r),
		       .fresh_efi = r->fresh_efi,
		       .vls_needed = r->vls_needed,
		       .max_vls = tables->max_vls,
		       .asymmetric = tables->id->asymmetric,
		       .older = r->older,
		       .detours = r->detours,
		       .mcast = r->mcast};
	gsize length;
	g_autofree guint8 *bytes = state_write(&state, &length, NULL);
	if (!bytes) {
		out->number = ENOMEM;
		return;
	}
	state_sign(bytes, length);
	put_bytes(out, bytes, length);
}

static void write_reconnect(Output *out, const RouteTables *tables)
{
	const Graph *g = tables->routing->stand->graph;
	const GArray *reconnect = tables->exchange->reconnect;
	g_string_append(out->text, TABLES_RECONNECT_HEAD);
	for (guint i = 0; i < reconnect->len; i++) {
		const ExchangePair *pair = &g_array_index(reconnect, ExchangePair, i);
		g_string_append_printf(out->text, TABLES_RECONNECT_LINE, g->guid[pair->row], g->dests[pair->dest].lid);
		if (i % 4096 == 4095 && !put(out))
			return;
	}
	put(out);
}

static void write_id(Output *out, const RouteTables *tables)
{
	put_text(out, fabric_id_write(tables->id));
}

/* ---- files */

static const struct {
	const char *name;
	void (*write)(Output *out, const RouteTables *tables);
} files[N_FILES] = {
	[LFTS] = {TABLES_LFTS, write_lfts},
	[SL] = {TABLES_SL, write_sl},
	[SLVL] = {TABLES_SLVL, write_slvl},
	[STATE] = {STATE_FILE, write_state},
	[PSL] = {TABLES_PSL, write_psl},
	[LIDS] = {TABLES_LIDS, write_lids},
	[STAGE] = {TABLES_STAGE, write_stage},
	[STAGE_SL] = {TABLES_STAGE_SL, write_stage_sl},
	[STAGE_PSL] = {TABLES_STAGE_PSL, write_stage_psl},
	[RECONNECT] = {TABLES_RECONNECT, write_reconnect},
	[ID] = {TABLES_ID, write_id},
};

static gboolean failed(const char *what, const char *name, int number, GError **error)
{
	return sssp_error_set(error, SSSP_ERROR_IO, "%s: cannot %s: %s", name, what, g_strerror(number));
}

static char *temporary_name(const char *folder, guint file)
{
	g_autofree char *hidden = g_strdup_printf(".%s.new", files[file].name);
	return g_build_filename(folder, hidden, NULL);
}

/* Opens a new file. What has this name is removed: the rest of a run that was killed, or a link to elsewhere. */
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

/*
 * Writes a file to the disk, so that a crash leaves no renamed file without its content. Pipes and the like have no
 * disk. Returns errno.
 */
static int sync_file(int fd)
{
	return fsync(fd) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP ? 0 : errno;
}

static gboolean write_temporary(const RouteTables *tables, guint file, GError **error)
{
	g_autofree char *name = temporary_name(tables->folder, file);
	Output out = {.stream = open_new(name, error)};
	if (!out.stream)
		return FALSE;
	out.text = g_string_new(NULL);
	files[file].write(&out, tables);
	g_string_free(out.text, TRUE);
	/* a disk may be found full, or a server gone, only now */
	if (!out.number)
		out.number = fflush(out.stream) != 0 ? errno : sync_file(fileno(out.stream));
	if (fclose(out.stream) != 0 && !out.number)
		out.number = errno;
	if (interrupt_came())
		out.number = EINTR;
	return !out.number || failed("write", name, out.number, error);
}

static gboolean write_all(const RouteTables *tables, const gboolean *wanted, GError **error)
{
	for (guint file = 0; file < N_FILES; file++)
		if (wanted[file] && !write_temporary(tables, file, error))
			return FALSE;
	return TRUE;
}

/*
 * Whether the files of the folder can be replaced, as far as can be told before the first one is. FALSE with an error.
 */
static gboolean can_replace(const char *folder, GError **error)
{
	for (guint file = 0; file < N_FILES; file++) {
		g_autofree char *name = g_build_filename(folder, files[file].name, NULL);
		struct stat status;
		if (lstat(name, &status) == 0 && S_ISDIR(status.st_mode))
			return failed("put it in place", name, EISDIR, error);
	}
	return TRUE;
}

static gboolean remove_old(const char *folder, guint file, GError **error)
{
	g_autofree char *name = g_build_filename(folder, files[file].name, NULL);
	return g_unlink(name) == 0 || errno == ENOENT || failed("remove the old one", name, errno, error);
}

static gboolean rename_all(const char *folder, const gboolean *wanted, GError **error)
{
	if (!can_replace(folder, error) || !remove_old(folder, ID, error))
		return FALSE;
	for (guint file = 0; file < N_FILES; file++) {
		g_autofree char *name = g_build_filename(folder, files[file].name, NULL);
		g_autofree char *temporary = temporary_name(folder, file);
		if (wanted[file] && g_rename(temporary, name) != 0)
			return failed("put it in place", name, errno, error);
		if (!wanted[file] && !remove_old(folder, file, error))
			return FALSE;
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

gboolean route_files_write(const RouteTables *tables, GError **error)
{
	gboolean stage = tables->exchange && tables->exchange->first_phase;
	const gboolean wanted[N_FILES] = {[LFTS] = TRUE,
					  [SL] = TRUE,
					  [SLVL] = TRUE,
					  [PSL] = tables->psl,
					  [LIDS] = tables->lids_assigned,
					  [STATE] = TRUE,
					  [STAGE] = stage,
					  [STAGE_SL] = stage && tables->planned && tables->exchange->sl,
					  [STAGE_PSL] = stage && tables->psl,
					  [RECONNECT] = tables->exchange && tables->exchange->illegal->len,
					  [ID] = TRUE};
	int folder = route_folder_take(tables->folder, error);
	if (folder < 0)
		return FALSE;
	interrupt_hold();
	gboolean done = write_all(tables, wanted, error) && rename_all(tables->folder, wanted, error);
	remove_temporaries(tables->folder);
	sync_file(folder);
	close(folder);
	interrupt_release();
	return done;
}
