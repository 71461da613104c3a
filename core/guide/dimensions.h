/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes an order of the channels of a product of graphs, which generalizes the turn model (C. Glass, L. Ni, 1992): in
 * the first dimension those down come first; then, layer by layer upwards, all channels inside a layer, in the same
 * order of the other dimensions, and those up from it. So a path goes down in one dimension before it moves in later
 * ones, and up whenever it likes: dimension-ordered paths ascend, and many others by which a pair goes round what is
 * lost. A ring is a row; its channels from the last to the first and back are one long step down and one up.
 */
#ifndef SSSP_CORE_GUIDE_DIMENSIONS_H
#define SSSP_CORE_GUIDE_DIMENSIONS_H

#include "core/guide/guide_sample.h"
#include "core/guide/places.h"

#include <glib.h>

/*
 * Fills `places`; *n is how many dimensions there are, 0 where the fabric is no product of graphs, or one of too many,
 * and nothing is filled. Which end of each is low is what serves most pairs of the sample, as far as single changes
 * find it. FALSE with SSSP_ERROR_MEMORY. Cost: squares.h, coordinates.h, and what guide_sample_covered() does a few
 * times a dimension.
 */
gboolean dimensions_order(GuideSample *sample, Places *places, guint *n, GError **error);

#endif
