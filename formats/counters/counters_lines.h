/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef SSSP_FORMATS_COUNTERS_COUNTERS_LINES_H
#define SSSP_FORMATS_COUNTERS_COUNTERS_LINES_H
#include "formats/counters/counters_reader.h"

/*
 * Declares the reader of one line with counters, of perfquery, ibqueryerrors or ibdiagnet's .pm: the line's form tells
 * of which. The reader's state gets a row or a value. FALSE with an error.
 */
gboolean counters_read_line(CountersReader *r, Text line, GError **error);
#endif
