/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/admit: routes that enter a dependency graph only if they close no cycle in it. In the order in which
 * to read:
 *
 *   guard             the routes of P-SSSP, one destination after the other (below); guard_tree.c: a spanning tree in
 *                     the graph; guard_marks.c: the dependencies that finished routes use; guard_rest.c: routes that no
 *                     host's packets take, guard_rest_serve.c: those to one destination, guard_rest_fit.c: which of
 *                     these fit as they are; guard_among.c: some that take part with hosts; guard_room.c: paths within
 *                     the order for switches that have none
 *   careful           one destination, hop by hop; careful_state.h: its data; careful_step.c: one hop;
 *                     careful_repair.c: other channels for neighbours of a switch that is left without a path;
 *                     careful_attach.c: switches that join a row
 *   assign_vls        VLs for finished routes
 */

/*
 * Admits the routes of P-SSSP to a dependency graph, destination by destination, so that the graph never has a cycle.
 * The graph says which channel (a direction of a cable) waits for which other; a cycle in it would be a credit loop.
 * P-SSSP's engines in core/engines (psssp.c, guarded.c, port_lanes.c) call it.
 *
 * P-SSSP first chooses the tree of a destination, the routes to it, without a look at the graph. Then the dependencies
 * of the hosts' routes in the tree are looked up: as a rule the graph has all of them already. Missing dependencies are
 * added from the destination outward. When one closes a cycle, the tree is taken back. Where the order of the graph is
 * to be kept, the tree is then made to fit it (with one VL, guard_fit_tree()). Where that fails, and in all other
 * cases, the destination is routed with care (careful.h). A switch that even so finds no path takes the path of a
 * spanning tree, whose dependencies were in the graph from the start; where that does not help, all switches take the
 * spanning tree's paths. A later pass keeps the routes that a destination has if the new ones are longer for more
 * pairs.
 *
 * Routes that no host's packets take (aggregation nodes, management ports) follow when the routes of hosts are final
 * (guard_rest.c). They change a host's route only where they find no path within the order beside the hosts' routes,
 * and make it longer only where nothing else helps. Where no path is found even so, the caller begins again with a
 * spanning tree that joins their switches, too (guarded.c).
 */
#ifndef SSSP_CORE_ADMIT_GUARD_H
#define SSSP_CORE_ADMIT_GUARD_H

#include "core/dependency/dependency.h"
#include "core/balance/balance_run.h"
#include "core/admit/careful.h"

#include <glib.h>

/* What guard_make_room() finds for one destination. */
typedef struct {
	guint32 *by_place;  /* [n_channels] channels in the order of the graph */
	guint64 n_reorders; /* by_place is filled as of n_reorders of the graph; G_MAXUINT64: not yet */
	guint32 *latest;  /* [n_switches] the last channel in the order that a path can begin with; GRAPH_NONE: none */
	guint8 *as_short; /* [n_switches] 1: that path is minimal */
} GuardRoom;

