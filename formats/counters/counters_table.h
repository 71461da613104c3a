/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef SSSP_FORMATS_COUNTERS_COUNTERS_TABLE_H
#define SSSP_FORMATS_COUNTERS_COUNTERS_TABLE_H
#include "formats/counters/counters_reader.h"

/* Reads a line of section PM_INFO, the first one as its head. FALSE with an error. */
gboolean counters_read_row(CountersReader *r, Text line, GError **error);
#endif
