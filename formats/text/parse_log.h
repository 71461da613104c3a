/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects what readers find odd but can accept: each kind is counted, and the first of each kind is kept with its
 * place.
 */
#ifndef SSSP_FORMATS_TEXT_PARSE_LOG_H
#define SSSP_FORMATS_TEXT_PARSE_LOG_H

#include <glib.h>

typedef struct ParseLog ParseLog;

ParseLog *parse_log_new(void);
void parse_log_free(ParseLog *log); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ParseLog, parse_log_free)

/*
 * Counts one oddity. `kind` is a constant text in the plural ("cables with one end only"); the format that follows
 * describes this one; line 0 is left out. Nothing when log is NULL.
 */
void parse_log_add(ParseLog *log, const char *file, guint line, const char *kind, const char *format, ...)
	G_GNUC_PRINTF(5, 6);

/* The same for a warning that is shown even if warnings are not wanted: that a part of the file is missing. */
void parse_log_alarm(ParseLog *log, const char *file, guint line, const char *kind, const char *format, ...)
	G_GNUC_PRINTF(5, 6);

/* Oddities of all kinds so far; 0 when log is NULL. */
guint parse_log_count(const ParseLog *log);

/*
 * One line for each kind, of alarms for each kind and file: "FILE:LINE: warning: first one (and N more KIND)". Free
 * with g_free(); "" when there is none.
 */
char *parse_log_summary(const ParseLog *log);

/* The same lines, but only of parse_log_alarm(). */
char *parse_log_alarms(const ParseLog *log);

#endif
