/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes classes of channels by the roles of the two switches they join, for trees and other fabrics with levels. At
 * first the role of a switch is its distance from the nearest switch with hosts. Each refinement splits roles: switches
 * of one role stay together if the sets of their neighbours' roles are the same. Sets are compared, not counts, as lost
 * cables change counts everywhere. guide.c looks for the best order of these classes.
 */
#ifndef SSSP_CORE_GUIDE_ROLES_H
#define SSSP_CORE_GUIDE_ROLES_H

#include "core/guide/places.h"

#include <glib.h>

#define ROLES_MOST 64

typedef struct {
	const Graph *graph;
	guint n;       /* roles */
	guint8 *role;  /* [n_switches] */
	guint8 *finer; /* scratch, [n_switches] */
} Roles;

/* Makes distances the roles. The arrays are from an arena. FALSE with SSSP_ERROR_MEMORY. O(channels). */
gboolean roles_init(Roles *roles, const Graph *graph, Arena *arena, GError **error);

/* Refines roles once. FALSE when there are no more roles than before, or too many to go on. O(channels). */
gboolean roles_refine(Roles *roles);

/*
 * Fills `classes`, for whose channels there is room: a class for each pair of roles that channels join. Where these are
 * more than CLASSES_MOST, the rarest ones share the last. O(channels).
 */
void roles_classify(const Roles *roles, Classes *classes);

#endif
