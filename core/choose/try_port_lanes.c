/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Looks for lanes by ports (switches choose the VL by input and output port) for P-SSSP's own routes and for those that
 * the guide's order of channels led. Small fabrics try two lanes, then more. Others try two lanes first; what these
 * leave unplaced says with which kind of routes more lanes are tried, the most promising number first. An attempt
 * (port_lanes_compute()) gives each state of the routes, a channel into a switch and one out of it, the VL on which the
 * fewest of its dependencies would close a cycle. These dependencies are left out (unplaced), and the destinations that
 * need them are routed anew. Where good routes leave no tree for multicast, they are tried again beside a tree that is
 * put into the dependency graph before them.
 */
#include "core/choose/attempts.h"

#include "core/base/error.h"
#include "core/engines/port_lanes.h"
#include "core/graph/spanning_tree.h"
#include "core/lmc/lmc_dests.h"

#include <string.h>

/* The argument `part` of candidates_most_looks(), which limits an attempt. */
#define BY_PORTS 2.0

/* Stands for the unplaced part where nothing was tried: more than any part, which is at most 1. */
#define NONE_TRIED 2.0

/* What an attempt asks of lanes by ports. */
typedef struct {
	gboolean led;           /* start from routes that the guide's order led, else from P-SSSP's own */
	GuardedOptions options; /* but for what route_by_ports() adds */
} Ports;

/*
 * Finds lanes by ports for the routes at hand, and routes anew those that fit on none. `*vls` is the caller's, NULL
 * where the lanes do not suffice. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean route_by_ports(Candidates *o, const Ports *ports, PortVls **vls, GuardedTally *tally, GError **error)
{
	GuardedOptions options = ports->options;
	options.passes = PORT_LANES_PASSES;
	options.place = o->guide->place;
	options.rank = o->guide->rank;
	options.most_looks = candidates_most_looks(o, BY_PORTS);
	if (!port_lanes_compute(o->graph, o->hops, &options, o->routes, tally, vls, error))
		return FALSE;
	candidates_count(o, tally->looks);
	return TRUE;
}

/* Makes P-SSSP's routes the routes at hand, its own or `led` ones. FALSE with SSSP_ERROR_MEMORY. */
static gboolean start(Candidates *o, gboolean led, GError **error)
{
	if (led ? !plain_routes_lead(&o->plain, error) : !plain_routes_find(&o->plain, error))
		return FALSE;
	routes_assign(o->graph, o->routes, led ? o->plain.led : o->plain.routes);
	return TRUE;
}

/* What came of the attempts at each number of lanes. */
typedef struct {
	/* by Ports.led and number of lanes */
	double unplaced[2][DEPENDENCY_MAX_VLS + 1]; /* part of the dependencies that fit on no VL, or NONE_TRIED */
	guint8 left[2][DEPENDENCY_MAX_VLS + 1];     /* 1: not tried, or not to the end, as most routes did not fit */
	guint8 served[2][DEPENDENCY_MAX_VLS + 1];   /* 1: all were served, most of them by the routes as they were */
	gboolean no_tree[2];                        /* by Ports.led: were better than the best, but left no tree */
} Tried;

/* Finds lanes by ports for the routes at hand, and considers the result. FALSE with SSSP_ERROR_MEMORY. */
static gboolean attempt(Candidates *o, const Ports *ports, GuardedTally *tally, GError **error)
{
	PortVls *vls;
	return route_by_ports(o, ports, &vls, tally, error) && (!vls || candidates_consider(o, vls, NULL, error));
}

/* Most further tries in which management ports that found no path beside hosts take part with these. */
#define FURTHER_TRIES 3

/* Whether a try failed for want of paths to a few management ports or aggregation nodes. */
static gboolean lacks_few(const Candidates *o, const GuardedTally *tally)
{
	return !tally->complete && !tally->given_up && tally->n_failed_others &&
	       tally->n_failed <= o->graph->n_dests / GUARD_MANY;
}

