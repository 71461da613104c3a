/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Numbers the roles of switches, refines them, and makes a class of channels of each pair of roles that channels join.
 * A search from all switches with hosts gives the first roles: hops. A set of roles is a word of 64 bits, so there are
 * at most 64. The most frequent pairs of roles get classes of their own, all others share the last one.
 */
#include "core/guide/roles.h"

#include <string.h>

gboolean roles_init(Roles *roles, const Graph *graph, Arena *arena, GError **error)
{
	guint32 *queue = arena_new_array(arena, guint32, graph->n_switches), n = 0;
	*roles = (Roles){.graph = graph,
			 .role = arena_new_array(arena, guint8, graph->n_switches),
			 .finer = arena_new_array(arena, guint8, graph->n_switches)};
	if (!arena_check(arena, "roles of switches", error))
		return FALSE;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		roles->role[v] = graph->hosts[v] ? 0 : ROLES_MOST - 1;
		if (graph->hosts[v])
			queue[n++] = v;
	}
	for (guint32 i = 0; i < n && roles->role[queue[i]] < ROLES_MOST - 2; i++)
		for (guint32 c = graph->first[queue[i]]; c < graph->first[queue[i] + 1]; c++)
			if (roles->role[graph->to[c]] == ROLES_MOST - 1) {
				roles->role[graph->to[c]] = roles->role[queue[i]] + 1;
				queue[n++] = graph->to[c];
			}
	roles->n = n ? roles->role[queue[n - 1]] + 1u : 0;
	return TRUE;
}

static guint64 neighbours(const Roles *roles, guint32 v)
{
	guint64 set = 0;
	for (guint32 c = roles->graph->first[v]; c < roles->graph->first[v + 1]; c++)
		set |= G_GUINT64_CONSTANT(1) << roles->role[roles->graph->to[c]];
	return set;
}

/*
 * Returns the number of (role, set) among the *n pairs met so far, to which it is added if it is new; ROLES_MOST: it is
 * one too many.
 */
static guint number_of(guint8 role, guint64 set, guint8 *roles, guint64 *sets, guint *n)
{
	guint i = 0;
	while (i < *n && (roles[i] != role || sets[i] != set))
		i++;
	if (i == *n && i < ROLES_MOST - 1) {
		roles[i] = role;
		sets[i] = set;
		++*n;
	}
	return i < *n ? i : ROLES_MOST;
}

gboolean roles_refine(Roles *roles)
{
	guint32 n_switches = roles->graph->n_switches;
	guint8 old[ROLES_MOST];
	guint64 sets[ROLES_MOST];
	guint n = 0;
	for (guint32 v = 0; v < n_switches; v++) {
		guint number = ROLES_MOST - 1; /* no hosts anywhere near */
		if (roles->role[v] != ROLES_MOST - 1)
			number = number_of(roles->role[v], neighbours(roles, v), old, sets, &n);
		if (number == ROLES_MOST)
			return FALSE;
		roles->finer[v] = (guint8)number;
	}
	if (n <= roles->n)
		return FALSE;
	memcpy(roles->role, roles->finer, n_switches);
	roles->n = n;
	return TRUE;
}

static guint pair_of(const Roles *roles, guint32 c)
{
	return (guint)roles->role[roles->graph->from[c]] * ROLES_MOST + roles->role[roles->graph->to[c]];
}

/* The most frequent pair of roles that has no class yet, a lower one among equals; none: ROLES_MOST squared. */
static guint most_frequent(const guint32 *count, const guint8 *class)
{
	guint best = ROLES_MOST * ROLES_MOST;
	for (guint i = 0; i < ROLES_MOST * ROLES_MOST; i++)
		if (count[i] && class[i] == CLASSES_MOST - 1 &&
		    (best == ROLES_MOST * ROLES_MOST || count[i] > count[best]))
			best = i;
	return best;
}

void roles_classify(const Roles *roles, Classes *classes)
{
	guint32 count[ROLES_MOST * ROLES_MOST] = {0};
	guint8 class[ROLES_MOST * ROLES_MOST];
	memset(class, CLASSES_MOST - 1, sizeof class);
	for (guint32 c = 0; c < roles->graph->n_channels; c++)
		count[pair_of(roles, c)]++;
	for (classes->n = 0; classes->n < CLASSES_MOST - 1; classes->n++) {
		guint pair = most_frequent(count, class);
		if (pair == ROLES_MOST * ROLES_MOST)
			break;
		class[pair] = (guint8)classes->n;
	}
	if (most_frequent(count, class) != ROLES_MOST * ROLES_MOST)
		classes->n = CLASSES_MOST;
	for (guint32 c = 0; c < roles->graph->n_channels; c++)
		classes->class[c] = class[pair_of(roles, c)];
}
