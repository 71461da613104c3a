/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the lane of each route, its layer: the route from each source switch to each destination LID has a virtual
 * lane. The channel dependency graph of every lane has no cycle, so packets cannot wait for each other for ever. With
 * lanes by SL the lane is also the service level of the path. The functions make such layers, check them, and list the
 * dependencies of a lane.
 *
 * Only routes that carry data (route_carries_data()) are layered: all but those from a switch with nothing but its port
 * 0 to another switch's own LID, unless a subnet manager runs on one of the two. Routes without data keep layer 0.
 */
#ifndef SSSP_CORE_LANES_LAYERS_H
#define SSSP_CORE_LANES_LAYERS_H

#include "core/fabric/fabric_class.h"
#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/port_vls.h"
#include "core/graph/routes.h"

#include <glib.h>

#define LAYERS_MAX 15

typedef struct {
	const char *
		strategy; /* how they were found: "one lane", "by ports", "torus", "first fit", "kept"; NULL: unknown */
	guint n_needed;   /* lanes without which this assignment would have a cycle */
	guint n_layers;   /* lanes in use; more when idle ones were given work */
	guint8 *layer;    /* [n_dests][n_switches] the lane of the route from a switch; NULL: all are on lane 0 */
	gboolean proven;  /* all these routes together were seen to have no cycle on one lane */
	/*
	 * [from][to] switches, 1: packets between port 0 of one and CA ports on the other are in no proof; NULL: no
	 * such pairs
	 */
	guint8 *unproven;
	/*
	 * [from][to] switches, a bit a lane: connections that were opened earlier may be on these lanes beside the
	 * route's own; the route closes no cycle on them; NULL: on no others
	 */
	guint16 *also;
	/*
	 * [from][to] switches, a bit a lane: since this routing the route closes a cycle on these lanes, so that
	 * earlier connections on them have to be opened again; NULL: none
	 */
	guint16 *dropped;
	/*
	 * [from][to] switches, a bit a lane: for pairs that had no route in the previous routing, lanes on which
	 * connections from before may be, whether dropped or not; NULL: none
	 */
	guint16 *back;
	guint64 detours;    /* pairs of a host and a host's LID that take a detour so that they keep their lane */
	guint64 n_unproven; /* unordered pairs of switches that `unproven` marks */
	guint class_lanes[FABRIC_N_CLASSES]; /* lanes needed up to a class: hosts alone, with aggregation nodes, all */
	guint8 *used
		[LAYERS_MAX]; /* [turns] 1: what routes make on a lane, and perhaps more, without a cycle; or NULL */
	gboolean in_use;      /* connections are on these lanes, so lanes keep their numbers */
	guint8 *tree;         /* [n_channels] 1: of a tree that fits for multicast beside the routes; NULL: unknown */
	gboolean lane_aware;  /* the routes were chosen for these lanes (torus/torus_lanes.h) */
	gboolean routes_stay; /* entries towards hosts are left as the engine made them */
	PortVls *vls; /* switches choose VLs by input and output port, whatever the SL: n_layers is 1; NULL: by SL */
} Layers;

/* Returns how many VLs are in use. */
static inline guint layers_n_vls(const Layers *layers)
{
	return layers->vls ? layers->vls->n_vls : layers->n_layers;
}

/* The lanes, a bit each, that packets from a switch to a destination may be on. O(1). */
static inline guint16 layers_of_route(const Graph *graph, const Layers *layers, guint32 v, guint32 dest)
{
	gsize n = graph->n_switches;
	guint16 own = (guint16)(1u << (layers->layer ? layers->layer[dest * n + v] : 0));
	return layers->also ? (guint16)(own | layers->also[v * n + graph->dests[dest].vertex]) : own;
}

/* Whether all routes to a destination have the same lanes of their own in both. O(switches). */
gboolean layers_same_row(const Graph *graph, const Layers *a, const Layers *b, guint32 dest);

/* The lanes, a bit each, that some of n masks have; 0 where `masks` is NULL. O(n). */
static inline guint16 layers_in_any(const guint16 *masks, gsize n)
{
	guint16 any = 0;
	for (gsize i = 0; masks && i < n; i++)
		any |= masks[i];
	return any;
}

/* Whether a pair of switches, s x switches + t, is in the proof: layers->unproven does not mark it. O(1). */
static inline gboolean layers_pair_is_proven(const Layers *layers, gsize pair)
{
	return !layers->unproven || !layers->unproven[pair];
}

/*
 * Allocates layers->unproven, with no marks, where it is NULL. FALSE with SSSP_ERROR_MEMORY. layers_unprove() then
 * marks a pair of switches in both directions.
 */
gboolean layers_need_unproven(const Graph *graph, Layers *layers, GError **error);
static inline void layers_unprove(const Graph *graph, Layers *layers, guint32 s, guint32 t)
{
	gsize n = graph->n_switches;
	layers->unproven[s * n + t] = layers->unproven[t * n + s] = 1;
}

/* Counts layers->n_unproven; where there are none layers->unproven becomes NULL. O(switches^2). */
void layers_count_unproven(const Graph *graph, Layers *layers);

