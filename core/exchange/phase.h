/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the channel dependencies that packets make on each lane while one phase is written, in all mixtures of
 * forwarding entries. A lane is the SL, unless the previous or the new routing has VLs by ports. In that case
 * dependencies are between pairs (channel, VL), with the VLs that the SL to VL tables in force may choose. Channel c on
 * VL l is then channel c x n_vls + l of a graph of its own, so that functions for graphs of channels serve for it.
 */
#ifndef SSSP_CORE_EXCHANGE_PHASE_H
#define SSSP_CORE_EXCHANGE_PHASE_H

#include "core/exchange/mix.h"
#include "core/exchange/port_tables.h"
#include "core/lanes/lane_use.h"

#include <glib.h>

typedef struct {
	const PortTables *tables; /* NULL: lanes are SLs, by the previous routing and by the new one */
	PortTablesSides sides;    /* whose SL to VL tables are in force in this phase */
	gboolean any;             /* some of these tables are not known (PORT_TABLES_ANY): VLs are not told apart */
	guint n_vls;              /* VLs; without `tables` lanes */
	Graph graph;              /* with `tables`: a channel for each (channel, VL) */
	const Graph *on;          /* the graph that dependencies are on: `graph`, or the fabric's */
	CdgTurns *turns;          /* turns of `on` */
	/*
	 * [lane][turns] 1: the dependency is marked; with `tables` all are in used[0]. NULL: the phase has no such
	 * lane, or `use` has taken over
	 */
	guint8 *used[LAYERS_MAX];
	LaneUse *use;     /* dependencies as phase_settle() has made them, free of cycles; NULL: only marks so far */
	guint16 *vls;     /* private: [n_channels] VLs, chosen by ports, of packets that come over the channel */
	gboolean most;    /* private: of phase_put() */
	gboolean all;     /* private: no dependency of the mixture at hand has closed a cycle so far */
	gboolean differs; /* some packet has another VL by previous tables than by new ones */
	Arena *arena;     /* private: holds the graph's arrays */
} Phase;

/*
 * A phase without dependencies. `n_lanes` counts only without `tables`. `graph` and `tables` must outlive it. NULL with
 * SSSP_ERROR_MEMORY. O(turns x VLs^2).
 */
Phase *phase_new(const Graph *graph, const PortTables *tables, PortTablesSides sides, guint n_lanes, GError **error);

/*
 * The same without tables, with the dependencies marked that a routing has whose lanes are by SL, no more than
 * `n_lanes`. O(lanes x turns).
 */
Phase *phase_of_stand(const Stand *stand, guint n_lanes, GError **error);
void phase_free(Phase *phase); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Phase, phase_free)

/*
 * Puts all dependencies of a mixture that mix_sort() has sorted into phase->use, or marks them if that is NULL. FALSE:
 * a dependency would close a cycle of phase->use. With `most` all dependencies that close none are then in it; without,
 * the caller has to take back what was put in so far. O(channels + switches x VLs^2), and cdg_add().
 */
gboolean phase_put(Phase *phase, const Mix *mix, gboolean most);

/*
 * Makes phase->use of the marks, which are freed. FALSE with SSSP_ERROR_MEMORY, or without an error if the marked
 * dependencies have a cycle. O(turns x VLs^2).
 */
gboolean phase_settle(Phase *phase, GError **error);

#endif
