/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects, for a report, forwarding loops (cycles) and dead ends that packets can come to in a mixture of old and new
 * tables. The first few different ones are kept, each with the number of LIDs that have it.
 */
#ifndef SSSP_EVALUATOR_TRANSITION_MIXTURE_PATHS_H
#define SSSP_EVALUATOR_TRANSITION_MIXTURE_PATHS_H

#include "evaluator/transition/mixture_graph.h"

#include <glib.h>

/* A switch on the path of a packet. */
typedef struct {
	guint32 node; /* in the fabric */
	guint8 port;  /* that it leaves by; LFT_NO_PATH: none */
	guint8 by;    /* MixtureBy: whose entry this is */
} MixtureStep;

/* A cycle; or the path to a dead end, from the source's switch on. */
typedef struct {
	MixtureStep *step; /* [n] */
	guint32 n;
	guint32 source; /* port index of one whose packets can come here */
	guint32 lid;    /* that they are for */
	guint32 n_lids; /* that have the same cycle, or the same dead end */
	RouteEnd end;
} MixturePath;

#define MIXTURE_PATHS 8 /* so many different ones of each kind are kept */

/* All zero at first. */
typedef struct {
	MixturePath path[MIXTURE_PATHS];
	guint32 n;
} MixturePaths;

void mixture_paths_clear(MixturePaths *paths);

/* Adds a cycle that packets from `row` can come to; open[row] must not be 0. `source` sends from there. */
void mixture_tell_cycle(MixturePaths *cycles, const MixtureGraph *graph, guint32 row, guint32 source);

/* Adds a dead end that packets from `row` can come to; there must be one. */
void mixture_tell_end(MixturePaths *ends, const MixtureGraph *graph, guint32 row, guint32 source);

#endif
