/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reports a row for each ratio, over all cases that have it, and the worst cases by family. */
#include "bench/drawn/cliff.h"

#include <string.h>

static double longer_share(const CliffResult *r)
{
	return (double)r->ours.figures.longer / MAX((double)r->hosts * (r->hosts - 1.0), 1);
}

static double efi_of(const CliffResult *r)
{
	return cliff_efi_ratio(r, &r->ours);
}

static double ebb_of(const CliffResult *r)
{
	return cliff_ebb_ratio(r, &r->ours);
}

static double layer_of(const CliffResult *r)
{
	return r->ours.seconds_layer;
}

static double layer_share(const CliffResult *r)
{
	return r->ours.seconds_layer / (3 * r->ours.seconds_route + 0.2);
}

/* A figure over the results with budgets from `least` on, of trees, of others, or of both. */
typedef struct {
	const char *name;
	double (*value)(const CliffResult *result);
	guint least;
	gboolean smallest; /* is the worst; else the largest is */
	gboolean trees, others;
} Figure;

static const Figure figures[] = {
	{"EFI / plain, 4 lanes or more", efi_of, 4, FALSE, TRUE, TRUE},
	{"EFI / plain, any budget", efi_of, 1, FALSE, TRUE, TRUE},
	{"eBB / plain, 4 lanes or more", ebb_of, 4, TRUE, TRUE, TRUE},
	{"eBB / plain, any budget", ebb_of, 1, TRUE, TRUE, TRUE},
	{"part of host pairs longer, trees", longer_share, 1, FALSE, TRUE, FALSE},
	{"part of host pairs longer, others, 8 lanes or more", longer_share, 8, FALSE, FALSE, TRUE},
	{"part of host pairs longer, others, any budget", longer_share, 1, FALSE, FALSE, TRUE},
	{"seconds of layering", layer_of, 1, FALSE, TRUE, TRUE},
	{"layering / (3 x routing + 0.2 s)", layer_share, 1, FALSE, TRUE, TRUE},
};

static gboolean counts(const Figure *figure, const CliffResult *r)
{
	return !*r->error && !*r->ours.error && r->ours.budget >= figure->least &&
	       (r->tree ? figure->trees : figure->others);
}

/* The worst of a family, or of all when it is NULL. NULL when there is none. */
static const CliffEntry *worst(const CliffReport *report, const Figure *figure, const char *family)
{
	const CliffEntry *found = NULL;
	for (guint i = 0; i < report->entries->len; i++) {
		const CliffEntry *entry = report->entries->pdata[i];
		if (!counts(figure, &entry->result) || (family && strcmp(entry->drawn.family, family) != 0))
			continue;
		double value = figure->value(&entry->result), before = found ? figure->value(&found->result) : 0;
		if (!found || (figure->smallest ? value < before : value > before))
			found = entry;
	}
	return found;
}

void cliff_tell_worst(const CliffReport *report, GString *text)
{
	g_string_append(text, "| the worst | | case |\n|---|---:|---|\n");
	for (guint i = 0; i < G_N_ELEMENTS(figures); i++) {
		const CliffEntry *entry = worst(report, &figures[i], NULL);
		if (entry && figures[i].value(&entry->result) > 0)
			g_string_append_printf(text, "| %s | %.4f | %s, %u%c |\n", figures[i].name,
					       figures[i].value(&entry->result), entry->drawn.spec, entry->drawn.budget,
					       entry->drawn.asymmetric ? 'a' : 's');
	}
}

/* ---- by family */

static void tell_value(const CliffReport *report, guint figure, const char *family, GString *text)
{
	const CliffEntry *entry = worst(report, &figures[figure], family);
	if (entry)
		g_string_append_printf(text, " %.4f |", figures[figure].value(&entry->result));
	else
		g_string_append(text, " - |");
}

static void tell_family(const CliffReport *report, const char *family, GString *text)
{
	static const guint columns[] = {1, 3, 7};
	guint n = 0, wrong = 0;
	for (guint i = 0; i < report->entries->len; i++) {
		const CliffEntry *entry = report->entries->pdata[i];
		gboolean of_it = strcmp(entry->drawn.family, family) == 0;
		n += of_it;
		wrong += of_it && entry->wrong;
	}
	g_string_append_printf(text, "| %s | %u | %u |", family, n, wrong);
	for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
		tell_value(report, columns[i], family, text);
	tell_value(report, cliff_is_tree(family) ? 4 : 6, family, text);
	g_string_append_c(text, '\n');
}

void cliff_tell_families(const CliffReport *report, GString *text)
{
	g_autoptr(GHashTable) told = g_hash_table_new(g_str_hash, g_str_equal);
	g_string_append(text, "\n| family | cases | short | EFI / plain | eBB / plain | layering, s | longer |\n"
			      "|---|---:|---:|---:|---:|---:|---:|\n");
	for (guint i = 0; i < report->entries->len; i++) {
		const CliffEntry *entry = report->entries->pdata[i];
		if (g_hash_table_add(told, (gpointer)entry->drawn.family))
			tell_family(report, entry->drawn.family, text);
	}
}
