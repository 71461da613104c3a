/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes sssp.sl: the service levels of paths, a line for each source with runs of LIDs that have one SL,
 * such as `1-7:0`. Runs of LIDs must ascend, so that a line cannot contradict itself.
 */
#include "formats/tables/sssp_sl.h"

#include "core/fabric/fabric.h"
#include "formats/tables/tables_of.h"
#include "formats/text/emit.h"
#include "formats/text/rows.h"

typedef struct {
	guint32 n_lids;
	guint32 most_lids; /* the most that n_lids may be */
	char of[LFT_DIGEST_LENGTH + 1];
} Head;

/* The next line that is neither empty nor a comment; a comment may say to which tables the SLs belong. */
static gboolean next_line(Scan *scan, Text *line, char of[LFT_DIGEST_LENGTH + 1])
{
	while (scan_line(scan, line)) {
		text_blanks(line);
		if (!text_empty(*line) && *line->at != '#')
			return TRUE;
		if (!text_empty(*line))
			tables_of_read(*line, of);
	}
	return FALSE;
}

static gboolean read_head(Scan *scan, Head *head, GError **error)
{
	Text line;
	guint64 version, n_lids;
	if (!scan_line(scan, &line) || !text_literal(&line, "sssp-sl ") ||
	    !text_decimal(&line, G_MAXUINT32, &version) || !text_empty(line))
		return scan_error_at(scan->file, 1, error, "the first line is not `sssp-sl %d`", SSSP_SL_VERSION);
	if (version != SSSP_SL_VERSION)
		return scan_error(scan, error, "version %" G_GUINT64_FORMAT " of the format, only %d is known", version,
				  SSSP_SL_VERSION);
	if (!next_line(scan, &line, head->of) || !text_literal(&line, "lids ") ||
	    !text_decimal(&line, FABRIC_MAX_LID + 1, &n_lids) || !text_empty(line))
		return scan_error(scan, error, "not `lids` and their number");
	if (n_lids > head->most_lids)
		return scan_error(scan, error, "SLs for %" G_GUINT64_FORMAT " LIDs, more than the %u of the subnet",
				  n_lids, head->most_lids);
	head->n_lids = (guint32)n_lids;
	return TRUE;
}

/* `8:1` or `1-7:0`, from LID `least` on. */
static gboolean read_run(Rows *rows, Scan *scan, Text word, guint64 n_lids, guint64 *least, GError **error)
{
	guint64 first, last, sl;
	gboolean ok = text_decimal(&word, FABRIC_MAX_LID, &first);
	last = ok ? first : 0;
	if (ok && text_char(&word, '-'))
		ok = text_decimal(&word, FABRIC_MAX_LID, &last);
	if (!ok || !text_char(&word, ':') || !text_decimal(&word, SL_COUNT - 1, &sl) || !text_empty(word))
		return scan_error(scan, error, "not a run of LIDs and an SL");
	if (first < *least || last < first || last >= n_lids)
		return scan_error(scan, error, "LIDs %" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT " are out of place",
				  first, last);
	for (guint64 lid = first; lid <= last; lid++)
		rows_set(rows, scan, (guint32)lid, (guint8)sl);
	*least = last + 1;
	return TRUE;
}

static gboolean read_all(Rows *rows, Scan *scan, gpointer user, GError **error)
{
	Head *head = user;
	Text line, word;
	if (!read_head(scan, head, error))
		return FALSE;
	while (next_line(scan, &line, head->of)) {
		guint64 guid, least = 1;
		if (!text_0x(&line, G_MAXUINT64, &guid) || !(text_empty(line) || *line.at == ' '))
			return scan_error(scan, error, "not the GUID of a source");
		if (!rows_select(rows, guid, error))
			return FALSE;
		while (text_word(&line, &word))
			if (!read_run(rows, scan, word, head->n_lids, &least, error))
				return FALSE;
	}
	return TRUE;
}

