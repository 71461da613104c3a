/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Replaces by '?' the characters of a text that may steer a terminal. The text is read as UTF-8, letter by letter; a
 * byte that belongs to no letter is looked at alone. printable_utf8() also replaces letters that cannot be shown.
 */
#include "core/base/printable.h"

#include <string.h>

/* Control characters, separators of lines, and what changes the direction of text. */
static gboolean steers(gunichar letter)
{
	return letter < 0x20 || (letter >= 0x7f && letter < 0xa0) || letter == 0x61c || letter == 0x200e ||
	       letter == 0x200f || (letter >= 0x2028 && letter <= 0x202e) || (letter >= 0x2066 && letter <= 0x2069);
}

void printable(char *text, const char *keep)
{
	while (*text) {
		gunichar letter = g_utf8_get_char_validated(text, -1);
		gboolean is_letter = letter != (gunichar)-1 && letter != (gunichar)-2;
		gsize bytes = is_letter ? (gsize)(g_utf8_next_char(text) - text) : 1;
		letter = is_letter ? letter : (guchar)*text;
		if (steers(letter) && !(letter < 0x80 && strchr(keep, (int)letter)))
			memset(text, '?', bytes);
		text += bytes;
	}
}

char *printable_utf8(const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	GString *shown = g_string_new(NULL);
	for (const char *c = valid; *c; c = g_utf8_next_char(c)) {
		gunichar letter = g_utf8_get_char(c);
		g_string_append_unichar(shown, g_unichar_isprint(letter) ? letter : '?');
	}
	printable(shown->str, ""); /* separators of lines, which GLib calls printable */
	return g_string_free(shown, FALSE);
}

char *printable_dup(const char *text)
{
	char *copy = g_strdup(text);
	printable(copy, "");
	return copy;
}
