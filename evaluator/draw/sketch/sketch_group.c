/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Merges the parts of a sketch (the boxes of a picture of a fabric) until it fits on a page. The switches of a director
 * come first. In a fabric with levels, twins (parts with the same neighbours at other levels) are merged where a level
 * has too many parts, and where that does not suffice, parts that follow one another by name. A grid stays as it is.
 * Elsewhere the two parts with the most cables between them are merged first. In the end parts get their names.
 */
#include "evaluator/draw/sketch/sketch.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "evaluator/draw/sketch/sketch_grid.h"
#include "evaluator/draw/sketch/sketch_levels.h"
#include "evaluator/draw/sketch/sketch_names.h"

#include <stdlib.h>
#include <string.h>

#define ROUNDS 8

/* ---- directors */

/* Rows by system image GUID. */
static int by_system(gconstpointer a, gconstpointer b, gpointer data)
{
	const Fabric *f = data;
	guint32 one = *(const guint32 *)a, other = *(const guint32 *)b;
	guint64 x = f->nodes[f->switches[one]].system_guid, y = f->nodes[f->switches[other]].system_guid;
	return BY_KEYS({x, y}, {one, other});
}

/* Merges the switches of each director. A fabric that is one director stays as it is. */
static gboolean merge_directors(Sketch *s, GError **error)
{
	const Fabric *f = s->fabric;
	guint32 n = f->n_switches, groups = 0;
	g_autofree guint32 *row = g_try_new(guint32, n), *to = g_try_new(guint32, n);
	if (!row || !to)
		return sssp_error_memory(error, "the directors of a picture", n * sizeof *row);
	for (guint32 i = 0; i < n; i++)
		row[i] = i;
	g_qsort_with_data(row, (gint)n, sizeof *row, by_system, (gpointer)f);
	for (guint32 i = 0; i < n; i++) {
		guint64 system = f->nodes[f->switches[row[i]]].system_guid;
		gboolean same = i && system && f->nodes[f->switches[row[i - 1]]].system_guid == system;
		to[row[i]] = same ? to[row[i - 1]] : row[i];
		groups += !same;
	}
	return groups == 1 || groups == n || sketch_merge(s, to, error);
}

/* ---- twins */

/* The parts at other levels that each part leads to, as a key. */
static GPtrArray *neighbour_keys(const Sketch *s)
{
	GPtrArray *keys = g_ptr_array_new_with_free_func((GDestroyNotify)g_byte_array_unref);
	for (guint32 i = 0; i < s->n_parts; i++)
		g_ptr_array_add(keys, g_byte_array_new());
	for (guint32 i = 0; i < s->n_bundles; i++) {
		const SketchBundle *b = &s->bundle[i];
		if (s->part[b->a].level == s->part[b->b].level)
			continue;
		g_byte_array_append(g_ptr_array_index(keys, b->a), (const guint8 *)&b->b, sizeof b->b);
		g_byte_array_append(g_ptr_array_index(keys, b->b), (const guint8 *)&b->a, sizeof b->a);
	}
	return keys;
}

/* The parts of a level by name. */
static GArray *row_of_level(const Sketch *s, guint32 level)
{
	GArray *row = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autofree gboolean *seen = g_new0(gboolean, s->n_parts);
	for (guint32 i = 0; i < s->fabric->n_switches; i++) {
		guint32 part = s->part_of[s->order[i]];
		if (s->part[part].level == level && !seen[part])
			g_array_append_val(row, part);
		seen[part] = TRUE;
	}
	return row;
}

/* Numbers twins alike: class[i] of the i-th of a row, by first occurrence. Returns how many classes there are. */
static guint32 classify(GPtrArray *keys, const GArray *row, guint32 *class)
{
	g_autoptr(GHashTable) known =
		g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
	for (guint32 i = 0; i < row->len; i++) {
		const GByteArray *key = g_ptr_array_index(keys, g_array_index(row, guint32, i));
		GBytes *bytes = g_bytes_new(key->data, key->len);
		gpointer number;
		if (g_hash_table_lookup_extended(known, bytes, NULL, &number)) {
			g_bytes_unref(bytes);
			class[i] = GPOINTER_TO_UINT(number);
			continue;
		}
		class[i] = g_hash_table_size(known);
		g_hash_table_insert(known, bytes, GUINT_TO_POINTER(class[i]));
	}
	return g_hash_table_size(known);
}

/* Parts that remain when at most `few` twins are merged into one. */
static guint32 remaining(const guint32 *size, guint32 classes, guint32 few)
{
	guint32 n = 0;
	for (guint32 c = 0; c < classes; c++)
		n += (size[c] + few - 1) / few;
	return n;
}

