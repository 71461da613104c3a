/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What packets hold and wait for while one phase is written: dependencies of channels on lanes, by all mixtures of
 * forwarding entries. Where switches choose VLs by ports on one side or both, of VLs that either table chooses at a
 * switch whatever others do: channel c on VL l is channel c x VLs + l of a graph that has each channel so often; so all
 * that is made for channels serves.
 */
#ifndef SSSP_CORE_EXCHANGE_PHASE_H
#define SSSP_CORE_EXCHANGE_PHASE_H

#include "core/exchange/mix.h"
#include "core/exchange/port_tables.h"
#include "core/lanes/lane_use.h"

#include <glib.h>

typedef struct {
	const PortTables *tables; /* NULL: lanes are SLs, before and afterwards */
	PortTablesSides sides;    /* whose SL to VL tables are in force */
	gboolean any;             /* tables on one side are not counted on: channels alone are looked at */
	guint n_vls;              /* or lanes */
	Graph graph;              /* with tables: channels by VL; a link's further VLs have no lane */
	const Graph *on;          /* that, or the fabric's */
	CdgTurns *turns;          /* of these */
	guint8 *used[LAYERS_MAX]; /* [turns] 1: marked, with tables all on the first; NULL: no more to be marked */
	LaneUse *use;             /* what is added to instead, cycles apart; NULL: marks do */
	guint16 *vls;             /* private: [n_channels] of packets that come by, chosen by ports */
	gboolean differs;         /* some packet has another VL by previous tables than by new ones */
	Arena *arena;             /* private: holds the graph's arrays */
} Phase;

/*
 * Nothing marked, on so many lanes where they are SLs. Both must outlive it. NULL with SSSP_ERROR_MEMORY. O(turns x
 * VLs^2).
 */
Phase *phase_new(const Graph *graph, const PortTables *tables, PortTablesSides sides, guint n_lanes, GError **error);

/* What a routing has in use of its lanes by SL, to be added to. NULL with SSSP_ERROR_MEMORY. O(lanes x turns). */
Phase *phase_of_stand(const Stand *stand, GError **error);
void phase_free(Phase *phase); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Phase, phase_free)

/*
 * Puts all dependencies of a mixture that mix_sort() has sorted into phase->use, or else marks them. FALSE: some would
 * close a cycle; with `most` all others are in, else what was put in is to be taken back. O(switches x VLs^2), and
 * cdg_add().
 */
gboolean phase_put(Phase *phase, const Mix *mix, gboolean most);

/* Whether what is marked has no cycle. FALSE with SSSP_ERROR_MEMORY, too. O(turns x VLs^2). */
gboolean phase_is_free(const Phase *phase, GError **error);

/* Makes phase->use of what is marked. FALSE with SSSP_ERROR_MEMORY, or without `error` when it has a cycle. The same. */
gboolean phase_settle(Phase *phase, GError **error);

#endif
