/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads names for nodes (node-name-map): a line has a GUID, and the name between its first and its last quote. */
#include "formats/lists/name_map.h"

#include "core/fabric/fabric_class.h"
#include "formats/text/scan.h"

static gboolean read_line(const Scan *scan, Text line, guint64 *guid, Text *name, GError **error)
{
	gboolean prefix = text_starts(line, "0x") || text_starts(line, "0X");
	if (!(prefix ? text_0x(&line, G_MAXUINT64, guid) : text_hex(&line, G_MAXUINT64, guid)))
		return scan_error(scan, error, "not a GUID");
	text_blanks(&line);
	if (!text_char(&line, '"'))
		return scan_error(scan, error, "no name in quotes after the GUID");
	*name = line;
	while (!text_empty(*name) && name->end[-1] != '"')
		name->end--;
	if (text_empty(*name))
		return scan_error(scan, error, "a quote is not closed");
	line.at = name->end--;
	text_blanks(&line);
	if (!text_empty(line) && *line.at != '#')
		return scan_error(scan, error, "something follows the name");
	return TRUE;
}

/*
 * Renames a node. An aggregation node is known by its name: it is marked first, so that it stays one. FALSE with an
 * error.
 */
static gboolean rename_node(Fabric *fabric, guint64 guid, Text name, GError **error)
{
	guint32 node = fabric_find_node(fabric, guid);
	if (node == FABRIC_NONE)
		return TRUE;
	if (fabric->nodes[node].aggregation)
		fabric_mark_aggregation(fabric, &guid, 1);
	g_autofree char *words = g_strndup(name.at, text_length(name));
	return fabric_set_name(fabric, node, words, error);
}

gboolean name_map_apply(const char *buffer, gsize length, const char *file, Fabric *fabric, GError **error)
{
	Scan scan;
	Text line, name = {NULL, NULL};
	guint64 guid;
	scan_init(&scan, buffer, length, file);
	while (scan_line(&scan, &line)) {
		text_blanks(&line);
		if (text_empty(line) || *line.at == '#')
			continue;
		if (!read_line(&scan, line, &guid, &name, error) || !rename_node(fabric, guid, name, error))
			return FALSE;
	}
	return TRUE;
}
