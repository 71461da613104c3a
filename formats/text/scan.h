/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder formats/text: what all readers and writers of text share; no format is known here. In this order:
 *
 *	source      where text comes from: memory, or a window on a file
 *	scan        lines of it, and what is eaten from the front of a line
 *	rows        tables with a row a node and a byte a LID, read in two passes
 *	parse_log   what was odd in a text
 *	make_room   arrays that grow while a text is read
 *	emit        numbers and names of a text that is written
 */

/*
 * Scans text for all readers: takes lines from a buffer, and eats words and numbers from the front of a line.
 *
 * Nothing is copied and nothing beyond the given length is read: a Text is two pointers into the caller's buffer, which
 * needs no zero at its end and may hold zeros anywhere. Of a text that comes through a window only the line at hand is
 * there: the Texts of a line end with the next scan_line(). Numbers are converted by hand, because strtoul reads on
 * past the end, takes signs and blanks, and wraps around quietly.
 */
#ifndef SSSP_FORMATS_TEXT_SCAN_H
#define SSSP_FORMATS_TEXT_SCAN_H

#include "formats/text/source.h"

#include <glib.h>
#include <string.h>

/* A stretch of the buffer: at <= end. Functions that eat move `at` forward, and only when they return TRUE. */
typedef struct {
	const char *at;
	const char *end;
} Text;

typedef struct {
	const char *file; /* for messages */
	const char *next;
	const char *end;
	guint line;     /* number of the line that scan_line() gave last, from 1 */
	Source *source; /* where more comes from, NULL when the buffer is all */
} Scan;

/* Starts at the first line; a UTF-8 byte order mark is skipped. */
void scan_init(Scan *scan, const char *buffer, gsize length, const char *file);

/*
 * Starts at the first line of a source, as often as wanted; the source must outlive the scan. After the last line ask
 * source_finish() whether it was the last.
 */
void scan_open(Scan *scan, Source *source);

/* The next line without its end ("\n" or "\r\n"; the last may have none). FALSE after the last. */
gboolean scan_line(Scan *scan, Text *line);

/* Sets SSSP_ERROR_INPUT "FILE:LINE: ..." and returns FALSE. */
gboolean scan_error(const Scan *scan, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* The same where the line is known otherwise; line 0 leaves it out: "FILE: ...". */
gboolean scan_error_at(const char *file, guint line, GError **error, const char *format, ...) G_GNUC_PRINTF(4, 5);

static inline gsize text_length(Text text)
{
	return (gsize)(text.end - text.at);
}

static inline gboolean text_empty(Text text)
{
	return text.at == text.end;
}

/* At most `limit` bytes of a text, for "%.*s" in messages. */
static inline int text_show(Text text, int limit)
{
	return text_length(text) < (gsize)limit ? (int)text_length(text) : limit;
}

/* Eats blanks (space, tab, carriage return, form feed). */
static inline void text_blanks(Text *text)
{
	while (text->at < text->end &&
	       (*text->at == ' ' || *text->at == '\t' || *text->at == '\r' || *text->at == '\f'))
		text->at++;
}

/* Without the blanks before it, and the spaces and tabs behind it. */
static inline Text text_trimmed(Text text)
{
	text_blanks(&text);
	while (text.at < text.end && (text.end[-1] == ' ' || text.end[-1] == '\t'))
		text.end--;
	return text;
}

/* Eats one character. */
static inline gboolean text_char(Text *text, char c)
{
	if (text->at == text->end || *text->at != c)
		return FALSE;
	text->at++;
	return TRUE;
}

/* Whether the next character is a decimal digit. */
static inline gboolean text_at_digit(Text text)
{
	return text.at < text.end && g_ascii_isdigit(*text.at);
}

/* Eats a literal; text_starts() only looks. */
gboolean text_literal(Text *text, const char *literal);
gboolean text_starts(Text text, const char *literal);
gboolean text_equals(Text text, const char *literal);

/* Eats everything up to and with the first occurrence of a literal. */
gboolean text_after(Text *text, const char *literal);

/* Eats blanks and then everything up to the next blank. FALSE at the end. */
gboolean text_word(Text *text, Text *word);

/* Eats up to and with the first `c`; `before` gets what stood before it. */
gboolean text_until(Text *text, char c, Text *before);

/* Eat digits; FALSE when there is none or the value exceeds `max`. Hexadecimal ones without a prefix. */
gboolean text_decimal(Text *text, guint64 max, guint64 *value);
gboolean text_hex(Text *text, guint64 max, guint64 *value);

/* Eats "0x" and hexadecimal digits. */
gboolean text_0x(Text *text, guint64 max, guint64 *value);

/* Hexadecimal after "0x", else decimal. */
gboolean text_number(Text *text, guint64 max, guint64 *value);

/* Whether the whole text is `least` .. `most` hexadecimal digits; the value then. */
gboolean text_is_hex(Text text, gsize least, gsize most, guint64 *value);

#endif
