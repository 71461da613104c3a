/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Tries once to fit the routes between two switches into lanes. */
#ifndef SSSP_CORE_FIT_FIT_TRY_H
#define SSSP_CORE_FIT_FIT_TRY_H

#include "core/fit/fit_frozen.h"
#include "core/fit/fit_lanes.h"

#include <glib.h>

typedef struct FitTry FitTry;

/* All must outlive it; `hops` from graph_hops(). NULL with SSSP_ERROR_MEMORY. */
FitTry *fit_try_new(FitLanes *fit, FitFrozen *frozen, const guint8 *hops, GError **error);
void fit_try_free(FitTry *f); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FitTry, fit_try_free)

/* What may be changed so that routes fit. */
typedef struct {
	FitTry *f;
	LaneMask lanes;  /* on which all routes of the pair have to fit */
	gboolean insert; /* their order may be changed */
	guint detour;    /* hops that a route may be longer than minimal, G_MAXUINT: routes stay as they are */
	gboolean far;    /* more entries than the first may be others */
	gboolean free;   /* any entry may change that is not frozen, and the order for it */
} FitAttempt;

/*
 * Whether all routes between two switches, both directions, fit so: then their turns are in the lanes and
 * entries are changed; if not, nothing is. O(routes x turns of a search).
 */
gboolean fit_try_pair(const FitAttempt *a, guint32 s, guint32 t);

#endif
