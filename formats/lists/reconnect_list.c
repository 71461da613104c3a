/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads which connections have to be opened again after rerouting (sssp.reconnect): a line has the GUID of a switch and
 * the LID to which that switch, or what hangs on it, sends.
 */
#include "formats/lists/reconnect_list.h"

#include "core/fabric/fabric.h"
#include "formats/lists/guid_number.h"

GArray *reconnect_list_parse(const char *buffer, gsize length, const char *file, GError **error)
{
	g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(ReconnectPair));
	Scan scan;
	Text line;
	scan_init(&scan, buffer, length, file);
	while (scan_line(&scan, &line)) {
		ReconnectPair pair = {0};
		guint64 lid;
		text_blanks(&line);
		if (text_empty(line) || *line.at == '#')
			continue;
		if (!guid_number_read(&scan, &line, "LID", FABRIC_MAX_LID, &pair.guid, &lid, error))
			return NULL;
		text_blanks(&line);
		if (!text_empty(line) && *line.at != '#' && *line.at != '\r') {
			scan_error(&scan, error, "more than a GUID and a LID: this is no list of connections");
			return NULL;
		}
		pair.lid = (guint32)lid;
		g_array_append_val(pairs, pair);
	}
	return g_steal_pointer(&pairs);
}
