/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Names of counters, which each tool writes in its own way. */
#ifndef SSSP_FORMATS_COUNTER_NAMES_H
#define SSSP_FORMATS_COUNTER_NAMES_H

#include "formats/counters.h"
#include "formats/text/scan.h"

/*
 * The counter of that name: letters of any case, marks between them of no matter. `wide` gets whether the name says that
 * it has 64 bits. COUNTER_N for all others. O(length of the name).
 */
Counter counter_named(Text name, gboolean *wide);

#endif
