/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef SSSP_FORMATS_COUNTERS_COUNTERS_LINES_H
#define SSSP_FORMATS_COUNTERS_COUNTERS_LINES_H
#include "formats/counters/counters_reader.h"

/*
 * Reads one line with counters, of perfquery, ibqueryerrors or ibdiagnet's .pm: the line's form tells of which. It adds
 * to r->rows a row for a port, without counters or with all of them, or sets one counter of the row that was added
 * last. Lines of no such form are passed over. FALSE with an error.
 */
gboolean counters_read_line(CountersReader *r, Text line, GError **error);
#endif
