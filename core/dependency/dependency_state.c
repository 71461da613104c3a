/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the VL of a state of the graph. A state gets its VL when it is first used. What a switch's own ports send
 * gets the lowest, as nothing comes before it; all else the highest, those that fit the order as it stands
 * before others. So first hops close no cycle with later ones, and networks of diameter two need two VLs and no search.
 * Beside others that are on the highest already (deps->ends_low) last hops get the lowest, too: nothing follows them,
 * and nothing comes before first ones.
 */
#include "core/dependency/dependency.h"

/* Whether (c, vl) is before (d, VL of (c, d)) in the order, or depends on it already. */
static gboolean is_in_order(const DependencyGraph *deps, guint32 c, guint vl, guint32 d)
{
	guint then = dependency_state_vl(deps, c, d);
	return then == DEPENDENCY_NO_VL || dependency_has(deps, c, vl, d) ||
	       deps->place[dependency_vertex(deps, c, vl)] < deps->place[dependency_vertex(deps, d, then)];
}

/*
 * The highest VL on which c may go on with d, DEPENDENCY_NO_VL: none; the dependency is there then. What comes before c
 * has most room so.
 */
static guint find_vl(DependencyGraph *deps, guint32 c, guint32 d)
{
	if (d == GRAPH_NONE && deps->ends_low)
		return 0;
	for (guint vl = deps->n_vls; vl-- > 0;)
		if (d == GRAPH_NONE ? graph_has_lane(deps->graph, c, vl)
				    : is_in_order(deps, c, vl, d) && dependency_add(deps, c, vl, d))
			return vl;
	for (guint vl = deps->n_vls; d != GRAPH_NONE && !deps->keeps_order && vl-- > 0;)
		if (!is_in_order(deps, c, vl, d) && dependency_add(deps, c, vl, d))
			return vl;
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
