/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Recognises the names of port counters ("PortXmitData", "port_xmit_data_extended"), which each tool writes
 * differently.
 */
#ifndef SSSP_FORMATS_COUNTERS_COUNTER_NAMES_H
#define SSSP_FORMATS_COUNTERS_COUNTER_NAMES_H

#include "formats/text/scan.h"

#include <glib.h>

typedef enum {
	COUNTER_XMIT_DATA,
	COUNTER_XMIT_WAIT,
	COUNTER_DISCARDS,
	COUNTER_SYMBOLS,
	COUNTER_RECOVERIES,
	COUNTER_DOWNED,
	COUNTER_RCV_ERRORS,
	COUNTER_INTEGRITY,
	COUNTER_OVERRUNS,
	COUNTER_N
} Counter;

/* Bits of a counter of the old, narrow form, which stops at its highest value: 4 to 32. */
guint counter_bits(Counter counter);

/*
 * The counter of that name: upper or lower case and marks between letters do not matter. `wide` gets whether the name
 * says that it has 64 bits. COUNTER_N for all others. O(length of the name).
 */
Counter counter_named(Text name, gboolean *wide);

#endif
