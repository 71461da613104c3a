/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps a drawing as a list of shapes (boxes, lines, discs, words), and has the colours of its inks: those of Okabe and
 * Ito, as in the charts; on dark ground the dark ones are lighter.
 */
#include "evaluator/draw/shapes.h"

#include <stdlib.h>
#include <string.h>

const InkColour shape_inks[] = {
	[INK_NONE] = {"n", "none", "none"},           [INK_PAPER] = {"p", "#ffffff", "#17191c"},
	[INK_WORDS] = {"w", "#1a1a1a", "#e8e8e8"},    [INK_QUIET] = {"q", "#555555", "#b4b4b4"},
	[INK_BOX] = {"b", "#f2f2f2", "#2a2d32"},      [INK_CABLE] = {"c", "#777777", "#999999"},
	[INK_LEVEL_0] = {"l0", "#999999", "#777777"}, [INK_LEVEL_1] = {"l1", "#56b4e9", "#56b4e9"},
	[INK_LEVEL_2] = {"l2", "#0072b2", "#2a8fd6"}, [INK_LEVEL_3] = {"l3", "#e69f00", "#e69f00"},
	[INK_LEVEL_4] = {"l4", "#d55e00", "#ff6a1a"},
};

void shape_ink_rgb(ShapeInk ink, gdouble rgb[3])
{
	gulong number = strtoul(shape_inks[ink].light + 1, NULL, 16);
	for (guint i = 0; i < 3; i++)
		rgb[i] = (gdouble)(number >> (16 - 8 * i) & 0xff) / 255;
}

static void clear_shape(gpointer data)
{
	Shape *shape = data;
	g_free(shape->words);
	g_free(shape->title);
}

Shapes *shapes_new(void)
{
	Shapes *shapes = g_new0(Shapes, 1);
	shapes->shapes = g_array_new(FALSE, FALSE, sizeof(Shape));
	g_array_set_clear_func(shapes->shapes, clear_shape);
	return shapes;
}

void shapes_free(Shapes *shapes)
{
	if (!shapes)
		return;
	g_array_unref(shapes->shapes);
	g_free(shapes->title);
	g_free(shapes->words);
	g_free(shapes);
}

void shapes_add(Shapes *shapes, const Shape *shape)
{
	g_array_append_vals(shapes->shapes, shape, 1);
}

gdouble shapes_words_width(const char *words, gdouble size)
{
	return (gdouble)g_utf8_strlen(words, -1) * size * SHAPES_LETTER;
}
