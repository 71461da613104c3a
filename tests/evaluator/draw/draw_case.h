/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes the fabrics that tests of pictures draw. */
#ifndef SSSP_TESTS_EVALUATOR_DRAW_DRAW_CASE_H
#define SSSP_TESTS_EVALUATOR_DRAW_DRAW_CASE_H

#include "generator/synth/synth.h"
#include "tests/asserts.h"

/* A fabric with LIDs, as a SPEC says. */
static inline Fabric *draw_case_fabric(const char *spec)
{
	GError *error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	ck_assert_msg(fabric, "%s: %s", spec, error ? error->message : "");
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	return fabric;
}

#endif