typedef struct {
	const Graph *graph;
	Balance *balance; /* the caller's */
	CdgTurns *turns;
	DependencyGraph *deps; /* what routes are admitted to */
	Careful *careful;      /* routes a destination hop by hop (careful.h) */
	const guint8 *near;    /* [n_switches][n_switches] hops (graph_hops()), the caller's */
	const guint32 *place;  /* [n_channels] the order of channels that the graph began with (guard_begin()) */
	guint32 *by_number;    /* [n_channels] channels by number: `place` where the caller gives no order */
	const guint32 *rank;   /* [n_channels] as `place`, but channels may share a rank; NULL: none */
	guint8 *sends;         /* [n_switches] 1: the switch has hosts */
	guint8 *unfit;         /* [n_dests] 1: the graph lacks some of the destination's routes (assign_vls.c) */
	guint8 *longer;        /* [n_dests] 1: some of the destination's routes are not minimal */
	guint8 *in_tree; /* [n_channels] 1: in the spanning tree, whose dependencies are in the graph; NULL: no tree */
	/*
	 * gets a copy of the routes as they are before guard_finish() has to make routes of hosts longer; NULL: no copy
	 * is wanted
	 */
	Routes **hosts_only;
	guint8 *unserved; /* [n_dests] 1: only hosts' packets have paths to it in *hosts_only; the caller's, or NULL */
	/*
	 * [n_dests] for guard_assign_vls(), 0 or, where no host's, GUARD_ASKED: takes part with hosts; GUARD_SERVED:
	 * the graph has all of its routes. guard_finish() marks those that find no path as GUARD_ASKED, for a further
	 * try. The caller's, or NULL: none takes part
	 */
	guint8 *among_hosts;
	/* [n_switches] 1: with one VL guard_finish() found no path within the order from the switch to some host */
	guint8 *lacking;
	gboolean filled;      /* routes were put in on the highest VL; guard_finish() serves only `unserved` */
	gboolean ordered;     /* change the graph's order only for a destination that has no path without */
	gboolean complete;    /* with `ordered`: that order has a path for each pair with a host, however long */
	guint32 searched;     /* switch whose last destination was routed with a change of order; GRAPH_NONE: none */
	guint64 longer_there; /* hosts whose path to that destination is longer than minimal */
	/* hosts with a path longer than minimal, summed over the destinations routed so far; how many these are */
	guint64 n_longer, n_routed;
	GuardRoom room;
	guint tree_vl;     /* VL of the spanning tree's states; 0 unless the caller sets it before guard_begin() */
	guint8 *tree_room; /* private: [n_channels] the memory of in_tree */
	guint8 *row, *hops, *kept, *tree_row; /* scratch: [n_switches] */
	guint32 *missing;                     /* scratch: [n_switches] */
	guint32 n_careful;                    /* destinations routed with care */
	guint32 n_failed;                     /* destinations left without routes, or with too few */
	guint32 n_failed_others;              /* of these, those that guard_leave_out() marks in among_hosts */
	guint64 tree_looks;       /* at channels, by searches in which some switches take the spanning tree's path */
	guint32 n_rerouted_hosts; /* hosts' LIDs routed anew, so that port 0 of all switches reaches them */
	gboolean given_up;        /* guard_gives_up() said TRUE: the routes are not complete */
	Arena *arena;
} Guard;

/* Values of Guard.among_hosts. */
enum { GUARD_ASKED = 1, GUARD_SERVED };

/* Where more than one destination in so many is left without a path, it does not help if some take part with hosts. */
#define GUARD_MANY 8

/* For n_vls VLs; `balance` and `near` must outlive it. NULL with SSSP_ERROR_MEMORY. O(channels x words). */
Guard *guard_new(Balance *balance, const guint8 *near, guint n_vls, GError **error);
void guard_free(Guard *guard); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Guard, guard_free)

/*
 * Begins a routing: an empty graph in the order place[n_channels] (NULL: by number), with rank[n_channels] for channels
 * that share a rank (or NULL), and with the dependencies of the spanning tree `in_tree` ([n_channels], copied; NULL:
 * none). O(channels x words + dependencies of the tree).
 */
void guard_begin(Guard *guard, const guint32 *place, const guint32 *rank, const guint8 *in_tree);

/* Sets whether, from now on, channels that fit the order of the graph come before less loaded ones. */
void guard_guide(Guard *guard, BalanceRun *run, gboolean guided);

/*
 * Routes a host's destination of the run's row (`bfs`), and admits its routes to the graph. `again`: the destination
 * has routes from an earlier pass, whose loads are taken away first. FALSE: the destination has no routes, because none
 * were found (n_failed) or because guard_gives_up(). O(minimal channels) as a rule.
 */
gboolean guard_route(Guard *guard, BalanceRun *run, const Bfs *bfs, guint32 dest, gboolean again, Routes *routes);

/* Whether the routes are not complete: a destination was left without routes, or the routing was given up. */
static inline gboolean guard_is_stuck(const Guard *guard)
{
	return guard->n_failed || guard->given_up;
}

/*
 * Whether the routing is given up: the looks that careful->most allows are spent, or too many paths are longer than
 * minimal for an order that is to be kept (`ordered`). Sets guard->given_up, which stays.
 */
