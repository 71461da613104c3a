/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes and judges one case of the routing tests, a fabric by its SPEC. A failure says all that is needed to see it
 * again with `check_routing SPEC [LMC]`.
 */
#ifndef SSSP_TESTS_CORE_ROUTING_CASE_H
#define SSSP_TESTS_CORE_ROUTING_CASE_H

#include "core/routing.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_judge.h"

typedef struct {
	guint routed;     /* judged and right */
	guint detours;    /* of these with pairs that are not minimal */
	guint impossible; /* SPECs whose failures would leave the fabric in pieces */
	guint lanes;      /* most that any routing used */
	guint treeless;   /* without a tree that multicast is proven on */
	guint unproven;   /* with management ports outside the proof */
} RoutingTally;

/* The options that the tests start from. */
RoutingOptions routing_case_options(const char *engine);

/* The fabric of a SPEC with LIDs; NULL when its failures would leave it in pieces. */
Fabric *routing_case_fabric(const char *spec, guint lmc);

/*
 * Routes and judges; fails the test with `name` in the message. There have to be tables for every fabric and every
 * number of lanes, minimal ones where `minimal`.
 */
Routing *routing_case_judge(const char *name, const Fabric *fabric, const RoutingOptions *options, gboolean minimal,
			    RoutingTally *tally);

/* The same; NULL where an engine whose routes stay as they are finds too few lanes, which for others never is so. */
Routing *routing_case_judge_some(const char *name, const Fabric *fabric, const RoutingOptions *options,
				 gboolean minimal, RoutingTally *tally);

/* The same for a SPEC: each engine, symmetric and not, several passes, many lanes (minimal) and few. */
void routing_case_spec(const char *spec, guint lmc, RoutingTally *tally);

/* A copy with nodes and cables in another order. The caller says whether LIDs come along or are assigned anew. */
Fabric *routing_case_shuffle(const Fabric *fabric, guint32 seed, gboolean keep_lids);

/* Fails unless two routings of one fabric have the same tables, SLs and lanes. */
void routing_case_same(const char *name, const Routing *a, const Routing *b);

void routing_case_print(const char *what, const RoutingTally *tally);

#endif
