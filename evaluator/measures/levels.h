/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the levels of switches, and sorts channels by the levels they join. Level 1 are the switches with hosts (where
 * there is no host: with aggregation nodes), level 2 those next to them, and so on: in a tree leaves, middle and top;
 * in a torus with hosts on all switches there is only level 1.
 */
#ifndef SSSP_EVALUATOR_MEASURES_LEVELS_H
#define SSSP_EVALUATOR_MEASURES_LEVELS_H

#include "evaluator/paths/paths.h"

#include <glib.h>

#define LEVELS_NONE 0 /* of a switch that no endpoint is connected with */

/* All channels from one level to one other, or within one. */
typedef struct {
	guint32 from, to; /* levels */
	guint32 n_channels;
	guint32 *channel; /* [n_channels] ascending; part of one array of all classes */
} LevelClass;

typedef struct {
	guint32 n_levels;
	guint32 *level; /* [n_rows] */
	guint32 n_classes;
	LevelClass *classes; /* upwards by level, then within levels, then downwards; none is empty */
	guint32 *channels;   /* private */
} Levels;

/* Channels of a cable from a switch to itself are in no class. NULL with SSSP_ERROR_MEMORY. O(channels log channels) */
Levels *levels_new(const Paths *paths, GError **error);
void levels_free(Levels *levels); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Levels, levels_free)

#endif
