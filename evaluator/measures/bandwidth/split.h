/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Splits flows evenly over the LIDs of a port (LMC), each of which may have routes of its own. As tables know
 * destinations alone, a path of a pair is a LID of its target. There are four kinds:
 *
 *	base   one flow, to the base LID: applications that know of no others
 *	equal  base + k of the source to base + k of the target, over all k that both have
 *	each   the same pairs of LIDs, each with a flow of its own: none waits for another, also not for one that does
 *	       not arrive
 *	all    every LID of the source to every LID of the target
 *
 * With equal numbers of LIDs at both ends, `equal` and `all` are the same. A flow with a path that does not arrive does
 * not arrive either, as its receiver waits for what is sent there.
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_SPLIT_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_SPLIT_H

#include "evaluator/measures/bandwidth/maxmin.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

typedef enum { SPLIT_BASE, SPLIT_EQUAL, SPLIT_EACH, SPLIT_ALL } PathUse;

typedef struct {
	const Paths *paths;
	PathUse kind;
	guint32 *first;      /* [n_endpoints + 1] paths to an endpoint have the numbers first[e] .. first[e + 1] - 1 */
	guint8 *next;        /* [n_paths][n_rows] stream_row() */
	guint32 most;        /* paths of a pair */
	guint64 unreachable; /* (endpoint, endpoint) pairs that take part, of which a path does not arrive */
} Split;

/* One byte for each (LID, switch). NULL with SSSP_ERROR_MEMORY. O(LIDs x switches). */
Split *split_new(const Paths *paths, PathUse kind, GError **error);
void split_free(Split *split); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Split, split_free)

/* The number of paths to an endpoint: 1 with SPLIT_BASE, else its LIDs but one that is unsaid (paths.h). O(1). */
guint32 split_lids(const Paths *paths, PathUse kind, guint32 endpoint);

/* The paths from one endpoint to another. O(1). */
static inline guint32 split_paths(const Split *s, guint32 source, guint32 target)
{
	guint32 there = s->first[target + 1] - s->first[target], here = s->first[source + 1] - s->first[source];
	return s->kind == SPLIT_EQUAL || s->kind == SPLIT_EACH ? MIN(here, there) : there;
}

/* The flows of a pair. O(1). */
static inline guint32 split_flows(const Split *s, guint32 source, guint32 target)
{
	return s->kind == SPLIT_EACH ? split_paths(s, source, target) : 1;
}

/*
 * Lays flow number `flow` from one endpoint to another on the channels of its paths (place: the channel; part: one over
 * its paths, times weight[channel], NULL: 1). FALSE where a path does not arrive: nothing is laid then. O(paths x
 * hops).
 */
gboolean split_lay(const Split *split, guint32 source, guint32 target, guint32 flow, const gdouble *weight, MaxMin *m);

#endif
