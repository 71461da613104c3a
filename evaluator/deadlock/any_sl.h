/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds credit loops for applications that send on an SL of their own choice, not on that of the path record. Two cases
 * are evaluated: all pairs on one SL, for each of the 16; and every pair on every SL.
 *
 * SLs that all SL to VL tables map alike make the same dependencies, so one of them stands for all. Without tables an
 * SL uses the VL of its number: then no two SLs share a channel of a lane, and all SLs but 15 are alike but for this
 * number.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_ANY_SL_H
#define SSSP_EVALUATOR_DEADLOCK_ANY_SL_H

#include "evaluator/deadlock/deadlock.h"

#include <glib.h>

/* The result for all pairs on one SL. */
typedef struct {
	guint8 same_as; /* the lowest SL that all tables map like this one */
	gboolean free;
	guint64 routes;
	guint64 dropped; /* of these routes: sent to VL 15 by a table, so that their pairs cannot talk on this SL */
} AnySl;

typedef struct {
	AnySl sl[SL_COUNT];
	DeadlockFacts *all; /* of every pair on every SL; free: no mixture of SLs has a credit loop */
} AnySlFacts;

/* `multicast` may be NULL; its packets are always on `mcast_sl`. NULL with SSSP_ERROR_MEMORY. */
AnySlFacts *any_sl_facts_new(const Paths *paths, const Sl2vl *sl2vl, const Multicast *multicast, guint mcast_sl,
			     GError **error);
void any_sl_facts_free(AnySlFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnySlFacts, any_sl_facts_free)

#endif
