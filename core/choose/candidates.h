/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the best routes so far of those that are safe on any SL, by one score (balance/score.h), and what P-SSSP makes
 * without regard to lanes, which they are measured by.
 */
#ifndef SSSP_CORE_CHOOSE_CANDIDATES_H
#define SSSP_CORE_CHOOSE_CANDIDATES_H

#include "core/balance/score.h"
#include "core/graph/port_vls.h"
#include "core/guide/guide.h"
#include "core/choose/plain_routes.h"
#include "core/choose/routing_options.h"

#include <glib.h>

/* One lane stays one, and routes stay, for what is better by less than this part. */
#define NEARLY_ALL 0.98

/* Routes that are safe on any SL, or leave multicast a tree, are taken if they have this part of the others' score. */
#define WORTH_AN_SL 0.966

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* [n_switches][n_switches] as in Routing */
	const RoutingOptions *options;
	Guide *guide;
	Routes *routes;       /* scratch: those at hand */
	Routes *best;         /* NULL: none is complete */
	PortVls *vls;         /* of the best; NULL: one lane */
	guint8 *tree;         /* [n_channels] 1: of multicast, beside these; NULL: none is known, looked for or not */
	RouteFigures figures; /* of the best */
	PlainRoutes plain;
	Routes *noted_now;    /* scratch */
	guint8 *unserved_now; /* [n_dests] scratch; NULL: lanes by ports are not wanted */
	Routes *noted;        /* the best on one lane that serve all hosts, but not all others; NULL: none */
	guint8 *unserved;     /* [n_dests] 1: has no path from somewhere in `noted` */
	RouteFigures noted_figures;
	GError *refused;     /* why a tree led nowhere, if one did */
	gboolean stuck;      /* pairs found no path beside others on one lane, though looks had not ended */
	gboolean asked_last; /* try_admitted() was called */
	gboolean no_tree;    /* better ones than the best were left, as they leave multicast no tree */
	gboolean is_free;    /* the best are as P-SSSP chooses without regard to lanes */
} Candidates;

/* Computes o->plain, once. FALSE with SSSP_ERROR_MEMORY. As psssp_compute(). */
gboolean candidates_find_plain(Candidates *o, GError **error);

double candidates_score(const Candidates *o, const RouteFigures *figures);

/*
 * Looks at channels and dependencies before an attempt is given up: some in any case, and `part` of what it would be to
 * look at each channel for each destination in each pass.
 */
guint64 candidates_most_looks(const Candidates *o, double part);

/* The figures of the routes at hand. FALSE with SSSP_ERROR_MEMORY. */
gboolean candidates_measure(Candidates *o, RouteFigures *figures, GError **error);

/*
 * Whether the routes at hand close no cycle on VLs by ports, which lose numbers that nothing has; where one is left
 * they are freed, and NULL. FALSE also with SSSP_ERROR_MEMORY.
 */
gboolean candidates_prove(const Candidates *o, PortVls **vls, GError **error);

/* The routes at hand become the best, on VLs that it takes over (NULL: one lane). FALSE with SSSP_ERROR_MEMORY. */
gboolean candidates_keep(Candidates *o, PortVls **vls, const RouteFigures *figures, GError **error);

/*
 * Keeps the routes at hand, with VLs that it takes over (NULL: one lane), if they are proven and the best. Where the best
 * leave multicast a tree only others that do are, `first` ([n_channels], or NULL) if they can.
 */
gboolean candidates_consider(Candidates *o, PortVls *vls, const guint8 *first, GError **error);

/*
 * Keeps routes that leave some without a path, for these to have further lanes, if they are the best such. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean candidates_note(Candidates *o, GError **error);

/*
 * A tree for multicast beside routes, if there is one; `first` ([n_channels], or NULL) is tried first. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean candidates_find_tree(Candidates *o, const Routes *routes, PortVls *vls, const guint8 *first, guint8 **tree,
			      GError **error);

/* [n_channels] 1: of a spanning tree that suits the order of channels. NULL with SSSP_ERROR_MEMORY. */
guint8 *candidates_ascending_tree(const Candidates *o, GError **error);

/*
 * Takes over `failure`. SSSP_ERROR_LANES (a path on a spanning tree would be too long) stays in o->refused, and the result
 * is TRUE; any other goes to `error`, and it is FALSE.
 */
gboolean candidates_refused(Candidates *o, GError *failure, GError **error);

/* Whether the best are on lanes by ports and nearly as good as routes without regard to lanes. */
gboolean candidates_are_good_by_ports(const Candidates *o);

/* Whether the best are as good as routes without regard to lanes, so that nothing else need be tried. */
gboolean candidates_are_enough(const Candidates *o);

#endif
