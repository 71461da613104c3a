/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef SSSP_FORMATS_COUNTERS_COUNTERS_TABLE_H
#define SSSP_FORMATS_COUNTERS_COUNTERS_TABLE_H
#include "formats/counters/counters_reader.h"

/*
 * Declares the reader of one line of section PM_INFO in ibdiagnet's .db_csv: the first line is taken as the names of
 * the columns, each further one as a port. FALSE with an error.
 */
gboolean counters_read_row(CountersReader *r, Text line, GError **error);
#endif
