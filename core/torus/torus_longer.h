/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes of a large grid where the lanes do not suffice for minimal ones: as many rings, the largest, as there are
 * lanes for are gone round, the others as rows (grid_plan.h), and who finds a cable lost goes over any neighbour that
 * leaves a lane. No channel then carries much more than twice what it does when all rings are gone round.
 */
#ifndef SSSP_CORE_TORUS_TORUS_LONGER_H
#define SSSP_CORE_TORUS_TORUS_LONGER_H

#include "core/search/search.h"

/*
 * Offers such routes (search_offer()); nothing where the fabric is no grid. `*whole`: it is a torus that has lost
 * nothing.
 * FALSE with SSSP_ERROR_MEMORY. O(switches^2 x dimensions), and what the last pairs take, path by path.
 */
gboolean torus_longer(Search *l, gboolean *whole, GError **error);

#endif
