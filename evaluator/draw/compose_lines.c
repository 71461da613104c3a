/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Composes the lines for cables. A part is a box, of one switch or several, already placed; a bundle, all cables
 * between two parts, becomes a line (sketch.h). Between levels, the ends are spread along the upper and lower sides of
 * boxes, in the order of the boxes that they lead to; else straight lines join centres, but wrap-around cables of a
 * grid are drawn as a stub, a short line out of the box, at each end. y grows downwards.
 */
#include "evaluator/draw/composer.h"

#include "evaluator/draw/bundle_look.h"
#include "evaluator/draw/sketch/sketch_grid.h"

#include <math.h>
#include <stdlib.h>

/* The place of a bundle's end among those on the same side of its box. */
typedef struct {
	guint32 bundle, part;
	gboolean up;     /* on the upper side */
	gdouble other_x; /* of the box that it leads to */
} End;

/* Sorts ends by box, the upper side first, then from left to right by where they lead; equals by number. */
static int by_side(gconstpointer a, gconstpointer b)
{
	const End *one = a, *other = b;
	if (one->part != other->part)
		return one->part < other->part ? -1 : 1;
	if (one->up != other->up)
		return one->up ? -1 : 1;
	if (fabs(one->other_x - other->other_x) > 1e-9)
		return one->other_x < other->other_x ? -1 : 1;
	return (one->bundle > other->bundle) - (one->bundle < other->bundle);
}

/* Spreads the ends on one side of a box evenly over the middle 0.8 of its width; one end alone is in the middle. */
static void spread(Composer *c, const End *end, guint32 n)
{
	const Place *p = &c->places->place[end->part];
	for (guint32 i = 0; i < n; i++) {
		Line *line = &c->line[end[i].bundle];
		gdouble *point = c->sketch->bundle[end[i].bundle].a == end->part ? line->from : line->to;
		point[0] = p->x + (n > 1 ? ((gdouble)i / (n - 1) - 0.5) * 0.8 * p->width : 0);
		point[1] = p->y + c->top + (end->up ? -1 : 1) * p->height / 2;
	}
}

static void add_end(Composer *c, GArray *ends, guint32 bundle, guint32 part, guint32 other)
{
	const Place *here = &c->places->place[part], *there = &c->places->place[other];
	/* boxes at equal height are joined above */
	End end = {bundle, part, there->y <= here->y + 1, there->x};
	g_array_append_val(ends, end);
}

/* Lines from side to side; those between boxes of one height are bent upwards to an arc. */
static void lines_of_levels(Composer *c)
{
	const Sketch *s = c->sketch;
	g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(End));
	for (guint32 i = 0; i < s->n_bundles; i++) {
		if (s->bundle[i].a == s->bundle[i].b)
			continue;
		add_end(c, ends, i, s->bundle[i].a, s->bundle[i].b);
		add_end(c, ends, i, s->bundle[i].b, s->bundle[i].a);
	}
	g_array_sort(ends, by_side);
	/* The n ends from i on are on one side of one box. */
	for (guint32 i = 0, n; i < ends->len; i += n) {
		const End *first = &g_array_index(ends, End, i);
		for (n = 1; i + n < ends->len && first[n].part == first->part && first[n].up == first->up; n++)
			;
		spread(c, first, n);
	}
	for (guint32 i = 0; i < s->n_bundles; i++) {
		Line *line = &c->line[i];
		if (fabs(line->from[1] - line->to[1]) < 1)
			line->bend = MIN(PLACE_ARC, 14 + fabs(line->from[0] - line->to[0]) / 12);
	}
}

static void straight_lines(Composer *c)
{
	for (guint32 i = 0; i < c->sketch->n_bundles; i++) {
		const Place *a = &c->places->place[c->sketch->bundle[i].a],
			    *b = &c->places->place[c->sketch->bundle[i].b];
		c->line[i] = (Line){.from = {a->x, a->y + c->top}, .to = {b->x, b->y + c->top}};
	}
}

/* A stub out of the box of a part in one dimension; `along` is +1 or -1, the direction in it. */
static void stub(const Composer *c, guint32 part, guint dimension, int along, gdouble from[2], gdouble to[2])
{
	const Place *p = &c->places->place[part];
	gdouble x = dimension == 1 ? 0 : along, y = dimension == 0 ? 0 : along;
	from[0] = p->x + x * p->width / 2;
	from[1] = p->y + c->top + y * p->height / 2;
	to[0] = from[0] + x * PLACE_STUB;
	to[1] = from[1] + y * PLACE_STUB;
}

/* Straight lines, but stubs for wrap-around cables. */
static void lines_of_grid(Composer *c)
{
	straight_lines(c);
	for (guint32 i = 0; i < c->sketch->n_bundles; i++) {
		const SketchBundle *b = &c->sketch->bundle[i];
		guint dimension = 0;
		gboolean wraps = FALSE;
		int step = b->a == b->b ? 0 : grid_step(c->sketch->grid, b->a, b->b, &dimension, &wraps);
		if (!step || !wraps)
			continue;
		Line *line = &c->line[i];
		c->wraps = line->wraps = TRUE;
		stub(c, b->a, dimension, step, line->from, line->to);
		stub(c, b->b, dimension, -step, line->stub2_from, line->stub2_to);
	}
}

static void add_line(Composer *c, guint32 i)
{
	const SketchBundle *b = &c->sketch->bundle[i];
	const Line *line = &c->line[i];
	Shape shape = {.kind = SHAPE_LINE,
		       .x = line->from[0],
		       .y = line->from[1],
		       .x2 = line->to[0],
		       .y2 = line->to[1],
		       .bend = line->bend,
		       .width = look_width(c->sketch, b),
		       .line = look_ink(c->sketch, b),
		       .dashed = c->sketch->loads.now && !b->used,
		       .title = look_title(c->sketch, b)};
	shapes_add(c->shapes, &shape);
	if (!line->wraps)
		return;
	shape.x = line->stub2_from[0];
	shape.y = line->stub2_from[1];
	shape.x2 = line->stub2_to[0];
	shape.y2 = line->stub2_to[1];
	shape.title = g_strdup(shape.title); /* each shape owns its title */
	shapes_add(c->shapes, &shape);
}

/*
 * Finds the lines, then adds them ink by ink: inks ascend with the load, so the lines with little on them come first,
 * and the others lie over them. Cables inside a part have no line.
 */
void composer_lines(Composer *c)
{
	(c->sketch->levelled ? lines_of_levels : c->sketch->grid ? lines_of_grid : straight_lines)(c);
	for (ShapeInk ink = INK_CABLE; ink < INK_N; ink++)
		for (guint32 i = 0; i < c->sketch->n_bundles; i++)
			if (c->sketch->bundle[i].a != c->sketch->bundle[i].b &&
			    look_ink(c->sketch, &c->sketch->bundle[i]) == ink)
				add_line(c, i);
}
