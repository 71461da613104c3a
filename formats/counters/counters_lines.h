/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef SSSP_FORMATS_COUNTERS_COUNTERS_LINES_H
#define SSSP_FORMATS_COUNTERS_COUNTERS_LINES_H
#include "formats/counters/counters_reader.h"

/* Reads a line of perfquery, ibqueryerrors or .pm, whose form tells which it is. FALSE with an error. */
gboolean counters_read_line(CountersReader *r, Text line, GError **error);
#endif