/* Merges the twins of one row, as few of them into one as suffices. */
static void merge_row(GPtrArray *keys, const GArray *row, guint32 *to)
{
	g_autofree guint32 *class = g_new(guint32, row->len), *size = g_new0(guint32, row->len);
	g_autofree guint32 *first = g_new(guint32, row->len), *taken = g_new0(guint32, row->len);
	guint32 classes = classify(keys, row, class), few = 2;
	for (guint32 i = 0; i < row->len; i++)
		size[class[i]]++;
	while (few < row->len && remaining(size, classes, few) > SKETCH_ROW)
		few++;
	for (guint32 i = 0; i < row->len; i++) {
		guint32 part = g_array_index(row, guint32, i), c = class[i];
		if (taken[c]++ % few == 0)
			first[c] = part;
		to[part] = first[c];
	}
}

/* Merges parts that follow one another by name, where nothing else helps. */
static void cut_row(const GArray *row, guint32 *to)
{
	for (guint32 i = 0; i < row->len; i++) {
		guint32 block = (guint32)((guint64)i * SKETCH_ROW / row->len);
		guint32 first = (guint32)(((guint64)block * row->len + SKETCH_ROW - 1) / SKETCH_ROW);
		to[g_array_index(row, guint32, i)] = g_array_index(row, guint32, first);
	}
}

static void stay(guint32 *to, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		to[i] = i;
}

/* One round for all rows that are too long. FALSE: nothing was to be done, or it failed. */
static gboolean shorten_rows(Sketch *s, gboolean cut, GError **error)
{
	guint32 before = s->n_parts;
	g_autofree guint32 *to = g_try_new(guint32, s->n_parts);
	if (!to)
		return sssp_error_memory(error, "the parts of a picture", s->n_parts * sizeof *to);
	g_autoptr(GPtrArray) keys = neighbour_keys(s);
	stay(to, s->n_parts);
	for (guint32 level = 0; level <= s->n_levels; level++) {
		g_autoptr(GArray) row = row_of_level(s, level);
		if (row->len > SKETCH_ROW && cut)
			cut_row(row, to);
		else if (row->len > SKETCH_ROW)
			merge_row(keys, row, to);
	}
	if (!sketch_merge(s, to, error))
		return FALSE;
	sketch_fill_levels(s);
	return s->n_parts < before;
}

/* ---- without levels */

static int by_cables(gconstpointer a, gconstpointer b)
{
	const SketchBundle *one = a, *other = b;
	return BY_KEYS({other->cables, one->cables}, {one->a, other->a}, {one->b, other->b});
}

/* Joins each part with a neighbour that is free yet, those with most cables first. */
static gboolean pair_up(Sketch *s, GError **error)
{
	guint32 before = s->n_parts, left = s->n_parts;
	g_autofree guint32 *to = g_try_new(guint32, s->n_parts);
	g_autofree gboolean *taken = g_try_new0(gboolean, s->n_parts);
	if (!to || !taken)
		return sssp_error_memory(error, "the parts of a picture", s->n_parts * sizeof *to);
	stay(to, s->n_parts);
	qsort(s->bundle, s->n_bundles, sizeof *s->bundle, by_cables); /* sketch_merge() sorts them again */
	for (guint32 i = 0; i < s->n_bundles && left > SKETCH_FIELD; i++) {
		const SketchBundle *b = &s->bundle[i];
		if (b->a == b->b || taken[b->a] || taken[b->b])
			continue;
		taken[b->a] = taken[b->b] = TRUE;
		to[b->b] = b->a;
		left--;
	}
	return sketch_merge(s, to, error) && s->n_parts < before;
}

/* ---- */

static gboolean group(Sketch *s, GError **error)
{
	g_autoptr(GError) why = NULL;
	guint rounds = 0;
	if (!merge_directors(s, &why)) {
		g_propagate_error(error, g_steal_pointer(&why));
		return FALSE;
	}
	s->levelled = sketch_find_levels(s);
	if (s->levelled) {
		while (rounds++ < ROUNDS && shorten_rows(s, FALSE, &why))
			;
		if (!why)
			shorten_rows(s, TRUE, &why);
	} else if (!sketch_find_grid(s)) {
		while (s->n_parts > SKETCH_FIELD && pair_up(s, &why))
			;
	}
	if (why)
		g_propagate_error(error, g_steal_pointer(&why));
	return !why;
}

/* Counts the lines, and the cables of a line where all lines have as many. */
static void count_lines(Sketch *s)
{
	gboolean differ = FALSE;
	for (guint32 i = 0; i < s->n_bundles; i++) {
		if (s->bundle[i].a == s->bundle[i].b)
			continue;
		s->n_lines++;
		differ |= s->same && s->same != s->bundle[i].cables;
		s->same = s->bundle[i].cables;
	}
	if (differ)
		s->same = 0;
}

gboolean sketch_group(Sketch *s, GError **error)
{
	if (!group(s, error))
		return FALSE;
	sketch_fill_levels(s);
	sketch_name(s);
	count_lines(s);
	return TRUE;
}
