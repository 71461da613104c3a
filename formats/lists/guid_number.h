/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads lines that have a GUID, with or without 0x, and a number; what follows a '#' is a comment. */
#ifndef SSSP_FORMATS_LISTS_GUID_NUMBER_H
#define SSSP_FORMATS_LISTS_GUID_NUMBER_H

#include "formats/text/scan.h"

#include <glib.h>

/*
 * `line` gets what follows. FALSE with SSSP_ERROR_INPUT: it is no such line, or the number, `what`, is not in 1 ..
 * most.
 */
gboolean guid_number_read(const Scan *scan, Text *line, const char *what, guint64 most, guint64 *guid, guint64 *number,
			  GError **error);

#endif
