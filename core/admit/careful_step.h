/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Declares the single steps of careful.h: a switch takes a channel, with what that adds to the dependency graph. */
#ifndef SSSP_CORE_ADMIT_CAREFUL_STEP_H
#define SSSP_CORE_ADMIT_CAREFUL_STEP_H

#include "core/admit/careful_state.h"

/* A state to return to: how many entries the graph's log has, and how many switches became active. */
typedef struct {
	guint32 log, woken;
} CarefulMark;

CarefulMark careful_mark(const Careful *careful);
/*
 * Takes back the dependencies that were added since the mark, and the switches that became active since. Always returns
 * FALSE, so that a caller that fails can return what this returns.
 */
gboolean careful_return(Careful *careful, CarefulMark mark);

/*
 * Adds the dependencies of packets that channel b's switch sends over b and on along the next switch's path. FALSE: one
 * closes a cycle; those added before it stay until careful_return(). O(turns x hops) apart from what dependencies cost.
 */
gboolean careful_add_path(Careful *careful, guint32 b);

/* Enters switch w, whose path has so many hops, in the list of its level. */
void careful_enter(Careful *careful, guint32 w, guint hops);
/* Enters channel b as the first one of switch w's path, with its cost and hops, and w in the list of its level. */
void careful_settle(Careful *careful, guint32 w, guint32 b);
/*
 * The same, after adding the dependencies of w's packets if it sends, which makes it active. FALSE, with all as before:
 * they close a cycle.
 */
gboolean careful_take(Careful *careful, guint32 w, guint32 b);

/* Whether the path from switch v comes through w: after a repair hops do not tell. */
gboolean careful_comes_through(const Careful *careful, guint32 v, guint32 w);

/* Whether the path from switch v crosses none of careful->avoid, which must be there. */
gboolean careful_is_clear(const Careful *careful, guint32 v);

#endif
