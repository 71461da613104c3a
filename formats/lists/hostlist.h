/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Unfolds lists of hosts as Slurm writes them: names with commas between them, and in a name, anywhere and as often as
 * wanted, brackets with numbers and ranges: "login,lassen[1-64,70],a[1-3]b[01-04]". A range has as many digits as its
 * first number, where that begins with a zero; the last brackets run fastest. Slurm knows no steps, so there are none
 * here.
 */
#ifndef SSSP_FORMATS_LISTS_HOSTLIST_H
#define SSSP_FORMATS_LISTS_HOSTLIST_H

#include <glib.h>

#define HOSTLIST_NAME 255 /* characters of a name that brackets make */

/* Gets each name; FALSE, with an error, ends the walk. */
typedef gboolean (*HostlistVisitor)(gpointer user, const char *name, GError **error);

/*
 * Calls `visit` for each name of `text`, in its order, repetitions included. Brackets make at most *left names, which
 * is lowered by as many as they made. Nothing is visited of a name that is not well formed, but those before it were.
 * FALSE with SSSP_ERROR_INPUT, whose text quotes what is wrong, or with the visitor's error. O(length + names).
 */
gboolean hostlist_walk(const char *text, guint32 *left, HostlistVisitor visit, gpointer user, GError **error);

#endif
