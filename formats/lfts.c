/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A line with a GUID behind "switch" begins a table, one with 0x in front is an entry. */
#include "formats/lfts.h"

#include "formats/text/emit.h"
#include "formats/table.h"

#define BLOCK 64

/*
 * `[0x0-0x40]`, as dump_lfts and ibroute write it: they ask for whole blocks of 64 LIDs below the last one, which they
 * then leave out where it begins a block. `[0-64]` is OpenSM's, who leaves nothing out.
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

/* `0x0003 007 # ...` */
static gboolean read_entry(Rows *rows, Scan *scan, Text line, GError **error)
{
	guint64 lid, port;
	Text after;
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
		if (text_starts(line, "Unicast lids")) {
			if (!read_header(rows, scan, line, error))
				return FALSE;
			inside = TRUE;
		} else if (text_starts(line, "Multicast mlids")) {
			inside = FALSE;
			skipping = TRUE;
		} else if (text_starts(line, "0x")) {
			if (!inside && !skipping)
				return scan_error(scan, error, "an entry outside a forwarding table");
			if (inside && !read_entry(rows, scan, line, error))
				return FALSE;
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

/* ---- writing */

static const char *const kinds[] = {
	[FABRIC_SWITCH] = "Switch", [FABRIC_CA] = "Channel Adapter", [FABRIC_ROUTER] = "Router"};

static void write_entry(GString *out, const Fabric *fabric, guint32 lid, guint8 port)
{
	g_string_append_len(out, "0x", 2);
	emit_hex(out, lid, 4);
	g_string_append_c(out, ' ');
	emit_decimal(out, port, 3);
	g_string_append_len(out, " # ", 3);
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

void lfts_write_row(GString *out, const Lft *lft, guint32 row, const Fabric *fabric)
{
	guint32 node = fabric_find_node(fabric, lft->guid[row]);
	const guint8 *ports = lft->port + (gsize)row * lft->n_lids;
	guint32 last = lft->n_lids ? lft->n_lids - 1 : 0, entries = 0;
	g_string_append_printf(out, "Unicast lids [0-%u] of switch Lid %u guid 0x%016" G_GINT64_MODIFIER "x ('", last,
			       node == FABRIC_NONE ? 0 : fabric->ports[fabric->nodes[node].first_port].lid,
			       lft->guid[row]);
	emit_name(out, node == FABRIC_NONE ? "" : fabric_name(fabric, node), "");
	g_string_append(out, "'):\n");
	for (guint32 lid = 0; lid < lft->n_lids; lid++) {
		if (ports[lid] == LFT_NO_PATH)
			continue;
		write_entry(out, fabric, lid, ports[lid]);
		entries++;
	}
	g_string_append_printf(out, "%u lids dumped\n", entries);
}

GString *lfts_write(const Lft *lft, const Fabric *fabric)
{
	GString *out = g_string_new(NULL);
	for (guint32 row = 0; row < lft->n_switches; row++)
		lfts_write_row(out, lft, row, fabric);
	return out;
}
