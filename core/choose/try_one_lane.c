/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Looks for routes that close no cycle on one lane. Each attempt admits the routes of one destination after the other
 * to a dependency graph, and a better result becomes the best (candidates.h). First P-SSSP chooses freely: on trees and
 * most real machines its routes fit. Then an order of channels leads (the guide, core/guide). Where that order leaves
 * pairs without a path, it may be completed: a few channels move to places in it where these pairs have a path. Last,
 * spanning trees serve pairs that find no other path. Routes that serve all hosts but not all others are kept as well
 * (o->hosts_only): a second lane may serve the rest.
 */
#include "core/choose/attempts.h"

#include "core/choose/weigh_hosts.h"
#include "core/engines/guarded.h"
#include "core/guide/guide_exits.h"

#include <string.h>

/*
 * Where the guide serves this part of the pairs its order is kept: the few others get longer paths, and do not change
 * the order for those after them.
 */
#define NEARLY_COVERED 0.999

/*
 * Limits of looks, as few_looks() and looks_on_trees() use them: parts for candidates_most_looks(), and numbers. Where
 * the guide has no classes of channels (guide.h), routes on one lane are found soon or not at all. Where it has, and
 * lanes by ports can follow, large damaged trees still need MOST_GUIDED for the last paths of management ports.
 */
#define WITHOUT_CLASSES 0.25
#define BY_CLASSES 4.0
#define GUIDED_PART 0.5
#define LEAST_BY_CLASSES (G_GUINT64_CONSTANT(3) << 24)
#define MOST_BY_CLASSES (G_GUINT64_CONSTANT(1) << 27)
#define MOST_WHERE_POOR (G_GUINT64_CONSTANT(1) << 29)
#define MOST_GUIDED (G_GUINT64_CONSTANT(1) << 30)

/*
 * Flags of an attempt. GUIDED: it prefers what fits the guide's order. ON_TREES: spanning trees serve pairs that find
 * no other path. COMPLETE: the guide's order has a path for each pair of hosts.
 */
enum { GUIDED = 1, ON_TREES = 2, COMPLETE = 4 };

/*
 * Makes o->hosts_only_now, which must be there, o->hosts_only if it has a better score. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean keep_hosts_only(Candidates *o, GError **error)
{
	RouteFigures figures;
	if (!plain_routes_find_figures(&o->plain, error) ||
	    !route_figures(o->graph, o->hops, o->hosts_only_now, &figures, error))
		return FALSE;
	if (o->hosts_only && candidates_score(o, &figures) <= candidates_score(o, &o->hosts_only_figures))
		return TRUE;
	o->hosts_only_figures = figures;
	routes_free(o->hosts_only);
	o->hosts_only = g_steal_pointer(&o->hosts_only_now);
	memcpy(o->unserved, o->unserved_now, o->graph->n_dests);
	memcpy(o->hosts_only_place, o->guide->place, o->graph->n_channels * sizeof *o->hosts_only_place);
	return TRUE;
}

/*
 * Decides what becomes of o->hosts_only_now. Where all of hosts' routes fit as P-SSSP chose them, their figures are
 * those of o->plain, and need not be computed again. The routes are kept if the attempt left others without paths, or
 * lost score by changing hosts' paths for these. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean look_at_hosts_only(Candidates *o, const GuardedTally *tally, guint how, GError **error)
{
	RouteFigures figures;
	if (tally->complete && !tally->n_rerouted_hosts)
		return TRUE;
	if (!how && !tally->n_careful && !o->plain.measured &&
	    !plain_routes_measure(&o->plain, o->hosts_only_now, error))
		return FALSE;
	if (tally->complete && !candidates_measure(o, &figures, error))
		return FALSE;
	if (!tally->complete || candidates_score(o, &figures) < NEARLY_ALL)
		return keep_hosts_only(o, error);
	g_clear_pointer(&o->hosts_only_now, routes_free);
	return TRUE;
}

/* Whether all pairs have routes, and hosts those that P-SSSP chose first. */
static gboolean fits_as_it_is(const GuardedTally *tally)
{
	return tally->complete && !tally->n_careful && !tally->n_rerouted_hosts;
}

/* Makes the routes at hand, which are P-SSSP's own, the best, without figures. FALSE with SSSP_ERROR_MEMORY. */
static gboolean keep_plain(Candidates *o, GError **error)
{
	o->is_plain = TRUE;
	g_clear_pointer(&o->vls, port_vls_free);
	g_clear_pointer(&o->tree, g_free);
	if (!o->best && !(o->best = routes_new(o->graph, error)))
		return FALSE;
	routes_swap(o->best, o->routes);
	return TRUE;
}

