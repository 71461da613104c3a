/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The rows themselves are made of what the rooms lanes, search and torus offer; here stands only who comes when. */
#include "core/strategies.h"

#include "core/base/error.h"
#include "core/engines/probe.h"
#include "core/engines/psssp.h"
#include "core/engines/trunk.h"
#include "core/graph/bfs.h"
#include "core/search/direct.h"
#include "core/search/search.h"
#include "core/search/search_longer.h"
#include "core/torus/torus_lanes.h"
#include "core/torus/torus_longer.h"

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const RoutingOptions *options;
	guint max_lanes;
	Steps *steps;
	Routes *routes;
	gboolean levels;  /* the fabric has levels */
	Routes *direct;   /* where they are worth more, but have no lane yet */
	Search *search;   /* from the first row that searches on */
	gboolean ordered; /* orders have been searched */
	Layers *layers;   /* the answer */
} Case;

typedef struct {
	const char *name;
	gboolean (*applies)(const Case *c);
	gboolean (*run)(Case *c, GError **error); /* fills c->layers when it answers; FALSE with `error` */
} Strategy;

static gboolean is_psssp(const Case *c)
{
	return !c->options->engine || c->options->engine == &engine_psssp;
}

static gboolean always(const Case *c)
{
	(void)c;
	return TRUE;
}

static gboolean find_levels(Case *c, GError **error)
{
	g_autoptr(Trunk) trunk = trunk_new(c->graph, error);
	c->levels = trunk && !trunk->flat;
	return trunk != NULL;
}

/* ---- routes as they are */

/* Direct routes are taken when random bisections get this much more of them. */
#define DIRECT_PATTERNS 64
#define DIRECT_GAIN 1.02

static SearchOptions search_options(const Case *c)
{
	return (SearchOptions){.max_lanes = c->max_lanes,
			       .passes = c->options->passes,
			       .asymmetric = c->options->asymmetric,
			       .spread = !c->options->no_spread,
			       .steps = c->steps};
}

static gboolean direct_has_more(const Case *c, Routes *direct, gboolean *more, GError **error)
{
	double balanced = 0, bandwidth = 0;
	*more = FALSE;
	if (!direct_routes(c->graph, direct, error) ||
	    !probe_bisections(c->graph, c->routes, DIRECT_PATTERNS, &balanced, error) ||
	    !probe_bisections(c->graph, direct, DIRECT_PATTERNS, &bandwidth, error))
		return FALSE;
	*more = bandwidth >= DIRECT_GAIN * balanced;
	return TRUE;
}

static gboolean may_be_direct(const Case *c)
{
	return is_psssp(c) && !c->options->passes && !c->levels;
}

/* A lane that has no cycle with these routes does for all of them. FALSE with `error`. */
static gboolean try_single(Case *c, const Routes *routes, GError **error)
{
	GError *failure = NULL;
	if (layers_are_acyclic(c->graph, routes, LAYERS_OF_HOSTS, NULL, 1, &failure)) {
		c->layers = layers_single();
		c->layers->proven = TRUE;
	}
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

static gboolean run_direct(Case *c, GError **error)
{
	gboolean more = FALSE;
	g_autoptr(Routes) direct = routes_new(c->graph, error);
	if (!direct || !direct_has_more(c, direct, &more, error))
		return FALSE;
	if (!more)
		return TRUE;
	if (!try_single(c, direct, error))
		return FALSE;
	if (c->layers) {
		c->layers->lane_aware = TRUE;
		routes_swap(c->routes, direct);
	} else
		c->direct = g_steal_pointer(&direct);
	return TRUE;
}

/*
 * With all passes in fabrics with levels, where one lane does as a rule; else these only pay for themselves if it does.
 */
static gboolean run_single(Case *c, GError **error)
{
	PssspOptions all_passes = {.passes = c->options->passes};
	gboolean more = is_psssp(c) && c->options->passes != 1;
	if (more && c->levels && !psssp_compute(c->graph, &all_passes, c->routes, error))
		return FALSE;
	if (!try_single(c, c->routes, error))
		return FALSE;
	if (!c->layers || !more || c->levels)
		return TRUE;
	if (!psssp_compute(c->graph, &all_passes, c->routes, error))
		return FALSE;
	if (c->routes->passes == 1)
		return TRUE;
	layers_free(g_steal_pointer(&c->layers));
	return try_single(c, c->routes, error);
}

static gboolean may_fit(const Case *c)
{
	return routing_as_is(c->options) || (!is_psssp(c) && c->options->asymmetric);
}

static gboolean run_first_fit(Case *c, GError **error)
{
	GError *failure = NULL;
	c->layers = layers_first_fit(c->graph, c->routes, c->max_lanes, !c->options->asymmetric, &failure);
	if (!routing_as_is(c->options) && g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))
		g_clear_error(&failure);
	if (failure)
		g_propagate_prefixed_error(error, failure, "%s: ", c->options->engine->name);
	return failure == NULL;
}

