/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads the file that the plugin writes for monitors (plugin/status.c): a first line, then lines of word and value. */
#ifndef SSSP_PLUGIN_CHECK_STATUS_TEXT_H
#define SSSP_PLUGIN_CHECK_STATUS_TEXT_H

#include <glib.h>

typedef struct {
	const char *word;
	const char *help; /* a sentence; NULL: the value is no number */
	char *value;      /* NULL: the file does not have the word */
} StatusRow;

/* The rows of all known words, without values; a row without a word ends them. Free with status_clear(). */
StatusRow *status_new(void);
void status_clear(StatusRow *rows);

/*
 * Fills in the values of a text; words that are not known, of a later version, are passed over. FALSE with
 * SSSP_ERROR_INPUT ("FILE:LINE: ..") for a text of another kind or a value that is no number where there is to be one.
 */
gboolean status_parse(const char *text, const char *file, StatusRow *rows, GError **error);

/* The value of a word; NULL: there is none. status_number() returns it as a number; 0: there is none. */
const char *status_value(const StatusRow *rows, const char *word);
double status_number(const StatusRow *rows, const char *word);

#endif
