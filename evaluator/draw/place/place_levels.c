/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Places the boxes of a picture of a fabric in rows, one for each level. Each row is in the order of names, in which
 * people look for them. Another order is tried too: each part moves to the mean place of its neighbours in the row
 * above or below, in some sweeps down and up (Sugiyama, Tagawa, Toda, 1981). It is taken where far fewer lines cross
 * then.
 */
#include "evaluator/draw/place/place.h"

#include <math.h>
#include <stdlib.h>

#define SWEEPS 4
#define BETWEEN_ROWS 150.0
#define BETWEEN_BOXES 8.0
#define WIDEST_BOX 132.0
#define WIDEST_WORDS 160.0 /* no page becomes wider for longer ones */
#define CLEARER 3          /* another order is taken if it has so many times fewer crossings */

typedef struct {
	guint32 part, at; /* its place before the row is sorted */
	gdouble wish;
} Seat;

typedef struct {
	const Sketch *sketch;
	GArray **row;  /* [n_levels + 1] Seat */
	gdouble *seat; /* [n_parts] where a part stands in its row, 0 .. 1 */
} Rows;

static void seat_row(Rows *r, GArray *row)
{
	for (guint32 i = 0; i < row->len; i++)
		r->seat[g_array_index(row, Seat, i).part] = (i + 0.5) / row->len;
}

static void fill_rows(Rows *r)
{
	const Sketch *s = r->sketch;
	g_autofree gboolean *seen = g_new0(gboolean, s->n_parts);
	for (guint32 i = 0; i < s->fabric->n_switches; i++) {
		Seat seat = {s->part_of[s->order[i]], 0, 0};
		if (!seen[seat.part])
			g_array_append_val(r->row[s->part[seat.part].level], seat);
		seen[seat.part] = TRUE;
	}
	for (guint32 level = 0; level <= s->n_levels; level++)
		seat_row(r, r->row[level]);
}

static int by_wish(gconstpointer a, gconstpointer b)
{
	const Seat *one = a, *other = b;
	if (fabs(one->wish - other->wish) > 1e-9)
		return one->wish < other->wish ? -1 : 1;
	return (one->at > other->at) - (one->at < other->at);
}

/* Sorts a row by the mean place of the neighbours that its parts have at level `beside`. */
static void settle_row(Rows *r, guint32 level, guint32 beside)
{
	const Sketch *s = r->sketch;
	g_autofree gdouble *sum = g_new0(gdouble, s->n_parts);
	g_autofree guint32 *n = g_new0(guint32, s->n_parts);
	for (guint32 i = 0; i < s->n_bundles; i++) {
		const SketchBundle *b = &s->bundle[i];
		guint32 one = s->part[b->a].level == level ? b->a : b->b, other = one == b->a ? b->b : b->a;
		if (s->part[one].level != level || s->part[other].level != beside)
			continue;
		sum[one] += r->seat[other] * b->cables;
		n[one] += b->cables;
	}
	for (guint32 i = 0; i < r->row[level]->len; i++) {
		Seat *seat = &g_array_index(r->row[level], Seat, i);
		seat->at = i;
		seat->wish = n[seat->part] ? sum[seat->part] / n[seat->part] : r->seat[seat->part];
	}
	g_array_sort(r->row[level], by_wish);
	seat_row(r, r->row[level]);
}

static void settle(Rows *r)
{
	guint32 top = r->sketch->n_levels;
	for (guint sweep = 0; sweep < SWEEPS; sweep++) {
		for (guint32 level = top; level > 1; level--)
			settle_row(r, level - 1, level);
		for (guint32 level = 2; level <= top; level++)
			settle_row(r, level, level - 1);
	}
}

/* ---- which order */

