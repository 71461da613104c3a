/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Looks for lanes by ports where few of P-SSSP's own routes fit, or some pair finds no path beside those that fit. */
#ifndef SSSP_CORE_CHOOSE_TRY_ON_TREE_H
#define SSSP_CORE_CHOOSE_TRY_ON_TREE_H

#include "core/choose/candidates.h"

/*
 * Considers P-SSSP's own routes on 2 .. o->most lanes by ports, four at most, beside a spanning tree of all switches on
 * the highest VL, however few of them fit: the tree's paths serve pairs that find no other. Ends when the best is good,
 * or when an attempt is given up. In small fabrics it tries all these numbers of lanes, in others two and the most, in
 * large ones only the most, unless hosts fit on one lane. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean try_on_tree(Candidates *o, GError **error);

#endif
