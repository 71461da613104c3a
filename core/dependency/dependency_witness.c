/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Remembers cycles for which dependencies of the graph were refused, so that most of them are found again without a
 * search. A refusal is forgotten when something of its cycle is taken back, but mostly the same cycle closes again with
 * the next path that is tried. The remembered cycle is looked at before another search, which would visit hundreds of
 * vertices where a cycle has a dozen.
 *
 * A slot, found by a hash of two vertices x and y, holds the path from y to x for which a dependency of x on y was
 * refused last, if that path has at most DEPENDENCY_WITNESS vertices. A cycle found by it is never wrong, as all
 * dependencies of the path have to be there when it is used.
 */
#include "core/dependency/dependency_witness.h"

/* The slot of two vertices; 0 where nothing is known. */
static guint32 *slot_of(const DependencyGraph *deps, guint32 x, guint32 y)
{
	guint32 hash = (x * 0x9e3779b1u) ^ (y * 0x85ebca77u);
	return deps->witness + (gsize)(hash >> deps->witness_shift) * DEPENDENCY_WITNESS;
}

/* Whether vertex `from` depends on vertex `to`, which still has its VL. Sets `*fresh` where the log has that. */
static gboolean is_there(const DependencyGraph *deps, guint32 from, guint32 to, gboolean *fresh)
{
	guint32 c = from / deps->n_vls, d = to / deps->n_vls;
	*fresh |= dependency_is_fresh(deps, from, d);
	return dependency_has(deps, c, from % deps->n_vls, d) && dependency_state_vl(deps, c, d) == to % deps->n_vls;
}

OrderAnswer dependency_witness_find(DependencyGraph *deps, guint32 x, guint32 y)
{
	const guint32 *path = slot_of(deps, x, y);
	gboolean fresh = FALSE;
	if (path[0] != y + 1)
		return ORDER_FITS;
	for (guint i = 0; i + 1 < DEPENDENCY_WITNESS && path[i + 1]; i++) {
		if (!is_there(deps, path[i] - 1, path[i + 1] - 1, &fresh))
			return ORDER_FITS;
		deps->visited++;
		if (path[i + 1] == x + 1)
			return fresh ? ORDER_CYCLE : ORDER_KEPT_CYCLE;
	}
	return ORDER_FITS;
}

/*
 * Lists the path from y to x over which both searches met in list[DEPENDENCY_WITNESS], each vertex plus 1. Returns how
 * many they are; 0: too many.
 */
static guint list_path(const DependencyGraph *deps, guint32 x, guint32 y, guint32 *list)
{
	guint n = 1;
	for (guint32 z = deps->met_from; z != y && n < DEPENDENCY_WITNESS; z = deps->parent[z])
		n++;
	guint32 before = deps->met_from; /* parents lead back to y: from the end of the list to its beginning */
	for (guint i = n; i > 0; before = deps->parent[before])
		list[--i] = before + 1;
	if (list[0] != y + 1)
		return 0;
	for (guint32 z = deps->met_to; n < DEPENDENCY_WITNESS; z = deps->parent[z]) {
		list[n++] = z + 1;
		if (z == x)
			return n;
	}
	return 0;
}

void dependency_witness_keep(DependencyGraph *deps, guint32 x, guint32 y)
{
	guint32 list[DEPENDENCY_WITNESS], *slot = slot_of(deps, x, y);
	guint n = list_path(deps, x, y, list);
	for (guint i = 0; n && i < DEPENDENCY_WITNESS; i++)
		slot[i] = i < n ? list[i] : 0;
}
