/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads what ports count, as the tools print it: perfquery (one port after another, with -x or without), ibqueryerrors
 * (with --data, --counters or --details), ibdiagnet's .pm, and the section PM_INFO of its .db_csv. A text may mix them.
 *
 *	# Port extended counters: Lid 4 port 1 (CapMask: 0x1400)
 *	PortXmitData:....................4372366170488
 *
 *	   GUID 0x2c90200400000 port 3: [SymbolErrorCounter == 7] [PortXmitData == 19892634015130 (  infPB)]
 *
 *	Port=1 Lid=0x0004 GUID=0x0002c90200400000 Device=52000 Port Name=leaf-1/P1
 *	port_xmit_data_extended=0x000003fa0b4be0f8
 *
 * Data are counted in words of four bytes. A row is a port as one place of the text has it; the same port may come
 * again.
 */
#ifndef SSSP_FORMATS_COUNTERS_COUNTERS_H
#define SSSP_FORMATS_COUNTERS_COUNTERS_H

#include "formats/counters/counter_row.h"
#include "formats/text/parse_log.h"

#include <glib.h>

/*
 * The rows (CounterRow) in the order of the text. What is summed over ports (port 255, ALL) is left out, and values
 * that are not known (NA). NULL with SSSP_ERROR_INPUT: a value that is no number, or no port at all in the text. Free
 * with g_array_unref(). O(length).
 */
GArray *counters_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

#endif