/* Whether two bundles between the same rows cross. */
static gboolean cross(const Rows *r, const SketchBundle *one, const SketchBundle *other)
{
	const SketchPart *part = r->sketch->part;
	guint32 low[] = {one->a, other->a}, high[] = {one->b, other->b};
	if (part[low[0]].level > part[high[0]].level)
		low[0] = one->b, high[0] = one->a;
	if (part[low[1]].level > part[high[1]].level)
		low[1] = other->b, high[1] = other->a;
	if (part[low[0]].level != part[low[1]].level || part[high[0]].level != part[high[1]].level ||
	    part[low[0]].level == part[high[0]].level)
		return FALSE;
	return (r->seat[low[0]] - r->seat[low[1]]) * (r->seat[high[0]] - r->seat[high[1]]) < 0;
}

static guint64 count_crossings(const Rows *r)
{
	const Sketch *s = r->sketch;
	guint64 n = 0;
	for (guint32 i = 0; i < s->n_bundles; i++)
		for (guint32 k = i + 1; k < s->n_bundles; k++)
			n += cross(r, &s->bundle[i], &s->bundle[k]) ? 1 : 0;
	return n;
}

static void clear_rows(Rows *r)
{
	for (guint32 level = 0; level <= r->sketch->n_levels; level++)
		g_array_set_size(r->row[level], 0);
}

/* Fills the rows in the order of names, or in the one with fewer crossings. */
static void order_rows(Rows *r)
{
	fill_rows(r);
	guint64 by_name = count_crossings(r);
	settle(r);
	if (count_crossings(r) * CLEARER <= by_name)
		return;
	clear_rows(r);
	fill_rows(r);
}

/* ---- places */

static gdouble place_row(const Rows *r, const GArray *row, gdouble y, Places *places)
{
	gdouble pitch = (places->width - 2 * PLACE_MARGIN) / row->len;
	gdouble words = place_level_width(r->sketch, r->sketch->part[g_array_index(row, Seat, 0).part].level);
	gdouble width = MIN(pitch - BETWEEN_BOXES, MAX(WIDEST_BOX, words)), height = 0;
	for (guint32 i = 0; i < row->len; i++) {
		guint32 part = g_array_index(row, Seat, i).part;
		Place *p = &places->place[part];
		*p = (Place){PLACE_MARGIN + (i + 0.5) * pitch, y, width, place_height(&r->sketch->part[part], width)};
		height = MAX(height, p->height);
	}
	for (guint32 i = 0; i < row->len; i++) {
		Place *p = &places->place[g_array_index(row, Seat, i).part];
		p->height = height;
		p->y += height / 2;
	}
	return height;
}

/* Cables within the upper row are arcs over it. */
static gdouble room_for_arcs(const Sketch *s)
{
	for (guint32 i = 0; i < s->n_bundles; i++)
		if (s->bundle[i].a != s->bundle[i].b && s->part[s->bundle[i].a].level == s->n_levels &&
		    s->part[s->bundle[i].b].level == s->n_levels)
			return PLACE_ARC;
	return 0;
}

/* As wide as the words of the row that needs most. */
static gdouble page_width(const Rows *r)
{
	gdouble width = PLACE_WIDTH;
	for (guint32 level = 0; level <= r->sketch->n_levels; level++) {
		gdouble box = MIN(place_level_width(r->sketch, level), WIDEST_WORDS);
		width = MAX(width, r->row[level]->len * (box + BETWEEN_BOXES) + 2 * PLACE_MARGIN);
	}
	return width;
}

void place_levels(const Sketch *s, Places *places)
{
	Rows r = {s, g_new(GArray *, s->n_levels + 1), g_new0(gdouble, s->n_parts)};
	gdouble y = PLACE_MARGIN + room_for_arcs(s);
	for (guint32 level = 0; level <= s->n_levels; level++)
		r.row[level] = g_array_new(FALSE, FALSE, sizeof(Seat));
	order_rows(&r);
	places->width = page_width(&r);
	for (guint32 i = 0; i <= s->n_levels; i++) {
		guint32 level = s->n_levels - i; /* those that nothing reaches last */
		if (r.row[level]->len)
			y += place_row(&r, r.row[level], y, places) + (level > 1 ? BETWEEN_ROWS : PLACE_MARGIN);
		g_array_unref(r.row[level]);
	}
	places->height = y;
	g_free(r.row);
	g_free(r.seat);
}
