/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lists what a user asks of routing, and makes the graph of the fabric and these wishes. */
#ifndef SSSP_CORE_CHOOSE_ROUTING_OPTIONS_H
#define SSSP_CORE_CHOOSE_ROUTING_OPTIONS_H

#include "core/engines/engine.h"
#include "core/fabric/fabric.h"
#include "core/fabric/switch_port.h"
#include "core/graph/graph.h"
#include "core/lmc/lmc.h"
#include "core/reroute/reroute_options.h"

#include <glib.h>

#define ROUTING_MAX_VLS 15
#define ROUTING_USUAL_VLS 8 /* what switches have where a topology does not say */

#define ROUTING_NO_JOB G_MAXUINT32

/* Which hosts send to each other. What it points to is the owner's. */
typedef struct {
	const guint32 *job_of_lid; /* [n_lids] ROUTING_NO_JOB: in none */
	guint32 n_lids, n_jobs;
	const guint8 *settled; /* [n_jobs] 1: the previous routes were weighed for it, and stay; NULL: for none */
} RoutingJobs;

typedef struct {
	const RouteEngine *engine; /* NULL: the default one */
	guint max_vls;             /* most lanes to use, 1 .. 15; 0: what links have, routing_vl_budgets() */
	gboolean asymmetric;       /* s->d and d->s may use different SLs */
	gboolean any_sl;           /* packets may be on any SL: one lane, or lanes that switches choose by ports */
	gboolean by_sl;            /* never lanes by ports: those by SL where one does not do */
	LmcRoutes lmc_routes;      /* to the further LIDs of hosts' ports */
	gboolean no_spread;        /* leave lanes that are not needed idle */
	gboolean management_lanes; /* more lanes than hosts need may be taken for management ports */
	guint passes;              /* as in RouteEngine */
	guint threads;
	const guint64 *order; /* node or port GUIDs of the destinations to route first, or NULL */
	gsize n_order;
	gboolean capacities;       /* slow links cost more in the balance than fast ones; else all count alike */
	const SwitchPort *ignored; /* switch ports whose load the balance does not count, or NULL */
	gsize n_ignored;
	const guint64 *roots; /* GUIDs of switches, one of which is to be the root of a spanning tree, or NULL */
	gsize n_roots;
	const PreviousTables *previous; /* what to start from, or NULL: routes are made afresh */
	gboolean stand;                 /* leave what the next routing in this process can start from */
	gboolean afresh;                /* with `previous`: only compare with it */
	RerouteBalance balance;         /* with `previous`, as in RerouteOptions */
	double budget;
	const RoutingJobs
		*jobs; /* whose bandwidth counts most (routing_jobs.h), or NULL: all hosts send to all others */
	/* told what begins now, "routing" and then "layering"; NULL: nobody wants to know */
	void (*progress)(const char *doing, gpointer user);
	gpointer progress_user;
} RoutingOptions;

/* An engine that is part of routing, not only there to be compared with it; NULL: there is none of that name. */
const RouteEngine *routing_engine(const char *name);

/* Whether routes are handed out as the engine makes them, or not at all: afresh each time, `previous` only compared. */
static inline gboolean routing_as_is(const RoutingOptions *options)
{
	return options->engine && options->engine->as_is;
}

/*
 * Numbers of lanes, at most max_vls (0: as options), that routing may try: budgets[ROUTING_MAX_VLS] gets those that
 * some links between switches have and few have less of, most first; last what all of them have. Where no link says,
 * max_vls or ROUTING_USUAL_VLS alone. CA ports do not count: the switch port that faces one maps all SLs to the lanes
 * it has. Returns how many, at least 1. O(ports).
 */
guint routing_vl_budgets(const Fabric *fabric, guint max_vls, guint *budgets);

/* The first of these: what most links between switches have. */
guint routing_vl_budget(const Fabric *fabric);

/* The graph with all that the options say of it. NULL with SSSP_ERROR_MEMORY. */
Graph *routing_graph(const Fabric *fabric, const RoutingOptions *options, GError **error);

#endif