/*
 * Begins with P-SSSP's routes, or with `from_best` with the best, whose destinations with longer paths are routed anew;
 * finds lanes by ports and considers the result. Where that leaves a few management ports or aggregation nodes without
 * a path, tries again with these among hosts (o->among_hosts): up to FURTHER_TRIES times in other orders of states,
 * which are tried once; else while no more of them are left than before. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean attempt_in_turn(Candidates *o, const Ports *ports, gboolean from_best, GuardedTally *tally,
				GError **error)
{
	guint32 failed = G_MAXUINT32;
	for (guint i = 0; i <= FURTHER_TRIES; i++) {
		if (!start(o, ports->led, error))
			return FALSE;
		if (from_best) {
			routes_assign(o->graph, o->routes, o->best);
			port_lanes_free_longer(o->graph, o->hops, ports->led ? o->plain.led : o->plain.routes,
					       o->routes);
		}
		if (!attempt(o, ports, tally, error))
			return FALSE;
		if (i)
			tally->left = FALSE; /* what was left out before the first try to the end is tried no more */
		if (!lacks_few(o, tally) || (tally->n_failed > failed && !ports->options.reorders))
			break;
		failed = tally->n_failed;
	}
	return TRUE;
}

/*
 * Considers P-SSSP's routes on lanes by ports. Where the result is the best and has a few longer paths, states are
 * tried in other orders if these may help; then only the destinations with longer paths are routed anew. FALSE with
 * SSSP_ERROR_MEMORY.
 */
static gboolean attempt_by_ports(Candidates *o, const Ports *ports, Tried *tried, GError **error)
{
	const PortVls *before = o->vls;
	Ports once = *ports;
	GuardedTally tally;
	guint n = ports->options.n_vls;
	once.options.among_hosts = o->among_hosts;
	memset(o->among_hosts, 0, o->graph->n_dests);
	if (!attempt_in_turn(o, &once, FALSE, &tally, error))
		return FALSE;
	tried->unplaced[ports->led][n] = tally.unplaced;
	tried->left[ports->led][n] = (guint8)tally.left;
	tried->served[ports->led][n] = tally.complete && tally.mostly;
	if (o->vls == before || !candidates_have_few_longer(o) || candidates_suffice_where_large(o))
		return TRUE;
	Ports again = once;
	again.options.reorders = TRUE;
	if (tally.mostly && !attempt_in_turn(o, &again, FALSE, &tally, error))
		return FALSE;
	return !candidates_have_few_longer(o) || attempt_in_turn(o, &again, TRUE, &tally, error);
}

/*
 * Routes by ports beside the tree ports->options.tree. The result becomes the best, even with a lower score than one
 * without a tree, if it is good, better than a best that has a tree, and leaves multicast a tree. FALSE with
 * SSSP_ERROR_MEMORY.
 */
static gboolean attempt_beside(Candidates *o, const Ports *ports, GError **error)
{
	GError *failure = NULL;
	RouteFigures figures;
	GuardedTally tally;
	PortVls *found = NULL;
	guint8 *tree = NULL;
	if (!start(o, ports->led, error) || !route_by_ports(o, ports, &found, &tally, error))
		return FALSE;
	g_autoptr(PortVls) vls = found;
	if (!vls || !candidates_prove(o, &vls, &failure) || !candidates_measure(o, &figures, &failure) ||
	    !candidates_would_be_good(o, &figures) ||
	    (o->tree && candidates_score(o, &figures) <= candidates_score(o, &o->figures)) ||
	    !candidates_find_tree(o, o->routes, vls, ports->options.tree, &tree, &failure) || !tree) {
		return sssp_error_pass(error, failure);
	}
	gboolean kept = candidates_keep(o, &vls, &figures, error);
	o->tree = tree;
	return kept;
}

