/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes forwarding tables as dump_lfts does. A line that begins with "Unicast lids", and has the GUID of a
 * switch, begins its table; one that begins with 0x is an entry: a LID and its port. The lines of one switch's table
 * differ from those of another's only in the three digits of the port, so all else is written once and copied.
 */
#include "formats/tables/lfts.h"

#include "core/base/error.h"
#include "formats/text/emit.h"
#include "formats/tables/table.h"

#define BLOCK 64

/*
 * Returns the last LID if the table leaves it out, else 0. dump_lfts and ibroute, which write `[0x0-0x40]`, ask for
 * whole blocks of 64 LIDs below the last one, and so leave it out where it begins a block. OpenSM, which writes
 * `[0-64]`, leaves nothing out.
 */
static guint32 left_out(Text line)
{
	guint64 first, last;
	if (!text_after(&line, "Unicast lids [") || !text_0x(&line, TABLE_MAX_LID, &first) || !text_char(&line, '-') ||
	    !text_0x(&line, TABLE_MAX_LID, &last) || !text_char(&line, ']'))
		return 0;
	return last % BLOCK == 0 ? (guint32)last : 0;
}

/* `Unicast lids [..] of switch Lid 3 guid 0x...`: the first GUID counts, names come after it. */
static gboolean read_header(Rows *rows, Scan *scan, Text line, GError **error)
{
	guint64 guid;
	rows->unsaid = MAX(rows->unsaid, left_out(line));
	if (!text_after(&line, " guid ") || !text_0x(&line, G_MAXUINT64, &guid))
		return scan_error(scan, error, "a forwarding table without the GUID of its switch");
	return rows_select(rows, guid, error);
}

/* The value of a hexadecimal digit; 16 or more where it is none. */
static inline guint hex(char c)
{
	guint decimal = (guint)(guchar)c - '0', letter = ((guint)(guchar)c | 0x20) - 'a';
	return decimal < 10 ? decimal : letter < 6 ? 10 + letter : 16;
}

/*
 * Reads an entry of exactly the form `0x0003 007 `, as OpenSM and this project write it: a fast path for files of
 * gigabytes. FALSE where it is anything else, or out of range.
 */
static inline gboolean usual_entry(Text line, guint *lid, guint *port)
{
	const char *c = line.at;
	if (text_length(line) < 11 || c[6] != ' ' || c[10] != ' ')
		return FALSE;
	guint h3 = hex(c[2]), h2 = hex(c[3]), h1 = hex(c[4]), h0 = hex(c[5]);
	guint d2 = (guint)(guchar)c[7] - '0', d1 = (guint)(guchar)c[8] - '0', d0 = (guint)(guchar)c[9] - '0';
	if ((h3 | h2 | h1 | h0) > 15 || d2 > 9 || d1 > 9 || d0 > 9)
		return FALSE;
	*lid = h3 << 12 | h2 << 8 | h1 << 4 | h0;
	*port = d2 * 100 + d1 * 10 + d0;
	return *lid <= TABLE_MAX_LID && *port <= LFT_NO_PATH;
}

/* `0x0003 007 # ...` */
static gboolean read_entry(Rows *rows, Scan *scan, Text line, GError **error)
{
	guint64 lid, port;
	guint usual_lid, usual_port;
	Text after;
	if (usual_entry(line, &usual_lid, &usual_port)) {
		rows_set(rows, scan, usual_lid, (guint8)usual_port);
		return TRUE;
	}
	if (!text_0x(&line, TABLE_MAX_LID, &lid))
		return scan_error(scan, error, "not a unicast LID");
	after = line;
	text_blanks(&line);
	if (line.at == after.at || !text_decimal(&line, LFT_NO_PATH, &port) || !table_ends_word(line))
		return scan_error(scan, error, "LID 0x%04x: not a port number", (guint)lid);
	rows_set(rows, scan, (guint32)lid, (guint8)port);
	return TRUE;
}

static gboolean read_tables(Rows *rows, Scan *scan, gpointer user, GError **error)
{
	gboolean inside = FALSE, skipping = FALSE;
	Text line;
	(void)user;
	while (scan_line(scan, &line)) {
		text_blanks(&line);
		if (text_length(line) >= 2 && line.at[0] == '0' && line.at[1] == 'x') {
			if (!inside && !skipping)
				return scan_error(scan, error, "an entry outside a forwarding table");
			if (inside && !read_entry(rows, scan, line, error))
				return FALSE;
		} else if (text_starts(line, "Unicast lids")) {
			if (!read_header(rows, scan, line, error))
				return FALSE;
			inside = TRUE;
		} else if (text_starts(line, "Multicast mlids")) {
			inside = FALSE;
			skipping = TRUE;
		}
	}
	return TRUE;
}

Lft *lfts_read(Source *source, ParseLog *log, GError **error)
{
	return table_parse(read_tables, source, NULL, log, error);
}

Lft *lfts_read_for(Source *source, const Fabric *fabric, ParseLog *log, GError **error)
{
	return table_parse(read_tables, source, fabric, log, error);
}

Lft *lfts_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	Source source = source_text(buffer, length, file);
	return lfts_read(&source, log, error);
}

/* ---- writing: the tables of a fabric differ in three digits a line, so that these are all that is made anew */

