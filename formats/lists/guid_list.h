/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads lists of GUIDs, one on each line, with or without 0x; what follows a # is a comment. */
#ifndef SSSP_FORMATS_LISTS_GUID_LIST_H
#define SSSP_FORMATS_LISTS_GUID_LIST_H

#include "formats/text/parse_log.h"

#include <glib.h>

/* The GUIDs (guint64) in the order of the text, repetitions included. NULL with SSSP_ERROR_INPUT. */
GArray *guid_list_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

#endif
