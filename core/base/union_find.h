/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Joins numbers in disjoint sets (union-find). A set is named by its least member, whose parent[] is that member
 * itself. For each other number i, parent[i] is a lesser number of the same set. Used, for example, to find the
 * connected pieces of a fabric.
 */
#ifndef SSSP_CORE_BASE_UNION_FIND_H
#define SSSP_CORE_BASE_UNION_FIND_H

#include <glib.h>

/* Makes each of the numbers 0 .. n - 1 a set of its own. */
static inline void union_find_reset(guint32 *parent, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		parent[i] = i;
}

static inline guint32 union_find_root(guint32 *parent, guint32 i)
{
	while (parent[i] != i)
		i = parent[i] = parent[parent[i]];
	return i;
}

static inline void union_find_join(guint32 *parent, guint32 a, guint32 b)
{
	a = union_find_root(parent, a);
	b = union_find_root(parent, b);
	parent[MAX(a, b)] = MIN(a, b);
}

/* Replaces each number's parent by the number of its set, by least members; returns how many sets there are. */
static inline guint32 union_find_number(guint32 *parent, guint32 n)
{
	guint32 sets = 0;
	for (guint32 i = 0; i < n; i++)
		union_find_root(parent, i);
	for (guint32 i = 0; i < n; i++)
		parent[i] = parent[i] == i ? sets++ : parent[parent[i]];
	return sets;
}

#endif
