/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the spanning trees of a grid: each switch but one goes on upwards in the first dimension whose end it has not
 * reached.
 */
#include "core/torus/grid_tree.h"

#include <string.h>

/* The first dimension whose end, counted from the cut, a switch has not reached; n at the root. */
static guint first_open(const Grid *grid, const Graph *graph, const guint32 *cut, guint32 v)
{
	guint d = 0;
	for (; d < grid->n; d++) {
		guint32 size = grid->size[d], at = grid->at[(gsize)d * graph->n_switches + v];
		if ((at + size - cut[d]) % size != size - 1)
			break;
	}
	return d;
}

void grid_tree(const Grid *grid, const Graph *graph, const guint32 *cut, guint8 *tree)
{
	memset(tree, 0, graph->n_channels);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint d = first_open(grid, graph, cut, v);
		guint32 c = graph->first[v];
		while (c < graph->first[v + 1] && (grid->dimension[c] != d || !grid_goes_up(grid, graph, c)))
			c++;
		if (c < graph->first[v + 1])
			tree[c] = tree[graph->reverse[c]] = 1;
	}
}
