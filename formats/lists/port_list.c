/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads a list of switch ports: a line has a switch's GUID and a port. */
#include "formats/lists/port_list.h"

#include "core/fabric/fabric.h"
#include "formats/lists/guid_number.h"

GArray *port_list_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	GArray *ports = g_array_new(FALSE, FALSE, sizeof(SwitchPort));
	Scan scan;
	Text line;
	(void)log;
	scan_init(&scan, buffer, length, file);
	while (scan_line(&scan, &line)) {
		SwitchPort port = {0};
		guint64 number;
		text_blanks(&line);
		if (text_empty(line) || *line.at == '#')
			continue;
		if (!guid_number_read(&scan, &line, "port number", FABRIC_MAX_PORTS, &port.guid, &number, error)) {
			g_array_free(ports, TRUE);
			return NULL;
		}
		port.port = (guint8)number;
		g_array_append_val(ports, port);
	}
	return ports;
}
