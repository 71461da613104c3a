/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists what a user asks of routing (engine, lanes, order of destinations, previous tables, ..), and makes the graph
 * that routing runs on from the fabric and these wishes. Whoever routes fills in the list; core/routing.c and
 * core/choose go by it.
 */
#ifndef SSSP_CORE_CHOOSE_ROUTING_OPTIONS_H
#define SSSP_CORE_CHOOSE_ROUTING_OPTIONS_H

#include "core/engines/engine.h"
#include "core/fabric/fabric.h"
#include "core/graph/graph.h"
#include "core/lmc/lmc.h"
#include "core/reroute/reroute_options.h"

#include <glib.h>

#define ROUTING_MAX_VLS 15  /* InfiniBand's data lanes: VL 15 is for management packets */
#define ROUTING_USUAL_VLS 8 /* lanes that switches are taken to have where a topology does not say */

#define ROUTING_NO_JOB G_MAXUINT32

/* Which hosts send to each other. The arrays stay the caller's. */
typedef struct {
	const guint32 *job_of_lid; /* [n_lids] job 0 .. n_jobs - 1 of the host with a LID, ROUTING_NO_JOB: in no job */
	guint32 n_lids, n_jobs;
	const guint8 *settled; /* [n_jobs] 1: the previous routes were weighed for it; NULL: for no job */
} RoutingJobs;

typedef struct {
	const RouteEngine *engine; /* NULL: the default one */
	guint max_vls;             /* most lanes to use, 1 .. 15; 0: what links have, routing_vl_budgets() */
	gboolean asymmetric;       /* s->d and d->s may use different SLs */
	gboolean any_sl;           /* packets may be on any SL: one lane, or lanes that switches choose by ports */
	gboolean by_sl;            /* never lanes by ports: lanes by SL where one does not suffice */
	LmcRoutes lmc_routes;      /* kind of routes to the further LIDs of hosts' ports (lmc/lmc.h) */
	gboolean no_spread;        /* lanes by SL in tori: leave lanes that are not needed idle */
	gboolean spread_ports;     /* lanes by ports: use lanes that are not needed, too (PortVls, copies) */
	gboolean management_lanes; /* more lanes than hosts need may be taken for management ports */
	guint passes;              /* as in RouteEngine */
	guint threads;             /* 0: one a core; never changes a result */
	const guint64 *order;      /* node or port GUIDs of the destinations to route first, or NULL */
	gsize n_order;
	gboolean capacities;       /* slow links cost more in the balance than fast ones; else all count alike */
	const SwitchPort *ignored; /* switch ports whose load the balance does not count, or NULL */
	gsize n_ignored;
	const guint64 *roots; /* GUIDs of switches, one of which is to be the root of a spanning tree, or NULL */
	gsize n_roots;
	const PreviousTables *previous; /* what to start from, or NULL: routes are made afresh */
	gboolean stand;                 /* fill Routing.stand, which the next routing in this process can start from */
	gboolean afresh;                /* with `previous`: route afresh, and only compare with it */
	RerouteBalance balance;         /* with `previous`, as in RerouteOptions */
	double budget;                  /* with `previous`, as in RerouteOptions */
	const RoutingJobs
		*jobs; /* whose bandwidth counts most (routing_jobs.c), or NULL: all hosts send to all others */
	/* told what begins now, "routing" and then "layering"; NULL: nobody wants to know */
	void (*progress)(const char *doing, gpointer user);
	gpointer progress_user;
} RoutingOptions;

/*
 * Returns the engine of a name, of those that programs have without engine_list.c: P-SSSP and the two published forms
 * of it. NULL: none of these has the name.
 */
const RouteEngine *routing_engine(const char *name);

/*
 * Whether routes are handed out as the engine makes them, or not at all. They are made afresh each time then;
 * `previous` is only compared with them.
 */
static inline gboolean routing_as_is(const RoutingOptions *options)
{
	return options->engine && options->engine->as_is;
}

/* Whether P-SSSP makes the routes. O(1). */
gboolean routing_is_psssp(const RoutingOptions *options);

/* Whether it does, and nobody asked for routes that are balanced by other rules, so that they may be improved. O(1). */
gboolean routing_may_improve(const RoutingOptions *options);

/*
 * Fills budgets[ROUTING_MAX_VLS] with the numbers of lanes that routing may try, the highest first, and returns how
 * many these are, at least 1. A budget is a number of lanes that some links between switches have and of which few
 * links have less; the last budget is what all of them have. None is above max_vls (0: ROUTING_MAX_VLS). Where no link
 * says how many lanes it has, the only budget is max_vls (0: ROUTING_USUAL_VLS). CA ports do not count: the switch port
 * that faces one maps all SLs to the lanes that the CA has. O(ports).
 */
guint routing_vl_budgets(const Fabric *fabric, guint max_vls, guint *budgets);

/* The first of these budgets: the lanes that most links between switches have, at most max_vls. O(ports). */
guint routing_vl_budget(const Fabric *fabric, guint max_vls);

/*
 * The graph of a fabric with the options that concern it: order, ports to ignore, roots, rates, threads. Lanes of links
 * are in it where more than one lane may be used. NULL with SSSP_ERROR_MEMORY.
 */
Graph *routing_graph(const Fabric *fabric, const RoutingOptions *options, GError **error);

#endif
