/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Declares the row of counters that the readers of counters fill: what one place of a text says of one port. */
#ifndef SSSP_FORMATS_COUNTERS_COUNTER_ROW_H
#define SSSP_FORMATS_COUNTERS_COUNTER_ROW_H

#include "formats/counters/counter_names.h"

#include <glib.h>

typedef struct {
	guint64 guid; /* of the node or of the port; 0: known by its LID */
	guint32 lid;
	guint port;
	guint has, wide; /* bits: which are there, which of them are of 64 bits */
	guint64 value[COUNTER_N];
	guint line;
} CounterRow;

#endif
