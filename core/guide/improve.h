/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves an order of the channels by moving one channel at a time, for fabrics that no classes of channels fit. The
 * aim is that more pairs of hosts have a shortest path whose channels ascend in the order. First, pairs are spread over
 * those of their shortest paths on which the order descends least often. Then each channel moves to the place where as
 * much as possible of the flow to it and from it ascends (sifting: R. Rudell, 1993; this is a local search for the
 * linear ordering problem: M. Laguna, R. Marti, V. Campos, 1999). Both steps are repeated, and the best order met is
 * kept.
 */
#ifndef SSSP_CORE_GUIDE_IMPROVE_H
#define SSSP_CORE_GUIDE_IMPROVE_H

#include "core/guide/guide_sample.h"

#include <glib.h>

/*
 * Replaces place[n_channels] by the best order met, if one is better than it. *covered is what `place` covers
 * (guide_sample_covered()), before and after. FALSE with SSSP_ERROR_MEMORY. A round costs O(turns on shortest paths) a
 * destination; as many as fit into some millions of turns.
 */
gboolean guide_improve(GuideSample *sample, guint32 *place, double *covered, GError **error);

#endif
