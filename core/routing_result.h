/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Holds the result of routing: forwarding tables, service levels, the multicast tree, and figures about them. */
#ifndef SSSP_CORE_ROUTING_RESULT_H
#define SSSP_CORE_ROUTING_RESULT_H

#include "core/fabric/fabric.h"
#include "core/fabric/fabric_class.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/lmc/lmc.h"
#include "core/previous/previous.h"
#include "core/reroute/changes.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

#define ROUTING_MAD_HOPS 63u              /* most hops of a management packet that carries its path (directed route) */
#define ROUTING_MOST_HOPS (GRAPH_FAR - 1) /* switches that are farther apart have no route */

/* The result of rebalancing for RoutingOptions.jobs. */
typedef struct {
	guint32 n_jobs, n_hosts; /* jobs that have hosts in this fabric, and these hosts */
	guint32 n_weighed;       /* of these jobs, those whose routes might change */
	double before, after;    /* mean bandwidth within the jobs before and after rebalancing; 0: not computed */
	guint64 blocks, work;    /* as in WeighState: blocks of tables that changed, at most; looks taken */
	double seconds;
	const char *lack; /* why the routes could not be weighed; NULL: nothing failed */
} JobsWeighed;

typedef struct {
	Lft *lft;        /* rows as fabric->switches */
	PathSl *path_sl; /* one row a switch, rows as fabric->switches; NULL: packets are safe on any SL */
	Sl2vl *sl2vl;    /* for every switch; NULL when one lane suffices; without path_sl the same for all SLs */
	guint8 *hops;    /* [n_switches][n_switches] minimal hops between switches, GRAPH_FAR where none */
	/*
	 * [n_switches][256] 1 for the ports of one spanning tree that closes no cycle with the routes on lane 0, for
	 * all multicast groups (mcast_tree.h); NULL when none was found
	 */
	guint8 *mcast;
	guint32 n_switches, n_lids;
	guint32 n_channels, n_hosts, n_aggregation, n_dests; /* sizes of the problem */
	const char *strategy; /* how the lanes were found: "one lane", "by ports", "torus", "first fit", "kept" */
	gboolean lane_aware;  /* the engine's routes were replaced by P-SSSP's, chosen with the lanes in mind */
	guint vls_needed;     /* lanes without which a credit loop would remain */
	guint vls_used;
	guint vls_mapped;   /* SLs that SL to VL tables map: with lanes by SL one a lane allowed; else vls_used */
	guint32 weak_links; /* cables between switches with fewer lanes; routes over them use the lanes they have */
	guint class_lanes[FABRIC_N_CLASSES]; /* lanes that hosts need; hosts and aggregation nodes; all endpoints */
	guint64 management_pairs_unproven;   /* always 0, as such tables are refused; programs read this field */
	guint passes;
	guint64 nonminimal_pairs; /* (source host, host LID) pairs routed longer than minimal */
	GArray *older;            /* SlOlder: further SLs on which connections may go on; NULL: none */
	guint64 detours;          /* of nonminimal_pairs: for connections that keep an SL on which they are safe */
	guint32 longest;          /* hops between switches of the longest route between hosts */
	guint64 too_far;          /* pairs of hosts that are connected and left without a route: it is too long */
	guint64 efi;              /* edge-forwarding index: the highest load */
	gboolean rerouted; /* the routing started from options->previous, whose entries stayed where they could */
	gboolean as_is;    /* it was made afresh because the engine's routes always are */
	gboolean cheaper;  /* it was made afresh although it could have been rerouted: fewer lanes or shorter routes */
	LmcFigures lmc;    /* where ports of hosts have further LIDs with routes of their own */
	JobsWeighed jobs;  /* where options->jobs has jobs */
	Changes changes;   /* against options->previous, where these are given */
	Stand *stand;      /* for PreviousTables; NULL unless it was asked for */
	guint64 fresh_efi; /* of the last routing that was made afresh, this one or an ancestor; for PreviousTables */
	double seconds_route, seconds_layer;
} Routing;

void routing_free(Routing *routing); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Routing, routing_free)

/* SL to VL tables that choose VLs by ports, the same for all SLs; NULL: one lane, or lanes by SL. */
static inline const Sl2vl *routing_port_vls(const Routing *routing)
{
	return routing->path_sl ? NULL : routing->sl2vl;
}

/* A routing of this process, and the fabric that it is of, as what the next one starts from; both must outlive that. */
static inline PreviousTables routing_as_previous(const Fabric *fabric, const Routing *routing)
{
	return (PreviousTables){.fabric = fabric,
				.lft = routing->lft,
				.path_sl = routing->path_sl,
				.sl2vl = routing_port_vls(routing),
				.efi = routing->fresh_efi,
				.stand = routing->stand,
				.vls_needed = routing->vls_needed,
				.older = routing->older,
				.detours = routing->detours,
				.mcast = routing->mcast};
}

/*
 * The SL of the path from a switch (row of fabric->switches; for a CA the switch it hangs on) to a LID; 0 for switches
 * and LIDs that are unknown. O(1), no allocation.
 */
guint8 routing_sl(const Routing *routing, guint32 source_row, guint32 lid);

/*
 * Fills a Routing from finished routes and layers, after a last check: at most `lanes` lanes are used, none has a cycle
 * (skipped with layers->proven), and none is used on a link that lacks it. The caller has filled `hops`, and with
 * `rerouted` nonminimal_pairs; an `lft` that is there stays. The multicast tree is `previous_tree` (as in mcast_tree.h)
 * if that fits. FALSE with SSSP_ERROR_LANES or SSSP_ERROR_MEMORY. For routing.c, prove.c and routing_optimize.c.
 */
gboolean routing_finish(Routing *routing, const Fabric *fabric, const Graph *graph, const Routes *routes,
			Layers *layers, guint lanes, const guint8 *previous_tree, GError **error);

/*
 * Fills routing->stand, from which the next routing in this process can start. Takes `*graph`, `*routes` and `*layers`
 * over. `before` is the stand of the previous routing, or NULL. FALSE with SSSP_ERROR_MEMORY. For routing.c and
 * prove.c.
 */
gboolean routing_leave_stand(Routing *routing, const Stand *before, Graph **graph, Routes **routes, Layers **layers,
			     GError **error);

#endif
