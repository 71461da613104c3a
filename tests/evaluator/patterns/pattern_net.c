/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes fabrics with their tables, and measures patterns on them. */
#include "tests/evaluator/patterns/pattern_net.h"

#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

PatternNet pattern_net_new(Fabric *fabric, Lft *lft)
{
	PatternNet net = {fabric, lft, paths_new(fabric, lft, NULL)};
	ck_assert_ptr_nonnull(net.paths);
	return net;
}

void pattern_net_clear(PatternNet *net)
{
	paths_free(net->paths);
	lft_free(net->lft);
	fabric_free(net->fabric);
}

PatternNet pattern_net_tree(guint leaves, guint spines, guint hosts)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	Fabric *fabric = fixture_tree(leaves, spines, hosts);
	return pattern_net_new(fabric, fixture_minimal(fabric, rand));
}

PatternFacts *pattern_net_measure(const PatternNet *net, Pattern *pattern, const Mapping *mapping, guint32 mappings,
				  guint threads)
{
	PatternOptions how = {
		.pattern = pattern, .mapping = mapping, .mappings = mappings, .seed = 7, .threads = threads};
	PatternFacts *facts = pattern_facts_new(net->paths, &how, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts;
}
