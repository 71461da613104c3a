/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries whether mixtures of old and new entries do no harm beside everything else that lanes carry during an update.
 * exchange.c asks this for each destination and each choice of entries that may wait for the second phase.
 *
 * Where switches choose VLs by ports, SL to VL tables change as forwarding tables do, port by port: a packet may get
 * its VL from the previous table of one switch and from the new table of the next. If all such mixtures are free of
 * cycles, everything can change at once. In two phases, the first phase is proven with the previous and the new SL to
 * VL tables, and the last phase with the new ones alone, which switches must have by then. If the previous routes have
 * a cycle with the new SL to VL tables, these tables must wait until switches have the first phase. The entries of the
 * first phase are then proven with both tables as well (trial->middle); this always works out, as entries without a
 * route do no harm.
 *
 * The SL of a packet matters only where lanes are by SL: there it is the SL of the path. Elsewhere packets may be on
 * any SL (PORT_TABLES_ANY).
 */
#ifndef SSSP_CORE_EXCHANGE_TRIAL_H
#define SSSP_CORE_EXCHANGE_TRIAL_H

#include "core/exchange/both.h"
#include "core/exchange/mix.h"
#include "core/exchange/phase.h"

typedef struct {
	Both *both;
	Mix mix;
	PortTables *tables;   /* NULL: lanes are by SL in the previous routing and in the new one */
	Phase *settled;       /* dependencies of new routes on lanes by SL; NULL: they are not by SL, any SL is legal */
	Phase *first, *last;  /* dependencies while the first phase is written, and while the last is */
	Phase *middle;        /* dependencies in between, while SL to VL tables change; NULL: there is no such time */
	guint32 *first_phase; /* [n_switches] entries of the first phase for the destination at hand */
	guint8 *served;       /* [n_switches] not 0: packets arrive by the entries that switches have now */
	LaneMask *legal;      /* [n_switches] previous lanes on which the new route from the switch closes no cycle */
	LaneMask *later;      /* [n_switches] these, and the new lane: all that connections may have in the end */
	LaneMask *meanwhile;  /* private: [n_switches] lanes of packets until the last phase */
	gboolean forced;      /* the destination's mixture is taken though it may do harm */
	guint64 visits;       /* entries that all trials looked at so far */
	guint64 end;          /* the budget is spent when trial_looked() reaches this */
	const char *why;      /* what was wrong with the last mixture that failed */
	Arena *arena;         /* private: holds the arrays */
} Trial;

/*
 * Reads the SL to VL tables. `both` must outlive it. NULL with SSSP_ERROR_MEMORY. O(lanes x turns + ports^2 of all
 * switches).
 */
Trial *trial_new(Both *both, const Fabric *fabric, GError **error);
void trial_free(Trial *trial); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Trial, trial_free)

/*
 * Where the new routing has lanes by SL: puts the new routes to the destination at hand into trial->settled on each
 * previous lane of connections where they close no cycle. Appends to `illegal` each switch (ExchangePair) of which some
 * connections are on another lane. O(switches x hops), and cdg_add().
 */
void trial_settle(Trial *trial, GArray *illegal);

/* Makes `dest`, which is settled, the destination at hand: fills trial->both, `legal`, `later`. O(switches x hops). */
void trial_begin(Trial *trial, guint32 dest);

/* Fills `served` for the destination at hand. O(switches). */
void trial_find_served(Trial *trial);

/*
 * Whether all tables can be exchanged at once, where no new lane needs SL to VL tables first. FALSE with
 * SSSP_ERROR_MEMORY, too, and with trial->why. O(switches x changed destinations x lanes) and cdg_add(), or with tables
 * by ports O(switches x LIDs + turns x VLs^2).
 */
gboolean trial_at_once(Trial *trial, GError **error);

/*
 * Fills trial->first, `middle` and `last` with the dependencies of previous and of new routes, less those that would
 * close a cycle. *free: none was left out. FALSE with SSSP_ERROR_MEMORY; `error` must not be NULL. O(switches x LIDs +
 * turns x VLs^2).
 */
gboolean trial_begin_phases(Trial *trial, gboolean *free, GError **error);

/*
 * Whether switches can change to trial->first_phase, and then to the new entries, without harm. If so the dependencies
 * are added to `first`, `middle` and `last`; otherwise these stay as they were. No switch for which both_is_too_soon()
 * is TRUE may have its new entry. O(switches x lanes), and cdg_add().
 */
gboolean trial_in_phases(Trial *trial);

/*
 * Whether switches can change to trial->first_phase without harm, whatever comes after it; fills trial->mix->fate. Adds
 * nothing. As trial_in_phases().
 */
gboolean trial_first_fits(Trial *trial);

/*
 * Takes trial->first_phase, which trial_in_phases() has refused last: dependencies up to the first that closes a cycle
 * are added.
 */
void trial_force(Trial *trial);

/* How many entries and channels all trials looked at so far. O(lanes). */
guint64 trial_looked(const Trial *trial);

/* ---- choose_waiting.c */

/*
 * Fills trial->first_phase with the entries of the first phase for the destination at hand. Each trial is O(switches x
 * lanes); there are seldom more than a few, and up to twice as many as entries that change. Once the budget
 * (trial->end) is spent there are four at most: either all entries change at once, or all that change wait. FALSE: the
 * budget was spent before all was tried that could let fewer entries wait.
 */
gboolean choose_waiting(Trial *trial);

#endif
