/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the results as they come in, and reports those that fall short at the end. */
#include "bench/drawn/cliff.h"

typedef struct {
	CliffEntry *entry;
	guint bounds;
} Blamed;

static void entry_free(gpointer data)
{
	CliffEntry *entry = data;
	if (entry->wrong)
		g_string_free(entry->wrong, TRUE);
	if (entry->noted)
		g_string_free(entry->noted, TRUE);
	g_free(entry);
}

CliffReport *cliff_report_new(guint bounds)
{
	CliffReport *report = g_new0(CliffReport, 1);
	report->entries = g_ptr_array_new_with_free_func(entry_free);
	report->bounds = bounds;
	return report;
}

void cliff_report_free(CliffReport *report)
{
	if (report)
		g_ptr_array_free(report->entries, TRUE);
	g_free(report);
}

static void take_blame(gpointer user, CliffBound bound, const char *what)
{
	const Blamed *blamed = user;
	GString **list = blamed->bounds & 1u << bound ? &blamed->entry->wrong : &blamed->entry->noted;
	if (!*list)
		*list = g_string_new(NULL);
	g_string_append_printf(*list, "%s%s", (*list)->len ? "; " : "", what);
}

void cliff_report_add(CliffReport *report, const CliffCase *drawn, const CliffResult *result)
{
	CliffEntry *entry = g_new0(CliffEntry, 1);
	Blamed blamed = {entry, report->bounds};
	entry->drawn = *drawn;
	entry->result = *result;
	cliff_bounds(result, take_blame, &blamed);
	g_ptr_array_add(report->entries, entry);
}

guint cliff_report_short(const CliffReport *report)
{
	guint n = 0;
	for (guint i = 0; i < report->entries->len; i++)
		n += ((const CliffEntry *)report->entries->pdata[i])->wrong != NULL;
	return n;
}

/* ---- what falls short */

static void tell_list(const CliffReport *report, const char *title, gboolean noted, GString *text)
{
	gboolean any = FALSE;
	for (guint i = 0; i < report->entries->len; i++) {
		const CliffEntry *entry = report->entries->pdata[i];
		const GString *what = noted ? entry->noted : entry->wrong;
		if (!what)
			continue;
		g_autofree char *command = cliff_command(&entry->drawn);
		g_string_append_printf(text, "%s- `%s`: %s\n", any ? "" : title, command, what->str);
		any = TRUE;
	}
}

char *cliff_report_text(const CliffReport *report)
{
	GString *text = g_string_new(NULL);
	cliff_tell_worst(report, text);
	g_string_append(text,
			"\n12s: a budget of 12 lanes, symmetric SLs; a: asymmetric. Plain: P-SSSP without regard to "
			"lanes, the better one of\none pass and of three. All figures are those of hosts.\n");
	cliff_tell_families(report, text);
	g_string_append_printf(text, "\n%u of %u cases fall short.\n", cliff_report_short(report),
			       report->entries->len);
	tell_list(report, "\n", FALSE, text);
	tell_list(report, "\nDoes not hold either, and does not count:\n\n", TRUE, text);
	return g_string_free(text, FALSE);
}
