/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes pieces of HTML: words, elements, and pictures as SVG. Words are made printable and then escaped, so that
 * nothing of a fabric can be markup. Identifiers and greys of an SVG are replaced by those of the page.
 */
#include "evaluator/plot/page/html.h"

#include "core/base/printable.h"
#include "evaluator/plot/plot_greys.h"

#include <math.h>
#include <string.h>

#define SMALLEST 0.75 /* a drawing shrinks to that part where it does not fit, and scrolls then */

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

/* The greys of a picture, and the variables of the page that replace them: on a dark page these are others. */
static const struct {
	gdouble grey;
	const char *name;
} greys[] = {{PLOT_PAPER, "paper"}, {PLOT_INK, "ink"}, {PLOT_FAINT, "faint"}, {PLOT_BLACK, "black"}};

/* The name of the grey that "rgb(10%,10%,10%)" at `svg` is, and where that ends; NULL for anything else. */
static const char *grey_at(const char *svg, const char **end)
{
	gdouble part[3];
	char *at = (char *)svg + strlen("rgb(");
	for (guint i = 0; i < G_N_ELEMENTS(part); i++) {
		part[i] = g_ascii_strtod(at, &at);
		at += strspn(at, "%, ");
	}
	*end = at + 1;
	for (guint i = 0; *at == ')' && i < G_N_ELEMENTS(greys); i++)
		if (fabs(part[0] - 100 * greys[i].grey) < 0.01 && part[1] == part[0] && part[2] == part[0])
			return greys[i].name;
	return NULL;
}

/*
 * Adds `svg` with "pN-" before each identifier, and with the page's greys. Texts have nothing that looks like these:
 * plot_text_words() sees to that.
 */
static void append_adapted(GString *page, const char *svg, guint number)
{
	static const char *const before[] = {" id=\"", "href=\"#", "url(#", "aria-labelledby=\"",
					     "aria-describedby=\""};
	while (*svg) {
		const char *end, *grey = g_str_has_prefix(svg, "rgb(") ? grey_at(svg, &end) : NULL;
		guint i = 0;
		if (grey) {
			g_string_append_printf(page, "var(--%s)", grey);
			svg = end;
			continue;
		}
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

void html_svg(GString *page, const char *svg, const char *caption)
{
	const char *start = strstr(svg, "<svg "),
		   *width = strstr(start, " width=\""); /* after the declaration of XML */
	gdouble points = width ? g_ascii_strtod(width + strlen(" width=\""), NULL) : 0;
	g_string_append(page, "<figure>\n<div class=\"scroll\" tabindex=\"0\">");
	g_string_append_printf(page, "<svg style=\"min-width: %.0fpx\"", SMALLEST * points);
	g_string_append(page, start + strlen("<svg"));
	g_string_append(page, "</div>\n");
	html_element(page, "figcaption", caption);
	g_string_append(page, "</figure>\n");
}

gboolean html_picture(GString *page, const Plot *plot, guint number, const char *caption, GError **error)
{
	g_autoptr(GByteArray) bytes = plot_svg(plot, error);
	if (!bytes)
		return FALSE;
	g_byte_array_append(bytes, (const guint8 *)"", 1);
	const char *svg = strstr((const char *)bytes->data, "<svg "); /* after the declaration of XML */
	g_string_append(page, "<figure>\n<div class=\"scroll\" tabindex=\"0\">");
	append_adapted(page, svg, number);
	g_string_append(page, "</div>\n");
	html_element(page, "figcaption", caption);
	g_string_append(page, "</figure>\n");
	return TRUE;
}
