/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room of tori: what is found from the cables and made by construction.
 */
#ifndef SSSP_CORE_TORUS_TORUS_LANES_H
#define SSSP_CORE_TORUS_TORUS_LANES_H

#include "core/search/search.h"

/*
 * Lanes by construction, where the fabric is a torus. With `only_even` none but those without open dimensions and with
 * as many hosts at each switch. TRUE also when nothing was found, and then the lanes there are stay. FALSE with
 * SSSP_ERROR_MEMORY. O(switches^2 x dimensions).
 */
gboolean torus_lanes(Search *l, gboolean only_even, GError **error);

#endif
