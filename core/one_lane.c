/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * P-SSSP's own choices are tried first, admitted to one lane as they come: on trees and most real machines they fit. Then
 * an order of channel classes leads (core/guide). Then P-SSSP's own routes get lanes that switches choose by ports. All
 * are given up early where they lead to nothing; the last resort, on a spanning tree where nothing else fits, always
 * leads to tables. SLs have a part in it only where none of these comes close to routes without regard to lanes.
 */
#include "core/one_lane.h"

#include "core/base/error.h"
#include "core/by_sl.h"
#include "core/engines/guarded.h"
#include "core/engines/port_lanes.h"
#include "core/engines/psssp.h"
#include "core/engines/score.h"
#include "core/graph/spanning_tree.h"
#include "core/guide/guide.h"
#include "core/mcast_tree.h"
#include "core/weigh_hosts.h"

#include <string.h>

/* Routes that are safe on any SL are kept for this part of the score of others, that of both parts below. */
#define WORTH_AN_SL 0.966
/* Lanes by SL with this score are taken before longer paths. */
#define SL_IS_GOOD 0.85

/* One lane may cost so much of the bisection bandwidth, and load a channel so much more. */
#define NEARLY_ALL 0.98
#define HARDLY_MORE 1.05

/*
 * Looks at channels and dependencies before a way is given up, as parts of what it would be to look at each channel for
 * each destination in each pass; and so many in any case. One lane that no classes of channels lead to is found soon or
 * not at all. The last is for rings, where nothing else leads to shorter paths.
 */
#define HARDLY 0.25
#define BY_PORTS 2.0
#define BY_CLASSES 4.0
#define PATIENT 16.0
#define MOST_PATIENT (G_GUINT64_CONSTANT(1) << 28)
#define LEAST_LOOKS (G_GUINT64_CONSTANT(1) << 22)
/* In an order of classes where more lanes may be had, too: in any case, and at most as many more. */
#define LEAST_BY_CLASSES (G_GUINT64_CONSTANT(3) << 24)
#define MOST_BY_CLASSES (G_GUINT64_CONSTANT(1) << 27)

/* Lanes by ports beyond which an order of channels gains nothing more. */
#define MOST_GUIDED 3

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const RoutingOptions *options;
	Guide *guide;
	Routes *routes; /* scratch */
	Routes *best;   /* NULL: none is complete */
	PortVls *vls;   /* of the best; NULL: one lane */
	guint8 *tree;   /* of multicast, beside these; NULL: not looked for, or there is none */
	Routes *free;   /* what P-SSSP makes without regard to lanes; NULL: not computed yet */
	RouteFigures figures, plain;
	Routes *noted_now;    /* scratch */
	guint8 *unserved_now; /* [n_dests] scratch; NULL: lanes by ports are not wanted */
	Routes *noted;        /* the best of routes on one lane that leave some but hosts without a path; NULL: none */
	guint8 *unserved;     /* [n_dests] 1: these */
	RouteFigures noted_figures;
	GError *refused;     /* why a tree led nowhere, if one did */
	gboolean stuck;      /* pairs found no path beside others on one lane, though looks had not ended */
	gboolean asked_last; /* attempt_last() was tried */
	gboolean is_free;    /* the best are as P-SSSP chooses without regard to lanes */
} OneLane;

static double score_of(const OneLane *o, const RouteFigures *figures)
{
	return route_score(o->graph, figures, &o->plain);
}

static guint passes_of(const RoutingOptions *options)
{
	guint usual = PSSSP_PASSES;
	return options->passes ? options->passes : usual;
}

static guint64 most_looks(const OneLane *o, double patience)
{
	double all = (double)passes_of(o->options) * o->graph->n_dests * o->graph->n_channels;
	return LEAST_LOOKS + (guint64)(patience * all);
}

/* What P-SSSP gets without regard to lanes, once. */
static gboolean find_plain(OneLane *o, GError **error)
{
	PssspOptions options = {.passes = o->options->passes};
	if (o->free)
		return TRUE;
	return (o->free = routes_new(o->graph, error)) && psssp_compute(o->graph, &options, o->free, error) &&
	       route_figures(o->graph, o->hops, o->free, &o->plain, error);
}