/* ---- routes chosen with the lanes in mind */

/* Searches begin with P-SSSP's routes of one pass. */
static gboolean begin_search(Case *c, GError **error)
{
	SearchOptions options = search_options(c);
	PssspOptions first = {.passes = c->options->passes, .first_only = TRUE};
	if (c->search)
		return TRUE;
	if (c->routes->passes != 1 || !is_psssp(c)) {
		routes_clear(c->graph, c->routes);
		if (!psssp_compute(c->graph, &first, c->routes, error))
			return FALSE;
	}
	bfs_keep(c->graph);
	c->search = search_new(c->graph, c->hops, &options, c->routes, error);
	return c->search != NULL;
}

static void answer(Case *c)
{
	c->layers = search_take(c->search, c->routes);
	c->layers->lane_aware = TRUE;
	c->layers->plain_efi = c->search->plain_efi;
}

static void answer_if_enough(Case *c)
{
	if (search_is_nearly_enough(c->search))
		answer(c);
}

static gboolean run_torus(Case *c, GError **error)
{
	if (!begin_search(c, error) || !torus_lanes(c->search, error))
		return FALSE;
	answer_if_enough(c);
	return TRUE;
}

#ifndef GRIDS_ARE_SLOW /* tests: all large ones are */
#define GRIDS_ARE_SLOW FALSE
#endif

/* A grid so large that searching on takes long. */
static gboolean is_slow(const Case *c)
{
	return search_is_large(c->search) && (GRIDS_ARE_SLOW || !search_longer_is_quick(c->search));
}

/*
 * A whole torus has nothing better for so few lanes; what others have is kept in mind unless it is fair. After the
 * orders the better one is taken.
 */
static gboolean run_grid(Case *c, GError **error)
{
	gboolean whole = FALSE;
	if (!torus_longer(c->search, &whole, error))
		return FALSE;
	if (c->ordered || (whole && search_is_even(c->search)) || search_is_fair(c->search))
		answer(c);
	else
		search_put_aside(c->search);
	return TRUE;
}

static gboolean has_direct(const Case *c)
{
	return c->direct != NULL;
}

/* Direct routes on more lanes than one. */
static gboolean run_direct_lanes(Case *c, GError **error)
{
	if (!direct_lanes(c->search, c->direct, error))
		return FALSE;
	answer_if_enough(c);
	return TRUE;
}

/* What tori came to is kept where this finds nothing better; it always finds something. */
static gboolean run_orders(Case *c, GError **error)
{
	if (!search_orders(c->search, error) || !search_take_back(c->search, error))
		return FALSE;
	c->ordered = TRUE;
	if (!search_is_large(c->search) || is_slow(c) || search_is_even(c->search))
		answer(c);
	return TRUE;
}

static const Strategy strategies[] = {
	{"direct", may_be_direct, run_direct},    {"one lane", always, run_single},
	{"first fit", may_fit, run_first_fit},    {"torus", always, run_torus},
	{"direct", has_direct, run_direct_lanes}, {"grid", is_slow, run_grid},
	{"orders", always, run_orders},           {"orders", always, run_grid},
};

Layers *strategies_run(const Graph *graph, const guint8 *hops, const RoutingOptions *options, guint max_lanes,
		       Steps *steps, Routes *routes, const char **strategy, GError **error)
{
	Case c = {.graph = graph,
		  .hops = hops,
		  .options = options,
		  .max_lanes = max_lanes,
		  .steps = steps,
		  .routes = routes};
	gboolean fine = find_levels(&c, error);
	for (guint i = 0; fine && !c.layers && i < G_N_ELEMENTS(strategies); i++) {
		if (!strategies[i].applies(&c))
			continue;
		*strategy = strategies[i].name;
		fine = strategies[i].run(&c, error);
	}
	search_free(c.search);
	routes_free(c.direct);
	if (!fine)
		layers_free(g_steal_pointer(&c.layers));
	return c.layers;
}
