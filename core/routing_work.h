/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Holds what the steps of routing (routing.c) hand to each other. */
#ifndef SSSP_CORE_ROUTING_WORK_H
#define SSSP_CORE_ROUTING_WORK_H

#include "core/lmc/lmc_dests.h"
#include "core/previous/previous.h"
#include "core/choose/routing_options.h"
#include "core/routing_result.h"

#include <glib.h>

/* Each step changes this; where a step returns FALSE, with an error, the computation ends. */
typedef struct {
	const Fabric *fabric;
	const RoutingOptions *options;
	gint64 start;    /* when the computation began, by g_get_monotonic_time() */
	guint max_lanes; /* lanes that most links have, at most options->max_vls */
	Graph *graph;    /* with base LIDs alone while `dests` keeps all destinations */
	LmcDests dests;
	PreviousRoutes *before; /* the previous tables on this graph; NULL: there are none */
	Routes *routes;
	Layers *layers;   /* their lanes, with what is proven; NULL: routes are not there yet */
	Routing *routing; /* what comes out */
} RoutingWork;

#endif
