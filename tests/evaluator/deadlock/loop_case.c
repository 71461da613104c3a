/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Looks for credit loops, and walks the routes that are named for them. */
#include "tests/evaluator/deadlock/loop_case.h"

#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

DeadlockFacts *loop_case_facts(const Fabric *fabric, const Lft *lft, const PathSl *sl, const Sl2vl *sl2vl,
			       gboolean reverse)
{
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(Lanes) lanes = lanes_new(paths, sl, sl2vl, NULL);
	DeadlockFacts *facts = deadlock_facts_new(lanes, reverse, NULL, 0, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts;
}

guint32 loop_case_place(const Fabric *fabric, guint32 port)
{
	const FabricPort *at = &fabric->ports[port];
	return at->num == 0 ? at->node : fabric->ports[at->peer].node;
}

/* The named route really takes `channel` and then the next one of the cycle. */
static void check_witness(const Fabric *fabric, const Lft *lft, const Paths *paths, const DeadlockFacts *facts, guint i)
{
	const DeadlockStep *step = &facts->cycle[i], *after = &facts->cycle[(i + 1) % facts->n_cycle];
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	guint n, found = 0;
	guint32 here =
		fabric_port_index(fabric, fabric->switches[paths->from[step->channel]], paths->out_port[step->channel]);
	guint32 there = fabric_port_index(fabric, fabric->switches[paths->from[after->channel]],
					  paths->out_port[after->channel]);
	fixture_walk(fabric, lft, step->route.source, step->route.lid, out, &n);
	for (guint hop = 0; hop + 1 < n; hop++)
		found += out[hop] == here && out[hop + 1] == there;
	ck_assert_uint_ge(found, 1);
}

void loop_case_witnesses(const Fabric *fabric, const Lft *lft, const DeadlockFacts *facts)
{
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	for (guint i = 0; i < facts->n_cycle; i++)
		check_witness(fabric, lft, paths, facts, i);
}
