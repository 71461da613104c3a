/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes lines, words and numbers from a text. A piece of text is two pointers into the buffer, of which the first moves
 * as words are read; nothing is read beyond the second.
 */
#include "formats/text/scan.h"

#include "core/base/error.h"

/* Skips a byte order mark, which is no part of the first line. */
static void skip_mark(Scan *scan)
{
	if (scan->end - scan->next >= 3 && memcmp(scan->next, "\xef\xbb\xbf", 3) == 0)
		scan->next += 3;
}

void scan_init(Scan *scan, const char *buffer, gsize length, const char *file)
{
	*scan = (Scan){.file = file, .next = buffer, .end = length ? buffer + length : buffer};
	skip_mark(scan);
}

void scan_open(Scan *scan, Source *source)
{
	*scan = (Scan){.file = source->file, .source = source};
	source_start(source, &scan->next, &scan->end);
	skip_mark(scan);
}

/* The end of the line that begins at scan->next; NULL when it is the last and has none. */
static const char *find_stop(Scan *scan)
{
	const char *stop;
	do {
		gsize length = (gsize)(scan->end - scan->next);
		stop = length ? memchr(scan->next, '\n', length) : NULL;
	} while (!stop && scan->source && source_more(scan->source, &scan->next, &scan->end));
	return stop;
}

gboolean scan_line(Scan *scan, Text *line)
{
	const char *stop = find_stop(scan);
	if (scan->next == scan->end)
		return FALSE;
	*line = (Text){scan->next, stop ? stop : scan->end};
	scan->next = stop ? stop + 1 : scan->end;
	scan->line++;
	while (line->end > line->at && line->end[-1] == '\r')
		line->end--;
	return TRUE;
}

static gboolean set_error(const char *file, guint line, GError **error, const char *format, va_list args)
{
	g_autofree char *text = g_strdup_vprintf(format, args);
	if (line)
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_INPUT, "%s:%u: %s", file, line, text);
	else
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_INPUT, "%s: %s", file, text);
	return FALSE;
}

gboolean scan_error(const Scan *scan, GError **error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	set_error(scan->file, scan->line, error, format, args);
	va_end(args);
	return FALSE;
}

gboolean scan_error_at(const char *file, guint line, GError **error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	set_error(file, line, error, format, args);
	va_end(args);
	return FALSE;
}

gboolean text_starts(Text text, const char *literal)
{
	gsize length = strlen(literal);
	return text_length(text) >= length && memcmp(text.at, literal, length) == 0;
}

gboolean text_equals(Text text, const char *literal)
{
	return text_length(text) == strlen(literal) && text_starts(text, literal);
}

gboolean text_literal(Text *text, const char *literal)
{
	if (!text_starts(*text, literal))
		return FALSE;
	text->at += strlen(literal);
	return TRUE;
}

gboolean text_after(Text *text, const char *literal)
{
	for (Text rest = *text; !text_empty(rest); rest.at++) {
		rest.at = memchr(rest.at, *literal, text_length(rest));
		if (!rest.at)
			return FALSE;
		if (text_literal(&rest, literal)) {
			*text = rest;
			return TRUE;
		}
	}
	return FALSE;
}

gboolean text_word(Text *text, Text *word)
{
	Text rest = *text;
	text_blanks(&rest);
	if (text_empty(rest))
		return FALSE;
	word->at = rest.at;
	while (rest.at < rest.end && *rest.at != ' ' && *rest.at != '\t' && *rest.at != '\r' && *rest.at != '\f')
		rest.at++;
	word->end = rest.at;
	*text = rest;
	return TRUE;
}

gboolean text_until(Text *text, char c, Text *before)
{
	const char *stop = text_empty(*text) ? NULL : memchr(text->at, c, text_length(*text));
	if (!stop)
		return FALSE;
	*before = (Text){text->at, stop};
	text->at = stop + 1;
	return TRUE;
}

/* The value of a character as a digit; G_MAXUINT where it is none. */
static inline guint digit_value(char c)
{
	guint decimal = (guint)(guchar)c - '0', letter = ((guint)(guchar)c | 0x20) - 'a';
	if (decimal < 10)
		return decimal;
	return letter < 6 ? 10 + letter : G_MAXUINT;
}

/* Eats a number. It divides once, by a constant in each caller, as tables of large fabrics are gigabytes of numbers. */
static inline gboolean digits(Text *text, guint base, guint64 max, guint64 *value)
{
	const guint64 most = max / base;
	guint64 sum = 0;
	const char *at = text->at;
	for (; at < text->end; at++) {
		guint digit = digit_value(*at);
		if (digit >= base)
			break;
		if (sum > most || digit > max - sum * base)
			return FALSE;
		sum = sum * base + digit;
	}
	if (at == text->at)
		return FALSE;
	text->at = at;
	*value = sum;
	return TRUE;
}

gboolean text_decimal(Text *text, guint64 max, guint64 *value)
{
	return digits(text, 10, max, value);
}

gboolean text_hex(Text *text, guint64 max, guint64 *value)
{
	return digits(text, 16, max, value);
}

gboolean text_0x(Text *text, guint64 max, guint64 *value)
{
	Text rest = *text;
	if (!text_char(&rest, '0') || !(text_char(&rest, 'x') || text_char(&rest, 'X')) || !text_hex(&rest, max, value))
		return FALSE;
	*text = rest;
	return TRUE;
}

gboolean text_number(Text *text, guint64 max, guint64 *value)
{
	return text_starts(*text, "0x") || text_starts(*text, "0X") ? text_0x(text, max, value)
								    : text_decimal(text, max, value);
}

gboolean text_is_hex(Text text, gsize least, gsize most, guint64 *value)
{
	return text_length(text) >= least && text_length(text) <= most && text_hex(&text, G_MAXUINT64, value) &&
	       text_empty(text);
}
