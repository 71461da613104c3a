/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the levels of the parts of a sketch. Level 1 has the leaves: the parts with hosts, apart from those with a few
 * hosts only, such as storage nodes on a spine.
 */
#ifndef SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_LEVELS_H
#define SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_LEVELS_H

#include "evaluator/draw/sketch/sketch.h"

/* Finds a rule by which most cables lead from level to level, and fills levels by it. FALSE: there is none. */
gboolean sketch_find_levels(Sketch *sketch);

/* Fills levels anew after parts were merged, by the rule found. O(bundles * levels). */
void sketch_fill_levels(Sketch *sketch);

#endif
