/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the best of the routes found so far that are safe on any SL (on one lane, or on lanes by ports), by one score:
 * 1 is as good as P-SSSP's routes without regard to lanes (plain routes, whose paths are all minimal). Says how good
 * the best is, by which choose_lanes.c decides what it still tries (the table in candidates.h). Limits what further
 * attempts may cost, counted in looks: channels and dependencies looked at. Where the best leaves multicast a tree,
 * better routes that leave none are refused. Lanes by ports must be a little better than one lane, or than a best with
 * fewer longer paths.
 */
#include "core/choose/candidates.h"

#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/graph/spanning_tree.h"
#include "core/choose/mcast_tree.h"

#include <string.h>

/*
 * Routes with an edge-forwarding index (EFI: routes over the fullest channel) of up to so many times that of others can
 * be as good, if bandwidth is, too (NEARLY_ALL).
 */
#define EFI_AS_GOOD 1.05

/* Looks that every attempt may take, however small the fabric is. */
#define LEAST_LOOKS (G_GUINT64_CONSTANT(1) << 22)

/*
 * Scores that grade the best, and limits of looks. From ALMOST_FAIR on, other routes could gain little, so all further
 * attempts together have one limit (most_if_fair()). Where the score is FAIR and all paths are minimal that limit is
 * FAIR_LOOKS and more: without a limit these attempts took 220 s, though the best routes were found after 3 (sssp-topo
 * directors:hosts=4000,fail=links:5%,seed=1). Else it is ALMOST_LOOKS and more, by which more than 10 minutes became
 * one (directors:hosts=10000,fail=links:3%,seed=2). With a score below POOR, spanning trees may be better (sssp-topo
 * directors:levels=2,ports=32,chip=8,ratio=1,hosts=512,fail=links:5%,seed=9).
 */
#define POOR 0.5
#define FAIR 0.9
#define ALMOST_FAIR 0.8
#define FAIR_PART 0.25
#define FAIR_LOOKS (G_GUINT64_CONSTANT(1) << 25)
#define ALMOST_LOOKS (G_GUINT64_CONSTANT(1) << 28)

double candidates_score(const Candidates *o, const RouteFigures *figures)
{
	return route_score(o->graph, figures, &o->plain.figures);
}

/* Returns `part` of the looks that one at each channel for each destination in each pass would be. */
static guint64 looks(const Candidates *o, double part)
{
	guint usual = PSSSP_PASSES, passes = o->options->passes ? o->options->passes : usual;
	return (guint64)(part * passes * o->graph->n_dests * o->graph->n_channels);
}

/* The looks that attempts may take together where best_is_fair(). */
static guint64 most_if_fair(const Candidates *o)
{
	gboolean fair = !o->figures.longer && candidates_score(o, &o->figures) >= FAIR;
	return (fair ? FAIR_LOOKS : ALMOST_LOOKS) + looks(o, FAIR_PART);
}

/* Whether the score is ALMOST_FAIR or more, and few paths are longer than minimal. */
static gboolean best_is_fair(const Candidates *o)
{
	return o->best && o->plain.measured && candidates_longer_are_few(o, ROUTE_FEW_LONGER) &&
	       candidates_score(o, &o->figures) >= ALMOST_FAIR;
}

guint64 candidates_most_looks(const Candidates *o, double part)
{
	guint64 most = LEAST_LOOKS + looks(o, part), fair = most_if_fair(o);
	if (!best_is_fair(o))
		return most;
	/* What is left of the common limit; an attempt that begins is not cut before it has had half of that limit. */
	return MIN(most, MAX(fair - MIN(fair, o->looked), fair / 2));
}

void candidates_count(Candidates *o, guint64 looks)
{
	o->looked += best_is_fair(o) ? looks : 0;
}

gboolean candidates_are_spent(const Candidates *o)
{
	return best_is_fair(o) && o->looked >= most_if_fair(o);
}

gboolean candidates_prove(const Candidates *o, PortVls **vls, GError **error)
{
	if (!*vls)
		return TRUE;
	/* FALSE where the routes close a cycle. */
	if (!port_vls_compact(o->graph, o->routes, *vls, error))
		return FALSE;
	/* One VL for all is one lane, for which switches need no table. */
	if ((*vls)->n_vls == 1)
		g_clear_pointer(vls, port_vls_free);
	return TRUE;
}

