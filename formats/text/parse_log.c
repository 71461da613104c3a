/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts what readers found odd in files. There is one entry for each kind of oddity, which keeps the first as a text
 * and the number of all. Of alarms, which warn that a part of a file may be missing, there is one for each kind and
 * file. Kinds are few, so they are searched one by one.
 */
#include "formats/text/parse_log.h"

typedef struct {
	const char *kind;
	char *first; /* "FILE:LINE: warning: text" */
	char *file;  /* that it is of */
	guint count;
	gboolean alarm;
} Kind;

struct ParseLog {
	GArray *kinds; /* Kind, in order of first appearance */
	guint count;
};

static void clear_kind(gpointer data)
{
	g_free(((Kind *)data)->first);
	g_free(((Kind *)data)->file);
}

ParseLog *parse_log_new(void)
{
	ParseLog *log = g_new0(ParseLog, 1);
	log->kinds = g_array_new(FALSE, FALSE, sizeof(Kind));
	g_array_set_clear_func(log->kinds, clear_kind);
	return log;
}

void parse_log_free(ParseLog *log)
{
	if (!log)
		return;
	g_array_free(log->kinds, TRUE);
	g_free(log);
}

/* Counts one more. FALSE if its kind is new; alarms count for each file. */
static gboolean count_known(ParseLog *log, const char *file, const char *kind)
{
	log->count++;
	for (guint i = 0; i < log->kinds->len; i++) {
		Kind *known = &g_array_index(log->kinds, Kind, i);
		if (!g_str_equal(known->kind, kind) || (known->alarm && !g_str_equal(known->file, file)))
			continue;
		known->count++;
		return TRUE;
	}
	return FALSE;
}

G_GNUC_PRINTF(5, 0)
static void add(ParseLog *log, const char *file, guint line, Kind kind, const char *format, va_list args)
{
	if (!log || count_known(log, file, kind.kind))
		return;
	g_autofree char *text = g_strdup_vprintf(format, args);
	g_autofree char *place = line ? g_strdup_printf("%s:%u", file, line) : g_strdup(file);
	kind.file = g_strdup(file);
	kind.first = g_strdup_printf("%s: warning: %s", place, text);
	g_array_append_val(log->kinds, kind);
}

void parse_log_add(ParseLog *log, const char *file, guint line, const char *kind, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add(log, file, line, (Kind){.kind = kind, .count = 1}, format, args);
	va_end(args);
}

void parse_log_alarm(ParseLog *log, const char *file, guint line, const char *kind, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add(log, file, line, (Kind){.kind = kind, .count = 1, .alarm = TRUE}, format, args);
	va_end(args);
}

guint parse_log_count(const ParseLog *log)
{
	return log ? log->count : 0;
}

static char *summary(const ParseLog *log, gboolean alarms_only)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; log && i < log->kinds->len; i++) {
		const Kind *kind = &g_array_index(log->kinds, Kind, i);
		if (alarms_only && !kind->alarm)
			continue;
		g_string_append(text, kind->first);
		if (kind->count > 1)
			g_string_append_printf(text, " (and %u more %s)", kind->count - 1, kind->kind);
		g_string_append_c(text, '\n');
	}
	return g_string_free(text, FALSE);
}

char *parse_log_summary(const ParseLog *log)
{
	return summary(log, FALSE);
}

char *parse_log_alarms(const ParseLog *log)
{
	return summary(log, TRUE);
}
