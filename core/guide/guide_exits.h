/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Completes an order of the channels: switches that it leaves without ascending paths get channels of their own. */
#ifndef SSSP_CORE_GUIDE_GUIDE_EXITS_H
#define SSSP_CORE_GUIDE_GUIDE_EXITS_H

#include "core/guide/guide.h"

/*
 * Sets `*completed` to a copy of a guide, without the other order, in whose order all switches have ascending paths, of
 * any length, to all switches with hosts that cables join them with, and from these. NULL where none is found. Of two
 * methods the one whose order covers more pairs; the order of a guide that is complete stays as it is. FALSE with
 * SSSP_ERROR_MEMORY; free with guide_free(). O(channels x switches with hosts / 64) a round, of which there are a few
 * or some hundred.
 */
gboolean guide_complete(const Guide *guide, const Graph *graph, Guide **completed, GError **error);

#endif
