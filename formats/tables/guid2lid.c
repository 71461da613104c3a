/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes guid2lid, by which OpenSM assigns the LIDs that the tables were computed for. A line has three
 * numbers: the GUID of a port, its first and its last LID. Lines may come in any order; empty lines and comments are
 * passed over, any other line is an error.
 */
#include "formats/tables/guid2lid.h"

#include "formats/text/emit.h"
#include "formats/text/scan.h"

static gboolean read_entry(Text line, GuidLids *entry)
{
	guint64 first, last;
	if (!text_0x(&line, G_MAXUINT64, &entry->guid))
		return FALSE;
	text_blanks(&line);
	if (!text_number(&line, FABRIC_MAX_LID, &first))
		return FALSE;
	text_blanks(&line);
	if (!text_number(&line, FABRIC_MAX_LID, &last) || first < 1 || last < first)
		return FALSE;
	text_blanks(&line);
	entry->first = (guint16)first;
	entry->last = (guint16)last;
	return text_empty(line);
}

GArray *guid2lid_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	GArray *entries = g_array_new(FALSE, FALSE, sizeof(GuidLids));
	Scan scan;
	Text line;
	(void)log;
	scan_init(&scan, buffer, length, file);
	while (scan_line(&scan, &line)) {
		GuidLids entry;
		text_blanks(&line);
		if (text_empty(line) || *line.at == '#')
			continue;
		if (!read_entry(line, &entry)) {
			scan_error(&scan, error, "not a port GUID and two LIDs");
			g_array_free(entries, TRUE);
			return NULL;
		}
		entry.line = scan.line;
		g_array_append_val(entries, entry);
	}
	return entries;
}

GString *guid2lid_write(const Fabric *fabric)
{
	GString *out = g_string_new(NULL);
	for (guint32 lid = 1; lid < fabric->n_lids; lid++) {
		if (fabric->lid_port[lid] == FABRIC_NONE)
			continue;
		const FabricPort *port = &fabric->ports[fabric->lid_port[lid]];
		if (port->lid != lid || port->guid == 0)
			continue;
		g_string_append(out, "0x");
		emit_hex(out, port->guid, 16);
		g_string_append(out, " 0x");
		emit_hex(out, lid, 4);
		g_string_append(out, " 0x");
		emit_hex(out, lid + (1u << port->lmc) - 1, 4);
		g_string_append(out, "\n\n");
	}
	return out;
}
