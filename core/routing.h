/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The one way through: fabric -> graph -> engine -> routes -> layers -> forwarding tables and service levels.
 * The plugin and sssp-route call this and nothing else of the algorithm side.
 */
#ifndef SSSP_CORE_ROUTING_H
#define SSSP_CORE_ROUTING_H

#include "core/engines/engine.h"
#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

#define ROUTING_MAX_VLS 15
#define ROUTING_USUAL_VLS 8 /* what switches have where a topology does not say */

typedef struct {
	const RouteEngine *engine; /* NULL: the default one */
	guint max_vls;             /* most lanes to use, 1 .. 15; 0: what routing_vl_budget() says */
	gboolean asymmetric;       /* s->d and d->s may use different SLs */
	gboolean no_spread;        /* leave lanes that are not needed idle */
	guint passes;              /* as in RouteEngine */
	guint threads;
	const guint64 *order; /* node or port GUIDs of the destinations to route first, or NULL */
	gsize n_order;
	gboolean capacities;      /* slow links cost more in the balance than fast ones; else all count alike */
	const GraphPort *ignored; /* switch ports whose load the balance does not count, or NULL */
	gsize n_ignored;
	const guint64 *roots; /* GUIDs of switches, one of which is to be the root of a spanning tree, or NULL */
	gsize n_roots;
	/* told what begins now, "routing" and then "layering"; NULL: nobody wants to know */
	void (*progress)(const char *doing, gpointer user);
	gpointer progress_user;
} RoutingOptions;

typedef struct {
	Lft *lft;        /* rows as fabric->switches */
	PathSl *path_sl; /* one row a switch, rows as fabric->switches; NULL when one lane suffices: every SL is 0 */
	Sl2vl *sl2vl;    /* for every switch; NULL when one lane suffices */
	guint8 *hops;    /* [n_switches][n_switches] minimal hops between switches, GRAPH_FAR where none */
	guint8 *mcast; /* [n_switches][256] 1 for the ports of one spanning tree that closes no cycle with the routes on
			  lane 0, for all multicast groups (mcast_tree.h); NULL when none was found */
	guint32 n_switches, n_lids;
	guint32 n_channels, n_hosts, n_dests; /* sizes of the problem */
	const char *strategy;                 /* how the lanes were found: a row of strategies.c */
	gboolean lane_aware; /* the engine's routes gave way to P-SSSP's, chosen with the lanes in mind */
	guint vls_needed;    /* lanes without which a credit loop would remain */
	guint vls_used;
	guint passes;
	guint64 nonminimal_pairs; /* (source host, host LID) pairs routed longer than minimal */
	guint64 efi;
	double seconds_route, seconds_layer;
} Routing;

/*
 * Routes a sealed fabric. NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES when no set of at most max_vls lanes was
 * found: never tables with a possible credit loop. Same fabric and options, same result, whatever the threads.
 */
Routing *routing_compute(const Fabric *fabric, const RoutingOptions *options, GError **error);
void routing_free(Routing *routing); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Routing, routing_free)

/*
 * The SL of the path from a switch (row of fabric->switches; for a CA the switch it hangs on) to a LID. Total: 0 for
 * anything unknown. O(1), no allocation.
 */
guint8 routing_sl(const Routing *routing, guint32 source_row, guint32 lid);

/*
 * The data lanes every switch-to-switch link has: the least `vls` of those ports, ROUTING_USUAL_VLS where none is
 * known. CA ports do not count: the switch port that faces one maps all SLs to the lanes it has.
 */
guint routing_vl_budget(const Fabric *fabric);

#endif
