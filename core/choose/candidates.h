/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the best routes found so far of those that are safe on any SL: on one lane, or on lanes by ports, where
 * switches choose the VL by input and output port alone. They are compared by one score (balance/score.h). It also
 * keeps P-SSSP's routes without regard to lanes (plain routes), which the score is relative to.
 *
 * An attempt puts its routes into `routes`, "the routes at hand" below; candidates_consider() makes them `best` if they
 * are better. How good the best is decides what choose() in choose_lanes.c still tries. These are its questions, in the
 * order in which they come up. S is the score of the best, L how many of the P pairs of hosts have a longer path in it,
 * N destinations x channels. "by ports": the best is on lanes by ports. Without a best only small, large and poor hold.
 *
 *   question             holds where                             if so
 *   small                N < 2^22                                all numbers of lanes are tried, and what else takes
 *                                                                long in other fabrics
 *   enough               P-SSSP's own routes; or L = 0 with      one lane: no other order or tree is tried, two lanes
 *                        either S >= 1 or 0.98 of their          at most, for the sake of a multicast tree; lanes by
 *                        bandwidth and 1.05 times their EFI      ports: no more lanes, once multicast has a tree
 *   good                 L = 0, S >= 0.966; so where it is       no attempts beside a tree or in a completed order;
 *                        enough, as sqrt(0.98 / 1.05) > 0.966    a multicast tree is worth a search; on one lane, or
 *                                                                with such a tree, no lanes by SL are tried
 *   spent                S >= 0.8, L <= P/1000, and since then   settled; no more numbers of lanes, nor a search for
 *                        attempts took their looks               a multicast tree
 *   suffice where large  large; with levels S >= 0.85 and        settled; no other orders of states
 *                        L <= P/10000, else by ports, S >= 0.9
 *                        and L <= P/1000
 *   can hardly gain      by ports, not small, S >= 0.97,         settled; no more numbers of lanes
 *                        L <= P/200
 *   large                N > 2^28                                nearly enough is settled; fewer numbers of lanes
 *   nearly enough        enough, or 0 < L <= P/1000, S >= 0.98   no spanning trees as the last resort
 *   settled              spent, suffice where large, can hardly  no other kind of lanes is tried, but for the sake
 *                        gain, enough; or large and nearly       of a multicast tree
 *                        enough
 *   fair by ports        by ports, not small, S >= 0.9,          no attempts beside a spanning tree
 *                        L <= P/200
 *   good by ports        by ports, S >= 0.966                    as good; no more lanes beside a spanning tree if
 *                                                                L <= P/200; no spanning trees as the last resort
 *   have few longer      0 < L <= P/1000                         other orders of states for lanes by ports
 *   poor                 no best, or S < 0.5                     spanning trees as the last resort get more looks
 */
#ifndef SSSP_CORE_CHOOSE_CANDIDATES_H
#define SSSP_CORE_CHOOSE_CANDIDATES_H

#include "core/balance/score.h"
#include "core/graph/port_vls.h"
#include "core/guide/guide.h"
#include "core/choose/plain_routes.h"
#include "core/choose/routing_options.h"

#include <glib.h>

/*
 * Routes are replaced by others on lanes by ports, where there was one lane or fewer paths were longer, only if they
 * have less than this part of the score.
 */
#define NEARLY_ALL 0.98

/*
 * Routes that are safe on any SL, or that leave multicast a tree, are taken if they have this part of the best score.
 */
#define WORTH_AN_SL 0.966

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* [n_switches][n_switches] as in Routing */
	const RoutingOptions *options;
	Guide *guide;        /* an order of the channels to begin with */
	guint most;          /* lanes that most links have, at most options->max_vls */
	gboolean has_levels; /* a quarter of the switches or more have no hosts, as in trees */
	Routes *routes;      /* scratch, the caller's: the routes at hand */
	Routes *best;        /* NULL: no attempt has served all pairs yet */
	PortVls *vls;        /* of `best`; NULL: one lane */
	guint8 *tree;        /* [n_channels] 1: of a multicast tree beside `best`; NULL: none was found or looked for */
	RouteFigures figures; /* of `best`; with is_plain not before level_best() of choose_lanes.c */
	PlainRoutes plain;    /* P-SSSP's own routes, and those that the guide's order led */
	/*
	 * One-lane routes of an attempt that serve all hosts, but leave some aggregation nodes or management ports
	 * without a path; try_rest() may serve the rest with a second lane
	 */
	Routes *hosts_only_now; /* scratch: of the latest attempt; NULL: none */
	guint8 *unserved_now;   /* [n_dests] scratch, with hosts_only_now; NULL: lanes by ports are not wanted */
	Routes *hosts_only;     /* the best of them; NULL: none */
	guint8 *unserved;       /* [n_dests] 1: some switch has no path to it in `hosts_only` */
	RouteFigures hosts_only_figures; /* of `hosts_only` */
	guint32 *hosts_only_place;       /* [n_channels] the order that it was found in */
	guint8 *among_hosts;             /* [n_dests] scratch: as in Guard; NULL with o->unserved_now */
	GError *refused;                 /* why an attempt on spanning trees failed; NULL: none failed */
	guint64 looked;                  /* looks that attempts took since `best` is fair (candidates_count()) */
	gboolean stuck;             /* an attempt on one lane left pairs without a path, though it had looks left */
	guint n_kept;               /* times that `best` was replaced by candidates_keep() */
	gboolean tried_beside_tree; /* try_beside_tree() of choose_lanes.c has done its work */
	gboolean tried_completed;   /* try_completed_order() has done its work */
	gboolean tried_on_trees;    /* one lane on spanning trees was tried, with a limit of looks */
	gboolean no_tree;           /* better routes than `best` were left because they leave multicast no tree */
	gboolean is_plain;          /* `best` are the routes that P-SSSP chooses without regard to lanes */
} Candidates;

