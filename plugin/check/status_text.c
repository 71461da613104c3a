/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads opensm-sssp.status, in which the plugin says what it did last, a word and its value a line. One table has every
 * word of the file and the sentence that explains it.
 */
#include "plugin/check/status_text.h"

#include "core/base/error.h"

#include <string.h>

#define FIRST "sssp-status 1"

static const StatusRow known[] = {
	{"state", NULL, NULL},
	{"how", NULL, NULL},
	{"failure", NULL, NULL},
	{"since", "When OpenSM loaded the plugin, in seconds since 1970.", NULL},
	{"written", "When the plugin said this, in seconds since 1970.", NULL},
	{"routed", "When the routing in force was published, in seconds since 1970.", NULL},
	{"failures", "Routings that failed since the plugin was loaded.", NULL},
	{"switches", "Switches that are routed.", NULL},
	{"lids", "LIDs that routes lead to.", NULL},
	{"hosts", "Ports of hosts among these.", NULL},
	{"lanes", "Virtual lanes in use.", NULL},
	{"lanes_needed", "Virtual lanes without which there would be a credit loop.", NULL},
	{"entries", "Entries of forwarding tables that could be compared with those of before.", NULL},
	{"entries_changed", "Entries among these that are different from before.", NULL},
	{"nonminimal_pairs", "Pairs of hosts that go a longer way than need be.", NULL},
	{"pairs_without_route", "Pairs of hosts that are connected and have no route.", NULL},
	{"unicast_proven", "Whether the routes of hosts are proven free of credit loops.", NULL},
	{"management_pairs_unproven", "Pairs of management ports that are outside the proof.", NULL},
	{"multicast_proven", "Whether the tree of multicast is part of the proof.", NULL},
	{"route_seconds", "Seconds that the last routing took.", NULL},
	{"phases", "Stages in which the last change of tables was made.", NULL},
	{"exchange_seconds", "Seconds from the first phase to the end of the last one, 0 where there was one only.",
	 NULL},
	{NULL, NULL, NULL},
};

StatusRow *status_new(void)
{
	StatusRow *rows = g_new(StatusRow, G_N_ELEMENTS(known));
	memcpy(rows, known, sizeof known);
	return rows;
}

void status_clear(StatusRow *rows)
{
	for (guint i = 0; rows[i].word; i++)
		g_free(rows[i].value);
	g_free(rows);
}

static const char *skip_digits(const char *text)
{
	while (g_ascii_isdigit(*text))
		text++;
	return text;
}

/* Whether the text is a number as the plugin writes it and JSON has it: digits, and perhaps a point and more digits. */
static gboolean is_number(const char *text)
{
	const char *end = skip_digits(text);
	if (end == text || (*text == '0' && end > text + 1))
		return FALSE;
	return !*end || (*end == '.' && g_ascii_isdigit(end[1]) && !*skip_digits(end + 1));
}

static gboolean take_line(char *line, const char *file, guint number, StatusRow *rows, GError **error)
{
	char *value = strchr(line, ' ');
	if (!value)
		return TRUE;
	*value++ = '\0';
	for (guint i = 0; rows[i].word; i++) {
		if (strcmp(rows[i].word, line) != 0)
			continue;
		if (rows[i].help && !is_number(value))
			return sssp_error_set(error, SSSP_ERROR_INPUT, "%s:%u: %s is not a number", file, number, line);
		g_free(rows[i].value);
		rows[i].value = g_strdup(value);
	}
	return TRUE;
}

gboolean status_parse(const char *text, const char *file, StatusRow *rows, GError **error)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	if (g_strcmp0(lines[0], FIRST) != 0)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%s:1: the first line is not `" FIRST "`", file);
	for (guint i = 1; lines[i]; i++)
		if (!take_line(lines[i], file, i + 1, rows, error))
			return FALSE;
	return TRUE;
}

const char *status_value(const StatusRow *rows, const char *word)
{
	for (guint i = 0; rows[i].word; i++)
		if (strcmp(rows[i].word, word) == 0)
			return rows[i].value;
	return NULL;
}

double status_number(const StatusRow *rows, const char *word)
{
	const char *value = status_value(rows, word);
	return value ? g_ascii_strtod(value, NULL) : 0;
}
