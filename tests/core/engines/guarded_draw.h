/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Draws fabrics for check_guarded from a seed: small ones of all families, whole and damaged. */
#ifndef SSSP_TESTS_CORE_ENGINES_GUARDED_DRAW_H
#define SSSP_TESTS_CORE_ENGINES_GUARDED_DRAW_H

#include "core/fabric/fabric.h"

#include <glib.h>

typedef enum { CASE_OTHER, CASE_WHOLE_TREE, CASE_DAMAGED_TREE } CaseKind; /* damaged: up to 5 % of the links lost */

typedef struct {
	CaseKind kind;
	guint passes;
	gboolean in_pieces;
} Case;

/* A SPEC; free with g_free(). */
char *guarded_draw_spec(guint32 seed);

/*
 * The fabric of a SPEC or a picture (fixture.h). The seed draws the LMC, switches that a subnet manager runs on, cables
 * that are cut though that leaves pieces, and the passes. NULL: the failures of the SPEC cannot be.
 */
Fabric *guarded_draw_fabric(const char *spec, guint32 seed, Case *drawn);

#endif
