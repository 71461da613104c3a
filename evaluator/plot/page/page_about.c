/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the part of a comparison's HTML page that says where it comes from: fabric, date, version and command, by
 * which it can be made again.
 */
#include "config.h"

#include "evaluator/plot/page/html.h"
#include "evaluator/plot/page/page_parts.h"

/* The time of SOURCE_DATE_EPOCH where it is set, else now. Free with g_free(). */
static char *date(void)
{
	const char *set = g_getenv("SOURCE_DATE_EPOCH");
	guint64 seconds = 0;
	gboolean fixed = set && g_ascii_string_to_unsigned(set, 10, 0, G_MAXINT64, &seconds, NULL);
	g_autoptr(GDateTime) time = fixed ? g_date_time_new_from_unix_utc((gint64)seconds) : NULL;
	if (!time)
		time = g_date_time_new_now_utc();
	return g_date_time_format(time, "%Y-%m-%d %H:%M UTC");
}

static void line(GString *page, const char *name, const char *tag, const char *words)
{
	g_string_append(page, "<tr>");
	html_element(page, "th scope=\"row\"", name);
	g_string_append(page, "<td class=\"words\">");
	html_element(page, tag, words);
	g_string_append(page, "</td></tr>\n");
}

void page_about(GString *page, const PageOf *of)
{
	g_autofree char *made = date();
	g_string_append(page, "<table id=\"about\">\n");
	line(page, "fabric", "span", of->topology);
	line(page, "made", "span", made);
	line(page, "by", "span", PACKAGE_NAME " " PACKAGE_VERSION);
	line(page, "command", "code", of->command);
	g_string_append(page, "</table>\n");
}
