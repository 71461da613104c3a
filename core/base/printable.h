/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes texts that come from outside (names of nodes, lines of files, file names) fit for a terminal, a log or a page.
 * What could steer a terminal or forge a line of a log is replaced: control characters (C0, DEL and C1; C1 also as a
 * single byte 0x80 to 0x9f that is no part of UTF-8), and characters of Unicode that change the direction of writing or
 * separate lines.
 */
#ifndef SSSP_CORE_BASE_PRINTABLE_H
#define SSSP_CORE_BASE_PRINTABLE_H

#include <glib.h>

/*
 * Puts a '?' for each byte of such a character, in place; those in `keep` (may be "", usually "\n") stay. Other bytes
 * stay. O(length).
 */
void printable(char *text, const char *keep);

/* A copy on one line. Free with g_free(). */
char *printable_dup(const char *text);

/* A copy in valid UTF-8 on one line, with a '?' for each letter that cannot be shown, too. Free with g_free(). */
char *printable_utf8(const char *text);

#endif
