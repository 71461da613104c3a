/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Places the parts of a sketch (boxes, of one switch or several) that stand in a mesh or torus: x to the right, y
 * downwards, z along a diagonal within each cell, the room of one (x, y). They are so far apart that a line between
 * neighbours passes beside the boxes of another z. Sizes are in points.
 */
#include "evaluator/draw/place/place.h"

#define WIDEST 110.0
#define NARROWEST 56.0
#define GAP 46.0      /* between boxes across and down: two stubs (of wrap-around cables) and some room */
#define DEPTH_GAP 6.0 /* a line of another depth goes through there */

/* The height of all boxes of that width: the one that the longest names need. */
static gdouble box_height(const Sketch *s, gdouble width)
{
	gdouble height = 0;
	for (guint32 p = 0; p < s->n_parts; p++)
		height = MAX(height, place_height(&s->part[p], width));
	return height;
}

/* What the cell of a box of that width takes across, the gap to the next one included. */
static gdouble cell_width(const SketchGrid *grid, gdouble width)
{
	return width + GAP + (grid->extent[2] - 1) * (width / 2 + DEPTH_GAP);
}

/*
 * The widest boxes with which the page needs no more than PLACE_WIDTH, but as wide as the words in them need, up to
 * WIDEST.
 */
static gdouble box_width(const Sketch *s)
{
	gdouble text_width = CLAMP(place_width(s), NARROWEST, WIDEST), width = WIDEST;
	while (width > text_width && cell_width(s->grid, width) * s->grid->extent[0] > PLACE_WIDTH - 2 * PLACE_MARGIN)
		width -= 1;
	return width;
}

void place_grid(const Sketch *s, Places *places)
{
	const SketchGrid *grid = s->grid;
	gdouble width = box_width(s), height = box_height(s, width), deep = grid->extent[2] - 1;
	gdouble across = cell_width(grid, width), z_step = height + DEPTH_GAP, down = height + GAP + deep * z_step;
	gdouble needed = across * grid->extent[0] + 2 * PLACE_MARGIN;
	places->width = MAX(PLACE_WIDTH, needed);
	places->height = down * grid->extent[1] + 2 * PLACE_MARGIN;
	for (guint32 p = 0; p < s->n_parts; p++) {
		const guint32 *at = grid->at[p];
		gdouble x = at[0] * across + at[2] * (width / 2 + DEPTH_GAP) + (GAP + width) / 2;
		gdouble y = at[1] * down + at[2] * z_step + (GAP + height) / 2;
		places->place[p] =
			(Place){PLACE_MARGIN + (places->width - needed) / 2 + x, PLACE_MARGIN + y, width, height};
	}
}
