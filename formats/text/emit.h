/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the writers share. Tables have a line for each (switch, LID): numbers in them are put together by hand, which
 * is several times faster than printf.
 */
#ifndef SSSP_FORMATS_TEXT_EMIT_H
#define SSSP_FORMATS_TEXT_EMIT_H

#include <glib.h>

#define EMIT_NAME_MOST 64 /* bytes of a node description */

/*
 * Makes room for `more` bytes behind the text, by doubling, so that what is appended asks for none. FALSE where there
 * is no memory; a GString by itself ends the program then.
 */
gboolean emit_room(GString *out, gsize more);

/* Hexadecimal and decimal, zero-padded to at least `width` digits. */
void emit_hex(GString *out, guint64 value, guint width);
void emit_decimal(GString *out, guint value, guint width);

/*
 * A node's name, cut to EMIT_NAME_MOST bytes: " becomes ', other characters of `not` become _, control characters
 * become blanks (those of Unicode a ? for each byte).
 */
void emit_name(GString *out, const char *name, const char * not );

/* "# text", each line of the text by itself. */
void emit_comment(GString *out, const char *text);

#endif
