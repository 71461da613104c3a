/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries kinds of lanes one after the other until routes are as good as without regard to lanes, and takes the best.
 * What is best so far, and what settled, good and enough mean, is in candidates.h.
 *
 * choose() begins with one lane (try_one_lane()), and ends there if the result is settled and leaves multicast a tree,
 * or there is no other lane. Else come lanes by ports, unless they are not wanted. Where only hosts fit on one lane, a
 * second lane, a completed order or a spanning tree is tried for the others (try_others_first()); then P-SSSP's own
 * routes and led ones on more lanes (try_port_lanes()). Lanes by ports beside a spanning tree of all switches
 * (try_beside_tree()) follow now where any SL has to be safe and in fabrics with levels (trees), elsewhere only where
 * lanes by SL lose much or do not win. Lanes by SL are tried where the best is still not settled and not good with a
 * multicast tree. They win unless the best has nearly their score and no more longer paths (keeps_any_sl()). The last
 * resort is one lane on spanning trees (take_last_resort()), without a limit of looks where there is nothing else; it
 * fails only where a path would be too long.
 */
#include "core/choose/choose_lanes.h"

#include "core/base/error.h"
#include "core/choose/attempts.h"
#include "core/choose/by_sl.h"
#include "core/choose/mcast_tree.h"
#include "core/choose/weigh_hosts.h"
#include "core/engines/guarded.h"

/*
 * Where the best is on lanes by ports, and no multicast tree is known yet, looks for one: on a VL more where there is
 * none else. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean find_tree_by_ports(Candidates *o, GError **error)
{
	return !o->vls || o->tree || candidates_find_tree_further(o, o->best, o->vls, NULL, &o->tree, error);
}

/* The highest load of P-SSSP's routes without regard to lanes; 0: not computed, as nothing was compared with it. */
static guint64 plain_efi(const Candidates *o)
{
	return o->plain.measured ? o->plain.figures.efi : 0;
}

/* Moves the best into o->routes and returns its lanes, after the last improvements. NULL with SSSP_ERROR_MEMORY. */
static Layers *hand_over(Candidates *o, GError **error)
{
	g_autoptr(Layers) layers = layers_single();
	Routes *routes = o->routes;
	if (!find_tree_by_ports(o, error))
		return NULL;
	routes_swap(routes, o->best);
	layers->strategy = o->vls ? "by ports" : "one lane";
	/* On one lane the previous tree has its turn first (mcast_tree_hold()). */
	if (o->vls || !o->options->previous)
		layers->tree = g_steal_pointer(&o->tree);
	layers->vls = g_steal_pointer(&o->vls);
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		layers->class_lanes[i] = layers_n_vls(layers);
	if (!weigh_hosts(o->graph, o->hops, o->options, routes, layers, error) ||
	    !level_lane(o->graph, o->hops, o->options, plain_efi(o), routes, layers, error))
		return NULL;
	return g_steal_pointer(&layers);
}

/* The guide serves at least so many of the pairs of hosts on trees that are damaged. */
#define TREE_COVERED 0.985
/* On such trees at most one pair of hosts in so many has a longer path. */
#define TREE_LONGER 100

/* Whether a quarter of the switches or more have no hosts. */
static gboolean has_levels(const Graph *graph)
{
	guint64 without = 0;
	for (guint32 v = 0; v < graph->n_switches; v++)
		without += !graph->hosts[v];
	return 4 * without >= graph->n_switches;
}

/* Whether the fabric is a tree, damaged or not. */
static gboolean is_tree(const Candidates *o)
{
	return o->has_levels && o->guide->covered >= TREE_COVERED;
}

/*
 * Whether o->best, which is safe on any SL, wins over other routes with the figures `by_sl`. These are on lanes by SL,
 * or on one lane (`on_one_lane`) and then as safe, so that the higher score decides. Against lanes by SL o->best needs
 * nearly the same score (WORTH_AN_SL), and no more longer paths unless lanes by SL have a bad score (SL_IS_GOOD). On
 * trees a few longer paths do not count.
 */
