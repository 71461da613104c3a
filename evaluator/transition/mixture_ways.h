/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The circles and dead ends that are told: each once, with the number of LIDs that have it. */
#ifndef SSSP_EVALUATOR_TRANSITION_MIXTURE_WAYS_H
#define SSSP_EVALUATOR_TRANSITION_MIXTURE_WAYS_H

#include "evaluator/transition/mixture_graph.h"

#include <glib.h>

/* A switch on the way of a packet. */
typedef struct {
	guint32 node; /* in the fabric */
	guint8 port;  /* that it leaves by; LFT_NO_PATH: none */
	guint8 by;    /* MixtureBy: whose entry this is */
} MixtureStep;

/* A circle; or the way to a dead end, from the source's switch on. */
typedef struct {
	MixtureStep *step; /* [n] */
	guint32 n;
	guint32 source; /* port index of one whose packets can come here */
	guint32 lid;    /* that they are for */
	guint32 n_lids; /* that have the same circle, or the same dead end */
	RouteEnd end;
} MixtureWay;

#define MIXTURE_WAYS 8 /* so many different ones of each kind are told */

/* All zero at first. */
typedef struct {
	MixtureWay way[MIXTURE_WAYS];
	guint32 n;
} MixtureWays;

void mixture_ways_clear(MixtureWays *ways);

/* A circle that packets from `row` can come to, which has to be open. `source` sends from there. */
void mixture_tell_circle(MixtureWays *circles, const MixtureGraph *graph, guint32 row, guint32 source);

/* A dead end that packets from `row` can come to, of which there has to be one. */
void mixture_tell_end(MixtureWays *ends, const MixtureGraph *graph, guint32 row, guint32 source);

#endif