gboolean candidates_keep(Candidates *o, PortVls **vls, const RouteFigures *figures, GError **error)
{
	/* Routes of hosts alone with a second lane for the rest cannot win any more; large fabrics need the memory. */
	if (o->hosts_only && candidates_score(o, figures) >= NEARLY_ALL * candidates_score(o, &o->hosts_only_figures))
		g_clear_pointer(&o->hosts_only, routes_free);
	if (!o->best && !(o->best = routes_new(o->graph, error)))
		return FALSE;
	o->figures = *figures;
	o->is_plain = FALSE;
	o->n_kept++;
	routes_swap(o->best, o->routes);
	port_vls_free(o->vls);
	o->vls = g_steal_pointer(vls);
	g_clear_pointer(&o->tree, g_free);
	return TRUE;
}

gboolean candidates_measure(Candidates *o, RouteFigures *figures, GError **error)
{
	return plain_routes_find_figures(&o->plain, error) &&
	       route_figures(o->graph, o->hops, o->routes, figures, error);
}

gboolean candidates_find_tree(Candidates *o, const Routes *routes, PortVls *vls, const guint8 *first, guint8 **tree,
			      GError **error)
{
	GError *failure = NULL;
	Layers layers = {.n_layers = 1, .vls = vls};
	g_autofree guint8 *pruned = NULL;
	*tree = NULL;
	if (first) {
		if (!(pruned = g_try_malloc(o->graph->n_channels + (gsize)1)))
			return sssp_error_memory(error, "a multicast tree", o->graph->n_channels);
		memcpy(pruned, first, o->graph->n_channels);
		spanning_tree_prune(o->graph, pruned);
	}
	*tree = mcast_tree_find(o->graph, o->hops, routes, &layers, pruned, NULL, &failure);
	return sssp_error_pass(error, failure);
}

gboolean candidates_find_tree_further(Candidates *o, const Routes *routes, PortVls *vls, const guint8 *first,
				      guint8 **tree, GError **error)
{
	if (!candidates_find_tree(o, routes, vls, first, tree, error))
		return FALSE;
	guint most = MIN(o->most, PORT_VLS_MOST), n = vls ? vls->n_vls : most;
	gboolean costs_a_copy = o->options->spread_ports && most / (n + 1) < most / n;
	if (*tree || n >= most || costs_a_copy)
		return TRUE;
	vls->n_vls++;
	gboolean fine = candidates_find_tree(o, routes, vls, first, tree, error);
	vls->n_vls -= !*tree;
	return fine;
}

gboolean candidates_consider(Candidates *o, PortVls *vls, const guint8 *first, GError **error)
{
	GError *failure = NULL;
	RouteFigures figures;
	g_autoptr(PortVls) taken = vls;
	g_autofree guint8 *tree = NULL;
	gboolean proven = candidates_prove(o, &taken, &failure);
	if (proven && !candidates_measure(o, &figures, error))
		return FALSE;
	sssp_error_pass(error, failure);
	/* Not proven without a failure: the routes close a cycle, and are passed over. */
	if (!proven)
		return !failure;
	/* Lanes by ports in place of one lane, or with more longer paths, need a clearly better score (handicap). */
	double handicap = taken && (!o->vls || figures.longer > o->figures.longer) ? NEARLY_ALL : 1;
	if (o->best && handicap * candidates_score(o, &figures) <= candidates_score(o, &o->figures))
		return TRUE;
	/* A best that leaves multicast a tree is replaced only by one that also leaves a tree. */
	gboolean shorter = figures.longer < o->figures.longer;
	if (o->tree &&
	    !(shorter ? candidates_find_tree_further : candidates_find_tree)(o, o->routes, taken, first, &tree, error))
		return FALSE;
	if (o->tree && !tree) {
		o->no_tree = TRUE;
		return TRUE;
	}
	gboolean kept = candidates_keep(o, &taken, &figures, error);
	o->tree = g_steal_pointer(&tree);
	return kept;
}

guint8 *candidates_ascending_tree(const Candidates *o, gboolean all, GError **error)
{
	return spanning_tree_ascending_marks(o->graph, o->guide->place, o->graph->sends, all, error);
}

