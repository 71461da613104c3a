/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the tests of simulations run on: a fabric, tables for it, their lanes, and options that a test alters. */
#ifndef SSSP_TESTS_EVALUATOR_SIMULATE_SIM_BED_H
#define SSSP_TESTS_EVALUATOR_SIMULATE_SIM_BED_H

#include "core/engines/engine.h"
#include "core/routing.h"
#include "evaluator/simulate/simulate.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "formats/lists/rank_pairs.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"

#include <string.h>

typedef struct {
	Fabric *fabric;
	Routing *routing;
	Paths *paths;
	Lanes *lanes;
	SimTraffic *traffic;
	SimOptions options;
	gdouble load;
} SimBed;

/* Options of a saturated run. */
static inline SimOptions sim_bed_options(const SimTraffic *traffic, const gdouble *load)
{
	SimOptions o = {.traffic = traffic,
			.load = load,
			.n_loads = 1,
			.runs = 1,
			.slots = 5000,
			.warmup = 1000,
			.buffer = 4,
			.backlog = 64,
			.queue = SIM_FIFO,
			.seed = 1,
			.threads = 1};
	memset(o.weight, 1, sizeof o.weight);
	return o;
}

/* `one_lane`: SLs and SL to VL tables are left aside. */
static inline void sim_bed_start(SimBed *bed, const char *spec, const char *engine, gboolean one_lane,
				 const char *traffic)
{
	RoutingOptions how = {
		.engine = route_engine_find(engine), .max_vls = ROUTING_MAX_VLS, .passes = 1, .threads = 1};
	*bed = (SimBed){.fabric = synth_fabric(spec, NULL), .load = 1};
	ck_assert(bed->fabric && fabric_assign_lids(bed->fabric, 0, NULL, NULL));
	bed->routing = routing_compute(bed->fabric, &how, NULL);
	ck_assert_msg(bed->routing != NULL, "%s has no routes", spec);
	bed->paths = paths_new(bed->fabric, bed->routing->lft, NULL);
	bed->lanes = lanes_new(bed->paths, one_lane ? NULL : bed->routing->path_sl,
			       one_lane ? NULL : bed->routing->sl2vl, NULL);
	bed->traffic = sim_traffic_new(traffic, NULL);
	ck_assert_ptr_nonnull(bed->traffic);
	bed->options = sim_bed_options(bed->traffic, &bed->load);
}

/* Every host sends to the one `far` further in the order of LIDs. */
static inline void sim_bed_shift(SimBed *bed, guint32 far)
{
	g_autoptr(GString) text = g_string_new(NULL);
	guint32 n = bed->paths->n_part;
	for (guint32 i = 0; i < n; i++)
		g_string_append_printf(text, "0 %u %u\n", i, (i + far) % n);
	RankPairs *pairs = rank_pairs_parse(text->str, text->len, "shift", NULL);
	sim_traffic_free(bed->traffic);
	bed->traffic = sim_traffic_new("file:shift", NULL);
	ck_assert(pattern_take_file(bed->traffic->pattern, pairs, rank_pairs_free, NULL));
	bed->traffic->linear = TRUE;
	bed->options.traffic = bed->traffic;
}

static inline SimFacts *sim_bed_run(SimBed *bed)
{
	GError *error = NULL;
	SimFacts *facts = NULL;
	if (sim_traffic_fit(bed->traffic, bed->paths->n_part, &error))
		facts = sim_facts_new(bed->lanes, &bed->options, &error);
	ck_assert_msg(facts != NULL, "%s", error ? error->message : "");
	return facts;
}

static inline void sim_bed_end(SimBed *bed)
{
	sim_traffic_free(bed->traffic);
	lanes_free(bed->lanes);
	paths_free(bed->paths);
	routing_free(bed->routing);
	fabric_free(bed->fabric);
}

/* Every packet that was made is somewhere. */
static inline void sim_bed_conserves(const SimTally *t)
{
	ck_assert_uint_eq(t->made, t->delivered + t->lost + t->dropped + t->waiting + t->inside);
}

#endif
