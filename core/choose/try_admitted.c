/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries P-SSSP's routes on lanes by ports (switches choose the VL by input and output port). Each hop is admitted to a
 * dependency graph, and taken only where it closes no cycle. A spanning tree is admitted first; its paths serve where
 * nothing else is left. Channels that fit the guide's order (guide.h) come first: try_admitted_in_order() keeps to that
 * order, try_admitted() searches for others. A result that is better than the best routes so far takes their place
 * (candidates.h).
 */
#include "core/choose/attempts.h"

#include "core/engines/guarded.h"

/*
 * The argument `part` of candidates_most_looks(), which limits an attempt. With 64 a damaged tree of 846 switches took
 * 105 s for routes that were worse (directors:levels=2,ports=108,chip=36,hosts=5000,fail=links:8%,seed=840).
 */
#define ADMITTED 4.0

/* Most lanes by ports that are tried: beyond these an order of channels gains nothing. */
#define MOST_ADMITTED 4

/*
 * Considers the routes at hand (candidates_consider()); takes `vls` over. Routes of an `ordered` attempt are dropped
 * without a proof unless they are nearly as good as without regard to lanes. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean consider(Candidates *o, PortVls *vls, gboolean ordered, const guint8 *tree, GError **error)
{
	g_autoptr(PortVls) taken = vls;
	RouteFigures figures;
	if (ordered && !candidates_measure(o, &figures, error))
		return FALSE;
	return (ordered && candidates_score(o, &figures) < WORTH_AN_SL) ||
	       candidates_consider(o, g_steal_pointer(&taken), tree, error);
}

/*
 * Computes P-SSSP's routes hop by hop where they close no cycle on the lanes by ports, considers them, and finds a tree
 * for multicast where they became the best. n_vls, ordered and tree_vl of the options count; the tree is of all
 * switches, or only of endpoints. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean attempt_admitted(Candidates *o, GuardedOptions options, gboolean all_switches, GError **error)
{
	const PortVls *before = o->vls;
	GuardedTally tally;
	GError *failure = NULL;
	PortVls *vls;
	g_autofree guint8 *tree = candidates_ascending_tree(o, all_switches, error);
	if (!tree)
		return FALSE;
	options.passes = o->options->passes;
	options.place = o->guide->place;
	options.rank = o->guide->rank;
	options.guided = TRUE;
	options.tree = tree;
	options.most_looks = candidates_most_looks(o, ADMITTED);
	routes_clear(o->graph, o->routes);
	if (!guarded_compute(o->graph, o->hops, &options, o->routes, &tally, &vls, &failure))
		return candidates_note_refusal(o, failure, error);
	candidates_count(o, tally.looks);
	if (tally.complete && !consider(o, vls, options.ordered, tree, error))
		return FALSE;
	return o->vls == before || o->tree || candidates_find_tree(o, o->best, o->vls, tree, &o->tree, error);
}

/* Where paths are short, no search for another order of channels gives better routes, so none is made here. */
gboolean try_admitted_in_order(Candidates *o, GError **error)
{
	const PortVls *before = o->vls;
	GuardedOptions options = {.n_vls = 2, .ordered = TRUE};
	if (!attempt_admitted(o, options, FALSE, error))
		return FALSE;
	/* If no better routes fit beside a tree of endpoints on VL 0, some may beside one of all switches on VL 1. */
	options.tree_vl = 1;
	return o->vls != before || candidates_are_large(o) || attempt_admitted(o, options, TRUE, error);
}

gboolean try_admitted(Candidates *o, GError **error)
{
	guint most = MIN(o->most, MOST_ADMITTED);
	/* Where some lanes are no better than what is there, more of them hardly ever are. */
	gboolean better = TRUE;
	for (guint n = 2; better && n <= most && !candidates_are_good_by_ports(o) && !candidates_are_spent(o); n++) {
		const PortVls *before = o->vls;
		if (!attempt_admitted(o, (GuardedOptions){.n_vls = n}, TRUE, error))
			return FALSE;
		better = o->vls != before || !o->best;
	}
	return TRUE;
}
