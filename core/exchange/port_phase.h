/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What packets hold and wait for while SL to VL tables of certain sides are in force: dependencies of (channel, VL), by
 * all mixtures of forwarding entries, and of VLs that either table chooses at a switch whatever others do. Channel c on
 * VL l is channel c x VLs + l of a graph that has each channel so often; so all that is made for channels serves.
 */
#ifndef SSSP_CORE_EXCHANGE_PORT_PHASE_H
#define SSSP_CORE_EXCHANGE_PORT_PHASE_H

#include "core/exchange/mix.h"
#include "core/exchange/port_tables.h"
#include "core/reroute/lane_use.h"

#include <glib.h>

typedef struct {
	const PortTables *tables;
	PortTablesSides sides;
	gboolean any; /* tables on one side are not counted on: channels alone are looked at */
	guint n_vls;
	Graph graph;      /* channels by VL; a link's further VLs have no lane */
	CdgTurns *turns;  /* of these */
	guint8 *used;     /* [turns] 1: marked; NULL: no more to be marked */
	guint16 *vls;     /* private: [n_channels] of packets that come by, chosen by ports */
	gboolean differs; /* some packet has another VL by previous tables than by new ones */
	Arena *arena;     /* private: holds the graph's arrays */
} PortPhase;

/* Nothing marked. `tables` must outlive it. NULL with SSSP_ERROR_MEMORY. O(turns x VLs^2). */
PortPhase *port_phase_new(const PortTables *tables, PortTablesSides sides, GError **error);
void port_phase_free(PortPhase *phase); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PortPhase, port_phase_free)

/* Marks all dependencies of a mixture that mix_sort() has sorted. O(switches x VLs^2). */
void port_phase_mark(PortPhase *phase, const Mix *mix);

/* Whether what is marked has no cycle. FALSE with SSSP_ERROR_MEMORY, too. O(turns x VLs^2). */
gboolean port_phase_is_free(const PortPhase *phase, GError **error);

/*
 * What is marked, to be added to; the phase must outlive it, and marks no more. NULL with SSSP_ERROR_MEMORY, or without
 * `error` when it has a cycle. The same.
 */
LaneUse *port_phase_use(PortPhase *phase, GError **error);

/*
 * Adds all dependencies of a mixture to what port_phase_use() has made; `most`: but for those that would close a cycle.
 * FALSE: there are such; without `most` what was added until then is to be taken back. O(switches x VLs^2), and
 * cdg_add().
 */
gboolean port_phase_add(PortPhase *phase, const Mix *mix, gboolean most, LaneUse *use);

#endif
