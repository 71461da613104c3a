/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Matches the switches of a plan whose names say nothing, such as a SPEC, with those of the fabric that is there (NOW),
 * so that many cables fit: a cable of the plan fits if the two switches that its ends are matched with have one too.
 * Switches are matched one after the other: next always the two that are most alike and have the most neighbours that
 * are matched with each other. Then pairs are exchanged as long as that gains a cable. This finds damage in trees and
 * Clos networks. The best matching of any two graphs takes too long to find, so the misfits that are told are an upper
 * bound.
 */
#ifndef SSSP_EVALUATOR_CABLING_PLAN_MATCH_H
#define SSSP_EVALUATOR_CABLING_PLAN_MATCH_H

#include "core/fabric/fabric.h"

#include <glib.h>

#define PLAN_MATCH_NONE G_MAXUINT32
#define PLAN_MATCH_MOST 4000 /* switches */

/* Two switches of NOW between which the plan has another number of cables; or a switch with another number of hosts. */
typedef struct {
	guint32 a, b; /* b: PLAN_MATCH_NONE for hosts */
	guint32 meant, is;
} PlanMisfit;

typedef struct {
	guint32 *image;  /* [plan->n_switches] index in now->switches, PLAN_MATCH_NONE */
	GArray *misfits; /* PlanMisfit */
	guint32 missing; /* switches of the plan that NOW has not */
	GArray *surplus; /* guint32: nodes, switches of NOW that the plan has not */
	guint32 cables;  /* cables between switches of the plan that fit */
} PlanMatch;

/* NULL with SSSP_ERROR_INPUT (more than PLAN_MATCH_MOST switches) or SSSP_ERROR_MEMORY. O(switches^2 x ports). */
PlanMatch *plan_match_new(const Fabric *plan, const Fabric *now, GError **error);
void plan_match_free(PlanMatch *shape); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PlanMatch, plan_match_free)

#endif
