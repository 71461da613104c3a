/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes the stand of a routing that only tables are left of: of an earlier process, or of any subnet manager. */
#ifndef SSSP_CORE_PREVIOUS_STAND_OF_TABLES_H
#define SSSP_CORE_PREVIOUS_STAND_OF_TABLES_H

#include "core/previous/previous.h"

/*
 * Returns a stand with of_tables set: entries may lead nowhere or in a loop, loads are not counted, and what is in use
 * may have a cycle. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
Stand *stand_of_tables(const PreviousTables *previous, GError **error);

#endif
