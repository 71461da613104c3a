/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds what a path needs to the dependency graph, hop by hop, and chooses the VLs. A state is a pair of channels, into
 * a switch and out of it; it gets its VL when a path first needs it. Packets of a switch's own ports get the lowest VL
 * that closes no cycle, as no channel comes before their first one. All other states get the highest such VL of those
 * that fit the present order of the graph, or where none fits the highest for which the order can change. So first hops
 * close no cycle with later ones, and networks of diameter two need two VLs and no search. With deps->lowest_first,
 * where other routes are on the highest VL already, new states get the lowest in place of the highest, so that paths
 * come back to these routes as late as possible.
 */
#include "core/dependency/dependency.h"

/* Whether (c, vl) is before (d, VL of the state (c, d)) in the order, or depends on it already. */
static gboolean is_in_order(const DependencyGraph *deps, guint32 c, guint vl, guint32 d)
{
	guint then = dependency_state_vl(deps, c, d);
	return then == DEPENDENCY_NO_VL || dependency_has(deps, c, vl, d) ||
	       deps->place[dependency_vertex(deps, c, vl)] < deps->place[dependency_vertex(deps, d, then)];
}

/* VL number i of those to try. */
static guint vl_to_try(const DependencyGraph *deps, guint i)
{
	return deps->lowest_first ? i : deps->n_vls - 1 - i;
}

/*
 * Returns the first VL to try on which packets over c may go on with d, and adds the dependency; DEPENDENCY_NO_VL:
 * there is none. The higher it is, the more VLs are left to what comes before c, which is why the highest is the usual.
 */
static guint find_vl(DependencyGraph *deps, guint32 c, guint32 d)
{
	for (guint i = 0; i < deps->n_vls; i++) {
		guint vl = vl_to_try(deps, i);
		if (d == GRAPH_NONE ? graph_has_lane(deps->graph, c, vl)
				    : is_in_order(deps, c, vl, d) && dependency_add(deps, c, vl, d))
			return vl;
	}
	for (guint i = 0; d != GRAPH_NONE && !deps->keeps_order && i < deps->n_vls; i++) {
		guint vl = vl_to_try(deps, i);
		if (!is_in_order(deps, c, vl, d) && dependency_add(deps, c, vl, d))
			return vl;
	}
	return DEPENDENCY_NO_VL;
}

gboolean dependency_add_hop(DependencyGraph *deps, guint32 b, guint32 c, guint32 d)
{
	guint vl = dependency_state_vl(deps, b, c);
	if (vl != DEPENDENCY_NO_VL)
		return d == GRAPH_NONE || dependency_add(deps, c, vl, d);
	guint32 mark = dependency_mark(deps);
	vl = find_vl(deps, c, d);
	if (vl != DEPENDENCY_NO_VL && dependency_set_state(deps, b, c, vl))
		return TRUE;
	dependency_return(deps, mark);
	return FALSE;
}

gboolean dependency_send(DependencyGraph *deps, guint32 c, guint32 d)
{
	guint vl = dependency_sent_vl(deps, c);
	if (vl != DEPENDENCY_NO_VL)
		return d == GRAPH_NONE || dependency_add(deps, c, vl, d);
	guint32 mark = dependency_mark(deps);
	for (vl = 0; vl < deps->n_vls; vl++)
		if (d == GRAPH_NONE ? graph_has_lane(deps->graph, c, vl) : dependency_add(deps, c, vl, d))
			break;
	if (vl < deps->n_vls && dependency_set_sent(deps, c, vl))
		return TRUE;
	dependency_return(deps, mark);
	return FALSE;
}

gboolean dependency_is_free(const DependencyGraph *deps, guint32 c, guint32 d)
{
	for (guint vl = 0; vl < deps->n_vls; vl++)
		if (is_in_order(deps, c, vl, d))
			return TRUE;
	return FALSE;
}
