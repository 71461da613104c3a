/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lays out the minimal channels towards one switch in the order in which balanced routing reads them. For each channel
 * there are the lanes of the turns from it: the lanes in which each next channel may follow. All this depends on
 * nothing that routes change, so threads make it ahead of its use. balance_lanes.c asks for one switch after the other.
 */
#ifndef SSSP_CORE_TORUS_APPROACH_H
#define SSSP_CORE_TORUS_APPROACH_H

#include "core/base/ahead.h"
#include "core/base/arena.h"
#include "core/graph/bfs.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

typedef struct {
	Bfs *bfs; /* of the target, laid out; minimal channel k below is bfs->channel[k] */
	/*
	 * mask[row[k] + j] has the lanes in which minimal channel j may follow k; j = 0 behind one that leads to the
	 * target
	 */
	guint32 *row; /* [minimal channels] modulo 2^32 */
	LaneMask *mask;

	Arena *arena; /* private: holds the arrays */
} Approach;

/*
 * For targets[n], one after the other, as bfs_ahead() (bfs.h): ahead_next() returns each as an Approach, in O(turns).
 * All must outlive it, unchanged. NULL with SSSP_ERROR_MEMORY.
 */
Ahead *approach_ahead(const LaneSet *lanes, const guint32 *targets, guint32 n, GError **error);

#endif