/*
 * Whether the routes at hand close no cycle on VLs by ports, which lose numbers that nothing has; where one is left
 * they are freed, and NULL. FALSE also with SSSP_ERROR_MEMORY.
 */
static gboolean is_proven(const OneLane *o, PortVls **vls, GError **error)
{
	if (!*vls)
		return TRUE;
	if (!port_vls_compact(o->graph, o->routes, *vls, error))
		return FALSE;
	if ((*vls)->n_vls == 1)
		g_clear_pointer(vls, port_vls_free);
	return TRUE;
}

/* The routes at hand become the best, on VLs that it takes over (NULL: one lane). FALSE with SSSP_ERROR_MEMORY. */
static gboolean keep(OneLane *o, PortVls **vls, const RouteFigures *figures, GError **error)
{
	if (!o->best && !(o->best = routes_new(o->graph, error)))
		return FALSE;
	o->figures = *figures;
	routes_swap(o->best, o->routes);
	port_vls_free(o->vls);
	o->vls = g_steal_pointer(vls);
	g_clear_pointer(&o->tree, g_free);
	return TRUE;
}

static gboolean measure(OneLane *o, RouteFigures *figures, GError **error)
{
	return find_plain(o, error) && route_figures(o->graph, o->hops, o->routes, figures, error);
}

/*
 * A tree for multicast beside routes, if there is one; `first` ([n_channels], or NULL) is tried first. FALSE with
 * SSSP_ERROR_MEMORY.
 */
