/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the levels in which a picture shows the parts of a fabric. A breadth-first search starts from the leaves, the
 * parts with hosts. A spine may have some hosts too, of storage or a login node, so that cables stay within a level by
 * that rule. Then two other rules are tried. The two sides of a bipartite fabric are its levels, if most of one side
 * are joined to most of the other, and the smaller side has clearly fewer hosts. Or parts with far fewer hosts than
 * others do not count as leaves, if fewer cables stay within a level then.
 */
#include "evaluator/draw/sketch/sketch_levels.h"

#include "core/base/by_keys.h"

#include <stdlib.h>
#include <string.h>

#define FEW 6      /* with so few parts there are always levels */
#define POOR 2     /* a part with fewer hosts a switch than the median divided by that is no leaf */
#define DENSE 0.75 /* the least part of the pairs of two sides that are joined */

/* ---- breadth first */

static gboolean is_leaf(const Sketch *s, const SketchPart *part)
{
	return part->hosts && (guint64)part->hosts >= (guint64)s->least_hosts * part->n_switches;
}

/* Fills levels, one walk over the bundles for each: a fabric on a page has few. */
static void fill_from_leaves(Sketch *s)
{
	gboolean changed = TRUE;
	s->n_levels = 0;
	for (guint32 i = 0; i < s->n_parts; i++) {
		s->part[i].level = is_leaf(s, &s->part[i]) ? 1 : 0;
		s->n_levels = MAX(s->n_levels, s->part[i].level);
	}
	for (guint32 level = 1; changed; level++) {
		changed = FALSE;
		for (guint32 i = 0; i < s->n_bundles; i++) {
			SketchPart *a = &s->part[s->bundle[i].a], *b = &s->part[s->bundle[i].b];
			SketchPart *lower = a->level == level ? a : b, *upper = lower == a ? b : a;
			if (lower->level != level || upper->level)
				continue;
			upper->level = s->n_levels = level + 1;
			changed = TRUE;
		}
	}
}

/* Cables that stay within a level; G_MAXUINT64: so many that levels say nothing. */
static guint64 level_cables(const Sketch *s)
{
	guint64 cables[2] = {0}; /* across levels, within one */
	for (guint32 i = 0; i < s->n_bundles; i++) {
		const SketchBundle *b = &s->bundle[i];
		if (b->a != b->b)
			cables[s->part[b->a].level == s->part[b->b].level] += b->cables;
	}
	return 2 * cables[1] <= cables[0] ? cables[1] : G_MAXUINT64;
}

/* ---- parts with few hosts */

/* The least hosts a switch of a leaf has, by the median of those that have any. */
static guint32 least_hosts(const Sketch *s)
{
	g_autoptr(GArray) hosts = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < s->n_parts; i++) {
		guint32 each = s->part[i].hosts / s->part[i].n_switches;
		if (each)
			g_array_append_val(hosts, each);
	}
	g_array_sort(hosts, by_number);
	return hosts->len ? (g_array_index(hosts, guint32, hosts->len / 2) + POOR - 1) / POOR : 0;
}

/* ---- two sides */

/*
 * Sides 1 and 2 as levels, from the first part on. FALSE: a cable joins two parts of one side, or not all are reached.
 */
static gboolean fill_sides(Sketch *s)
{
	gboolean changed = TRUE;
	for (guint32 i = 0; i < s->n_parts; i++)
		s->part[i].level = i == 0;
	while (changed) {
		changed = FALSE;
		for (guint32 i = 0; i < s->n_bundles; i++) {
			SketchPart *a = &s->part[s->bundle[i].a], *b = &s->part[s->bundle[i].b];
			if (a == b)
				continue;
			if (a->level == b->level && a->level)
				return FALSE;
			if (!a->level == !b->level)
				continue;
			*(a->level ? &b->level : &a->level) = 3 - (a->level ? a->level : b->level);
			changed = TRUE;
		}
	}
	for (guint32 i = 0; i < s->n_parts; i++)
		if (!s->part[i].level)
			return FALSE;
	return TRUE;
}

static void count_sides(const Sketch *s, guint32 n[3], guint64 hosts[3])
{
	memset(n, 0, 3 * sizeof *n);
	memset(hosts, 0, 3 * sizeof *hosts);
	for (guint32 i = 0; i < s->n_parts; i++) {
		n[s->part[i].level]++;
		hosts[s->part[i].level] += s->part[i].hosts;
	}
}

/* Fills levels by sides: 1 is the side with more hosts. FALSE: there are no two sides. */
static gboolean fill_two_sides(Sketch *s)
{
	guint32 n[3];
	guint64 hosts[3];
	if (!fill_sides(s))
		return FALSE;
	count_sides(s, n, hosts);
	for (guint32 i = 0; hosts[1] < hosts[2] && i < s->n_parts; i++)
		s->part[i].level = 3 - s->part[i].level;
	s->n_levels = 2;
	return TRUE;
}

/*
 * TRUE: the upper side is smaller, its parts have clearly fewer hosts each, and most of them are joined to most others.
 */
static gboolean sides_are_levels(const Sketch *s)
{
	guint32 n[3], lines = 0;
	guint64 hosts[3];
	count_sides(s, n, hosts);
	for (guint32 i = 0; i < s->n_bundles; i++)
		lines += s->bundle[i].a != s->bundle[i].b;
	return n[1] > n[2] && lines >= DENSE * n[1] * n[2] && 3 * hosts[2] * n[1] <= 2 * hosts[1] * n[2];
}

/* ---- */

void sketch_fill_levels(Sketch *s)
{
	if (!s->two_sides || !fill_two_sides(s))
		fill_from_leaves(s);
}

gboolean sketch_find_levels(Sketch *s)
{
	s->least_hosts = 0;
	fill_from_leaves(s);
	guint64 within = level_cables(s);
	if (!within || s->n_parts <= 2)
		return TRUE;
	if (fill_two_sides(s) && sides_are_levels(s))
		return s->two_sides = TRUE;
	s->least_hosts = least_hosts(s);
	fill_from_leaves(s);
	if (level_cables(s) < within)
		return TRUE;
	s->least_hosts = 0;
	fill_from_leaves(s);
	return within < G_MAXUINT64 || s->n_parts <= FEW;
}
