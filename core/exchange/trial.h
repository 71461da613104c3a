/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Whether mixtures of entries do no harm beside all that lanes carry meanwhile.
 *
 * Where switches choose VLs by ports, SL to VL tables are exchanged as forwarding entries are, port by port: a packet
 * may get its VL from the previous table of one switch and the new one of the next. Where everything stays free of
 * cycles so, all of it can change at any time. In two phases the first is proven so and the last with the new SL to VL
 * tables alone, which switches must have by then. Where previous routes do not live with new SL to VL tables at all,
 * these must wait until switches have the first phase (a third proof, trial->middle): what has no route then does no
 * harm, so something always remains.
 *
 * Which SLs packets are on matters only beside lanes by SL: there it is that of the path, as everywhere in this room.
 * Else they may be on any (PORT_TABLES_ANY).
 */
#ifndef SSSP_CORE_EXCHANGE_TRIAL_H
#define SSSP_CORE_EXCHANGE_TRIAL_H

#include "core/exchange/both.h"
#include "core/exchange/mix.h"
#include "core/exchange/phase.h"

typedef struct {
	Both *both;
	Mix *mix;
	PortTables *tables;   /* NULL: lanes are by SL, before and afterwards */
	Phase *settled;       /* what lanes by SL carry by the new tables; NULL: any SL is legal then */
	Phase *first, *last;  /* what is carried while the first phase is written, and while the last is */
	Phase *middle;        /* in between, while SL to VL tables change; NULL: they change at any time, or do not */
	guint32 *first_phase; /* [n_switches] entries of the first phase, of the destination at hand */
	guint8 *served;       /* [n_switches] 1: packets arrive by what there is */
	LaneMask *legal;      /* [n_switches] lanes of connections that the new routes are free on */
	guint64 visits;       /* entries that all trials looked at so far */
	guint64 end;          /* of trial_looked(): from there on nothing is tried that need not be */
	guint32 forced;       /* destinations whose mixture was taken though it does harm: trial_force() */
	const char *why;      /* what was wrong with the mixture that was tried last */
} Trial;

/* `both` must outlive it. NULL with SSSP_ERROR_MEMORY. O(lanes x turns + ports^2 of all switches). */
Trial *trial_new(Both *both, const Fabric *fabric, GError **error);
void trial_free(Trial *trial); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Trial, trial_free)

/*
 * Where the new routing has lanes by SL: finds for the destination at hand which previous lanes the new routes are
 * free on, and has these carried (trial->settled). `illegal` gets the others that have connections. O(switches x hops),
 * and cdg_add().
 */
void trial_settle(Trial *trial, GArray *illegal);

/* Turns to a destination that is settled: both and legal. O(switches x hops). */
void trial_begin(Trial *trial, guint32 dest);

/* Finds `served` of it. O(switches). */
void trial_find_served(Trial *trial);

/*
 * Whether all can change at any time; trial->last carries it then. FALSE with SSSP_ERROR_MEMORY, too. O(switches x
 * changed destinations x lanes) and cdg_add(), or with tables by ports O(switches x LIDs + turns x VLs^2).
 */
gboolean trial_at_once(Trial *trial, GError **error);

/*
 * Fills trial->first, `middle` and `last`: previous routes, and new ones, as far as these have no cycle. `*free`: they
 * have none. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs + turns x VLs^2).
 */
gboolean trial_begin_phases(Trial *trial, gboolean *free, GError **error);

/*
 * Whether entries can become those of trial->first_phase, and these the new ones; carried then. Nobody may have the new one
 * of whom both_is_too_soon() says so. O(switches x lanes), cdg_add().
 */
gboolean trial_in_phases(Trial *trial);

/* The same, whether they can or not: the cycle, if there is one, stays open. */
void trial_force(Trial *trial);

/* Entries and channels that all trials looked at so far. O(lanes). */
guint64 trial_looked(const Trial *trial);

/* Hosts whose packets arrive by the new tables, not by trial->first_phase; *had: of these, that had a path. O(switches). */
guint64 trial_count_waiting(Trial *trial, guint64 *had);

#endif
