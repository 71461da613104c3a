/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Splits lines of ibnetdiscover's text. Names may hold anything, quotes and # included, so a line is read from both
 * ends: the identifier at the front has no quotes inside, and what follows the name has none, so the name ends at the
 * last quote of the line.
 */
#include "formats/net/net_reader.h"

#include <string.h>

static NetId make_id(Text text)
{
	NetId id = {.text = text, .prefix = text_empty(text) ? '?' : g_ascii_toupper(*text.at)};
	Text digits = text;
	digits.at += MIN(text_length(text), 2);
	id.is_guid = text_length(text) > 2 && text.at[1] == '-' && strchr("SHR", id.prefix) &&
		     text_is_hex(digits, NET_GUID_DIGITS_LEAST, NET_GUID_DIGITS_MOST, &id.guid);
	return id;
}

gboolean net_read_id(const NetReader *reader, Text *rest, NetId *id, GError **error)
{
	Text text;
	text_blanks(rest);
	if (!text_char(rest, '"'))
		return scan_error(&reader->scan, error, "an identifier in quotes is missing");
	if (!text_until(rest, '"', &text))
		return scan_error(&reader->scan, error, "a quote is not closed");
	if (text_empty(text))
		return scan_error(&reader->scan, error, "an identifier is empty");
	*id = make_id(text);
	return TRUE;
}

gboolean net_split_comment(const NetReader *reader, Text rest, Text *before, Text *name, Text *after, GError **error)
{
	Text skipped;
	*before = *after = (Text){rest.end, rest.end};
	*name = (Text){NULL, NULL};
	if (!text_until(&rest, '#', &skipped))
		return TRUE;
	if (!text_until(&rest, '"', before)) {
		*after = rest;
		return TRUE;
	}
	for (const char *at = rest.end; at > rest.at; at--) {
		if (at[-1] == '"') {
			*name = (Text){rest.at, at - 1};
			*after = (Text){at, rest.end};
			return TRUE;
		}
	}
	return scan_error(&reader->scan, error, "a quote is not closed");
}

gint64 net_read_lid(Text *rest)
{
	guint64 value;
	Text at = *rest;
	text_blanks(&at);
	gboolean negative = text_char(&at, '-');
	if (!text_number(&at, G_MAXUINT32, &value) || (!text_empty(at) && *at.at != ' ' && *at.at != '\t'))
		return NET_LID_ABSENT; /* what follows may be `4xQDR` */
	*rest = at;
	return negative ? -(gint64)value : (gint64)value;
}

guint8 net_read_lmc(Text *rest)
{
	guint64 value;
	text_blanks(rest);
	return text_decimal(rest, G_MAXUINT8, &value) ? (guint8)value : 0;
}