static gboolean find_tree(OneLane *o, const Routes *routes, PortVls *vls, const guint8 *first, guint8 **tree,
			  GError **error)
{
	GError *failure = NULL;
	Layers layers = {.n_layers = 1, .vls = vls};
	*tree = mcast_tree_find(o->graph, o->hops, routes, &layers, first, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

/* Keeps the routes at hand, with VLs that it takes over (NULL: one lane), if they are proven and the best. */
static gboolean consider(OneLane *o, PortVls *vls, GError **error)
{
	GError *failure = NULL;
	RouteFigures figures;
	g_autoptr(PortVls) taken = vls;
	gboolean proven = is_proven(o, &taken, &failure);
	if (proven && !measure(o, &figures, error))
		return FALSE;
	if (failure)
		g_propagate_error(error, failure);
	if (!proven || o->tree) /* what leaves multicast a tree goes for others beside one only */
		return !failure;
	/* One lane stays one for what is hardly better. */
	double gain = taken && !o->vls ? NEARLY_ALL : 1;
	if (o->best &&
	    gain * route_score(o->graph, &figures, &o->plain) <= route_score(o->graph, &o->figures, &o->plain))
		return TRUE;
	return keep(o, &taken, &figures, error);
}

/*
 * Keeps routes that leave some without a path, for these to have further lanes, if they are the best such. FALSE with
 * SSSP_ERROR_MEMORY.
 */
static gboolean note(OneLane *o, GError **error)
{
	RouteFigures figures;
	if (!find_plain(o, error) || !route_figures(o->graph, o->hops, o->noted_now, &figures, error))
		return FALSE;
	if (o->noted &&
	    route_score(o->graph, &figures, &o->plain) <= route_score(o->graph, &o->noted_figures, &o->plain))
		return TRUE;
	o->noted_figures = figures;
	routes_free(o->noted);
	o->noted = g_steal_pointer(&o->noted_now);
	memcpy(o->unserved, o->unserved_now, o->graph->n_dests);
	return TRUE;
}

/* On a spanning tree paths may be longer than there can be: FALSE for any other failure, which it takes over. */
static gboolean was_refused(OneLane *o, GError *failure, GError **error)
{
	if (!g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES)) {
		g_propagate_error(error, failure);
		return FALSE;
	}
	g_clear_error(&o->refused);
	o->refused = failure;
	return TRUE;
}

/* One more way to one lane. FALSE with SSSP_ERROR_MEMORY. */
static gboolean attempt(OneLane *o, gboolean guided, gboolean trees, guint64 looks, GError **error)
{
	GuardedTally tally;
	GError *failure = NULL;
	GuardedOptions options = {.n_vls = 1,
				  .passes = o->options->passes,
				  .place = o->guide->place,
				  .rank = o->guide->rank,
				  .guided = guided,
				  .trees = trees,
				  .noted = o->unserved_now ? &o->noted_now : NULL,
				  .unserved = o->unserved_now,
				  .most_looks = looks};
	g_clear_pointer(&o->noted_now, routes_free);
	if (!guarded_compute(o->graph, o->hops, &options, o->routes, &tally, NULL, &failure))
		return was_refused(o, failure, error);
	o->stuck |= !tally.complete && !tally.given_up;
	if (o->noted_now && (!tally.complete || tally.n_bent) && !note(o, error))
		return FALSE;
	if (!tally.complete)
		return TRUE;
	if (tally.n_careful || tally.n_bent || guided)
		return consider(o, NULL, error);
	o->is_free = TRUE;
	g_clear_pointer(&o->vls, port_vls_free);
	if (!o->best && !(o->best = routes_new(o->graph, error)))
		return FALSE;
	routes_swap(o->best, o->routes);
	return TRUE;
}

static gboolean are_as_good_as(const RouteFigures *figures, const RouteFigures *other)
{
	return figures->longer <= other->longer && figures->bandwidth >= NEARLY_ALL * other->bandwidth &&
	       (double)figures->efi <= HARDLY_MORE * (double)other->efi;
}

static gboolean is_as_good_as(const OneLane *o, const RouteFigures *other)
{
	return o->best && are_as_good_as(&o->figures, other);
}

static gboolean is_enough(const OneLane *o)
{
	return o->is_free || is_as_good_as(o, &o->plain) ||
	       (o->best && o->figures.longer <= o->plain.longer && route_score(o->graph, &o->figures, &o->plain) >= 1);
}

static gboolean attempt_on_trees(OneLane *o, gboolean patient, GError **error)
{
	guint64 looks = patient ? 0 : most_looks(o, o->guide->n_classes ? BY_CLASSES : HARDLY);
	return attempt(o, FALSE, TRUE, looks, error) &&
	       (is_enough(o) || attempt(o, TRUE, TRUE, o->best ? most_looks(o, BY_CLASSES) : looks, error));
}

/* While there are other ways to try. */
static guint64 few_looks(const OneLane *o)
{
	if (!o->guide->n_classes)
		return most_looks(o, HARDLY);
	return o->unserved_now ? LEAST_BY_CLASSES + MIN(most_looks(o, HARDLY), MOST_BY_CLASSES)
			       : most_looks(o, BY_CLASSES);
}

/*
 * Ways to one lane until one is good; on spanning trees if the others came to nothing for want of paths where an order
 * of classes serves most pairs, as in fat trees that have lost cables: first in that order, which decides soon.
 */
static gboolean attempt_freely(OneLane *o, GError **error)
{
	guint64 looks = few_looks(o);
	if (!attempt(o, FALSE, FALSE, looks, error) || (!is_enough(o) && !attempt(o, TRUE, FALSE, looks, error)))
		return FALSE;
	if (o->best || !o->stuck || !o->guide->n_classes)
		return TRUE;
	return attempt(o, TRUE, TRUE, looks, error) && (is_enough(o) || attempt(o, FALSE, TRUE, looks, error));
}

/* What is wanted of lanes by ports. */
typedef struct {
	guint n_vls;
	const guint8 *tree; /* [n_channels] that multicast is to have beside the routes; NULL: none */
	guint tree_vl;
} Ports;

/* P-SSSP's own routes on lanes by ports; `*vls` is NULL where these do not do. FALSE with SSSP_ERROR_MEMORY. */
static gboolean route_by_ports(OneLane *o, const Ports *ports, PortVls **vls, GuardedTally *tally, GError **error)
{
	GuardedOptions options = {.n_vls = ports->n_vls,
				  .place = o->guide->place,
				  .rank = o->guide->rank,
				  .tree = ports->tree,
				  .tree_vl = ports->tree_vl,
				  .most_looks = most_looks(o, BY_PORTS)};
	if (!find_plain(o, error))
		return FALSE;
	routes_assign(o->graph, o->routes, o->free);
	return port_lanes_compute(o->graph, o->hops, &options, o->routes, tally, vls, error);
}

/* The same on so many lanes by ports; `*unplaced` as in GuardedTally. */
static gboolean attempt_by_ports(OneLane *o, guint n_vls, double *unplaced, GError **error)
{
	GuardedTally tally;
	PortVls *vls;
	if (!route_by_ports(o, &(Ports){.n_vls = n_vls}, &vls, &tally, error))
		return FALSE;
	*unplaced = tally.unplaced;
	return !vls || consider(o, vls, error);
}

/* The same where P-SSSP's own routes do not fit, as in rings: in an order of channels, beside a spanning tree. */
static gboolean attempt_guided_by_ports(OneLane *o, guint n_vls, GError **error)
{
	GuardedTally tally;
	GError *failure = NULL;
	PortVls *vls;
	GuardedOptions options = {.n_vls = n_vls,
				  .place = o->guide->place,
				  .rank = o->guide->rank,
				  .guided = TRUE,
				  .trees = TRUE,
				  .most_looks = MIN(most_looks(o, PATIENT), MOST_PATIENT)};
	routes_clear(o->graph, o->routes);
	if (!guarded_compute(o->graph, o->hops, &options, o->routes, &tally, &vls, &failure))
		return was_refused(o, failure, error);
	return !tally.complete || consider(o, vls, error);
}

/* [n_channels] 1: of a spanning tree that suits the order of channels. NULL with SSSP_ERROR_MEMORY. */
static guint8 *ascending_tree(const OneLane *o, GError **error)
{
	const Graph *graph = o->graph;
	guint8 *in_tree = g_try_malloc0(graph->n_channels + (gsize)1);
	g_autofree guint32 *up = in_tree ? spanning_tree_ascending(graph, o->guide->place, graph->sends, error) : NULL;
	if (!in_tree)
		sssp_error_memory(error, "a spanning tree", graph->n_channels);
	for (guint32 v = 0; up && v < graph->n_switches; v++)
		if (up[v] != GRAPH_NONE)
			in_tree[up[v]] = in_tree[graph->reverse[up[v]]] = 1;
	if (!up)
		g_clear_pointer(&in_tree, g_free);
	else
		spanning_tree_prune(graph, NULL, in_tree);
	return in_tree;
}

/* Worth a look for a tree for multicast: no path is longer, and nearly all is there. */
static gboolean are_worth_a_tree(const OneLane *o, const RouteFigures *figures)
{
	return figures->longer <= o->plain.longer && score_of(o, figures) >= WORTH_AN_SL;
}

/* By ports beside a spanning tree: kept if they are good enough, better than others beside one, and leave it. */
static gboolean attempt_beside(OneLane *o, const Ports *ports, GError **error)
{
	GError *failure = NULL;
	RouteFigures figures;
	GuardedTally tally;
	PortVls *found = NULL;
	guint8 *tree = NULL;
	if (!route_by_ports(o, ports, &found, &tally, error))
		return FALSE;
	g_autoptr(PortVls) vls = found;
	if (!vls || !is_proven(o, &vls, &failure) || !measure(o, &figures, &failure) ||
	    !are_worth_a_tree(o, &figures) || (o->tree && score_of(o, &figures) <= score_of(o, &o->figures)) ||
	    !find_tree(o, o->routes, vls, ports->tree, &tree, &failure) || !tree) {
		if (failure)
			g_propagate_error(error, failure);
		return !failure;
	}
	gboolean kept = keep(o, &vls, &figures, error);
	o->tree = tree;
	return kept;
}

/*
 * Where routes leave no tree for multicast, others beside one that is there first: from the centre or in the order of
 * channels, on the highest VL, where the last hops are, or the lowest, where all begin.
 */
static gboolean attempt_beside_trees(OneLane *o, guint n_vls, GError **error)
{
	g_autofree guint8 *central = spanning_tree_find(o->graph, o->hops, error);
	g_autofree guint8 *ascending = central ? ascending_tree(o, error) : NULL;
	if (!ascending)
		return FALSE;
	const Ports ways[] = {
		{n_vls, central, n_vls - 1}, {n_vls, ascending, n_vls - 1}, {n_vls, central, 0}, {n_vls, ascending, 0}};
	for (guint i = 0; i < G_N_ELEMENTS(ways) && !o->tree; i++)
		if (!attempt_beside(o, &ways[i], error))
			return FALSE;
	return TRUE;
}

/* Beside the best, if that is by ports and worth it. */
static gboolean look_for_tree(OneLane *o, guint n_vls, GError **error)
{
	if (!o->vls || o->tree || !are_worth_a_tree(o, &o->figures))
		return TRUE;
	return find_tree(o, o->best, o->vls, NULL, &o->tree, error) &&
	       (o->tree || attempt_beside_trees(o, n_vls, error));
}

/* Hosts on one lane, where they are good there, and who finds no path beside them with a second one. */
static gboolean attempt_rest(OneLane *o, GError **error)
{
	GuardedTally tally;
	PortVls *vls;
	GuardedOptions options = {
		.n_vls = 2, .place = o->guide->place, .unserved = o->unserved, .most_looks = most_looks(o, BY_PORTS)};
	if (!o->noted || route_score(o->graph, &o->noted_figures, &o->plain) < NEARLY_ALL)
		return TRUE;
	routes_assign(o->graph, o->routes, o->noted);
	if (!guarded_serve_rest(o->graph, o->hops, &options, o->routes, &tally, &vls, error))
		return FALSE;
	return !vls || consider(o, vls, error);
}

/* Whether `more` lanes might place the rest of P-SSSP's dependencies, if each placed as many as the last one did. */
static gboolean may_place_the_rest(double before, double unplaced, guint more)
{
	return unplaced < before && (before - unplaced) * more >= unplaced;
}

/*
 * Numbers of lanes, the least first, until routes are as good as without regard to lanes, and multicast has a tree; or
 * what one more lane placed shows that the others will not do.
 */
static gboolean attempt_lanes(OneLane *o, guint most, GError **error)
{
	double unplaced = 1, before = 2;
	if (most > 1 && (!attempt_rest(o, error) || !look_for_tree(o, 2, error)))
		return FALSE;
	for (guint n_vls = 2;
	     n_vls <= most && !(o->tree && is_enough(o)) && may_place_the_rest(before, unplaced, most + 1 - n_vls);
	     n_vls++) {
		before = unplaced;
		if (!attempt_by_ports(o, n_vls, &unplaced, error) || !look_for_tree(o, n_vls, error))
			return FALSE;
	}
	return TRUE;
}

static Layers *take(OneLane *o, Routes *routes, Routing *routing, GError **error)
{
	g_autoptr(Layers) layers = layers_single();
	routes_swap(routes, o->best);
	routing->strategy = o->vls ? "by ports" : "one lane";
	layers->vls = g_steal_pointer(&o->vls);
	layers->tree = g_steal_pointer(&o->tree);
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		layers->class_lanes[i] = layers_n_vls(layers);
	if (!weigh_hosts(o->graph, o->hops, o->options, routes, layers, error))
		return NULL;
	routing->fresh_efi = routes_efi(o->graph, routes);
	return g_steal_pointer(&layers);
}

/*
 * Whether what is safe on any SL is nearly as good as lanes by SL, or better; longer paths count only beside lanes by SL
 * that cost much themselves. What is on one lane is as safe.
 */
static gboolean keeps_one(const OneLane *o, const RouteFigures *other, gboolean on_one_lane)
{
	double score = score_of(o, other);
	if (!o->best || (!on_one_lane && o->figures.longer > other->longer && score >= SL_IS_GOOD))
		return FALSE;
	return score_of(o, &o->figures) >= (on_one_lane ? 1 : WORTH_AN_SL) * score;
}

/* Several lanes, with further ones for management ports only if these find none; NULL also without `error`. */
static Layers *route_on_more(OneLane *o, const Fabric *fabric, Routes *routes, Routing *routing, GError **error)
{
	GError *failure = NULL;
	RoutingOptions options = *o->options;
	options.management_lanes = TRUE;
	if (!routing_as_is(&options))
		options.engine = NULL; /* another one was given up */
	if (options.progress)
		options.progress("layering", options.progress_user);
	Layers *layers = by_sl(fabric, o->graph, &options, routes, routing, &failure);
	if (g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))
		g_clear_error(&failure);
	if (failure)
		g_propagate_error(error, failure);
	return layers;
}