static const char *const kinds[] = {
	[FABRIC_SWITCH] = "Switch", [FABRIC_CA] = "Channel Adapter", [FABRIC_ROUTER] = "Router"};

#define LINE_MOST 256 /* bytes, a name of EMIT_NAME_MAX among them */
#define DIGITS_AT 7   /* of a line: where the port stands, three digits */

struct LftsWriter {
	const Lft *lft;
	const Fabric *fabric;
	GString *lines; /* what follows the head of a table that has all LIDs */
	guint32 *at;    /* [n_lids + 1] where each line begins */
};

/* `0x0003 000 # Switch portguid 0x..: 'name'` */
static void write_line(GString *out, const Fabric *fabric, guint32 lid)
{
	g_string_append_len(out, "0x", 2);
	emit_hex(out, lid, 4);
	g_string_append(out, " 000 # ");
	guint32 index = lid < fabric->n_lids ? fabric->lid_port[lid] : FABRIC_NONE;
	if (index == FABRIC_NONE) {
		g_string_append(out, "unknown node and type\n");
		return;
	}
	const FabricPort *owner = &fabric->ports[index];
	const FabricNode *node = &fabric->nodes[owner->node];
	g_string_append(out, kinds[node->type]);
	g_string_append_len(out, " portguid 0x", 12);
	emit_hex(out, owner->guid ? owner->guid : node->guid, 16);
	g_string_append_len(out, ": '", 3);
	emit_name(out, fabric_name(fabric, owner->node), "");
	g_string_append_len(out, "'\n", 2);
}

static gboolean write_lines(LftsWriter *writer)
{
	guint32 n_lids = writer->lft->n_lids;
	for (guint32 lid = 0; lid < n_lids; lid++) {
		if (!emit_room(writer->lines, LINE_MOST))
			return FALSE;
		writer->at[lid] = (guint32)writer->lines->len;
		write_line(writer->lines, writer->fabric, lid);
	}
	writer->at[n_lids] = (guint32)writer->lines->len;
	return TRUE;
}

LftsWriter *lfts_writer_new(const Lft *lft, const Fabric *fabric, GError **error)
{
	LftsWriter *writer = g_new0(LftsWriter, 1);
	writer->lft = lft;
	writer->fabric = fabric;
	writer->lines = g_string_new(NULL);
	writer->at = g_try_new(guint32, (gsize)lft->n_lids + 1);
	if (writer->at && write_lines(writer))
		return writer;
	sssp_error_memory(error, "the lines of a table", lft->n_lids * (gsize)LINE_MOST);
	lfts_writer_free(writer);
	return NULL;
}

void lfts_writer_free(LftsWriter *writer)
{
	if (!writer)
		return;
	g_string_free(writer->lines, TRUE);
	g_free(writer->at);
	g_free(writer);
}

/* The lines of LIDs first .. end - 1, which all have a port. */
static void write_run(const LftsWriter *writer, GString *out, const guint8 *ports, guint32 first, guint32 end)
{
	const guint32 *at = writer->at;
	gsize from = out->len;
	g_string_append_len(out, writer->lines->str + at[first], (gssize)(at[end] - at[first]));
	for (guint32 lid = first; lid < end; lid++) {
		char *digits = out->str + from + (at[lid] - at[first]) + DIGITS_AT;
		guint port = ports[lid];
		digits[0] = (char)('0' + port / 100);
		digits[1] = (char)('0' + port / 10 % 10);
		digits[2] = (char)('0' + port % 10);
	}
}

static void write_head(GString *out, const Lft *lft, guint32 row, const Fabric *fabric)
{
	guint32 node = fabric_find_node(fabric, lft->guid[row]);
	guint32 last = lft->n_lids ? lft->n_lids - 1 : 0;
	g_string_append_printf(out, "Unicast lids [0-%u] of switch Lid %u guid 0x%016" G_GINT64_MODIFIER "x ('", last,
			       node == FABRIC_NONE ? 0 : fabric->ports[fabric->nodes[node].first_port].lid,
			       lft->guid[row]);
	emit_name(out, node == FABRIC_NONE ? "" : fabric_name(fabric, node), "");
	g_string_append(out, "'):\n");
}

gboolean lfts_writer_row(const LftsWriter *writer, GString *out, guint32 row)
{
	const Lft *lft = writer->lft;
	const guint8 *ports = lft->port + (gsize)row * lft->n_lids;
	guint32 entries = 0;
	if (!emit_room(out, writer->lines->len + 2 * LINE_MOST))
		return FALSE;
	write_head(out, lft, row, writer->fabric);
	for (guint32 lid = 0, end; lid < lft->n_lids; lid = end) {
		end = lid;
		while (end < lft->n_lids && ports[end] != LFT_NO_PATH)
			end++;
		if (end > lid)
			write_run(writer, out, ports, lid, end);
		entries += end - lid;
		while (end < lft->n_lids && ports[end] == LFT_NO_PATH)
			end++;
	}
	g_string_append_printf(out, "%u lids dumped\n", entries);
	return TRUE;
}

GString *lfts_write(const Lft *lft, const Fabric *fabric)
{
	GString *out = g_string_new(NULL);
	g_autoptr(LftsWriter) writer = lfts_writer_new(lft, fabric, NULL);
	for (guint32 row = 0; writer && row < lft->n_switches; row++)
		lfts_writer_row(writer, out, row);
	return out;
}
