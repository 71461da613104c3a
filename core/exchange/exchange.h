/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room exchange: how new tables take the place of those that switches have. In the order in which to read:
 *
 *   exchange        at once, or in two phases (below)
 *   in_force what is in force before
 *   both            what is there and what shall be, of one destination after the other
 *   both_ways       SLs that would not be the same there and back meanwhile
 *   mix             packets to one destination while each switch has one entry or another
 *   port_tables     VLs that switches choose by ports
 *   phase           what packets hold and wait for while a phase is written
 *   trial           whether lanes have room for such mixtures; trial_settle: on previous lanes
 *   choose_waiting  what of a destination waits for the second phase
 *   reconnect       whose connections have to be opened again
 *
 * A subnet manager writes tables block by block, and blocks that fail stay as they were: meanwhile each switch has its
 * old entry or its new one, whatever others have. Packets must not go round in a loop then, none that arrived before
 * and afterwards must be lost, and no lane may have a cycle, whatever comes of which entry: channels that packets for
 * a LID come by are followed by all that either table sends them to. Where old and new cannot live side by side, some
 * destinations wait: in a first phase they keep what they had, or have no route where that led nowhere any more; what
 * then is in the switches, and the new tables, can. One further phase is always enough: without a route for all that
 * has changed, the first mixture is of old routes, the second of new ones.
 *
 * Where switches choose lanes by ports, by the previous SL to VL tables or the new ones, each entry of these is old or
 * new as well, whatever others are. What is assumed then: packets may be on any SL, but where lanes are by SL those of
 * their paths; routes without lanes (one for all, no SLs, no tables by ports) are free on whatever VLs, as one lane
 * is; by the last phase switches have the new SL to VL tables (`learns`); where `late` says so, they have the first
 * phase before any of these. In such a first phase destinations that do not change may have to wait, too. SLs are
 * nobody's concern when the new routing has none: nothing is illegal, and nobody has to connect again.
 */
#ifndef SSSP_CORE_EXCHANGE_EXCHANGE_H
#define SSSP_CORE_EXCHANGE_EXCHANGE_H

#include "core/exchange/in_force.h"
#include "core/reroute/stand.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

/*
 * Entries and channels that trials may look at to have little wait, a second's work or two; for the destinations after
 * that all that changes waits, unless none of it has to.
 */
#ifndef EXCHANGE_LOOKS /* tests have it lower */
#define EXCHANGE_LOOKS 40000000
#endif

typedef struct {
	Lft *first_phase; /* what is to be written first, rows as the new tables'; NULL: all can be exchanged at once */
	PathSl *sl;       /* SLs of paths until the last phase is written; NULL: the new ones */
	gboolean unproven; /* what is there has cycles by itself: credit loops may come of that until the last phase */
	gboolean learns;   /* SL to VL tables have to be written before the last phase: paths are on SLs that these do
			    * not know of, or lanes by ports are others */
	gboolean late;     /* SL to VL tables must not be written before switches have the first phase */
	guint32 changed;   /* destinations with other entries or SLs */
	guint32 waiting;   /* of these: some entries wait for the second phase; with `late` others may, too */
	guint32 hurried;   /* of these: the steps for trials had ended, and more waits than would have to */
	guint32 forced;    /* of these: none of the phases tried is free of harm; one is taken all the same */
	guint64 pairs_waiting;  /* of a host and a host's LID, without a route until then */
	guint64 pairs_dropped;  /* of these: they had one */
	GArray *illegal;        /* ExchangePair: on whose previous SL the new route closes a cycle */
	GArray *reconnect;      /* ExchangePair: whose connections have to be opened again for that (reconnect.h) */
	guint64 pairs_illegal;  /* of a host and a host's LID, the same */
	guint64 others_illegal; /* of a switch and a LID, the same: management ports and aggregation nodes */
	const char *why;        /* what kept it from being done at once; NULL: nothing */
} ExchangePlan;

/*
 * How the routing that left `stand`, with tables `lft` and SLs `path_sl` (NULL: any) on this fabric, takes the place
 * of what is there. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs), and O(switches x hops x lanes) for each
 * destination that has changed, and what cdg_add() takes; so much again for each further choice of entries that is
 * tried, as long as there are steps left for that (EXCHANGE_LOOKS).
 */
ExchangePlan *exchange_plan_new(const TablesInForce *previous, const Fabric *fabric, const Stand *stand, const Lft *lft,
				const PathSl *path_sl, GError **error);
void exchange_plan_free(ExchangePlan *exchange); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ExchangePlan, exchange_plan_free)

#endif