/* A tree for multicast beside lanes by SL. FALSE with SSSP_ERROR_MEMORY. */
static gboolean find_other_tree(const OneLane *o, const Routes *routes, Layers *layers, GError **error)
{
	GError *failure = NULL;
	guint8 *tree = mcast_tree_find(o->graph, o->hops, routes, layers, layers->tree, &failure);
	g_free(layers->tree);
	layers->tree = tree;
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

/* In an order of channels, by ports, where nothing else leaves all paths shortest. */
static gboolean attempt_last(OneLane *o, guint most, GError **error)
{
	gboolean wanted = !o->options->by_sl && most > 1 && !o->asked_last && (!o->best || o->figures.longer);
	o->asked_last = TRUE;
	return !wanted || (attempt_guided_by_ports(o, MIN(most, MOST_GUIDED), error) &&
			   (!o->vls || o->tree || find_tree(o, o->best, o->vls, NULL, &o->tree, error)));
}

/* These instead, if they are worth it and leave nothing out of the proof. NULL also without `error`. */
static Layers *more_lanes(OneLane *o, const Fabric *fabric, guint most, Routes *routes, Routing *routing,
			  GError **error)
{
	RouteFigures figures;
	g_autoptr(Layers) layers = route_on_more(o, fabric, routes, routing, error);
	if (!layers || layers->n_unproven || !route_figures(o->graph, o->hops, routes, &figures, error))
		return NULL;
	if (route_score(o->graph, &figures, &o->plain) < NEARLY_ALL && !attempt_last(o, most, error))
		return NULL;
	if (o->vls && !o->tree && !find_other_tree(o, routes, layers, error))
		return NULL;
	if (o->vls && !o->tree && layers->tree && score_of(o, &figures) >= WORTH_AN_SL * score_of(o, &o->figures))
		return g_steal_pointer(&layers);
	return keeps_one(o, &figures, !layers->layer) ? NULL : g_steal_pointer(&layers);
}

/* One lane all the same; no demand of management ports is to bend routes of hosts if a tree can prevent that. */
static Layers *resort(OneLane *o, Routes *routes, Routing *routing, GError **error)
{
	if (!is_enough(o) && !o->vls && !attempt_on_trees(o, !o->best, error))
		return NULL;
	if (!o->best) {
		g_propagate_error(error, g_steal_pointer(&o->refused));
		return NULL;
	}
	return take(o, routes, routing, error);
}

static guint most_lanes(const Fabric *fabric, const RoutingOptions *options)
{
	guint budgets[ROUTING_MAX_VLS];
	routing_vl_budgets(fabric, options->max_vls, budgets);
	return budgets[0];
}

static Layers *choose(OneLane *o, const Fabric *fabric, Routes *routes, Routing *routing, GError **error)
{
	GError *failure = NULL;
	gint64 start = g_get_monotonic_time();
	gboolean fine = attempt_freely(o, error);
	routing->seconds_route = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
	if (!fine)
		return NULL;
	if (is_enough(o))
		return take(o, routes, routing, error);
	guint most = most_lanes(fabric, o->options);
	if (!o->options->by_sl && !attempt_lanes(o, most, error))
		return NULL;
	if (is_enough(o) && (o->tree || o->options->any_sl))
		return take(o, routes, routing, error);
	if (o->options->any_sl && !attempt_last(o, most, error))
		return NULL;
	Layers *layers = more_lanes(o, fabric, most, routes, routing, &failure);
	if (failure)
		g_propagate_error(error, failure);
	if (layers || failure)
		return layers;
	return attempt_last(o, most, error) ? resort(o, routes, routing, error) : NULL;
}

gboolean one_lane_serve_rest(const Graph *graph, const guint8 *hops, gboolean hosts_stay, Routes *routes,
			     Layers *layers, GError **error)
{
	GuardedTally tally;
	if (!layers->n_unproven || layers->n_layers > 1)
		return TRUE;
	g_autoptr(Guide) guide = guide_new(graph, error);
	g_autoptr(Routes) served = guide ? routes_copy(graph, routes, error) : NULL;
	GuardedOptions options = {.n_vls = 1, .place = served ? guide->place : NULL};
	if (!served || !guarded_serve_rest(graph, hops, &options, served, &tally, NULL, error))
		return FALSE;
	if (!tally.complete || (hosts_stay && tally.n_bent))
		return TRUE;
	routes_swap(routes, served);
	g_clear_pointer(&layers->unproven, g_free);
	layers->n_unproven = 0;
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		layers->class_lanes[i] = 1;
	return TRUE;
}

/* Lanes by SL, and management ports that found none beside hosts on one. NULL also where some are left. */
static Layers *serve_others(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, Routes *routes,
			    Routing *routing, GError **error)
{
	g_autoptr(Layers) layers = by_sl(fabric, graph, options, routes, routing, error);
	if (!layers || !one_lane_serve_rest(graph, routing->hops, routing_as_is(options), routes, layers, error))
		return NULL;
	return g_steal_pointer(&layers);
}

/* Of an engine to compare with, on as many lanes as hosts need; if management ports find none there, on more. */
static Layers *other_engine(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, Routes *routes,
			    Routing *routing, GError **error)
{
	RoutingOptions more = *options;
	GError *failure = NULL;
	gboolean as_is = routing_as_is(options);
	more.management_lanes = TRUE;
	g_autoptr(Layers) layers = as_is ? by_sl(fabric, graph, options, routes, routing, error)
					 : serve_others(fabric, graph, options, routes, routing, error);
	if (!layers || !layers->n_unproven)
		return g_steal_pointer(&layers);
	g_autoptr(Layers) others = by_sl(fabric, graph, &more, routes, routing, &failure);
	if (as_is && (!others || others->n_unproven) &&
	    (!failure || g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))) {
		g_clear_error(&failure);
		return serve_others(fabric, graph, options, routes, routing, error);
	}
	if (failure)
		g_propagate_error(error, failure);
	return g_steal_pointer(&others);
}