/*
 * Computes routes on one lane, `how` being 0 or any of GUIDED, ON_TREES and COMPLETE, with a limit of looks (0: none).
 * These become o->best or o->hosts_only where they are better; o->is_plain is set where P-SSSP's own routes all fit.
 * TRUE also where the attempt leads to nothing. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean attempt(Candidates *o, guint how, guint64 looks, GError **error)
{
	gboolean guided = (how & GUIDED) != 0, trees = (how & ON_TREES) != 0, complete = (how & COMPLETE) != 0;
	gboolean again;
	GuardedTally tally;
	GError *failure = NULL;
	GuardedOptions options = {.n_vls = 1,
				  .levels =
					  !how && !candidates_are_small(o) && level_lane_is_asked(o->graph, o->options),
				  .passes = o->options->passes,
				  .place = o->guide->place,
				  .rank = o->guide->rank,
				  .guided = guided,
				  .ordered = guided && !trees && (complete || o->guide->covered >= NEARLY_COVERED),
				  .complete = complete,
				  .trees = trees,
				  .hosts_only = o->unserved_now ? &o->hosts_only_now : NULL,
				  .unserved = o->unserved_now,
				  .most_looks = looks};
	/* Where loads are levelled later (PssspOptions.levels), one pass may do if all its routes fit. */
	do {
		g_clear_pointer(&o->hosts_only_now, routes_free);
		if (!guarded_compute(o->graph, o->hops, &options, o->routes, &tally, NULL, &failure))
			return candidates_note_refusal(o, failure, error);
		again = options.levels && o->routes->passes == 1 && !fits_as_it_is(&tally);
		options.levels = FALSE;
	} while (again);
	if (trees)
		candidates_count(o, tally.looks);
	o->stuck |= !tally.complete && !tally.given_up;
	if (o->hosts_only_now && !look_at_hosts_only(o, &tally, how, error))
		return FALSE;
	if (!tally.complete)
		return TRUE;
	/* Routes that are not P-SSSP's own have to be compared with the best. */
	return fits_as_it_is(&tally) && !guided ? keep_plain(o, error) : candidates_consider(o, NULL, NULL, error);
}

/* The limit of looks of an attempt on spanning trees, in the guide's order (`guided`) or not. */
static guint64 looks_on_trees(const Candidates *o, gboolean guided, gboolean patient)
{
	gboolean much = guided || o->guide->n_classes || (patient && o->best);
	guint64 looks = candidates_most_looks(o, much ? BY_CLASSES : WITHOUT_CLASSES);
	if (!o->best)
		return patient ? 0 : looks;
	return patient && candidates_are_poor(o) ? MOST_WHERE_POOR : MIN(looks, MOST_BY_CLASSES);
}

gboolean try_one_lane_on_trees(Candidates *o, gboolean patient, GError **error)
{
	return attempt(o, ON_TREES, looks_on_trees(o, FALSE, patient), error) &&
	       (candidates_are_enough(o) || attempt(o, GUIDED | ON_TREES, looks_on_trees(o, TRUE, patient), error));
}

/* The limit of looks of an attempt, in the guide's order (`guided`) or not, after which others can be made. */
static guint64 few_looks(const Candidates *o, gboolean guided)
{
	if (!o->guide->n_classes)
		return candidates_most_looks(o, WITHOUT_CLASSES);
	if (!o->unserved_now)
		return candidates_most_looks(o, BY_CLASSES);
	return LEAST_BY_CLASSES + (guided ? MIN(candidates_most_looks(o, GUIDED_PART), MOST_GUIDED)
					  : MIN(candidates_most_looks(o, WITHOUT_CLASSES), MOST_BY_CLASSES));
}

/*
 * Where the guide's order left pairs without a path, tries its other order, in which management ports have more paths.
 * That order stays in the guide if it gives good routes. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean attempt_other(Candidates *o, GError **error)
{
	if (o->best || !o->guide->has_other)
		return TRUE;
	guide_swap(o->guide);
	if (!attempt(o, GUIDED, few_looks(o, TRUE), error))
		return FALSE;
	if (!candidates_are_good(o))
		guide_swap(o->guide);
	return TRUE;
}

gboolean try_completed_order(Candidates *o, GError **error)
{
	Guide *guide = o->guide, *completed;
	gboolean late = !guide->n_classes && o->most > 1 && !candidates_are_small(o);
	if (o->tried_completed || late || candidates_are_good(o) || candidates_are_good_by_ports(o))
		return TRUE;
	o->tried_completed = TRUE;
	if (!guide_complete(guide, o->graph, &completed, error))
		return FALSE;
	if (!completed)
		return TRUE;
	o->guide = completed;
	gboolean fine = attempt(o, GUIDED | COMPLETE, candidates_most_looks(o, BY_CLASSES), error);
	o->guide = guide;
	guide_free(completed);
	return fine;
}

/* Whether the order is completed before several lanes are tried: where there is one only, and where they take long. */
static gboolean completes_order_early(const Candidates *o)
{
	return !o->best && (o->most < 2 || !candidates_are_small(o));
}

gboolean try_one_lane(Candidates *o, GError **error)
{
	guint64 looks = few_looks(o, FALSE);
	if (!attempt(o, 0, looks, error) ||
	    (!candidates_are_enough(o) && !attempt(o, GUIDED, few_looks(o, TRUE), error)) || !attempt_other(o, error) ||
	    (completes_order_early(o) && !o->hosts_only && !try_completed_order(o, error)))
		return FALSE;
	/*
	 * Trees are tried early only in fabrics with levels that have lost cables, and where there is no other lane.
	 * Where only management ports lack paths, a second lane takes less time than trees in all but small fabrics.
	 */
	if (o->best || (o->hosts_only && !candidates_are_small(o)) || !o->stuck || !o->guide->n_classes ||
	    (!o->has_levels && o->most > 1))
		return TRUE;
	o->tried_on_trees = TRUE;
	return attempt(o, GUIDED | ON_TREES, looks, error) &&
	       (candidates_are_enough(o) || attempt(o, ON_TREES, looks, error));
}
