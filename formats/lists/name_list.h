/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads lists of names, one on each line, such as the hosts of a job. Blanks around a name and quotes (") around it are
 * not part of it; a line that begins with # is a comment.
 */
#ifndef SSSP_FORMATS_LISTS_NAME_LIST_H
#define SSSP_FORMATS_LISTS_NAME_LIST_H

#include <glib.h>

typedef struct {
	gsize at;   /* where the name begins in NameList.text */
	guint line; /* where it stands */
} NameLine;

typedef struct {
	NameLine *name;
	gsize n;
	char *text; /* zero-terminated names */
	char *file; /* for messages */
} NameList;

/* In the order of the text, repetitions included. NULL with SSSP_ERROR_INPUT (no name at all) or SSSP_ERROR_MEMORY. */
NameList *name_list_parse(const char *buffer, gsize length, const char *file, GError **error);
void name_list_free(NameList *list); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NameList, name_list_free)

#endif
