/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the model of an application on a fabric from the options of a user. The applications:
 *
 *	nearest-2d   a square of `sites` sites, cut into c x c square cells, one a core, as many as the cores allow;
 *	             each cell sends the data of its edge sites to the cells at its sides
 *	nearest-3d   the same with a cube
 *	farm         core 0 hands out pieces of work to the others
 *	random       each core sends to one other, drawn anew for each iteration
 *	a pattern    that of pattern.h, all its rounds in each iteration
 *
 * A cell has s^2 or s^3 sites, with s = floor(side of the problem / c), and s or s^2 edge sites on each side: a core
 * computes for s^2 x `time` and sends messages of s x `bytes` (in 3-D, s^3 and s^2). In all others a core has one site,
 * so that `time` is that of an iteration or of a piece of work, and `bytes` the size of a message.
 */
#ifndef SSSP_EVALUATOR_WORKLOAD_WORKLOAD_CASE_H
#define SSSP_EVALUATOR_WORKLOAD_WORKLOAD_CASE_H

#include "evaluator/patterns/mapping.h"
#include "evaluator/workload/workload.h"
#include "evaluator/workload/workload_place.h"

#include <glib.h>

#define WORKLOAD_SITES 1073741824.0 /* 32768^2 = 1024^3 */

typedef struct {
	const char *name; /* of the application */
	Pattern *pattern; /* one that is not fitted yet, where the application is a pattern; not owned */
	guint32 cores;    /* 0: as many as there are */
	guint32 iterations;
	gdouble sites;        /* of the whole problem, at least one a core */
	gdouble time;         /* seconds a site */
	gdouble bytes;        /* an edge site */
	gdouble balance;      /* relative standard deviation of computing times */
	gdouble bytes_spread; /* that of message sizes */
	gboolean spread;      /* hosts in turn of the switches, place_spread() */
	WorkloadCells cells;  /* without a grid, CELLS_CURVE means rows */
	WorkloadSends sends;
	WorkloadSpeeds speeds;
	guint64 seed;
} WorkloadSetup;

/* FALSE when no application but possibly a pattern has that name. */
gboolean workload_known(const char *name);

/* The names of all applications, patterns included, with ", " between them. Free with g_free(). */
char *workload_names(void);

typedef struct {
	WorkloadModel model;
	guint32 side;  /* cells along a side of the grid, 0 where there is none */
	guint32 sites; /* along a side of a cell; 1 where there is no grid */
	guint32 hosts; /* that a task runs on */

	/* private */
	guint32 *host;
	Exchange *exchange;
} WorkloadCase;

/*
 * The model of a setup on these hosts (a mapping that is not random). NULL with SSSP_ERROR_USAGE when there are fewer
 * cores than asked for or than the application needs, or fewer sites than cells; SSSP_ERROR_MEMORY.
 */
WorkloadCase *workload_case_new(const Paths *paths, const Mapping *hosts, const WorkloadSetup *setup, GError **error);
void workload_case_free(WorkloadCase *workload); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(WorkloadCase, workload_case_free)

#endif