/* Room for note(). FALSE with SSSP_ERROR_MEMORY. */
static gboolean make_notes(OneLane *o, GError **error)
{
	o->unserved = g_try_malloc(o->graph->n_dests + (gsize)1);
	o->unserved_now = g_try_malloc(o->graph->n_dests + (gsize)1);
	if (!o->unserved || !o->unserved_now)
		return sssp_error_memory(error, "destinations", o->graph->n_dests);
	return TRUE;
}

Layers *one_lane_or_more(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, Routes *routes,
			 Routing *routing, GError **error)
{
	GError *failure = NULL;
	OneLane o = {.graph = graph, .hops = routing->hops, .options = options};
	gboolean other = options->engine && options->engine != &engine_psssp;
	Layers *layers = other ? other_engine(fabric, graph, options, routes, routing, &failure) : NULL;
	if (!routing_as_is(options) && g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))
		g_clear_error(&failure);
	if (failure)
		g_propagate_error(error, failure);
	if (layers || failure)
		return layers;
	o.guide = guide_new(graph, error);
	o.routes = o.guide ? routes_new(graph, error) : NULL;
	gboolean ready = o.routes && (options->by_sl || most_lanes(fabric, options) == 1 || make_notes(&o, error));
	layers = ready ? choose(&o, fabric, routes, routing, error) : NULL;
	if (layers)
		layers->lane_aware |= other;
	guide_free(o.guide);
	routes_free(o.routes);
	routes_free(o.best);
	routes_free(o.free);
	routes_free(o.noted);
	routes_free(o.noted_now);
	g_free(o.unserved);
	g_free(o.unserved_now);
	port_vls_free(o.vls);
	g_free(o.tree);
	g_clear_error(&o.refused);
	return layers;
}
