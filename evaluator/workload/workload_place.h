/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Places the tasks (ranks) of a workload on hosts. Hosts have an order and `ppn` cores each; core c is on host c / ppn.
 * The problem of an application may be a grid of sites, cut into cells of equal sides; a task computes one cell.
 *
 *	curve   cells of a grid in the order in which Hilbert's space-filling curve through its sites first enters them:
 *	        the first on core 0, and so on. So the cells of a host make a block, and hosts that follow one another
 *	        have neighbouring blocks. The sites lie in a corner of the smallest grid whose side is a power of two;
 *	        parts of the curve outside are skipped.
 *	rows    task t on core t
 *	random  any task on any core, cores that get none included
 */
#ifndef SSSP_EVALUATOR_WORKLOAD_WORKLOAD_PLACE_H
#define SSSP_EVALUATOR_WORKLOAD_WORKLOAD_PLACE_H

#include "evaluator/paths/paths.h"

#include <glib.h>

#define PLACE_MOST_DIMS 3

typedef enum { CELLS_CURVE, CELLS_ROWS, CELLS_RANDOM } WorkloadCells;

typedef struct {
	guint32 tasks;
	guint32 side;         /* cells along a side of the grid, which has `dims` dimensions; tasks = side^dims */
	guint32 sites;        /* along a side of a cell; 0: one */
	guint dims;           /* 1 .. PLACE_MOST_DIMS; 0: no grid, and so no curve */
	const guint32 *order; /* [hosts] endpoints */
	guint32 hosts, ppn;   /* hosts x ppn >= tasks */
	WorkloadCells cells;
	guint64 seed;
} Placing;

/* The endpoint that each task runs on: [tasks], free with g_free(). NULL with SSSP_ERROR_MEMORY. O(cores log cores). */
guint32 *place_tasks(const Placing *placing, GError **error);

/*
 * Puts an order of n endpoints into another: the first of each switch, then the second of each, and so on; switches
 * come as their first endpoints did. FALSE with SSSP_ERROR_MEMORY. O(n log n).
 */
gboolean place_spread(const Paths *paths, guint32 *order, guint32 n, GError **error);

/* How far along Hilbert's curve through a grid with sides 2^bits a point is. O(bits x dims). */
guint64 place_hilbert(const guint32 *point, guint dims, guint bits);

#endif