gboolean guard_gives_up(Guard *guard);

/*
 * Drops the dependencies that neither the routes of hosts, nor those in guard->among_hosts, nor the spanning tree use.
 * FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean guard_prune(Guard *guard, const Routes *routes, GError **error);

/*
 * Copies the dependency graph and the marks `longer` and `unfit`, to return to, and computes the weights of these
 * routes. NULL with SSSP_ERROR_MEMORY. guard_take_over() returns to such a copy. O(vertices x words)
 */
Guard *guard_copy(const Guard *guard, const Routes *routes, GError **error);
void guard_take_over(Guard *guard, const Guard *from, const Routes *routes);

/*
 * Puts routes that were made elsewhere into an empty graph: those of hosts, and those to all destinations that
 * guard->unserved does not mark (NULL: of hosts alone). All their states get the highest VL, but packets of switches
 * without hosts begin on VL 0, which comes before; with guard->unserved states that come later get the lowest VL that
 * fits (deps->lowest_first). Fills guard->longer, 0 for those that guard_finish() does not serve. With one VL and
 * guard->unserved turns[turns] may mark the turns of all these routes, else it is NULL; the graph gets an order in
 * which these ascend. FALSE with SSSP_ERROR_MEMORY, or without `error` when the routes close a cycle. O(switches x
 * LIDs), with `turns` O(switches x `unserved` + turns), and what dependencies cost.
 */
gboolean guard_fill(Guard *guard, const guint8 *turns, const Routes *routes, GError **error);

/*
 * Chooses the entries that no host's packet uses: those towards hosts from switches without hosts, and the routes to
 * aggregation nodes and switches (guard_rest.c). With one VL, entries that are there and legal stay. Where a switch
 * finds no path, n_failed is counted and the routes are not complete; with a spanning tree that joins all switches this
 * does not happen. With guard->among_hosts it goes on until more than one destination in GUARD_MANY are left out; else
 * it ends at the first. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs) as a rule.
 */
gboolean guard_finish(Guard *guard, Routes *routes, GError **error);

/*
 * Adds (sign 1) a destination's routes, of any length, to the loads, or takes them away (-1). Fills guard->hops, and
 * returns how many switches have a path. O(switches).
 */
guint32 guard_count_row(Guard *guard, guint32 dest, gint sign, Routes *routes);

/*
 * Fills row[n_switches] with the spanning tree's paths to a destination; switches that are not in the tree get a path
 * over any channels. FALSE when there is no tree, or when it lacks a switch that sends (sends[n_switches]) and can
 * reach the destination. O(channels).
 */
gboolean guard_take_tree(Guard *guard, guint32 dest, const guint8 *sends, guint8 *row);

/*
 * Fills row[n_switches] with paths to a destination from all switches that send (sends[n_switches]): some of them take
 * the spanning tree's path, the others are routed with care beside it. To be called after a careful_route() to the
 * destination that failed: careful->order[0] is the first that takes the tree's path. FALSE, with the row of no use:
 * there is no tree, too many would have to take it, or too many looks were taken. Costs one careful_route() each time
 * that a switch takes the tree's path.
 */
gboolean guard_route_with_tree(Guard *guard, guint32 dest, const guint8 *sends, guint8 *row);

/*
 * Adds the dependencies of a spanning tree that suits the order of channels, as far as they close no cycle: so pairs of
 * switches without a path in that order can have one along the tree. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean guard_suggest_tree(Guard *guard, GError **error);

/*
 * With one VL: gives the switches list[n] entries in row[n_switches] to the switch `target` that fit the order of the
 * graph. kept[n_switches] marks the switches whose path in the row fits it; these may get another entry of the same
 * length, later in the order, or with `bends` of any length: then each switch is served from which some path within the
 * order leads to the target. Marks in `kept` the switches that it has served; adds no dependencies. O(channels), and
 * for each switch that moves O(channels of a switch).
 */
void guard_make_room(Guard *guard, guint32 target, gboolean bends, guint8 *kept, const guint32 *list, guint32 n,
		     guint8 *row);

