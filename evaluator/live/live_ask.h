/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/live: what the switches and the subnet manager of a running fabric say, asked with programs of
 * infiniband-diags. In this order:
 *
 *	live_ask     runs one of these programs (below)
 *	live_sl2vl   the SL to VL tables of all switches, as a text
 *	live_sls     the SLs of all paths, as the subnet manager tells them, as a text
 *	live_read    all of it as files of a folder, like any others that are judged
 */

/*
 * Runs a program of infiniband-diags and returns what it prints. Many such questions are a row, which counts those that
 * were asked and those without an answer, and keeps the message of the first that failed.
 */
#ifndef SSSP_EVALUATOR_LIVE_LIVE_ASK_H
#define SSSP_EVALUATOR_LIVE_LIVE_ASK_H

#include <glib.h>

/* The options that all of these programs get. */
typedef struct {
	const char *ca; /* NULL, 0, 0: their own choice */
	guint port;
	guint timeout; /* milliseconds for an answer */
} LiveHow;

/* Called with the number of questions that are done, of all in a row of questions. */
typedef void (*LiveProgress)(guint32 done, guint32 of, gpointer user);

/* A row of questions: how it is to be asked, and what came of it. */
typedef struct {
	const LiveHow *how;
	LiveProgress progress; /* NULL: none */
	gpointer user;
	guint32 asked, unanswered; /* questions */
	guint64 untold;            /* rows or LIDs that answers should have had and did not */
	char *first;               /* the first that did not answer, and the program's words; NULL: all answered */
} LiveRow;

void live_row_clear(LiveRow *row);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LiveRow, live_row_clear)

/*
 * Runs program[0], or program[1] (may be NULL) where there is no program[0], with NULL-terminated arguments. They are
 * looked for in PATH and in the folders of administrators' programs. Returns the standard output, to be freed with
 * g_free(). NULL with SSSP_ERROR_IO where there is no such program or it cannot be started, with SSSP_ERROR_INPUT and
 * the program's words where it fails.
 */
char *live_ask(const LiveHow *how, const char *const program[2], const char *const *arguments, GError **error);

/*
 * Asks one question of a row as live_ask() does. A question that fails is counted, and returns NULL without an error.
 * `of` names what is asked, for the message. NULL with SSSP_ERROR_IO where there is no such program or it cannot be
 * started.
 */
char *live_row_ask(LiveRow *row, const char *program, const char *const *arguments, const char *of, GError **error);

#endif
