/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the grid in which the parts of a picture of a fabric stand (a mesh or torus) by the names of switches. The
 * numbers in which names differ, as in "torus-2-3" or "rack4 row1 sw7", are coordinates, if most cables join neighbours
 * then.
 */
#include "evaluator/draw/sketch/sketch_grid.h"

#include <string.h>

#define MOST_NUMBERS 8 /* in a name */
#define AGREE 0.8      /* of the bundles join neighbours */
#define SPARSE 2       /* a grid has at most so many times as many places as parts */

typedef struct {
	guint32 number[MOST_NUMBERS];
	guint n;
} Name;

/* Takes a name apart; `words` gets it with '#' for each number. FALSE: too many of them, or too large. */
static gboolean take_apart(const char *text, Name *name, GString *words)
{
	g_string_truncate(words, 0);
	name->n = 0;
	while (*text) {
		if (!g_ascii_isdigit(*text)) {
			g_string_append_c(words, *text++);
			continue;
		}
		char *end;
		guint64 number = g_ascii_strtoull(text, &end, 10);
		if (name->n == MOST_NUMBERS || number > G_MAXUINT16)
			return FALSE;
		name->number[name->n++] = (guint32)number;
		g_string_append_c(words, '#');
		text = end;
	}
	return TRUE;
}

/* The names of all parts, which are single switches and differ in numbers only. NULL: they are not so. */
static Name *take_all(const Sketch *s)
{
	g_autofree Name *name = g_new0(Name, s->n_parts);
	g_autoptr(GString) words = g_string_new(NULL), first = g_string_new(NULL);
	if (s->n_parts != s->fabric->n_switches)
		return NULL;
	for (guint32 row = 0; row < s->n_parts; row++) {
		const char *text = fabric_name(s->fabric, s->fabric->switches[row]);
		if (!take_apart(text, &name[s->part_of[row]], row ? words : first) ||
		    (row && !g_string_equal(words, first)))
			return NULL;
	}
	return g_steal_pointer(&name);
}

/* Sets a dimension where this number of names varies; FALSE: there are more dimensions than a grid may have. */
static gboolean add_dimension(SketchGrid *grid, const Name *name, guint32 n_parts, guint which, guint *n)
{
	guint32 low = G_MAXUINT32, high = 0;
	for (guint32 p = 0; p < n_parts; p++) {
		low = MIN(low, name[p].number[which]);
		high = MAX(high, name[p].number[which]);
	}
	if (low == high)
		return TRUE;
	if (*n == SKETCH_DIMENSIONS)
		return FALSE;
	grid->extent[*n] = high - low + 1;
	for (guint32 p = 0; p < n_parts; p++)
		grid->at[p][*n] = name[p].number[which] - low;
	++*n;
	return TRUE;
}

/* Each part has a place of its own, and not many are free. */
static gboolean is_filled(const SketchGrid *grid, guint32 n_parts)
{
	guint64 places = (guint64)grid->extent[0] * grid->extent[1] * grid->extent[2];
	if (places > (guint64)SPARSE * n_parts)
		return FALSE;
	g_autofree gboolean *taken = g_new0(gboolean, places);
	for (guint32 p = 0; p < n_parts; p++) {
		const guint32 *at = grid->at[p];
		guint64 place = ((guint64)at[2] * grid->extent[1] + at[1]) * grid->extent[0] + at[0];
		if (taken[place])
			return FALSE;
		taken[place] = TRUE;
	}
	return TRUE;
}

static gboolean cables_agree(const Sketch *s, const SketchGrid *grid)
{
	guint32 lines = 0, fit = 0;
	for (guint32 i = 0; i < s->n_bundles; i++) {
		guint dimension;
		gboolean wraps;
		if (s->bundle[i].a == s->bundle[i].b)
			continue;
		lines++;
		fit += grid_step(grid, s->bundle[i].a, s->bundle[i].b, &dimension, &wraps) != 0;
	}
	return fit >= AGREE * lines;
}

SketchGrid *grid_of_names(const Sketch *s)
{
	g_autofree Name *name = take_all(s);
	SketchGrid *grid = name ? grid_new(s->n_parts) : NULL;
	guint n = 0;
	gboolean good = grid != NULL;
	for (guint which = 0; good && which < name[0].n; which++)
		good = add_dimension(grid, name, s->n_parts, which, &n);
	if (good && n >= 2 && is_filled(grid, s->n_parts) && cables_agree(s, grid))
		return grid;
	grid_free(grid);
	return NULL;
}
