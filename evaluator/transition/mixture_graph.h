/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds where a packet for one LID can go at each switch by either table, and where it can loop or get lost. */
#ifndef SSSP_EVALUATOR_TRANSITION_MIXTURE_GRAPH_H
#define SSSP_EVALUATOR_TRANSITION_MIXTURE_GRAPH_H

#include "evaluator/paths/paths.h"
#include "evaluator/paths/route_steps.h"

#include <glib.h>

#define MIXTURE_OUT G_MAXUINT32        /* next: the packet is delivered */
#define MIXTURE_DEAD (G_MAXUINT32 - 1) /* next: it is lost */
#define MIXTURE_SAME (G_MAXUINT32 - 2) /* next by the new table: as by the old one */
#define MIXTURE_NO_SLOT 2

/* Whose entry a packet goes by. */
typedef enum { MIXTURE_BY_OLD, MIXTURE_BY_NEW, MIXTURE_BY_BOTH } MixtureBy;

/* Slot 0 is the old table's entry, slot 1 the new one's. */
typedef struct {
	const Paths *paths[2];
	guint32 lid;
	guint32 *next; /* [n_rows][2] row, or one of the above */
	guint8 *port;  /* [n_rows][2] output port */
	guint8 *end;   /* [n_rows] slot that leads towards a dead end; MIXTURE_NO_SLOT: none can be reached */
	guint8 *open;  /* [n_rows] number of entries that lead to where packets can loop */
	/* private */
	guint32 *head;  /* [n_rows] first entry (row * 2 + slot) that leads to a row */
	guint32 *link;  /* [n_rows][2] the next one that leads to the same row */
	guint32 *queue; /* [n_rows] */
} MixtureGraph;

/* NULL with SSSP_ERROR_MEMORY. */
MixtureGraph *mixture_graph_new(const Paths *old, const Paths *new, GError **error);
void mixture_graph_free(MixtureGraph *graph); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MixtureGraph, mixture_graph_free)

/* Makes it the graph for `lid`. O(switches). */
void mixture_graph_fill(MixtureGraph *graph, guint32 lid);

/* Why a packet is lost by an entry with next MIXTURE_DEAD. O(1). */
RouteEnd mixture_graph_why(const MixtureGraph *graph, guint32 row, guint slot);

/* Whose entry a packet goes by. O(1). */
MixtureBy mixture_graph_by(const MixtureGraph *graph, guint32 row, guint slot);

#endif
