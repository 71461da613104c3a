/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes random fabrics, marks aggregation nodes in them, and takes LIDs away. */
#include "tests/evaluator/measures/class_case.h"

#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

Fabric *class_case_fabric(guint seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	return fixture_random(rand);
}

static gboolean chosen(guint32 node)
{
	return node % 3 == 1;
}

void class_case_mark(Fabric *fabric)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		if (chosen(i) && fabric->nodes[i].type == FABRIC_CA)
			ck_assert_uint_eq(fabric_mark_aggregation(fabric, &fabric->nodes[i].guid, 1), 1);
}

void class_case_strip(Fabric *fabric, guint32 classes)
{
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (!(classes >> fabric_port_class(fabric, i) & 1)) {
			fabric->ports[i].lid = 0;
			fabric->ports[i].lmc = 0;
		}
	ck_assert(fabric_seal(fabric, NULL));
}

ClassSide class_side_new(Fabric *fabric, const Lft *lft)
{
	ClassSide side = {fabric, paths_new(fabric, lft, NULL)};
	ck_assert_ptr_nonnull(side.paths);
	return side;
}

void class_side_clear(ClassSide *side)
{
	paths_free(side->paths);
	fabric_free(side->fabric);
}
