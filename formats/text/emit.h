/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Appends numbers, names and comments to a text: what all writers share. Tables have a line for each (switch, LID), so
 * numbers are converted without printf, which is several times faster.
 */
#ifndef SSSP_FORMATS_TEXT_EMIT_H
#define SSSP_FORMATS_TEXT_EMIT_H

#include <glib.h>

#define EMIT_NAME_MAX 64 /* bytes of a node description */

/*
 * Makes room for `more` bytes behind the text, by doubling, so that appending them allocates nothing. FALSE where
 * there is no memory; a GString by itself ends the program then.
 */
gboolean emit_room(GString *out, gsize more);

/* Hexadecimal and decimal, zero-padded to at least `width` digits. */
void emit_hex(GString *out, guint64 value, guint width);
void emit_decimal(GString *out, guint value, guint width);

/*
 * A node's name, cut to EMIT_NAME_MAX bytes: " becomes ', other characters of `replaced` become _, control characters
 * become blanks (those of Unicode a ? for each byte).
 */
void emit_name(GString *out, const char *name, const char *replaced);

/* "# text", each line of the text by itself. */
void emit_comment(GString *out, const char *text);

#endif
