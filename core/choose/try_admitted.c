/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Admits P-SSSP's routes one by one to two lanes by ports, in the guide's order, beside a spanning tree of all switches
 * on the higher VL, whose paths serve where nothing else is left.
 */
#include "core/choose/try_admitted.h"

#include "core/engines/guarded.h"

/* The part for candidates_most_looks(): large, so that it only ends searches for the last paths that go too deep. */
#define ADMITTED 64.0

/*
 * Considers the routes at hand (candidates_consider()), unless they are not nearly as good as without regard to lanes:
 * then they are dropped without a proof. Takes `vls` over. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean consider(Candidates *o, PortVls *vls, const guint8 *tree, GError **error)
{
	g_autoptr(PortVls) taken = vls;
	RouteFigures figures;
	if (!candidates_measure(o, &figures, error))
		return FALSE;
	return candidates_score(o, &figures) < WORTH_AN_SL ||
	       candidates_consider(o, g_steal_pointer(&taken), tree, error);
}

/* Where paths are short, no search for another order of channels gives better routes, so none is made here. */
gboolean try_admitted_in_order(Candidates *o, GError **error)
{
	const PortVls *before = o->vls;
	GuardedTally tally;
	GError *failure = NULL;
	PortVls *vls;
	g_autofree guint8 *tree = candidates_ascending_tree(o, error);
	GuardedOptions options = {.n_vls = 2,
				  .passes = o->options->passes,
				  .place = o->guide->place,
				  .rank = o->guide->rank,
				  .guided = TRUE,
				  .ordered = TRUE,
				  .tree = tree,
				  .tree_vl = 1,
				  .most_looks = candidates_most_looks(o, ADMITTED)};
	if (!tree)
		return FALSE;
	routes_clear(o->graph, o->routes);
	if (!guarded_compute(o->graph, o->hops, &options, o->routes, &tally, &vls, &failure))
		return candidates_refused(o, failure, error);
	if (tally.complete && !consider(o, vls, tree, error))
		return FALSE;
	return o->vls == before || o->tree || candidates_find_tree(o, o->best, o->vls, tree, &o->tree, error);
}
