/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Admits P-SSSP's routes one by one to lanes by ports, beside a tree for multicast, whose paths serve where nothing else
 * is left.
 */
#include "core/choose/try_admitted.h"

#include "core/engines/guarded.h"

/* A part of looks (candidates_most_looks()), which bounds deep searches for paths that are left. */
#define ADMITTED 64.0

/* Lanes by ports beyond which an order of channels gains nothing more, and looks after which nothing else is tried. */
#define MOST_ADMITTED 4
#define LOOKS_ENOUGH (G_GUINT64_CONSTANT(1) << 28)

typedef struct {
	guint n_vls;
	const guint8 *tree;       /* [n_channels] 1: of the tree */
	gboolean guided, ordered; /* as in GuardedOptions */
} Admission;

/* An order that is kept leads to good routes or is no use. Takes `vls`. */
static gboolean consider(Candidates *o, PortVls *vls, const Admission *admission, GError **error)
{
	g_autoptr(PortVls) taken = vls;
	RouteFigures figures;
	if (admission->ordered && !candidates_measure(o, &figures, error))
		return FALSE;
	return (admission->ordered && candidates_score(o, &figures) < WORTH_AN_SL) ||
	       candidates_consider(o, g_steal_pointer(&taken), admission->tree, error);
}

/* P-SSSP that takes only what closes no cycle on so many lanes by ports. `looks` counts up. */
static gboolean attempt_admitted(Candidates *o, const Admission *admission, guint64 *looks, GError **error)
{
	const PortVls *before = o->vls;
	GuardedTally tally;
	GError *failure = NULL;
	PortVls *vls;
	GuardedOptions options = {.n_vls = admission->n_vls,
				  .passes = o->options->passes,
				  .place = o->guide->place,
				  .rank = o->guide->rank,
				  .guided = admission->guided,
				  .ordered = admission->ordered,
				  .tree = admission->tree,
				  .most_looks = candidates_most_looks(o, ADMITTED)};
	routes_clear(o->graph, o->routes);
	if (!guarded_compute(o->graph, o->hops, &options, o->routes, &tally, &vls, &failure))
		return candidates_refused(o, failure, error);
	*looks += tally.looks;
	if (tally.complete && !consider(o, vls, admission, error))
		return FALSE;
	return o->vls == before || o->tree ||
	       candidates_find_tree(o, o->best, o->vls, admission->tree, &o->tree, error);
}

/* Two lanes in the order of channels as it is: where paths are short, no search for another gives better routes. */
gboolean try_admitted_in_order(Candidates *o, GError **error)
{
	guint64 looks = 0;
	g_autofree guint8 *tree = candidates_ascending_tree(o, error);
	return tree && attempt_admitted(o, &(Admission){2, tree, TRUE, TRUE}, &looks, error);
}

static gboolean are_good(const Candidates *o)
{
	return o->best && !o->figures.longer && candidates_score(o, &o->figures) >= WORTH_AN_SL;
}

gboolean try_admitted(Candidates *o, guint most, GError **error)
{
	guint64 looks = 0;
	if (o->options->by_sl || most < 2 || o->asked_last || are_good(o))
		return TRUE;
	o->asked_last = TRUE;
	g_autofree guint8 *tree = candidates_ascending_tree(o, error);
	if (!tree)
		return FALSE;
	for (guint i = 0;
	     i < 2 * (MIN(most, MOST_ADMITTED) - 1) && looks < LOOKS_ENOUGH && !candidates_are_good_by_ports(o); i++)
		if (!attempt_admitted(o, &(Admission){2 + i / 2, tree, i % 2 == 0, FALSE}, &looks, error))
			return FALSE;
	return TRUE;
}
