/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes a drawing, a list of shapes, as SVG, an element for each shape. Attributes have the colours of light ground,
 * for programs that ignore styles; a style replaces them where the ground is dark.
 */
#include "evaluator/draw/shapes_out.h"

#include <string.h>

static void add_number(GString *svg, const char *name, gdouble number)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE];
	g_string_append_printf(svg, "%s%s", name, g_ascii_formatd(digits, sizeof digits, "%.2f", number));
}

/* A number of an attribute. */
static void add_is(GString *svg, const char *name, gdouble number)
{
	g_string_append_printf(svg, " %s=\"", name);
	add_number(svg, "", number);
	g_string_append_c(svg, '"');
}

static void add_escaped(GString *svg, const char *words)
{
	g_autofree char *escaped = g_markup_escape_text(words, -1);
	g_string_append(svg, escaped);
}

static void add_inks(GString *svg, const Shape *s)
{
	g_string_append_printf(svg, " class=\"f%s s%s\" fill=\"%s\"", shape_inks[s->fill].class,
			       shape_inks[s->line].class, shape_inks[s->fill].light);
	if (s->line == INK_NONE)
		return;
	g_string_append_printf(svg, " stroke=\"%s\"", shape_inks[s->line].light);
	add_is(svg, "stroke-width", s->width);
	if (s->dashed)
		g_string_append(svg, " stroke-dasharray=\"4 3\"");
}

static void add_box(GString *svg, const Shape *s)
{
	g_string_append(svg, "<rect");
	add_is(svg, "x", s->x);
	add_is(svg, "y", s->y);
	add_is(svg, "width", s->x2);
	add_is(svg, "height", s->y2);
	if (s->line != INK_NONE)
		g_string_append(svg, " rx=\"3\"");
	add_inks(svg, s);
	g_string_append(svg, "/>\n");
}

static void add_path(GString *svg, const Shape *s)
{
	add_number(svg, " d=\"M", s->x);
	add_number(svg, " ", s->y);
	add_number(svg, " Q", (s->x + s->x2) / 2);
	add_number(svg, " ", (s->y + s->y2) / 2 - 2 * s->bend);
	add_number(svg, " ", s->x2);
	add_number(svg, " ", s->y2);
	g_string_append_c(svg, '"');
}

/* Adds a line, and over it a wide invisible one that is easier to point at. */
static void add_line(GString *svg, const Shape *s)
{
	g_string_append(svg, "<path");
	add_path(svg, s);
	add_inks(svg, s);
	g_string_append(svg, "/>\n");
	if (!s->title)
		return;
	g_string_append(svg, "<path");
	add_path(svg, s);
	g_string_append(svg, " fill=\"none\" stroke=\"none\" stroke-width=\"9\" pointer-events=\"stroke\"/>\n");
}

static void add_disc(GString *svg, const Shape *s)
{
	g_string_append(svg, "<circle");
	add_is(svg, "cx", s->x);
	add_is(svg, "cy", s->y);
	add_is(svg, "r", s->x2);
	add_inks(svg, s);
	g_string_append(svg, "/>\n");
}

static void add_words(GString *svg, const Shape *s)
{
	static const char *const anchor[] = {"start", "middle", "end"};
	g_string_append(svg, "<text");
	add_is(svg, "x", s->x);
	add_is(svg, "y", s->y);
	add_is(svg, "font-size", s->width);
	g_string_append_printf(svg, " text-anchor=\"%s\"%s pointer-events=\"none\"", anchor[s->anchor],
			       s->bold ? " font-weight=\"bold\"" : "");
	add_inks(svg, s);
	g_string_append_c(svg, '>');
	add_escaped(svg, s->words);
	g_string_append(svg, "</text>\n");
}

static void add_shape(GString *svg, const Shape *s)
{
	static void (*const add[])(GString *, const Shape *) = {
		[SHAPE_BOX] = add_box, [SHAPE_LINE] = add_line, [SHAPE_DISC] = add_disc, [SHAPE_WORDS] = add_words};
	if (s->title) {
		g_string_append(svg, "<g><title>");
		add_escaped(svg, s->title);
		g_string_append(svg, "</title>\n");
	}
	add[s->kind](svg, s);
	if (s->title)
		g_string_append(svg, "</g>\n");
}

static void add_style(GString *svg)
{
	g_string_append(svg, "<style>@media screen and (prefers-color-scheme: dark) {\n");
	for (ShapeInk i = INK_PAPER; i < INK_N; i++)
		g_string_append_printf(svg, ".fabric .f%s { fill: %s } .fabric .s%s { stroke: %s }\n",
				       shape_inks[i].class, shape_inks[i].dark, shape_inks[i].class,
				       shape_inks[i].dark);
	g_string_append(svg, "}</style>\n");
}

GByteArray *shapes_svg(const Shapes *shapes)
{
	GString *svg = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
				    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fabric\" role=\"img\" "
				    "font-family=\"sans-serif\"");
	add_is(svg, "width", shapes->width);
	add_is(svg, "height", shapes->height);
	add_number(svg, " viewBox=\"0 0 ", shapes->width);
	add_number(svg, " ", shapes->height);
	g_string_append(svg, "\" aria-label=\"");
	add_escaped(svg, shapes->title);
	g_string_append(svg, ": ");
	add_escaped(svg, shapes->words);
	g_string_append(svg, "\">\n");
	add_style(svg);
	Shape ground = {.kind = SHAPE_BOX, .x2 = shapes->width, .y2 = shapes->height, .fill = INK_PAPER};
	add_shape(svg, &ground);
	for (guint i = 0; i < shapes->shapes->len; i++)
		add_shape(svg, &g_array_index(shapes->shapes, Shape, i));
	g_string_append(svg, "</svg>\n");
	gsize length = svg->len;
	return g_byte_array_new_take((guint8 *)g_string_free(svg, FALSE), length);
}
