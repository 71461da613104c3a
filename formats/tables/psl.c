/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes the service levels (SLs) of paths, by source and destination LID. Each line is tried as one of two
 * forms: a triple of source, LID and SL; or a pair of LID and SL below a line that names the source.
 */
#include "formats/tables/psl.h"

#include "core/base/error.h"
#include "formats/text/emit.h"
#include "formats/tables/port_guids.h"
#include "formats/tables/tables_of.h"
#include "formats/text/rows.h"

typedef struct {
	const PortGuids *ports;
	gboolean inside; /* of the second form: a source has been named */
	char of[LFT_DIGEST_LENGTH + 1];
	gboolean comments; /* there are some */
	guint other;       /* the first line that is neither a comment nor of these forms, 0: none */
} Reader;

/* `0x<guid> <dlid> <sl>`, when the line is that: FALSE otherwise, without an error. */
static gboolean is_triple(Text line, guint64 *guid, guint64 *lid, guint64 *sl)
{
	if (!text_0x(&line, G_MAXUINT64, guid) || !text_char(&line, ' '))
		return FALSE;
	text_blanks(&line);
	if (!text_decimal(&line, G_MAXUINT32, lid) || !text_char(&line, ' '))
		return FALSE;
	text_blanks(&line);
	if (!text_decimal(&line, G_MAXUINT32, sl))
		return FALSE;
	text_blanks(&line);
	return text_empty(line);
}

/* `0x<lid> : <sl>` */
static gboolean is_pair(Text line, guint64 *lid, guint64 *sl)
{
	if (!text_0x(&line, G_MAXUINT32, lid))
		return FALSE;
	text_blanks(&line);
	if (!text_char(&line, ':'))
		return FALSE;
	text_blanks(&line);
	if (!text_decimal(&line, G_MAXUINT32, sl))
		return FALSE;
	text_blanks(&line);
	return text_empty(line);
}

/* `Switch 0x<port guid>, base LID ...` */
static gboolean is_source(Text line, guint64 *guid)
{
	return (text_literal(&line, "Channel Adapter ") || text_literal(&line, "Switch ")) &&
	       text_0x(&line, G_MAXUINT64, guid) && text_char(&line, ',');
}

static gboolean set(Rows *rows, const Scan *scan, guint64 lid, guint64 sl, GError **error)
{
	if (lid < 1 || lid > FABRIC_MAX_LID)
		return scan_error(scan, error, "%" G_GUINT64_FORMAT " is no unicast LID", lid);
	if (sl >= SL_COUNT)
		return scan_error(scan, error, "SL %" G_GUINT64_FORMAT " is not 0..%d", sl, SL_COUNT - 1);
	rows_set(rows, scan, (guint32)lid, (guint8)sl);
	return TRUE;
}

static gboolean read_line(Rows *rows, Scan *scan, Reader *reader, Text line, GError **error)
{
	guint64 guid, lid, sl;
	if (is_triple(line, &guid, &lid, &sl)) {
		reader->inside = FALSE;
		return rows_select(rows, guid, error) && set(rows, scan, lid, sl, error);
	}
	if (is_source(line, &guid)) {
		reader->inside = TRUE;
		return rows_select(rows, port_guids_node(reader->ports, guid), error);
	}
	if (is_pair(line, &lid, &sl)) {
		if (!reader->inside)
			return scan_error(scan, error, "the SL of a path without a source");
		return set(rows, scan, lid, sl, error);
	}
	if (text_starts(line, "0x"))
		return scan_error(scan, error, "not a source GUID, a LID and an SL");
	reader->other = reader->other ? reader->other : scan->line;
	return TRUE;
}

static gboolean read_all(Rows *rows, Scan *scan, gpointer user, GError **error)
{
	Reader *reader = user;
	Text line;
	reader->inside = FALSE;
	while (scan_line(scan, &line)) {
		text_blanks(&line);
		if (text_empty(line))
			continue;
		if (*line.at == '#') {
			reader->comments = TRUE;
			tables_of_read(line, reader->of);
		} else if (!read_line(rows, scan, reader, line, error)) {
			return FALSE;
		}
	}
	return TRUE;
}

static PathSl *fill(Rows *rows, Reader *reader, Source *source, GError **error)
{
	if (!rows->n && reader->other) {
		scan_error_at(source->file, reader->other, error, "no SLs of paths: the file has none at all");
		return NULL;
	}
	PathSl *sl = path_sl_new((guint32)rows->n, rows->n_lids, error);
	if (!sl)
		return NULL;
	memcpy(sl->of, reader->of, sizeof sl->of);
	sl->none_on_purpose = !rows->n && reader->comments;
	if (rows->n)
		memcpy(sl->guid, rows->guid, rows->n * sizeof *sl->guid);
	if (rows_fill(rows, sl->sl, read_all, reader, source, error))
		return sl;
	path_sl_free(sl);
	return NULL;
}

PathSl *psl_read(Source *source, const Fabric *fabric, ParseLog *log, GError **error)
{
	Rows rows = {.what = "paths with two SLs", .log = log};
	PortGuids ports = {0};
	Reader reader = {.ports = &ports};
	PathSl *sl = NULL;
	if (port_guids_init(&ports, fabric, error) && rows_collect(&rows, read_all, &reader, source, error)) {
		if (rows.n > FABRIC_MAX_LID)
			scan_error_at(source->file, 0, error, "more sources than there are LIDs");
		else
			sl = fill(&rows, &reader, source, error);
	}
	port_guids_clear(&ports);
	rows_clear(&rows);
	return sl;
}

PathSl *psl_parse(const char *buffer, gsize length, const char *file, const Fabric *fabric, ParseLog *log,
		  GError **error)
{
	Source source = source_text(buffer, length, file);
	return psl_read(&source, fabric, log, error);
}

/* ---- writing */

/* The row that holds for a node: its own, or that of the switch its first cable leads to. */
static const guint8 *row_of(const PathSl *sl, const Fabric *fabric, guint32 index)
{
	const FabricNode *node = &fabric->nodes[index];
	const guint8 *row = path_sl_row(sl, node->guid);
	for (guint num = 1; !row && !fabric_is_switch(fabric, index) && num <= node->n_ports; num++) {
		guint32 peer = fabric->ports[node->first_port + num].peer;
		if (peer != FABRIC_NONE)
			return path_sl_row(sl, fabric->nodes[fabric->ports[peer].node].guid);
	}
	return row;
}

void psl_write_node(GString *out, const PathSl *sl, const Fabric *fabric, guint32 node)
{
	const guint8 *row = row_of(sl, fabric, node);
	guint32 n_lids = MIN(sl->n_lids, fabric->n_lids);
	for (guint32 lid = 1; row && lid < n_lids; lid++) {
		if (row[lid] == SL_NONE || fabric->lid_port[lid] == FABRIC_NONE)
			continue;
		g_string_append_len(out, "0x", 2);
		emit_hex(out, fabric->nodes[node].guid, 16);
		g_string_append_c(out, ' ');
		emit_decimal(out, lid, 1);
		g_string_append_c(out, ' ');
		emit_decimal(out, row[lid], 1);
		g_string_append_c(out, '\n');
	}
}

GString *psl_write(const PathSl *sl, const Fabric *fabric)
{
	GString *out = g_string_new(NULL);
	if (!sl)
		emit_comment(out, "one virtual lane: every path has SL 0");
	for (guint32 i = 0; sl && i < fabric->n_nodes; i++)
		psl_write_node(out, sl, fabric, fabric->by_guid[i]);
	return out;
}
