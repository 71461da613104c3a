/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Words are made printable and then escaped, so that nothing of a fabric can be markup. */
#include "evaluator/plot/html.h"

#include "core/base/printable.h"

#include <string.h>

void html_words(GString *page, const char *words)
{
	g_autofree char *shown = printable_utf8(words);
	g_autofree char *escaped = g_markup_escape_text(shown, -1);
	g_string_append(page, escaped);
}

void html_printf(GString *page, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *words = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	html_words(page, words);
}

void html_element(GString *page, const char *tag, const char *words)
{
	g_string_append_printf(page, "<%s>", tag);
	html_words(page, words);
	g_string_append_printf(page, "</%.*s>\n", (int)strcspn(tag, " "), tag);
}

/*
 * Adds `svg` with "pN-" after each of the words that identifiers follow. Its words are drawn as shapes, so none of them
 * is in a text.
 */
static void append_renamed(GString *page, const char *svg, guint number)
{
	static const char *const before[] = {" id=\"", "href=\"#", "url(#"};
	while (*svg) {
		guint i = 0;
		while (i < G_N_ELEMENTS(before) && !g_str_has_prefix(svg, before[i]))
			i++;
		if (i == G_N_ELEMENTS(before)) {
			g_string_append_c(page, *svg++);
			continue;
		}
		g_string_append_printf(page, "%sp%u-", before[i], number);
		svg += strlen(before[i]);
	}
}

gboolean html_picture(GString *page, const Plot *plot, guint number, const char *caption, GError **error)
{
	g_autoptr(GByteArray) bytes = plot_svg(plot, error);
	if (!bytes)
		return FALSE;
	g_byte_array_append(bytes, (const guint8 *)"", 1);
	const char *svg = strstr((const char *)bytes->data, "<svg "); /* after the declaration of XML */
	g_string_append(page, "<figure>\n<svg role=\"img\" aria-label=\"");
	html_words(page, caption);
	g_string_append(page, "\" ");
	append_renamed(page, svg + strlen("<svg "), number);
	html_element(page, "figcaption", caption);
	g_string_append(page, "</figure>\n");
	return TRUE;
}
