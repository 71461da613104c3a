/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the picture of a fabric as DOT, the language of Graphviz: parts are nodes with places, bundles of cables are
 * edges with colours and widths, levels are ranks.
 */
#include "evaluator/draw/draw_dot.h"

#include "core/base/printable.h"
#include "evaluator/draw/bundle_look.h"

/* A text between quotes, in which lines may end. */
static void add_quoted(GString *dot, const char *name, const char *text)
{
	g_string_append_printf(dot, "%s=\"", name);
	for (; *text; text++)
		if (*text == '\n')
			g_string_append(dot, "\\n");
		else
			g_string_append_printf(dot, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
	g_string_append_c(dot, '"');
}

static void add_number(GString *dot, const char *name, gdouble number)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE];
	g_string_append_printf(dot, "%s%s", name, g_ascii_formatd(digits, sizeof digits, "%.3f", number));
}

static void add_node(GString *dot, const Sketch *s, const Places *places, guint32 part)
{
	const Place *p = &places->place[part];
	g_auto(GStrv) lines = place_lines(&s->part[part], p->width);
	g_autofree char *label = g_strjoinv("\n", lines);
	g_string_append_printf(dot, "\tn%u [", part);
	add_quoted(dot, "label", label);
	add_quoted(dot, ", tooltip", s->part[part].title);
	add_number(dot, ", pos=\"", p->x);
	add_number(dot, ",", places->height - p->y);
	add_number(dot, "\", width=", p->width / 72);
	add_number(dot, ", height=", p->height / 72);
	g_string_append_printf(dot, "%s]\n", s->part[part].director ? ", penwidth=2.4" : "");
}

static void add_edge(GString *dot, const Sketch *s, const SketchBundle *b)
{
	g_autofree char *title = look_title(s, b);
	g_string_append_printf(dot, "\tn%u -- n%u [color=\"%s\"", b->a, b->b, shape_inks[look_ink(s, b)].light);
	add_number(dot, ", penwidth=", look_width(s, b));
	if (b->cables > 1)
		g_string_append_printf(dot, ", label=\"x%u\"", b->cables);
	add_quoted(dot, ", tooltip", title);
	g_string_append(dot, s->loads.now && !b->used ? ", style=dashed]\n" : "]\n");
}

static void add_rank(GString *dot, const Sketch *s, guint32 level)
{
	guint32 n = 0;
	for (guint32 p = 0; p < s->n_parts; p++)
		if (s->part[p].level == level)
			g_string_append_printf(dot, n++ ? " n%u;" : "\t{ rank=same; n%u;", p);
	g_string_append(dot, n ? " }\n" : "");
}

GByteArray *draw_dot(const Sketch *s, const Places *places, const char *title)
{
	GString *dot = g_string_new("graph fabric {\n");
	g_autofree char *shown = printable_utf8(title);
	g_string_append(dot, "\tgraph [");
	add_quoted(dot, "label", shown);
	g_string_append(dot, ", rankdir=BT, ranksep=1.5]\n\tnode [shape=box, fixedsize=true, fontsize=10, "
			     "fontname=\"sans-serif\"]\n\tedge [fontsize=9, fontname=\"sans-serif\"]\n");
	for (guint32 p = 0; p < s->n_parts; p++)
		add_node(dot, s, places, p);
	for (guint32 level = 0; s->levelled && level <= s->n_levels; level++)
		add_rank(dot, s, level);
	for (guint32 i = 0; i < s->n_bundles; i++)
		if (s->bundle[i].a != s->bundle[i].b)
			add_edge(dot, s, &s->bundle[i]);
	g_string_append(dot, "}\n");
	gsize length = dot->len;
	return g_byte_array_new_take((guint8 *)g_string_free(dot, FALSE), length);
}
