/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Two words a line: a GUID and a port. */
#include "formats/lists/port_list.h"

#include "core/fabric/fabric.h"
#include "formats/text/scan.h"

static gboolean read_port(Scan *scan, Text line, SwitchPort *port, GError **error)
{
	guint64 num;
	if (!(text_starts(line, "0x") || text_starts(line, "0X") ? text_0x(&line, G_MAXUINT64, &port->guid)
								 : text_hex(&line, G_MAXUINT64, &port->guid)))
		return scan_error(scan, error, "not a GUID");
	text_blanks(&line);
	if (!text_number(&line, FABRIC_MAX_PORTS, &num) || num < 1 ||
	    !(text_empty(line) || *line.at == ' ' || *line.at == '\t' || *line.at == '#' || *line.at == '\r'))
		return scan_error(scan, error, "no port number (1..%d) after the GUID", FABRIC_MAX_PORTS);
	port->port = (guint8)num;
	return TRUE;
}

GArray *port_list_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	GArray *ports = g_array_new(FALSE, FALSE, sizeof(SwitchPort));
	Scan scan;
	Text line;
	(void)log;
	scan_init(&scan, buffer, length, file);
	while (scan_line(&scan, &line)) {
		SwitchPort port = {0};
		text_blanks(&line);
		if (text_empty(line) || *line.at == '#')
			continue;
		if (!read_port(&scan, line, &port, error)) {
			g_array_free(ports, TRUE);
			return NULL;
		}
		g_array_append_val(ports, port);
	}
	return ports;
}
