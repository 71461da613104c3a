/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads two words at the beginning of a line: a GUID and a number. */
#include "formats/lists/guid_number.h"

gboolean guid_number_read(const Scan *scan, Text *line, const char *what, guint64 most, guint64 *guid, guint64 *number,
			  GError **error)
{
	if (!(text_starts(*line, "0x") || text_starts(*line, "0X") ? text_0x(line, G_MAXUINT64, guid)
								   : text_hex(line, G_MAXUINT64, guid)))
		return scan_error(scan, error, "not a GUID");
	text_blanks(line);
	if (!text_number(line, most, number) || *number < 1 ||
	    !(text_empty(*line) || *line->at == ' ' || *line->at == '\t' || *line->at == '#' || *line->at == '\r'))
		return scan_error(scan, error, "no %s (1..%" G_GUINT64_FORMAT ") after the GUID", what, most);
	return TRUE;
}
