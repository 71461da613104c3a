/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Credit loops when applications ask nobody for the SL of a path: all pairs on one SL, each of the 16, and each pair on
 * any SLs, the others' or other ones.
 *
 * SLs that all SL to VL tables map alike make the same dependencies, so one of them stands for all. Without tables an
 * SL uses the VL of its number: then lanes share no channel, and all SLs but 15 are alike up to that number.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_ANY_SL_H
#define SSSP_EVALUATOR_DEADLOCK_ANY_SL_H

#include "evaluator/deadlock/deadlock.h"

#include <glib.h>

/* All pairs on one SL. */
typedef struct {
	guint8 same_as; /* the lowest SL that is mapped like it */
	gboolean free;
	guint64 routes;
	guint64 dropped; /* of these: sent to VL 15 on their way, so nobody can talk on it there */
} AnySl;

typedef struct {
	AnySl sl[SL_COUNT];
	DeadlockFacts *all; /* of every pair on every SL: free, if every mixture is */
} AnySlFacts;

/* `multicast`, which may be NULL, is on `mcast_sl` throughout. NULL with SSSP_ERROR_MEMORY. */
AnySlFacts *any_sl_facts_new(const Paths *paths, const Sl2vl *sl2vl, const Multicast *multicast, guint mcast_sl,
			     GError **error);
void any_sl_facts_free(AnySlFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnySlFacts, any_sl_facts_free)

#endif