/*
 * Tries routes by ports beside four trees until one becomes the best: the central tree and one in the order of
 * channels, each on the highest VL, which the last hops of routes have, and on the lowest, on which all routes begin.
 * Where most routes do not fit beside a tree, routing them anew hardly ever leaves all paths as short, and takes long
 * in fabrics that are not small. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean attempt_beside_trees(Candidates *o, guint n_vls, gboolean led, GError **error)
{
	g_autofree guint8 *central = spanning_tree_find(o->graph, o->hops, error);
	g_autofree guint8 *ascending = central ? candidates_ascending_tree(o, FALSE, error) : NULL;
	if (!ascending)
		return FALSE;
	const PortVls *before = o->vls;
	Ports ports = {.led = led, .options = {.n_vls = n_vls, .only_mostly = !candidates_are_small(o)}};
	const struct {
		const guint8 *tree;
		guint vl;
	} trees[] = {{central, n_vls - 1}, {ascending, n_vls - 1}, {central, 0}, {ascending, 0}};
	for (guint i = 0; i < G_N_ELEMENTS(trees) && !candidates_are_spent(o) && !(o->tree && o->vls != before); i++) {
		ports.options.tree = trees[i].tree;
		ports.options.tree_vl = trees[i].vl;
		if (!attempt_beside(o, &ports, error))
			return FALSE;
	}
	return TRUE;
}

/*
 * Looks for a tree for multicast beside the best, if that has none and is good; where there is none, for routes
 * beside a tree. Such routes are also looked for where better routes were left for want of a tree and the best has
 * longer paths. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean look_for_tree(Candidates *o, guint n_vls, gboolean led, GError **error)
{
	if (o->no_tree && o->figures.longer) {
		o->no_tree = FALSE;
		return attempt_beside_trees(o, n_vls, led, error);
	}
	if (o->tree || candidates_are_spent(o) || !candidates_are_good(o))
		return TRUE;
	return candidates_find_tree(o, o->best, o->vls, NULL, &o->tree, error) &&
	       (o->tree || attempt_beside_trees(o, n_vls, led, error));
}

/*
 * Whether n lanes, or up to `most`, might place the rest of the routes' dependencies, if each places as many as the
 * last one did.
 */
static gboolean may_place_the_rest(const Tried *tried, gboolean led, guint n, guint most)
{
	double before = n > 3 ? tried->unplaced[led][n - 2] : NONE_TRIED;
	double unplaced = n > 2 ? tried->unplaced[led][n - 1] : 1;
	return unplaced < before && (before == NONE_TRIED || unplaced <= PORT_LANES_MOST_UNPLACED) &&
	       (before - unplaced) * (most + 1 - n) >= unplaced;
}

/* Longer paths do not justify a further lane where at most one of so many pairs of hosts has one. */
#define HARDLY_ANY 100000

/* Whether no further lane is tried: the best will do, and leaves multicast a tree, or no looks are left. */
static gboolean will_do(const Candidates *o)
{
	return candidates_are_spent(o) ||
	       (o->tree &&
		(candidates_suffice_where_large(o) || candidates_can_hardly_gain(o) || candidates_are_enough(o) ||
		 (candidates_are_good_by_ports(o) && candidates_longer_are_few(o, HARDLY_ANY))));
}

/*
 * Whether n lanes are tried for led routes: not for more than two lanes of trees, which take fewer beside a spanning
 * tree (try_on_tree.c), nor with further LIDs, which must not change what base LIDs have.
 */
static gboolean is_for_led(const Candidates *o, guint n)
{
	return (n == 2 || !o->has_levels) && !lmc_has_further(o->graph);
}

/*
 * Tries n of `most` lanes for P-SSSP's own routes or for `led` ones, if these were not tried to the end and may fit,
 * and the best will not do. In fabrics that are not small nothing is tried after such routes left multicast no tree, as
 * they do on other numbers of lanes. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean try_lanes(Candidates *o, const Ports *ports, guint most, Tried *tried, GError **error)
{
	guint n = ports->options.n_vls;
	gboolean vain = tried->no_tree[ports->led] && !candidates_are_small(o);
	if (will_do(o) || vain || !tried->left[ports->led][n] || !may_place_the_rest(tried, ports->led, n, most) ||
	    (ports->led && !is_for_led(o, n)))
		return TRUE;
	gboolean before = o->no_tree;
	o->no_tree = FALSE;
	if (!attempt_by_ports(o, ports, tried, error))
		return FALSE;
	tried->no_tree[ports->led] |= o->no_tree;
	o->no_tree |= before;
	return look_for_tree(o, n, ports->led, error);
}

/* Tries 2 .. `most` lanes for both kinds of routes, as try_lanes() says. FALSE with SSSP_ERROR_MEMORY. */
static gboolean try_each(Candidates *o, guint most, Tried *tried, GError **error)
{
	for (guint n = 2; n <= most; n++) {
		Ports own = {.options = {.n_vls = n}}, led = {.led = TRUE, .options = {.n_vls = n}};
		if (!try_lanes(o, &own, most, tried, error) ||
		    (n == 2 && !will_do(o) && !try_admitted_in_order(o, error)) ||
		    !try_lanes(o, &led, most, tried, error))
			return FALSE;
	}
	return TRUE;
}

