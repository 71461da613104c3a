/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads lines that begin with a GUID, hexadecimal with or without 0x, and a number. */
#ifndef SSSP_FORMATS_LISTS_GUID_NUMBER_H
#define SSSP_FORMATS_LISTS_GUID_NUMBER_H

#include "formats/text/scan.h"

#include <glib.h>

/*
 * Reads both and moves `line` behind the number, where a blank, a '#' or the end must be; the rest is left to the
 * caller. `scan` says where the line stands. FALSE with SSSP_ERROR_INPUT: it is no such line, or the number, which the
 * error calls `what`, is not in 1 .. most. O(length).
 */
gboolean guid_number_read(const Scan *scan, Text *line, const char *what, guint64 most, guint64 *guid, guint64 *number,
			  GError **error);

#endif
