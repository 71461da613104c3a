/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the generator's programs share at their edge: exit statuses, messages, and files that are written whole or
 * not at all.
 */
#ifndef SSSP_GENERATOR_CLI_H
#define SSSP_GENERATOR_CLI_H

#include <glib.h>

enum {
	CLI_FINE = 0,
	CLI_FAILED = 1, /* read, but what was asked for does not hold or cannot be */
	CLI_WRONG = 2,  /* usage, unreadable input, unwritable output */
};

/*
 * Prints "PROGRAM: message" to standard error, or the message alone when it is "FILE:LINE: what is wrong" already
 * (SSSP_ERROR_INPUT). Returns the exit status that goes with the error.
 */
int cli_fail(const char *program, const GError *error);

/* Prints "PROGRAM: what is wrong" and where help is; returns CLI_WRONG. */
int cli_usage(const char *program, const char *format, ...) G_GNUC_PRINTF(2, 3);

/*
 * Writes a file under a temporary name and renames it, so that nobody sees a part of it and a full disk leaves the
 * old one; permissions are those of a new file. A symbolic link is followed. What is no regular file (a pipe, a
 * device) is written to as it is. "-" is standard output. FALSE with SSSP_ERROR_IO.
 */
gboolean cli_write(const char *path, const char *text, gsize length, GError **error);

#endif
