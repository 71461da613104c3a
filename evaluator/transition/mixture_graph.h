/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds where packets for one LID can go while the entries of two tables are mixed, and where they can loop or get
 * lost. At each switch (a row) a packet goes by the entry of either table: slot 0 is the old one's, slot 1 the new
 * one's. A packet can loop where entries lead into a cycle; it is lost at a dead end. Entries are numbered row * 2 +
 * slot.
 */
#ifndef SSSP_EVALUATOR_TRANSITION_MIXTURE_GRAPH_H
#define SSSP_EVALUATOR_TRANSITION_MIXTURE_GRAPH_H

#include "evaluator/paths/paths.h"
#include "evaluator/paths/route_steps.h"

#include <glib.h>

#define MIXTURE_OUT G_MAXUINT32        /* next: the packet is delivered */
#define MIXTURE_DEAD (G_MAXUINT32 - 1) /* next: it is lost */
#define MIXTURE_SAME (G_MAXUINT32 - 2) /* next by the new table: as by the old one */
#define MIXTURE_NO_SLOT 2              /* end: neither slot */

/* Whose entry a packet goes by. */
typedef enum { MIXTURE_BY_OLD, MIXTURE_BY_NEW, MIXTURE_BY_BOTH } MixtureBy;

/* Of what has two, [0] is of the old table (slot 0), [1] of the new one (slot 1). */
typedef struct {
	const Paths *paths[2];
	guint32 lid;
	guint32 *next; /* [n_rows][2] row, or one of the above */
	guint8 *port;  /* [n_rows][2] output port */
	guint8 *end;   /* [n_rows] slot that leads towards a dead end; MIXTURE_NO_SLOT: none can be reached */
	guint8 *open; /* [n_rows] entries that lead to where packets can loop: 0 .. 2, both alike count once; 0: none */
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