/*
 * With one VL: makes the tree that P-SSSP chose, in row[n_switches], fit the order of the graph: switches whose path
 * ascends keep its length, the others get a path that ascends (guard_make_room()), which may be longer, where there is
 * one; where that needs it, some that have a path get a longer one, too. Adds the dependencies of hosts' paths;
 * guard->hops gets the hops. FALSE where a switch with hosts has no such path; the caller returns the graph and the
 * row. O(channels), and for each switch that moves O(channels of a switch).
 */
gboolean guard_fit_tree(Guard *guard, const Bfs *bfs, guint32 dest, guint8 *row);

/* ---- for guard_marks.c and assign_vls.c */

/* A hop of guard_follow(): packets take channels a and b, and then c; GRAPH_NONE: they have arrived before. */
typedef gboolean (*GuardHop)(gpointer user, guint32 a, guint32 b, guint32 c);

/*
 * Calls hop() for all hops in a row of packets from the switches in sends[n_switches], once for each first channel a;
 * met[n_switches] becomes `stamp`, other than before, at its switch. FALSE as soon as hop() says so. O(switches).
 */
static inline gboolean guard_follow(const Graph *graph, const guint8 *sends, const guint8 *row, guint32 *met,
				    guint32 stamp, GuardHop hop, gpointer user)
{
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 a = sends[v] ? route_channel(graph, row, v) : GRAPH_NONE;
		guint32 b = a == GRAPH_NONE ? a : route_channel(graph, row, graph->to[a]);
		while (a != GRAPH_NONE && met[graph->from[a]] != stamp) {
			guint32 c = b == GRAPH_NONE ? b : route_channel(graph, row, graph->to[b]);
			met[graph->from[a]] = stamp;
			if (!hop(user, a, b, c))
				return FALSE;
			a = b;
			b = c;
		}
	}
	return TRUE;
}

/* ---- guard_among.c: others beside hosts */

/* Sets sends[n_switches] to 1 at the switches that send data to a destination. O(switches). */
void guard_senders(const Graph *graph, guint32 dest, guint8 *sends);

/*
 * Fills the rows of the destinations in guard->among_hosts, each with routes that close no cycle by themselves and with
 * what the graph has: nothing, or the spanning tree. The graph stays as it is.
 */
void guard_route_among(Guard *guard, Routes *routes);

/*
 * Counts a destination that is left without a path in n_failed, and marks it in guard->among_hosts, unless it is a
 * host's or that is NULL. FALSE: the rest need not be tried, as too many are left without a path or none can take part.
 * O(1).
 */
gboolean guard_leave_out(Guard *guard, guint32 dest);

/* ---- assign_vls.c: VLs by ports for finished routes */

typedef struct {
	const guint32 *place, *rank; /* arguments of guard_begin() */
	const guint8 *tree;          /* `in_tree` of guard_begin() */
	double most;       /* share of refused dependencies that is too much: a round may end when it is exceeded */
	double few;        /* share of refused dependencies up to which further orders of states are tried */
	gboolean reorders; /* try further orders of states, if no more are refused and AssignVlsTally.mostly is TRUE */
} AssignVlsOptions;

typedef struct {
	double refused;  /* share of dependencies that were refused; above options->most not all were tried */
	gboolean mostly; /* at least half of the hosts' LIDs have all dependencies of their routes in the graph */
} AssignVlsTally;

/*
 * Empties the guard's dependency graph and fills it with the dependencies of the spanning tree first, and then with
 * those of hosts' routes and of the destinations in guard->among_hosts, whose rows it fills, as far as no cycle closes.
 * Marks in guard->unfit and guard->among_hosts the destinations of which some are missing, and fills `*tally`. FALSE
 * with SSSP_ERROR_MEMORY. O(switches x LIDs) and what dependencies cost, several times with options->reorders.
 */
gboolean guard_assign_vls(Guard *guard, const AssignVlsOptions *options, Routes *routes, AssignVlsTally *tally,
			  GError **error);

#endif
