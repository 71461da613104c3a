/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Draws fabrics that no SPEC describes, each from a seed: switches of few and many ports on rings with chords, trees,
 * cubes and at random, bundles of cables, cables from a switch to itself, pieces, CAs on two switches, routers,
 * managers on switches, links of all rates and numbers of lanes, LMCs. And whatever else can be asked of routing them.
 */
#ifndef SSSP_TESTS_CORE_ODD_FABRIC_H
#define SSSP_TESTS_CORE_ODD_FABRIC_H

#include "core/fabric/fabric.h"
#include "core/routing.h"

#include <glib.h>

#define ODD_MOST 8 /* GUIDs and ports in a list */

typedef struct {
	Fabric *fabric;
	RoutingOptions options; /* its lists are those below */
	guint64 order[ODD_MOST], roots[ODD_MOST];
	SwitchPort ignored[ODD_MOST];
} OddCase;

/* The same case for the same seed; at most so many switches. */
void odd_case_init(OddCase *odd, guint32 seed, guint switches);
void odd_case_clear(OddCase *odd);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(OddCase, odd_case_clear)

#endif
