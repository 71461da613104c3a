/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads a list of GUIDs: a line has one GUID, a comment, or both. */
#include "formats/lists/guid_list.h"

#include "formats/text/scan.h"

/* Reads a GUID from a line; *any tells whether there is one. */
static gboolean read_guid(Scan *scan, Text line, gboolean *any, guint64 *guid, GError **error)
{
	text_blanks(&line);
	*any = !text_empty(line) && *line.at != '#';
	if (!*any)
		return TRUE;
	if (!(text_starts(line, "0x") || text_starts(line, "0X") ? text_0x(&line, G_MAXUINT64, guid)
								 : text_hex(&line, G_MAXUINT64, guid)))
		return scan_error(scan, error, "not a GUID");
	text_blanks(&line);
	if (!text_empty(line) && *line.at != '#')
		return scan_error(scan, error, "something follows the GUID");
	return TRUE;
}

GArray *guid_list_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	GArray *guids = g_array_new(FALSE, FALSE, sizeof(guint64));
	Scan scan;
	Text line;
	(void)log;
	scan_init(&scan, buffer, length, file);
	while (scan_line(&scan, &line)) {
		gboolean any;
		guint64 guid;
		if (!read_guid(&scan, line, &any, &guid, error)) {
			g_array_free(guids, TRUE);
			return NULL;
		}
		if (any)
			g_array_append_val(guids, guid);
	}
	return guids;
}
