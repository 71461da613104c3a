/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes an order of the channels for grids, tori, hypercubes and other products of graphs, where each switch has a
 * coordinate in each dimension. It generalizes the turn model (C. Glass, L. Ni, 1992).
 *
 * In the first dimension the channels down come first. Then follow, layer by layer upwards (a layer: all switches with
 * the same coordinate), the channels inside the layer, in the same order of the other dimensions, and then the channels
 * up from it. So a path goes down in one dimension before it moves in later ones, but goes up at any time.
 * Dimension-ordered paths ascend, and so do many others, by which a pair avoids lost cables. A ring is a row; its
 * channels from the last to the first and back are one long step down and one up. Where a strict order, all channels of
 * one dimension before those of the next, serves all pairs, it is used instead.
 */
#ifndef SSSP_CORE_GUIDE_DIMENSIONS_H
#define SSSP_CORE_GUIDE_DIMENSIONS_H

#include "core/guide/guide_sample.h"
#include "core/guide/places.h"

#include <glib.h>

/*
 * Fills `places`, and *n with the number of dimensions. *n is 0, and nothing is filled, where the fabric is no product
 * of graphs, or one of too many. Dimensions are reversed, one at a time, as long as that serves more pairs of the
 * sample. FALSE with SSSP_ERROR_MEMORY. Cost: squares.h, coordinates.h, and what guide_sample_covered() costs a few
 * times a dimension.
 */
gboolean dimensions_order(GuideSample *sample, Places *places, guint *n, GError **error);

#endif
