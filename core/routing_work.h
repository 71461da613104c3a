/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the steps of routing (routing.c) hand to each other. */
#ifndef SSSP_CORE_ROUTING_WORK_H
#define SSSP_CORE_ROUTING_WORK_H

#include "core/lmc/lmc_dests.h"
#include "core/reroute/previous.h"
#include "core/choose/routing_options.h"
#include "core/routing_result.h"

#include <glib.h>

/* A step takes routes, lanes and what is proven of them, and leaves them; FALSE with an error ends the computation. */
typedef struct {
	const Fabric *fabric;
	const RoutingOptions *options;
	gint64 start;    /* when it began, as g_get_monotonic_time() */
	guint max_lanes; /* that most links have */
	Graph *graph;    /* of base LIDs alone while `dests` keeps all */
	LmcDests dests;
	PreviousRoutes *before; /* the previous tables on this graph; NULL: there are none */
	Routes *routes;
	Layers *layers;   /* their lanes, with what is proven; NULL: routes are not there yet */
	Routing *routing; /* what comes out */
} RoutingWork;

#endif
