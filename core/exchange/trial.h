/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Whether mixtures of entries do no harm beside all that lanes carry meanwhile. */
#ifndef SSSP_CORE_EXCHANGE_TRIAL_H
#define SSSP_CORE_EXCHANGE_TRIAL_H

#include "core/exchange/both.h"
#include "core/exchange/mix.h"
#include "core/exchange/port_phase.h"

/* Where switches choose lanes by ports (trial_ports.h). */
typedef struct {
	PortTables *tables;
	PortPhase *first, *middle, *last; /* what the trial's `first`, `middle` and `last` are made of */
	LaneUse *settled;                 /* what lanes by SL carry by the new tables; NULL: any SL is legal then */
} TrialPorts;

typedef struct {
	Both *both;
	Mix *mix;
	LaneUse *first, *last; /* what lanes carry while the first phase is written, and while the last is */
	LaneUse *middle;       /* in between, while SL to VL tables change; NULL: they change at any time, or do not */
	TrialPorts *ports;     /* NULL: lanes are by SL */
	guint32 *stage;        /* [n_switches] entries of the first phase, of the destination at hand */
	guint8 *served;        /* [n_switches] 1: packets arrive by what there is */
	LaneMask *legal;       /* [n_switches] lanes of connections that the new routes are free on */
	guint64 visits;        /* entries that all trials looked at so far */
	guint64 end;           /* of trial_looked(): from there on nothing is tried that need not be */
	guint32 forced;        /* destinations whose mixture was taken though it does harm: trial_force() */
	const char *why;       /* what was wrong with the mixture that was tried last */
} Trial;

/*
 * `both` must outlive it. With `by_sl` trial->last is what lanes by SL carry by the new routing. NULL with
 * SSSP_ERROR_MEMORY. O(lanes x turns).
 */
Trial *trial_new(Both *both, gboolean by_sl, GError **error);
void trial_free(Trial *trial); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Trial, trial_free)

/*
 * Where the new routing has lanes by SL: finds for the destination at hand which previous lanes the new routes are
 * free on, and has these carried (trial->last, or ports->settled). `illegal` gets the others that have connections.
 * O(switches x hops), and cdg_add().
 */
void trial_settle(Trial *trial, GArray *illegal);

/* Turns to a destination that is settled: both and legal. O(switches x hops). */
void trial_begin(Trial *trial, guint32 dest);

/*
 * The mixture of these entries of the destination at hand ([n_switches] each; b and c may be NULL) in trial->mix.
 * O(switches).
 */
void trial_set(const Trial *trial, const guint32 *a, const guint32 *b, const guint32 *c);

/* Its packets are on all lanes that their connections may have once the new tables are there. O(switches). */
void trial_send(const Trial *trial);

/* Finds `served` of it. O(switches). */
void trial_find_served(Trial *trial);

/*
 * Fills trial->first: all routes that stay as they are, and previous ones, as far as these have no cycle; `*free`: they
 * have none. FALSE with SSSP_ERROR_MEMORY.
 * O(lanes x turns + switches x changed destinations), or O(switches x LIDs).
 */
gboolean trial_begin_first(Trial *trial, gboolean *free, GError **error);

/*
 * Whether previous entries can become the new ones at once; trial->last carries it then. O(switches x lanes),
 * cdg_add().
 */
gboolean trial_at_once(Trial *trial);

/*
 * Whether they can become those of trial->stage, and these the new ones; carried then. Nobody may have the new one of
 * whom both_is_too_soon() says so. The same.
 */
gboolean trial_in_stages(Trial *trial);

/* The same, whether they can or not: the cycle, if there is one, stays open. */
void trial_force(Trial *trial);

/* Entries and channels that all trials looked at so far. O(lanes). */
guint64 trial_looked(const Trial *trial);

/* Hosts whose packets arrive by the new tables, not by trial->stage; *had: of these, that had a path. O(switches). */
guint64 trial_count_waiting(Trial *trial, guint64 *had);

#endif
