/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Holds a fabric with all that lanes are made from, for the tests of lanes. */
#ifndef SSSP_TESTS_CORE_LANES_LANE_CASE_H
#define SSSP_TESTS_CORE_LANES_LANE_CASE_H

#include "core/engines/engine.h"
#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"

typedef struct {
	Fabric *fabric;
	Graph *graph;
	guint8 *hops;
	Routes *routes;
	CdgTurns *turns;
} Case;

static inline Case case_new(const char *spec)
{
	g_autoptr(GError) error = NULL;
	Case c = {.fabric = synth_fabric(spec, &error)};
	assert_no_error(error);
	fabric_assign_lids(c.fabric, 0, NULL, &error);
	c.graph = graph_new(c.fabric, &error);
	c.hops = graph_hops(c.graph, &error);
	c.routes = routes_new(c.graph, &error);
	route_engines[0]->compute(c.graph, 1, c.routes, &error);
	c.turns = cdg_turns_new(c.graph, &error);
	assert_no_error(error);
	return c;
}

static inline void case_clear(Case *c)
{
	cdg_turns_free(c->turns);
	routes_free(c->routes);
	g_free(c->hops);
	graph_free(c->graph);
	fabric_free(c->fabric);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Case, case_clear)

/* Fabrics of all families, small. */
static const char *const specs[] = {"torus:4x4,hosts=2",
				    "torus:5x3,hosts=1",
				    "hypercube:4,hosts=1",
				    "kautz:2,3",
				    "random:switches=16,ports=8,hosts=3,seed=5",
				    "dragonfly:a=4,p=2,h=2",
				    "karytree:3,3",
				    "mesh:4x4,hosts=2"};

#endif
