/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads lists of connections that have to be opened again (sssp.reconnect): the GUID of a switch and a LID a line, for
 * all that this switch, or what hangs on it, sends to that LID; '#' comments.
 */
#ifndef SSSP_FORMATS_LISTS_RECONNECT_LIST_H
#define SSSP_FORMATS_LISTS_RECONNECT_LIST_H

#include <glib.h>

typedef struct {
	guint64 guid;
	guint32 lid;
} ReconnectPair;

/* The pairs (ReconnectPair) in the order of the text. NULL with SSSP_ERROR_INPUT. O(length). */
GArray *reconnect_list_parse(const char *buffer, gsize length, const char *file, GError **error);

#endif
