/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Holds what the steps of a rerouting hand to each other. */
#ifndef SSSP_CORE_REROUTE_WORK_H
#define SSSP_CORE_REROUTE_WORK_H

#include "core/fit/fit_pairs.h"
#include "core/lanes/lane_use.h"
#include "core/reroute/reroute_options.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const RerouteOptions *options;
	const PreviousRoutes *before;
	Routes *routes;
	guint8 *lost;     /* [n_dests] 1: misses an entry */
	guint64 must;     /* entries that were filled in, but for new destinations */
	Layers *layers;   /* of the attempt */
	LaneUse *use;     /* the same */
	guint8 *spanning; /* [n_channels] 1: of the multicast tree, whose turns are in use, too; NULL: there is none */
	guint8 *without;  /* [from][to] switches, 1: had no lane to begin with; NULL: all had; the same */
	FitKeep keep;     /* pairs that kept their lanes, and their detours; the same */
	gboolean freely;  /* pairs may get any lane, as not all can keep theirs */
	gboolean anew;    /* `freely`, or there are no lanes to keep; of the attempt */
	gboolean changed; /* routes of hosts have changed since loads were counted */
	gboolean others;  /* all that is no host's was found anew */
} Reroute;

#endif
