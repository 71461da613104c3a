/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the routes of P-SSSP (the default engine: minimal routes balanced by load) so that the channel dependency
 * graph has no cycle. The graph has all routes that carry data, to and from hosts, aggregation nodes and management
 * ports. So packets are safe from credit loops whatever their service level. With several VLs switches choose the VL by
 * input and output port.
 */
#ifndef SSSP_CORE_ENGINES_GUARDED_H
#define SSSP_CORE_ENGINES_GUARDED_H

#include "core/admit/guard.h"
#include "core/dependency/dependency.h"
#include "core/graph/graph.h"
#include "core/graph/port_vls.h"
#include "core/graph/routes.h"

#include <glib.h>

typedef struct {
	guint n_vls;          /* 1 .. DEPENDENCY_MAX_VLS */
	gboolean levels;      /* no more passes are made where few channels are full: the caller levels these */
	guint passes;         /* over the destinations, 0: as many as pay; for port_lanes_compute() see there */
	const guint32 *place; /* [n_channels] order that the graph begins with, or NULL */
	const guint32 *rank;  /* [n_channels] as `place`, with equals where the order does not matter, or NULL */
	gboolean guided;      /* prefer what fits this order */
	gboolean ordered;     /* keep this order where it has a path, as that takes no searches */
	gboolean complete;    /* with ordered: this order has a path for each pair with a host, however long */
	/*
	 * [n_channels] 1: the channel is in a spanning tree that may close no cycle with the routes, so that multicast
	 * can have it; its paths serve switches that find no others. NULL: no tree
	 */
	const guint8 *tree;
	guint tree_vl;        /* VL of the tree's states; packets of switches' own ports get the lowest on it */
	gboolean only_mostly; /* port_lanes_compute(): end it where most LIDs' own routes do not fit */
	double most_unplaced; /* port_lanes_compute(): end it at a larger part; 0: at PORT_LANES_MOST_UNPLACED */
	gboolean reorders;    /* port_lanes_compute(): tries several orders of states */
	gboolean however_few; /* port_lanes_compute() beside a tree: goes on however few of P-SSSP's dependencies fit */
	gboolean trees;       /* where pairs find no path, begin again on a spanning tree, which always leads to some */
	/*
	 * Of guarded_compute() with one VL, NULL: not wanted. If it holds NULL, it gets a copy of the routes, with
	 * those to all hosts among them, before any route of a host has to get longer for other destinations, and where
	 * it is not `guided` before any such route changes. The copy is the caller's
	 */
	Routes **hosts_only;
	/*
	 * [n_dests] guarded_compute() sets 1, with `hosts_only`, for destinations that only hosts have paths to.
	 * guarded_serve_rest() serves the destinations with 1; NULL: all that are no hosts
	 */
	guint8 *unserved;
	/*
	 * [turns] guarded_serve_rest() with `unserved` and one VL, 1: the routes, or others in use, make this turn; all
	 * these turns close no cycle. NULL: the turns are read from the routes
	 */
	const guint8 *used;
	guint8 *among_hosts; /* port_lanes_compute(): [n_dests] 0, or, of no host, GUARD_ASKED: is routed with hosts */
	guint64 most_looks;  /* at channels and dependencies; 0: as many as it takes */
} GuardedOptions;

typedef struct {
	gboolean complete; /* every pair that is connected has a path; else the routes are of no use */
	gboolean given_up; /* not complete because most_looks were taken */
	double unplaced;   /* port_lanes_compute(): the part of P-SSSP's own dependencies that fit on none of the VLs */
	gboolean mostly;   /* port_lanes_compute(): most LIDs' own routes fit, so other orders of states may help */
	gboolean left;     /* port_lanes_compute(): not tried to the end because of only_mostly; it might succeed */
	guint32 n_careful; /* destinations whose free routes would have closed a cycle */
	guint32 n_failed, n_failed_others; /* destinations left without routes; of these, in `among_hosts` */
	guint32 n_rerouted_hosts;          /* hosts whose routes were changed for those of switches' own LIDs */
	guint64 refused;                   /* dependencies that would have closed a cycle */
	guint64 looks;                     /* at channels and dependencies */
} GuardedTally;

/*
 * Fills `routes`, fresh from routes_new() or routes_clear(). Every connected pair gets a path, a shortest one where
 * that closes no cycle. With `trees` and without a limit of looks every pair is served; else tally->complete says
 * whether it is. With more than one VL `*vls` gets the VLs of all states (NULL: not complete), the caller's to free;
 * with one VL `vls` may be NULL. FALSE with SSSP_ERROR_MEMORY, or with SSSP_ERROR_LANES where paths on a tree are too
 * long. As psssp_compute(), plus what dependencies cost.
 */
gboolean guarded_compute(const Graph *graph, const guint8 *hops, const GuardedOptions *options, Routes *routes,
			 GuardedTally *tally, PortVls **vls, GError **error);

/* What a guard has counted, trees apart. */
GuardedTally guarded_tally(const Guard *guard);

/* A copy of the VLs that a guard's dependency graph has. NULL with SSSP_ERROR_MEMORY. O(states). */
PortVls *guarded_port_vls(const Graph *graph, const DependencyGraph *deps, GError **error);

/*
 * Routes all destinations but hosts beside routes of hosts on one lane, which are there; entries that are there and
 * legal stay. Of the options n_vls, place, unserved, used and most_looks count. With `unserved` only these destinations
 * are routed, hosts' free entries among them, on further VLs where they do not fit on the lowest, which all others
 * keep; with several VLs entries of hosts change where nothing else helps (tally->n_rerouted_hosts). `*vls` is as for
 * guarded_compute(). Where routes of hosts close a cycle, or leave others no path, tally->complete is FALSE. FALSE with
 * SSSP_ERROR_MEMORY. O(switches x LIDs), and what dependencies cost.
 */
gboolean guarded_serve_rest(const Graph *graph, const guint8 *hops, const GuardedOptions *options, Routes *routes,
			    GuardedTally *tally, PortVls **vls, GError **error);

#endif
