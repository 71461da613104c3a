/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The circles and dead ends that are told: each once, with the number of LIDs that have it. */
#ifndef SSSP_EVALUATOR_TRANSITION_MIXTURE_WAYS_H
#define SSSP_EVALUATOR_TRANSITION_MIXTURE_WAYS_H

#include "evaluator/transition/mixture_graph.h"

#include <glib.h>

/* A circle that packets from `row` can come to, which has to be open. `source` sends from there. */
void mixture_tell_circle(MixtureFacts *facts, const MixtureGraph *graph, guint32 row, guint32 source);

/* A dead end that packets from `row` can come to, of which there has to be one. */
void mixture_tell_end(MixtureFacts *facts, const MixtureGraph *graph, guint32 row, guint32 source);

#endif
