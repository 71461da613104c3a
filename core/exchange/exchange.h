/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/exchange: plans how new tables take the place of those that switches have. In the order in which to
 * read:
 *
 *   exchange        plans the update, at once or in two phases (below)
 *   in_force        what is in force before the update
 *   both            previous and new entries side by side, of one destination after the other
 *   both_ways       pairs of switches between which replies would have another SL than requests during the update
 *   mix             packets to one destination while each switch has its old entry or its new one
 *   port_tables     VLs that switches choose by ports
 *   phase           dependencies of packets while one phase is written
 *   trial           whether lanes have room for such mixtures; trial_settle: which previous lanes connections may keep
 *   choose_waiting  which entries of a destination wait for the second phase
 *
 * A subnet manager writes tables block by block, and a block that fails stays as it was. So during the update each
 * switch has its old entry or its new one, whatever the other switches have. In each such mixture packets must not go
 * round in a loop, no packet may be lost that arrives by the old tables and by the new ones, and no lane may have a
 * cycle of dependencies: a channel by which packets for a LID come into a switch is followed by the channels of the old
 * entry and of the new entry. Where old and new entries cannot live side by side, some destinations wait for a second
 * phase. In the first phase they keep their old entries, or have no route where the old entries lead nowhere any more.
 * Two phases are always enough: if everything that changes has no route in between, the first mixture has old routes
 * only, and the second new ones only.
 *
 * Where switches choose lanes by ports, by the previous SL to VL tables or by the new ones, each entry of SL to VL
 * tables is old or new as well, whatever the other entries are. The assumptions are then: packets may be on any SL,
 * except where lanes are by SL, where they are on the SLs of their paths; routes without lanes (one lane, no SLs, no
 * tables by ports) are free of cycles on whatever VLs, as one lane is; switches have the new SL to VL tables before the
 * last phase (`tables_before_last`); where `tables_after_first` is set, they have the first phase before any new SL to
 * VL table, and destinations that do not change may have to wait, too. When the new routing has no SLs, no SL is
 * illegal and no connection has to be opened again.
 */
#ifndef SSSP_CORE_EXCHANGE_EXCHANGE_H
#define SSSP_CORE_EXCHANGE_EXCHANGE_H

#include "core/exchange/in_force.h"
#include "core/previous/stand.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

/*
 * The budget: how many entries and channels trials may look at, in order to make few entries wait. It is about one or
 * two seconds of work. For the destinations after that, all entries that change wait, unless none of them has to.
 */
#ifndef EXCHANGE_LOOKS /* tests have it lower */
#define EXCHANGE_LOOKS 40000000
#endif

typedef struct {
	Lft *first_phase;  /* tables of the first phase, rows as the new tables'; NULL: all can be exchanged at once */
	PathSl *sl;        /* SLs of paths until the last phase is written; NULL: the new SLs */
	gboolean unproven; /* the previous or the new routes have cycles by themselves: until the last phase is written
			    * there may be credit loops */
	/*
	 * SL to VL tables have to be written before the last phase: new paths are on SLs that the present ones do not
	 * map, or VLs by ports change
	 */
	gboolean tables_before_last;
	gboolean tables_after_first; /* SL to VL tables must not be written before switches have the first phase */
	guint32 changed;             /* destinations with other entries or SLs */
	/*
	 * destinations of which some entries wait for the second phase; with `tables_after_first` unchanged ones, too
	 */
	guint32 waiting;
	guint32 hurried; /* of the waiting: the budget was spent, so that more entries may wait than would have to */
	guint32 forced;  /* destinations for which no phase that was tried is free of harm, and one is taken anyway */
	guint64 pairs_waiting;  /* pairs of a host and a host's LID that have no route until the last phase */
	guint64 pairs_dropped;  /* of the waiting pairs: they have a route by the previous tables */
	GArray *illegal;        /* ExchangePair: the new route on the pair's previous SL closes a cycle */
	GArray *reconnect;      /* ExchangePair: connections to be opened again because of `illegal`, both directions */
	guint64 pairs_illegal;  /* pairs of a host and a host's LID that `illegal` stands for */
	guint64 others_illegal; /* pairs in `illegal` to or from management ports and aggregation nodes */
	const char *why;        /* why the tables cannot be exchanged at once; NULL: they can */
} ExchangePlan;

/*
 * Plans how a new routing takes the place of what is in force (`previous`). The new routing is `stand` with the tables
 * `lft` and the SLs `path_sl` (NULL: packets may be on any SL) on `fabric`; both have the stand's switches as rows, and
 * their rows are of one length. Returns the plan, for exchange_plan_free(), or NULL with SSSP_ERROR_MEMORY. O(switches
 * x LIDs), O(switches x hops x lanes) for each destination that changes, and what cdg_add() takes; as much again for
 * each further choice of entries that is tried within EXCHANGE_LOOKS.
 */
ExchangePlan *exchange_plan_new(const TablesInForce *previous, const Fabric *fabric, const Stand *stand, const Lft *lft,
				const PathSl *path_sl, GError **error);
void exchange_plan_free(ExchangePlan *exchange); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ExchangePlan, exchange_plan_free)

#endif