/* Counts the lines of sources: more lines than different GUIDs mean that a source has two. */
static gsize count_lines(Source *source)
{
	Scan scan;
	Text line;
	char of[LFT_DIGEST_LENGTH + 1] = "";
	gsize n = 0;
	scan_open(&scan, source);
	while (next_line(&scan, &line, of))
		n += text_starts(line, "0x") ? 1 : 0;
	return n;
}

static PathSl *fill(Rows *rows, Head *head, Source *source, GError **error)
{
	if (rows->n != count_lines(source)) {
		scan_error_at(source->file, 0, error, "a source has two lines");
		return NULL;
	}
	if (rows->n > FABRIC_MAX_LID) {
		scan_error_at(source->file, 0, error, "more sources than there are LIDs");
		return NULL;
	}
	rows->n_lids = head->n_lids;
	PathSl *sl = path_sl_new((guint32)rows->n, head->n_lids, error);
	if (!sl)
		return NULL;
	memcpy(sl->of, head->of, sizeof sl->of);
	sl->none_on_purpose = !rows->n;
	if (rows->n)
		memcpy(sl->guid, rows->guid, rows->n * sizeof *sl->guid);
	if (rows_fill(rows, sl->sl, read_all, head, source, error))
		return sl;
	path_sl_free(sl);
	return NULL;
}

PathSl *sssp_sl_read_for(Source *source, const Fabric *fabric, ParseLog *log, GError **error)
{
	Rows rows = {.what = "paths with two SLs", .log = log, .most = fabric ? fabric->n_switches : 0};
	Head head = {.most_lids = fabric ? fabric->n_lids : FABRIC_MAX_LID + 1};
	PathSl *sl = NULL;
	if (rows_collect(&rows, read_all, &head, source, error))
		sl = fill(&rows, &head, source, error);
	rows_clear(&rows);
	if (!sl)
		source_finish(source, FALSE, error);
	return sl;
}

PathSl *sssp_sl_read(Source *source, ParseLog *log, GError **error)
{
	return sssp_sl_read_for(source, NULL, log, error);
}

PathSl *sssp_sl_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	Source source = source_text(buffer, length, file);
	return sssp_sl_read(&source, log, error);
}

gboolean sssp_sl_recognise(Source *source)
{
	Scan scan;
	Text line;
	scan_open(&scan, source);
	return scan_line(&scan, &line) && text_starts(line, "sssp-sl ");
}

/* ---- writing */

void sssp_sl_write_head(GString *out, const PathSl *sl, const Lft *lft)
{
	g_string_append_printf(out, "sssp-sl %d\n", SSSP_SL_VERSION);
	if (lft)
		tables_of_write(out, lft);
	g_string_append_printf(out, "lids %u\n", sl ? sl->n_lids : 0);
}

void sssp_sl_write_row(GString *out, const PathSl *sl, guint32 source)
{
	guint32 n_lids = sl->n_lids;
	const guint8 *row = sl->sl + (gsize)source * n_lids;
	g_string_append(out, "0x");
	emit_hex(out, sl->guid[source], 16);
	for (guint32 lid = 1, last; lid < n_lids; lid = last + 1) {
		for (last = lid; last + 1 < n_lids && row[last + 1] == row[lid];)
			last++;
		if (row[lid] == SL_NONE)
			continue;
		g_string_append_c(out, ' ');
		emit_decimal(out, lid, 1);
		if (last > lid) {
			g_string_append_c(out, '-');
			emit_decimal(out, last, 1);
		}
		g_string_append_c(out, ':');
		emit_decimal(out, row[lid], 1);
	}
	g_string_append_c(out, '\n');
}

GString *sssp_sl_write(const PathSl *sl)
{
	GString *out = g_string_new(NULL);
	sssp_sl_write_head(out, sl, NULL);
	for (guint32 i = 0; sl && i < sl->n_sources; i++)
		sssp_sl_write_row(out, sl, i);
	return out;
}