static gboolean keeps_any_sl(const Candidates *o, const RouteFigures *by_sl, gboolean on_one_lane)
{
	double score = candidates_score(o, by_sl);
	RouteFigures ours = o->figures;
	if (!on_one_lane && !o->options->by_sl && is_tree(o) && candidates_longer_are_few(o, TREE_LONGER))
		ours.longer = MIN(ours.longer, by_sl->longer);
	if (!o->best || (!on_one_lane && ours.longer > by_sl->longer && score >= SL_IS_GOOD))
		return FALSE;
	return candidates_score(o, &ours) >= (on_one_lane ? 1 : WORTH_AN_SL) * score;
}

/*
 * Fills `routes` with routes on lanes by SL; management ports get further lanes only where those of hosts have no room.
 * NULL without `error` where the lanes do not suffice.
 */
static Layers *route_by_sl(Candidates *o, const Fabric *fabric, Routes *routes, GError **error)
{
	GError *failure = NULL;
	RoutingOptions options = *o->options;
	options.management_lanes = TRUE;
	if (!routing_as_is(&options))
		options.engine = NULL; /* another one was given up */
	if (options.progress)
		options.progress("layering", options.progress_user);
	if (!plain_routes_find(&o->plain, error))
		return NULL;
	PlainRoutes *plain = routing_as_is(&options) ? NULL : &o->plain;
	Layers *layers = by_sl(fabric, o->graph, o->hops, &options, plain, routes, &failure);
	sssp_error_pass_but(error, failure, SSSP_ERROR_LANES);
	return layers;
}

/*
 * Tries lanes by ports beside a spanning tree whose paths serve where nothing else is left. Does nothing where the best
 * is good already, or is on lanes by ports and fair in a fabric that is not small, where lanes by ports are not wanted,
 * and the second time. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean try_beside_tree(Candidates *o, GError **error)
{
	if (o->options->by_sl || o->most < 2 || o->tried_beside_tree || candidates_are_good(o) ||
	    candidates_are_fair_by_ports(o))
		return TRUE;
	o->tried_beside_tree = TRUE;
	return try_on_tree(o, error) && (!candidates_are_small(o) || try_admitted(o, error));
}

/*
 * Fills o->routes with routes on lanes by SL, if these win over o->best (keeps_any_sl()) and leave nothing out of the
 * proof. Where they lose much balance or many paths are longer, try_beside_tree() first has its chance to find a better
 * o->best. NULL also without `error`.
 */
static Layers *try_by_sl(Candidates *o, const Fabric *fabric, GError **error)
{
	RouteFigures figures;
	g_autoptr(Routes) found = routes_new(o->graph, error);
	g_autoptr(Layers) layers = found ? route_by_sl(o, fabric, found, error) : NULL;
	if (!layers || layers->n_unproven || !route_figures(o->graph, o->hops, found, &figures, error))
		return NULL;
	gboolean good = route_longer_are_few(o->graph, figures.longer, ROUTE_FEW_LONGER) &&
			candidates_score(o, &figures) >= SL_IS_GOOD;
	if (!good && !try_beside_tree(o, error))
		return NULL;
	if (!find_tree_by_ports(o, error) ||
	    (o->vls && !o->tree && !mcast_tree_hold(o->graph, o->hops, found, layers, NULL, NULL, error)))
		return NULL;
	/* Where lanes by ports leave multicast no tree, lanes by SL that do need not be better. */
	gboolean for_tree = o->vls && !o->tree && layers->tree &&
			    candidates_score(o, &figures) >= WORTH_AN_SL * candidates_score(o, &o->figures);
	if (!for_tree && keeps_any_sl(o, &figures, !layers->layer))
		return NULL;
	routes_swap(o->routes, found);
	return g_steal_pointer(&layers);
}

/*
 * Hands over the best, after a try on one lane on spanning trees where the best is not good, unless all that it lacks
 * is a few short paths: such trees also keep management ports from bending routes of hosts. Where lanes by ports serve
 * all, one lane can only be better in fabrics with levels. The try has no limit of looks where there is no best, and a
 * higher one where the best is on one lane or poor.
 */
