/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Boxes are as high as their words need. */
#include "evaluator/draw/place.h"

#include <string.h>

Places *places_new(const Sketch *sketch)
{
	Places *places = g_new0(Places, 1);
	places->place = g_new0(Place, sketch->n_parts);
	(sketch->levelled ? place_levels : place_field)(sketch, places);
	return places;
}

void places_free(Places *places)
{
	if (!places)
		return;
	g_free(places->place);
	g_free(places);
}

/* Where a name becomes two lines: after a mark, the one closest to the middle. */
static glong break_of(const char *name, glong length, glong room)
{
	glong best = (length + 1) / 2, off = length;
	for (glong i = MAX(1, length - room); i <= MIN(room, length - 1); i++) {
		gunichar before = g_utf8_get_char(g_utf8_offset_to_pointer(name, i - 1));
		if (g_unichar_isalnum(before) || ABS(2 * i - length) >= off)
			continue;
		off = ABS(2 * i - length);
		best = i;
	}
	return best;
}

/* A name in one line or two; of one that is longer the end is left, which tells it from others. */
static void add_name(GPtrArray *lines, const char *before, const char *name, glong room)
{
	g_autofree char *whole = g_strconcat(before, name, NULL);
	glong length = g_utf8_strlen(whole, -1);
	if (length <= room) {
		g_ptr_array_add(lines, g_steal_pointer(&whole));
		return;
	}
	if (length > 2 * room) {
		g_autofree char *end = g_utf8_substring(whole, length - 2 * room + 1, length);
		g_free(whole);
		whole = g_strconcat("\342\200\246", end, NULL);
		length = 2 * room;
	}
	glong at = break_of(whole, length, room);
	g_ptr_array_add(lines, g_utf8_substring(whole, 0, at));
	g_ptr_array_add(lines, g_utf8_substring(whole, at, length));
}

char **place_lines(const SketchPart *part, gdouble width)
{
	GPtrArray *lines = g_ptr_array_new();
	glong room = MAX(4, (glong)((width - 6) / (PLACE_LETTERS * 0.58)));
	add_name(lines, "", part->short_name, room);
	if (part->short_last && !part->director)
		add_name(lines, "\342\200\246 ", part->short_last, room);
	if (part->n_switches > 1)
		g_ptr_array_add(lines, g_strdup_printf("%u switches", part->n_switches));
	if (part->hosts)
		g_ptr_array_add(lines, g_strdup_printf("%u %s", part->hosts, part->hosts == 1 ? "host" : "hosts"));
	g_ptr_array_add(lines, NULL);
	return (char **)g_ptr_array_free(lines, FALSE);
}

gdouble place_height(const SketchPart *part, gdouble width)
{
	g_auto(GStrv) lines = place_lines(part, width);
	gdouble foot = part->n_switches > 1 ? 5 : 0; /* the cables inside */
	return g_strv_length(lines) * PLACE_LETTERS * 1.25 + 8 + foot;
}