/* The score of these figures, relative to those of o->plain, which must be measured. O(1). */
double candidates_score(const Candidates *o, const RouteFigures *figures);

/*
 * Returns the looks at channels and dependencies after which an attempt is given up: a constant, and `part` times the
 * looks that one at each channel for each destination in each pass would be; no more than are left where the best is
 * fair.
 */
guint64 candidates_most_looks(const Candidates *o, double part);

/*
 * Where o->best is fair (S >= 0.8 and L <= P/1000 in the table above), further attempts with several lanes, or on
 * trees, have a limit of looks together: candidates_count() adds those of one, candidates_are_spent() tells whether it
 * is reached.
 */
void candidates_count(Candidates *o, guint64 looks);
gboolean candidates_are_spent(const Candidates *o);

/* Fills `figures` of the routes at hand, and those of o->plain. FALSE with SSSP_ERROR_MEMORY. */
gboolean candidates_measure(Candidates *o, RouteFigures *figures, GError **error);

/*
 * Whether the routes at hand close no cycle on the VLs by ports `*vls`; TRUE where that is NULL. Numbers of VLs that no
 * route uses are taken out; where one VL is left `*vls` is freed and set to NULL. FALSE also with SSSP_ERROR_MEMORY.
 */
gboolean candidates_prove(const Candidates *o, PortVls **vls, GError **error);

/*
 * Makes the routes at hand the best, on `*vls`, which it takes over (NULL: one lane); o->tree is NULL afterwards. Drops
 * o->hosts_only where that is no longer of use. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean candidates_keep(Candidates *o, PortVls **vls, const RouteFigures *figures, GError **error);

/*
 * Makes the routes at hand the best if they are proven and better than o->best; takes `vls` over (NULL: one lane).
 * Where o->best has a multicast tree, the new routes must leave one, too, with fewer longer paths on a VL more; `first`
 * ([n_channels], or NULL) is tried first as that tree. TRUE also where the routes are not kept, FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean candidates_consider(Candidates *o, PortVls *vls, const guint8 *first, GError **error);

/*
 * Sets `*tree` ([n_channels], the caller's) to a tree for multicast beside `routes` on `vls` (NULL: one lane), NULL
 * where none is found; `first` ([n_channels], or NULL), without branches that lead to no endpoint, is tried first.
 * FALSE with SSSP_ERROR_MEMORY.
 */
gboolean candidates_find_tree(Candidates *o, const Routes *routes, PortVls *vls, const guint8 *first, guint8 **tree,
			      GError **error);

/*
 * As candidates_find_tree(), but where no tree is found on the VLs of `vls` and there may be one more, that one is
 * added for the states that only a tree has; with options->spread_ports not where VLs would have fewer copies then.
 */
gboolean candidates_find_tree_further(Candidates *o, const Routes *routes, PortVls *vls, const guint8 *first,
				      guint8 **tree, GError **error);

/*
 * Returns a spanning tree whose paths ascend in the guide's order where they can, of all switches (`all`) or without
 * branches that lead to no endpoint: [n_channels] 1 for its channels, the caller's. NULL with SSSP_ERROR_MEMORY.
 */
guint8 *candidates_ascending_tree(const Candidates *o, gboolean all, GError **error);

/*
 * Takes over `failure`. SSSP_ERROR_LANES (a path on a spanning tree would be too long) stays in o->refused, and the
 * result is TRUE; any other goes to `error`, and it is FALSE.
 */
gboolean candidates_note_refusal(Candidates *o, GError *failure, GError **error);

/* ---- the questions of the table above, O(1) each; settled is in choose_lanes.c */

gboolean candidates_are_small(const Candidates *o);
gboolean candidates_are_large(const Candidates *o);
gboolean candidates_are_poor(const Candidates *o);
gboolean candidates_are_fair_by_ports(const Candidates *o);
gboolean candidates_suffice_where_large(const Candidates *o);
gboolean candidates_can_hardly_gain(const Candidates *o);
gboolean candidates_are_good(const Candidates *o);
gboolean candidates_are_good_by_ports(const Candidates *o);
gboolean candidates_have_few_longer(const Candidates *o);
gboolean candidates_are_enough(const Candidates *o);
gboolean candidates_are_nearly_enough(const Candidates *o);

/* Whether a best with these figures would be good. */
gboolean candidates_would_be_good(const Candidates *o, const RouteFigures *figures);

/* Whether at most one of so many (`part`) pairs of hosts has a longer path in o->best. */
gboolean candidates_longer_are_few(const Candidates *o, guint64 part);

#endif