/* A further lane that leaves more than this part of the unplaced dependencies unplaced gives hardly better routes. */
#define HARDLY_FEWER 0.8

/*
 * Tries numbers of lanes for one kind of routes, for which two lanes were tried as only_mostly says, until one gives
 * something better: first the number beyond which a further lane would hardly help, then more lanes, then fewer. FALSE
 * with SSSP_ERROR_MEMORY.
 */
static gboolean try_kind(Candidates *o, gboolean led, guint most, Tried *tried, GError **error)
{
	const double *unplaced = tried->unplaced[led];
	guint n_kept = o->n_kept, best = 2;
	Ports ports = {.led = led, .options = {.only_mostly = TRUE}}; /* ends attempts in which most do not fit */
	guint *n = &ports.options.n_vls;
	for (*n = 3; *n <= most && o->n_kept == n_kept; (*n)++) {
		if (!try_lanes(o, &ports, most, tried, error))
			return FALSE;
		/* Routes of which most fit are hardly other routes on more lanes, and these were not better. */
		if (tried->served[led][*n] && o->n_kept == n_kept)
			return TRUE;
		if (unplaced[*n] > HARDLY_FEWER * unplaced[best])
			break;
		best = *n;
	}
	ports.options.only_mostly = FALSE;
	for (guint i = 2; i <= most && o->n_kept == n_kept; i++) {
		*n = i + best - 2 <= most ? i + best - 2 : most + 2 - i; /* best .. most, then best - 1 .. 2 */
		if (!try_lanes(o, &ports, most, tried, error))
			return FALSE;
	}
	return TRUE;
}

/*
 * The same as try_each() where admitting the destinations that do not fit takes much longer than giving states VLs:
 * what two lanes leave unplaced says for which kind of routes further numbers are tried; the other kind only if that
 * gives nothing better.
 */
static gboolean try_promising(Candidates *o, guint most, Tried *tried, GError **error)
{
	Ports own = {.options = {.n_vls = 2, .only_mostly = TRUE}}, led = own;
	led.led = TRUE;
	if (!try_lanes(o, &own, most, tried, error) || (!will_do(o) && !try_admitted_in_order(o, error)))
		return FALSE;
	/* Led routes are only wanted if they leave fewer unplaced. */
	led.options.most_unplaced = MIN(tried->unplaced[FALSE][2], PORT_LANES_MOST_UNPLACED);
	if (!try_lanes(o, &led, most, tried, error))
		return FALSE;
	guint n_kept = o->n_kept;
	gboolean first = (most == 2 || is_for_led(o, 3)) && tried->unplaced[TRUE][2] < tried->unplaced[FALSE][2];
	return try_kind(o, first, most, tried, error) &&
	       (o->n_kept > n_kept || try_kind(o, !first, most, tried, error));
}

gboolean try_port_lanes(Candidates *o, GError **error)
{
	gboolean small = candidates_are_small(o);
	Tried tried;
	memset(tried.left, TRUE, sizeof tried.left);
	memset(tried.served, FALSE, sizeof tried.served);
	memset(tried.no_tree, FALSE, sizeof tried.no_tree);
	for (guint n = 0; n <= DEPENDENCY_MAX_VLS; n++)
		tried.unplaced[FALSE][n] = tried.unplaced[TRUE][n] = NONE_TRIED;
	guint most = MIN(o->most, DEPENDENCY_MAX_VLS);
	if (most < 2)
		return TRUE;
	if (candidates_suffice_where_large(o) && !o->tree &&
	    !candidates_find_tree(o, o->best, o->vls, NULL, &o->tree, error))
		return FALSE;
	if (will_do(o))
		return TRUE;
	/* In small fabrics all else is tried before (choose_lanes.c). */
	if ((!(small && o->best) && !try_completed_order(o, error)) || !look_for_tree(o, 2, FALSE, error))
		return FALSE;
	/* Where one lane lacks no more than a tree, two are tried for its sake. */
	most = !o->vls && candidates_are_enough(o) ? 2 : most;
	return small ? try_each(o, most, &tried, error) : try_promising(o, most, &tried, error);
}
