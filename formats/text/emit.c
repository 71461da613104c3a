/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Appends numbers, names and comments to a GString; numbers without printf, which is several times faster. */
#include "formats/text/emit.h"

#include "core/base/printable.h"

#include <string.h>

gboolean emit_room(GString *out, gsize more)
{
	gsize need = out->len + more + 1;
	if (need <= out->allocated_len)
		return TRUE;
	gsize bigger = MAX(need, 2 * out->allocated_len);
	char *grown = g_try_realloc(out->str, bigger);
	if (!grown && bigger > need)
		grown = g_try_realloc(out->str, bigger = need);
	if (!grown)
		return FALSE;
	out->str = grown;
	out->allocated_len = bigger;
	return TRUE;
}

static void emit_digits(GString *out, guint64 value, guint base, guint width)
{
	char digits[24];
	guint n = 0;
	do
		digits[sizeof digits - ++n] = "0123456789abcdef"[value % base];
	while (value /= base);
	while (n < width && n < sizeof digits)
		digits[sizeof digits - ++n] = '0';
	g_string_append_len(out, digits + sizeof digits - n, n);
}

void emit_hex(GString *out, guint64 value, guint width)
{
	emit_digits(out, value, 16, width);
}

void emit_decimal(GString *out, guint value, guint width)
{
	emit_digits(out, value, 10, width);
}

void emit_name(GString *out, const char *name, const char *replaced)
{
	gsize start = out->len;
	gboolean ascii = TRUE;
	for (guint i = 0; i < EMIT_NAME_MAX && name[i]; i++) {
		char c = name[i];
		ascii = ascii && (guchar)c < 0x80;
		if (g_ascii_iscntrl(c))
			c = ' ';
		else if (strchr(replaced, c))
			c = c == '"' ? '\'' : '_';
		g_string_append_c(out, c);
	}
	if (!ascii)
		printable(out->str + start, "");
}

void emit_comment(GString *out, const char *text)
{
	for (;;) {
		gsize start = out->len;
		gsize length = strcspn(text, "\r\n");
		g_string_append(out, "# ");
		g_string_append_len(out, text, (gssize)length);
		printable(out->str + start, "\t");
		g_string_append_c(out, '\n');
		text += length;
		text += strspn(text, "\r\n");
		if (!*text)
			return;
	}
}
