/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Looks for lanes by ports where few of P-SSSP's own routes fit, or some pair finds no path beside those that do. */
#ifndef SSSP_CORE_CHOOSE_TRY_ON_TREE_H
#define SSSP_CORE_CHOOSE_TRY_ON_TREE_H

#include "core/choose/candidates.h"

/*
 * Considers P-SSSP's own routes on 2 .. o->most lanes by ports, four at most, beside a spanning tree of all switches on
 * the highest VL, however few of them fit: the tree's paths serve who finds no other. Ends when the best is good, or
 * when an attempt is given up. Between two and the most lanes it tries all numbers in small fabrics only, and in large
 * ones not even two, but where hosts fit on one. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean try_on_tree(Candidates *o, GError **error);

#endif
