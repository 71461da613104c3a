/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes one attempt to fit the routes between two switches, both directions, into lanes, so that they close no cycle in
 * the lanes' dependency graphs. An attempt says what may change for that: the order of a lane's channels, first
 * channels, whole paths. fit_pairs.c makes one attempt after the other for a pair.
 */
#ifndef SSSP_CORE_FIT_FIT_TRY_H
#define SSSP_CORE_FIT_FIT_TRY_H

#include "core/fit/fit_frozen.h"
#include "core/fit/fit_lanes.h"

#include <glib.h>

typedef struct FitTry FitTry;

/* As fit_frozen_new(). */
FitTry *fit_try_new(FitLanes *fit, FitFrozen *frozen, Arena *arena);

/* What one attempt may change so that routes fit. */
typedef struct {
	gboolean insert; /* the lanes' order of channels may change */
	guint detour;    /* hops that a route may be longer than minimal, G_MAXUINT: routes stay as they are */
	gboolean far;    /* all entries of a path may change that are not frozen, in the lane's order (one lane only) */
	gboolean free;   /* all entries of a path may change that are not frozen, on all lanes, with `insert` */
} FitAttempt;

/*
 * Fits all routes between two switches, both directions, on each of these lanes. TRUE: their turns are in the lanes,
 * and entries may be changed. FALSE: they do not fit, and nothing is changed. O(routes x turns of a search).
 */
gboolean fit_try_pair(FitTry *f, const FitAttempt *attempt, LaneMask lanes, guint32 s, guint32 t);

#endif
