/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Completes an order of the channels, so that all switches have ascending paths to all switches with hosts, and back. A
 * path ascends if each of its channels stands later in the order than the one before. Switches that lack a path get
 * channels of their own at the beginning or the end of the order. core/choose calls it where one lane is to serve all.
 */
#ifndef SSSP_CORE_GUIDE_GUIDE_EXITS_H
#define SSSP_CORE_GUIDE_GUIDE_EXITS_H

#include "core/guide/guide.h"

/*
 * Sets `*completed` to a copy of a guide, without the other order, whose order has ascending paths of any length from
 * all switches to all switches with hosts that cables join them with, and back; NULL where none is found. Two methods
 * are tried, and the order that covers more pairs is taken. The order of a guide that is complete stays as it is. FALSE
 * with SSSP_ERROR_MEMORY; free with guide_free(). O(channels x switches with hosts / 64) a round, of which there are a
 * few or some hundred.
 */
gboolean guide_complete(const Guide *guide, const Graph *graph, Guide **completed, GError **error);

#endif
