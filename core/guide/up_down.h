/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes an order of the channels for any fabric: channels towards a root switch, then those away from it (M. Schroeder
 * et al., "Autonet", 1991). The root is the switch nearest to all sampled destinations. Every pair of switches that
 * cables join has a path whose channels ascend in this order, as it goes up and then down, but not always a shortest
 * one. On request the ends of a long fabric take the place of a root.
 */
#ifndef SSSP_CORE_GUIDE_UP_DOWN_H
#define SSSP_CORE_GUIDE_UP_DOWN_H

#include "core/guide/guide_sample.h"
#include "core/guide/places.h"

#include <glib.h>

/*
 * Fills `places`. With `from_ends`, channels away from the switches at one end of the fabric come first, then those
 * back to them, so that not all paths meet in the middle of a long fabric. FALSE with SSSP_ERROR_MEMORY. O(channels) a
 * destination.
 */
gboolean up_down_order(GuideSample *sample, gboolean from_ends, Places *places, GError **error);

#endif
