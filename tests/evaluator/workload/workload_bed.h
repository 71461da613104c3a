/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the tests of the workload simulator run on. */
#ifndef SSSP_TESTS_EVALUATOR_WORKLOAD_WORKLOAD_BED_H
#define SSSP_TESTS_EVALUATOR_WORKLOAD_WORKLOAD_BED_H

#include "evaluator/measures/bandwidth/ebb_streams.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

typedef struct {
	Fabric *fabric;
	Lft *lft;
	Paths *paths;
	StreamTable *routes;
} Bed;

/* Two leaves of four hosts, one cable between them, by way of one spine. */
static inline Bed bed_new(void)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	Bed bed = {.fabric = fixture_tree(2, 1, 4)};
	bed.lft = fixture_minimal(bed.fabric, rand);
	bed.paths = paths_new(bed.fabric, bed.lft, NULL);
	bed.routes = stream_table_new(bed.paths, NULL);
	ck_assert_ptr_nonnull(bed.routes);
	ck_assert_uint_eq(bed.fabric->n_endpoints, 8);
	return bed;
}

static inline void bed_free(Bed *bed)
{
	stream_table_free(bed->routes);
	paths_free(bed->paths);
	lft_free(bed->lft);
	fabric_free(bed->fabric);
}

/* The i-th endpoint of a leaf, 0 or 1. */
static inline guint32 host_of(const Bed *bed, guint leaf, guint i)
{
	guint32 row = bed->paths->endpoint_row[0], found = 0;
	for (guint32 e = 0; e < bed->fabric->n_endpoints; e++)
		if ((bed->paths->endpoint_row[e] == row) == (leaf == 0) && found++ == i)
			return e;
	ck_abort_msg("no such host");
	return 0;
}

#endif
