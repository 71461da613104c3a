/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Completes an order of the channels: switches that it leaves without ascending paths get channels of their own. */
#ifndef SSSP_CORE_GUIDE_GUIDE_EXITS_H
#define SSSP_CORE_GUIDE_GUIDE_EXITS_H

#include "core/guide/guide.h"

/*
 * Returns a copy of a guide, without the other order, in whose order all switches have ascending paths, of any length,
 * to all switches with hosts that cables join them with, and from these; as far as that can be had: in a fabric where
 * each switch lacks some path, some are left. `covered` stays that of `guide`. `*changed`: the order is another one.
 * NULL with SSSP_ERROR_MEMORY; free with guide_free(). O(channels x switches with hosts / 64) a round, of which there
 * are few.
 */
Guide *guide_complete(const Guide *guide, const Graph *graph, gboolean *changed, GError **error);

#endif
