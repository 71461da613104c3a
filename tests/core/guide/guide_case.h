/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes fabrics for the tests of guides: the same cables with other numbers, and a tree whose switches are directors.
 */
#ifndef SSSP_TESTS_CORE_GUIDE_GUIDE_CASE_H
#define SSSP_TESTS_CORE_GUIDE_GUIDE_CASE_H

#include "core/fabric/fabric.h"

#include <glib.h>

/* The fabric with GUIDs of switches and ports of each switch permuted; sealed, with LIDs. */
Fabric *guide_case_renumber(const Fabric *fabric, guint32 seed);

/*
 * Two levels of 144-port directors, each of 24-port chips: 12 leaf chips with 12 ports outside, and 6 spine chips with
 * two cables to each of them. A leaf chip of the first level has `hosts` hosts, and cables to leaf chips of the second
 * level on its other ports outside. Sealed, with LIDs.
 */
Fabric *guide_case_directors(guint first_level, guint second_level, guint hosts);

#endif