static Layers *take_last_resort(Candidates *o, GError **error)
{
	gboolean poor = candidates_are_poor(o);
	gboolean good =
		candidates_are_nearly_enough(o) || candidates_are_good_by_ports(o) || (!poor && o->tried_on_trees);
	if (!good && (!o->vls || o->has_levels) && !try_one_lane_on_trees(o, poor || !o->vls, error))
		return NULL;
	if (!o->best) {
		g_propagate_error(error, g_steal_pointer(&o->refused));
		return NULL;
	}
	return hand_over(o, error);
}

/*
 * Improves the best, which is on one lane, as hand_over() would, before routes on more lanes are compared with it: else
 * these might win and then be worse. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean level_best(Candidates *o, GError **error)
{
	g_autoptr(Layers) layers = layers_single();
	return level_lane(o->graph, o->hops, o->options, plain_efi(o), o->best, layers, error) &&
	       route_figures(o->graph, o->hops, o->best, &o->figures, error);
}

/* Whether no other lanes are tried, as the best is good enough: in large fabrics, even with a few longer paths. */
static gboolean is_settled(const Candidates *o)
{
	return candidates_are_spent(o) || candidates_suffice_where_large(o) || candidates_can_hardly_gain(o) ||
	       (candidates_are_large(o) ? candidates_are_nearly_enough(o) : candidates_are_enough(o));
}

/*
 * Where any SL has to be safe, and in fabrics with levels: tries the lanes that are safe on any SL and that elsewhere
 * come after lanes by SL. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean try_any_sl_first(Candidates *o, GError **error)
{
	if (!o->options->any_sl && (o->options->by_sl || !o->has_levels))
		return TRUE;
	if (!try_beside_tree(o, error))
		return FALSE;
	if (o->best || o->options->any_sl)
		return TRUE;
	o->tried_on_trees = TRUE;
	return try_one_lane_on_trees(o, FALSE, error);
}

/* The part for candidates_most_looks() in try_rest(). */
#define REST 0.125

/* Whether there is o->hosts_only, and no best, or one with a clearly lower score (NEARLY_ALL). */
static gboolean lacks_others(const Candidates *o)
{
	return o->hosts_only && (!o->best || NEARLY_ALL * candidates_score(o, &o->hosts_only_figures) >
						     candidates_score(o, &o->figures));
}

/*
 * Considers o->hosts_only, where hosts have routes on one lane: destinations that have no path beside these get a
 * second lane. Does nothing unless lacks_others(). FALSE with SSSP_ERROR_MEMORY. As guarded_serve_rest().
 */
static gboolean try_rest(Candidates *o, GError **error)
{
	GuardedTally tally;
	PortVls *vls;
	GuardedOptions options = {.n_vls = 2,
				  .place = o->hosts_only_place,
				  .unserved = o->unserved,
				  .most_looks = candidates_most_looks(o, REST)};
	if (!lacks_others(o))
		return TRUE;
	routes_assign(o->graph, o->routes, o->hosts_only);
	if (!guarded_serve_rest(o->graph, o->hops, &options, o->routes, &tally, &vls, error))
		return FALSE;
	candidates_count(o, tally.looks);
	return !vls || candidates_consider(o, vls, NULL, error);
}