/*
 * Renumbers lanes without gaps, leaving out those that no route with data uses; does nothing where lanes keep their
 * numbers (in_use). O(switches x LIDs).
 */
void layers_compact(const Graph *graph, const Routes *routes, Layers *layers);

/* One lane for everything. Never NULL. */
Layers *layers_single(void);

/* All routes on layer 0, to be given others. NULL with SSSP_ERROR_MEMORY. */
Layers *layers_new(const Graph *graph, GError **error);
/* A copy but for `used`, `tree`, `dropped` and `back`, which are NULL there. NULL with SSSP_ERROR_MEMORY. */
Layers *layers_copy(const Graph *graph, const Layers *layers, GError **error);
void layers_swap(Layers *a, Layers *b);
void layers_free(Layers *layers); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Layers, layers_free)

/* Which routes are looked at: those of hosts among themselves, or all that carry data. */
typedef enum { LAYERS_OF_HOSTS, LAYERS_OF_ALL } LayersScope;

/*
 * Whether no lane has a cycle (`layer` NULL: all routes on one). One topological sort a lane of the dependencies that
 * the routes really make. FALSE with `error` set when memory is short, without when a lane has a cycle.
 * O(switches x LIDs + lanes x turns).
 */
gboolean layers_are_acyclic(const Graph *graph, const Routes *routes, LayersScope scope, const guint8 *layer,
			    guint n_layers, GError **error);

/*
 * Whether each route of finished layers uses a lane that all its channels have (graph->lanes), but for pairs that are
 * in no proof. O(channels) where all have all lanes, else O(switches x LIDs x hops).
 */
gboolean layers_fit_links(const Graph *graph, const Routes *routes, const Layers *layers);

/*
 * Whether no lane of finished layers, or none of the VLs by ports, has a cycle, and each link has the lanes of the
 * routes over it. With lanes by SL, pairs that `unproven` marks are left out. Where lanes are by SL and proven, *first
 * (or NULL) gets the turns of the first lane, as layers_mark_lane() marks them, to be freed with g_free(). FALSE with
 * `error` set when memory is short, without when the layers are not proven.
 */
gboolean layers_are_proven(const Graph *graph, const Routes *routes, const Layers *layers, guint8 **first,
			   GError **error);

/*
 * Sets used[turns] to 1 at the turns that routes of one lane make, and leaves the others as they are. Routes between
 * pairs that layers->unproven marks are left out. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean layers_mark_lane(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers, guint lane,
			  const CdgTurns *turns, guint8 *used, GError **error);

/*
 * Adds to lanes[turns] a bit for each lane on which routes make the turn, all lanes in one walk. Routes between pairs
 * that layers->unproven marks are left out. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs). layers_pick_lane() sets
 * used[turns] to 1 at the turns that lanes[turns] has of one lane, and to 0 at all others. O(turns).
 */
gboolean layers_mark_lanes(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers,
			   const CdgTurns *turns, guint16 *lanes, GError **error);
void layers_pick_lane(const guint16 *lanes, guint lane, const CdgTurns *turns, guint8 *used);

/*
 * Allocates and fills used[lane] ([turns], 1: routes make the turn on it) for each lane of `layers` where it is NULL;
 * others stay. FALSE with SSSP_ERROR_MEMORY; what is allocated is the caller's to free then, too. O(switches x LIDs +
 * lanes x turns).
 */
gboolean layers_mark_each(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers,
			  const CdgTurns *turns, guint8 **used, GError **error);

/*
 * Gives lanes to routes that must stay as they are, by first fit: each route goes to the first lane where it closes no
 * cycle and that all channels of its path have; where SLs are `symmetric`, all routes between the hosts of two switches
 * go together (T. Hoefler et al. 2009, section III.D; T. Skeie et al., LASH). Routes are tried in two orders, and the
 * result with fewer lanes is taken. NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES when `max_layers` do not suffice.
 * O(routes x hops x lanes), and what cdg_add() takes for each turn.
 */
Layers *layers_first_fit(const Graph *graph, const Routes *routes, guint max_layers, gboolean symmetric,
			 GError **error);

/* Whether so many ordered pairs of switches may be left without a lane. */
typedef gboolean (*LayersMayLeave)(const Graph *graph, guint64 pairs);

/*
 * Tries what layers_first_fit() does, beside a tree for multicast on the first lane (`tree` [n_channels], or NULL),
 * with about `*looks` looks at channels at most; those taken are taken off. With may_leave(), unless NULL, it tries one
 * order only, and leaves over pairs of switches with a route that finds no lane: layers->unproven marks them, and is
 * never NULL. NULL with SSSP_ERROR_MEMORY, or without `error` when the looks or the lanes do not suffice, or
 * may_leave() forbids to leave so many pairs.
 */
Layers *layers_first_fit_within(const Graph *graph, const Routes *routes, const guint8 *tree, guint max_layers,
				gboolean symmetric, LayersMayLeave may_leave, guint64 *looks, GError **error);

#endif
