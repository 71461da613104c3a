/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Places the parts of a sketch (the boxes of a picture of a fabric): in rows by level or in a grid where the sketch has
 * these, else by Graphviz' neato.
 */
#include "evaluator/draw/place/place.h"

Places *places_new(const Sketch *sketch)
{
	Places *places = g_new0(Places, 1);
	places->place = g_new0(Place, sketch->n_parts);
	(sketch->levelled ? place_levels : sketch->grid ? place_grid : place_field)(sketch, places);
	return places;
}

void places_free(Places *places)
{
	if (!places)
		return;
	g_free(places->place);
	g_free(places);
}