/*
 * Where hosts fit on one lane, tries to serve all others beside them before it tries more lanes for all: with a second
 * lane or, in trees that are not small, in a completed order or along a spanning tree. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean try_others_first(Candidates *o, GError **error)
{
	if (!try_rest(o, error))
		return FALSE;
	if (!lacks_others(o) || !o->has_levels || candidates_are_small(o))
		return TRUE;
	return try_completed_order(o, error) && (!lacks_others(o) || try_beside_tree(o, error));
}

/* Tries all kinds of lanes; `*seconds` gets the time spent on one lane. */
static Layers *choose(Candidates *o, const Fabric *fabric, double *seconds, GError **error)
{
	GError *failure = NULL;
	gint64 start = g_get_monotonic_time();
	gboolean tried = try_one_lane(o, error);
	*seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
	o->plain.lead = o->guide->place; /* it may have become the other one (guide_swap()) */
	if (!tried)
		return NULL;
	if (o->best && o->most > 1 && !candidates_are_enough(o) && !level_best(o, error))
		return NULL;
	/* One lane will do, if multicast has a tree on it or there is no other lane. */
	if (is_settled(o)) {
		if (!candidates_find_tree(o, o->best, NULL, NULL, &o->tree, error))
			return NULL;
		if (o->tree || o->most < 2)
			return hand_over(o, error);
	}
	/* Lanes by ports. P-SSSP's own routes on one lane have no figures yet that others can be compared with. */
	if (o->is_plain && (!plain_routes_find(&o->plain, error) || !level_best(o, error)))
		return NULL;
	if (!o->options->by_sl && (!try_others_first(o, error) || !try_port_lanes(o, error)))
		return NULL;
	/* try_port_lanes() looks for a tree only while looks are left, and beside a best that is good. */
	if ((candidates_are_spent(o) || candidates_suffice_where_large(o) || candidates_are_good(o)) &&
	    !find_tree_by_ports(o, error))
		return NULL;
	if (is_settled(o) && (o->tree || !o->vls || o->options->any_sl))
		return hand_over(o, error);
	/* What is left: lanes by SL, before or after further lanes that are safe on any SL. */
	if (!try_any_sl_first(o, error) || (candidates_are_small(o) && !try_completed_order(o, error)))
		return NULL;
	/* Lanes by SL would gain too little over one good lane, or over good lanes by ports that leave a tree. */
	gboolean good = (!o->vls || o->tree) && !o->options->by_sl && candidates_are_good(o);
	if (!o->options->any_sl && (good || (is_settled(o) && (o->tree || !o->vls))))
		return hand_over(o, error);
	Layers *layers = try_by_sl(o, fabric, &failure);
	sssp_error_pass(error, failure);
	if (layers || failure)
		return layers;
	return try_beside_tree(o, error) ? take_last_resort(o, error) : NULL;
}

/* Allocates the marks that try_one_lane.c and try_port_lanes.c keep of destinations. FALSE with SSSP_ERROR_MEMORY. */
static gboolean allocate_marks(Candidates *o, Arena *arena, GError **error)
{
	o->unserved = arena_new_array(arena, guint8, o->graph->n_dests);
	o->unserved_now = arena_new_array(arena, guint8, o->graph->n_dests);
	o->among_hosts = arena_new_array(arena, guint8, o->graph->n_dests);
	o->hosts_only_place = arena_new_array(arena, guint32, o->graph->n_channels);
	return arena_check(arena, "destinations", error);
}

Layers *choose_lanes(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
		     Routes *routes, double *seconds, GError **error)
{
	GError *failure = NULL;
	g_autoptr(Arena) arena = arena_new();
	Candidates o = {.graph = graph,
			.hops = hops,
			.options = options,
			.routes = routes,
			.plain = {.graph = graph, .hops = hops, .passes = options->passes},
			.most = routing_vl_budget(fabric, options->max_vls),
			.has_levels = has_levels(graph)};
	gboolean other = !routing_is_psssp(options);
	Layers *layers = other ? other_engine_route(fabric, graph, hops, options, routes, &failure) : NULL;
	gboolean fine = routing_as_is(options) ? sssp_error_pass(error, failure)
					       : sssp_error_pass_but(error, failure, SSSP_ERROR_LANES);
	if (layers || !fine)
		return layers;
	if (other)
		routes_clear(graph, routes);
	o.guide = guide_new(graph, error);
	gboolean ready = o.guide && (options->by_sl || o.most == 1 || allocate_marks(&o, arena, error));
	layers = ready ? choose(&o, fabric, seconds, error) : NULL;
	if (layers)
		layers->lane_aware |= other; /* the engine that was asked for was replaced by P-SSSP */
	guide_free(o.guide);
	routes_free(o.best);
	plain_routes_clear(&o.plain);
	routes_free(o.hosts_only);
	routes_free(o.hosts_only_now);
	port_vls_free(o.vls);
	g_free(o.tree);
	g_clear_error(&o.refused);
	return layers;
}