gboolean candidates_note_refusal(Candidates *o, GError *failure, GError **error)
{
	if (!g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))
		return sssp_error_pass(error, failure);
	g_clear_error(&o->refused);
	o->refused = failure;
	return TRUE;
}

gboolean candidates_are_poor(const Candidates *o)
{
	return !o->best || candidates_score(o, &o->figures) < POOR;
}

gboolean candidates_would_be_good(const Candidates *o, const RouteFigures *figures)
{
	return !figures->longer && candidates_score(o, figures) >= WORTH_AN_SL;
}

gboolean candidates_are_good(const Candidates *o)
{
	return o->best && candidates_would_be_good(o, &o->figures);
}

gboolean candidates_are_good_by_ports(const Candidates *o)
{
	return o->vls && candidates_score(o, &o->figures) >= WORTH_AN_SL;
}

/* Destinations x channels below which a fabric is small, and above which it is large. */
#define FEW_LOOKS (G_GUINT64_CONSTANT(1) << 22)
#define MANY_LOOKS (G_GUINT64_CONSTANT(1) << 28)

gboolean candidates_are_small(const Candidates *o)
{
	return (guint64)o->graph->n_dests * o->graph->n_channels < FEW_LOOKS;
}

gboolean candidates_are_large(const Candidates *o)
{
	return (guint64)o->graph->n_dests * o->graph->n_channels > MANY_LOOKS;
}

gboolean candidates_longer_are_few(const Candidates *o, guint64 part)
{
	return route_longer_are_few(o->graph, o->figures.longer, part);
}

/* Lanes by ports are fair where at most one of so many pairs of hosts has a longer path. */
#define A_FAIR_PART 200

gboolean candidates_are_fair_by_ports(const Candidates *o)
{
	return o->vls && !candidates_are_small(o) && candidates_longer_are_few(o, A_FAIR_PART) &&
	       candidates_score(o, &o->figures) >= FAIR;
}

/*
 * In large fabrics with levels routes with this score, and one of so many pairs of hosts longer at most, are enough,
 * also on one lane: other kinds of lanes took 27 s more and gave nothing better
 * (directors:hosts=10000,fail=links:3%,seed=1 to 5).
 */
#define ENOUGH_WITH_LEVELS 0.85
#define HARDLY_LONGER 10000

gboolean candidates_suffice_where_large(const Candidates *o)
{
	double least = o->has_levels ? ENOUGH_WITH_LEVELS : FAIR;
	return o->best && o->plain.measured && (o->vls || o->has_levels) && candidates_are_large(o) &&
	       candidates_longer_are_few(o, o->has_levels ? HARDLY_LONGER : ROUTE_FEW_LONGER) &&
	       candidates_score(o, &o->figures) >= least;
}

/*
 * In fabrics that are not small, lanes by ports with this score and at most one of A_FAIR_PART pairs of hosts longer:
 * more lanes and other kinds took three times as long and gave nothing better (random:switches=500,
 * random:switches=533,ports=36,hosts=14,fail=links:6%,seed=119).
 */
#define HARDLY_BETTER 0.97

gboolean candidates_can_hardly_gain(const Candidates *o)
{
	return o->best && o->plain.measured && o->vls && !candidates_are_small(o) &&
	       candidates_longer_are_few(o, A_FAIR_PART) && candidates_score(o, &o->figures) >= HARDLY_BETTER;
}

gboolean candidates_have_few_longer(const Candidates *o)
{
	return o->figures.longer && candidates_longer_are_few(o, ROUTE_FEW_LONGER);
}

gboolean candidates_are_nearly_enough(const Candidates *o)
{
	return candidates_are_enough(o) ||
	       (o->best && candidates_have_few_longer(o) && candidates_score(o, &o->figures) >= NEARLY_ALL);
}

gboolean candidates_are_enough(const Candidates *o)
{
	const RouteFigures *best = &o->figures, *plain = &o->plain.figures;
	gboolean as_good = best->bandwidth >= NEARLY_ALL * plain->bandwidth &&
			   (double)best->efi <= EFI_AS_GOOD * (double)plain->efi;
	return o->is_plain || (o->best && !best->longer && (as_good || candidates_score(o, best) >= 1));
}
