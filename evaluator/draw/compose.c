/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* From above: title, lines with what lies on them, boxes over the lines, legend, names of the numbered cables. */
#include "evaluator/draw/compose.h"

#include "core/base/printable.h"
#include "evaluator/draw/bundle_look.h"
#include "evaluator/draw/room_for.h"
#include "evaluator/draw/sketch_names.h"

#include <math.h>
#include <stdlib.h>

#define TITLE 16.0
#define WORDS 12.0
#define SMALL 10.0
#define DISC 8.0
#define FEW_BUNDLES 60 /* so many can have their number of cables on them */

typedef struct {
	gdouble from[2], to[2], bend;
} Line;

typedef struct {
	const Sketch *sketch;
	const Places *places;
	const DrawingOptions *options;
	Shapes *shapes;
	Line *line;    /* [n_bundles] */
	GArray *taken; /* Room */
	gdouble top;   /* y of the picture below the title */
} Composer;

static void add_words(Composer *c, const char *words, gdouble x, gdouble y, gdouble size, ShapeInk ink, gboolean bold,
		      ShapeAnchor anchor)
{
	gdouble room = anchor == SHAPE_START ? c->places->width - x : G_MAXDOUBLE;
	glong fit = (glong)MIN(room / (size * SHAPES_LETTER), 1e6);
	g_autofree char *cut = g_utf8_strlen(words, -1) > fit ? g_utf8_substring(words, 0, MAX(fit - 1, 0)) : NULL;
	Shape shape = {.kind = SHAPE_WORDS,
		       .x = x,
		       .y = y,
		       .width = size,
		       .fill = ink,
		       .bold = bold,
		       .anchor = anchor,
		       .words = cut ? g_strconcat(cut, "\342\200\246", NULL) : g_strdup(words)};
	shapes_add(c->shapes, &shape);
}

/* ---- the title */

static void add_title(Composer *c)
{
	const DrawingOptions *o = c->options;
	g_autofree char *subtitle = o->subtitle ? printable_utf8(o->subtitle) : NULL;
	c->shapes->title = printable_utf8(o->title);
	add_words(c, c->shapes->title, PLACE_MARGIN, 28, TITLE, INK_WORDS, TRUE, SHAPE_START);
	c->top = 36;
	if (subtitle) {
		add_words(c, subtitle, PLACE_MARGIN, 46, WORDS, INK_QUIET, FALSE, SHAPE_START);
		c->top = 56;
	}
}

/* ---- lines */

/* The place of a bundle's end among those on the same side of its box. */
typedef struct {
	guint32 bundle, part;
	gboolean up;
	gdouble angle; /* where it leads */
} End;

static int by_side(gconstpointer a, gconstpointer b)
{
	const End *one = a, *other = b;
	if (one->part != other->part)
		return one->part < other->part ? -1 : 1;
	if (one->up != other->up)
		return one->up ? -1 : 1;
	if (fabs(one->angle - other->angle) > 1e-9)
		return one->angle < other->angle ? -1 : 1;
	return (one->bundle > other->bundle) - (one->bundle < other->bundle);
}

/* Spreads the ends on one side of a box. */
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
	/* level parts are joined above their boxes */
	End end = {bundle, part, there->y <= here->y + 1, there->x};
	g_array_append_val(ends, end);
}

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

static void lines_of_field(Composer *c)
{
	for (guint32 i = 0; i < c->sketch->n_bundles; i++) {
		const Place *a = &c->places->place[c->sketch->bundle[i].a],
			    *b = &c->places->place[c->sketch->bundle[i].b];
		c->line[i] = (Line){{a->x, a->y + c->top}, {b->x, b->y + c->top}, 0};
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
		       .width = look_width(b),
		       .line = look_ink(c->sketch, b),
		       .dashed = c->sketch->loads.now && !b->used,
		       .title = look_title(c->sketch, b)};
	shapes_add(c->shapes, &shape);
}

/* Those with little on them first: the others lie over them. */
static void add_lines(Composer *c)
{
	(c->sketch->levelled ? lines_of_levels : lines_of_field)(c);
	for (ShapeInk ink = INK_CABLE; ink < INK_N; ink++)
		for (guint32 i = 0; i < c->sketch->n_bundles; i++)
			if (c->sketch->bundle[i].a != c->sketch->bundle[i].b &&
			    look_ink(c->sketch, &c->sketch->bundle[i]) == ink)
				add_line(c, i);
}

/* ---- boxes */

static const SketchBundle *inside_of(const Sketch *s, guint32 part)
{
	for (guint32 i = 0; i < s->n_bundles; i++)
		if (s->bundle[i].a == part && s->bundle[i].b == part)
			return &s->bundle[i];
	return NULL;
}

/* The cables inside a part: a bar at the foot of its box. */
static void add_inside(Composer *c, guint32 part)
{
	const Place *p = &c->places->place[part];
	const SketchBundle *inside = inside_of(c->sketch, part);
	if (!inside || !c->sketch->loads.now)
		return;
	Shape shape = {.kind = SHAPE_BOX,
		       .x = p->x - p->width / 2 + 1,
		       .y = p->y + c->top + p->height / 2 - 5,
		       .x2 = p->width - 2,
		       .y2 = 4,
		       .fill = look_ink(c->sketch, inside),
		       .title = look_title(c->sketch, inside)};
	shapes_add(c->shapes, &shape);
}

static void add_box(Composer *c, guint32 part)
{
	const SketchPart *sp = &c->sketch->part[part];
	const Place *p = &c->places->place[part];
	gdouble left = p->x - p->width / 2, y = p->y + c->top - p->height / 2;
	g_auto(GStrv) lines = place_lines(sp, p->width);
	Shape box = {.kind = SHAPE_BOX,
		     .x = left,
		     .y = y,
		     .x2 = p->width,
		     .y2 = p->height,
		     .line = INK_WORDS,
		     .width = sp->director ? 2.4 : 1,
		     .fill = INK_BOX,
		     .title = g_strdup_printf("%s\n%s", sp->name, sp->title)};
	shapes_add(c->shapes, &box);
	room_take(c->taken, (Room){left - 2, y - 2, left + p->width + 2, y + p->height + 2});
	for (guint i = 0; lines[i]; i++)
		add_words(c, lines[i], p->x, y + 4 + (i + 0.85) * PLACE_LETTERS * 1.25, PLACE_LETTERS,
			  i == 0 || (i == 1 && g_str_has_suffix(sp->short_name, lines[i])) ? INK_WORDS : INK_QUIET,
			  FALSE, SHAPE_MIDDLE);
	add_inside(c, part);
}

/* ---- numbers on lines */

static int by_value(gconstpointer a, gconstpointer b, gpointer data)
{
	const Sketch *s = data;
	guint32 one = *(const guint32 *)a, other = *(const guint32 *)b;
	gdouble x = fabs(s->bundle[one].value), y = fabs(s->bundle[other].value);
	if (fabs(x - y) > 1e-9)
		return x > y ? -1 : 1;
	return (one > other) - (one < other);
}

/* The bundles that get a number and a name. */
static GArray *top_bundles(const Sketch *s, guint n)
{
	GArray *top = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; s->loads.now && i < s->n_bundles; i++)
		if (fabs(s->bundle[i].value) > 0)
			g_array_append_val(top, i);
	g_array_sort_with_data(top, by_value, (gpointer)s);
	if (top->len > n)
		g_array_set_size(top, n);
	return top;
}

static void add_disc(Composer *c, gdouble x, gdouble y, guint number)
{
	g_autofree char *words = g_strdup_printf("%u", number);
	Shape disc = {.kind = SHAPE_DISC, .x = x, .y = y, .x2 = DISC, .line = INK_WORDS, .width = 1, .fill = INK_PAPER};
	shapes_add(c->shapes, &disc);
	add_words(c, words, x, y + 3.6, SMALL, INK_WORDS, TRUE, SHAPE_MIDDLE);
}

static void number_line(Composer *c, guint32 bundle, guint number)
{
	const Line *line = &c->line[bundle];
	const SketchBundle *b = &c->sketch->bundle[bundle];
	gdouble point[2];
	if (b->a == b->b) { /* at the corner of its box */
		const Place *p = &c->places->place[b->a];
		add_disc(c, p->x + p->width / 2 - 4, p->y + c->top + p->height / 2, number);
		return;
	}
	gdouble at = room_on_line(c->taken, line->from, line->to, line->bend, 2 * DISC + 2, 2 * DISC + 2);
	if (at < 0)
		return;
	room_point(line->from, line->to, line->bend, at, point);
	add_disc(c, point[0], point[1], number);
}

/* How many cables a line is, where that is not the same everywhere. */
static void count_on_line(Composer *c, guint32 bundle)
{
	const Line *line = &c->line[bundle];
	g_autofree char *words = g_strdup_printf("\303\227%u", c->sketch->bundle[bundle].cables);
	gdouble width = shapes_words_width(words, SMALL) + 4, point[2];
	gdouble at = room_on_line(c->taken, line->from, line->to, line->bend, width, SMALL + 4);
	if (at < 0)
		return;
	room_point(line->from, line->to, line->bend, at, point);
	Shape ground = {.kind = SHAPE_BOX,
			.x = point[0] - width / 2,
			.y = point[1] - SMALL / 2 - 1,
			.x2 = width,
			.y2 = SMALL + 2,
			.fill = INK_PAPER};
	shapes_add(c->shapes, &ground);
	add_words(c, words, point[0], point[1] + 3.6, SMALL, INK_QUIET, FALSE, SHAPE_MIDDLE);
}

/* The number of cables of all lines, 0 where they differ. */
static guint32 same_cables(const Sketch *s, guint32 *lines)
{
	guint32 same = 0;
	gboolean differ = FALSE;
	*lines = 0;
	for (guint32 i = 0; i < s->n_bundles; i++) {
		if (s->bundle[i].a == s->bundle[i].b)
			continue;
		++*lines;
		differ |= same && same != s->bundle[i].cables;
		same = s->bundle[i].cables;
	}
	return differ ? 0 : same;
}

/* ---- the legend */

static gdouble legend_entry(Composer *c, gdouble x, gdouble y, ShapeInk ink, gboolean dashed, const char *words)
{
	Shape line = {.kind = SHAPE_LINE,
		      .x = x,
		      .y = y - 4,
		      .x2 = x + 26,
		      .y2 = y - 4,
		      .width = 3.5,
		      .line = ink,
		      .dashed = dashed};
	shapes_add(c->shapes, &line);
	add_words(c, words, x + 32, y, WORDS, INK_WORDS, FALSE, SHAPE_START);
	return x + 32 + shapes_words_width(words, WORDS) + 18;
}

static void legend_of_change(Composer *c, gdouble y)
{
	static const char *const of[] = {"about as many", "fewer", "far fewer", "more", "far more"};
	static const ShapeInk inks[] = {INK_LEVEL_2, INK_LEVEL_1, INK_LEVEL_0, INK_LEVEL_3, INK_LEVEL_4};
	g_autofree char *unit = g_strdup_printf("routes; far: by more than %.0f, a quarter of the average on a channel",
						c->sketch->average * look_changes[1]);
	gdouble x = PLACE_MARGIN;
	for (guint i = 0; i < G_N_ELEMENTS(inks); i++)
		x = legend_entry(c, x, y, inks[i], FALSE, of[inks[i] - INK_LEVEL_0]);
	add_words(c, unit, x, y, WORDS, INK_QUIET, FALSE, SHAPE_START);
}

static void legend_of_loads(Composer *c, gdouble y)
{
	gdouble average = c->sketch->average, x = legend_entry(c, PLACE_MARGIN, y, INK_LEVEL_0, TRUE, "unused");
	g_autofree char *unit = g_strdup_printf("routes; the average on a channel in use is %.0f", average);
	for (guint i = 0; i < LOOK_STEPS; i++) {
		g_autofree char *words = g_strdup_printf("\342\211\244 %.0f", average * look_steps[i]);
		x = legend_entry(c, x, y, INK_LEVEL_1 + i, FALSE, words);
	}
	x = legend_entry(c, x, y, INK_LEVEL_4, FALSE, "more");
	add_words(c, unit, x, y, WORDS, INK_QUIET, FALSE, SHAPE_START);
}

static gdouble add_top(Composer *c, const GArray *top, gdouble y)
{
	const Sketch *s = c->sketch;
	for (guint i = 0; i < top->len; i++) {
		const SketchBundle *b = &s->bundle[g_array_index(top, guint32, i)];
		g_autofree char *cable = sketch_cable_name(s->fabric, b->port);
		g_autofree char *words =
			g_strdup_printf(s->loads.then ? "%s: %+.6g routes%s" : "%s: %.6g routes%s", cable, b->value,
					s->loads.mean ? " in the mean of its bundle" : "");
		add_disc(c, PLACE_MARGIN + DISC, y - 4, i + 1);
		add_words(c, words, PLACE_MARGIN + 24, y, WORDS, INK_WORDS, FALSE, SHAPE_START);
		y += 20;
	}
	return y;
}

static gboolean has_inside(const Sketch *s)
{
	for (guint32 i = 0; s->loads.now && i < s->n_bundles; i++)
		if (s->bundle[i].a == s->bundle[i].b)
			return TRUE;
	return FALSE;
}

static gdouble add_note(Composer *c, gdouble y, guint32 same, guint32 lines)
{
	GString *note = g_string_new(NULL);
	guint32 n = c->sketch->fabric->n_switches;
	if (lines && same)
		g_string_append_printf(note, "Each line is %u %s. ", same, same == 1 ? "cable" : "cables");
	else if (lines)
		g_string_append(note, "The more cables a line is, the wider. ");
	if (c->sketch->n_parts < n)
		g_string_append_printf(note, "%u switches in %u boxes%s. ", n, c->sketch->n_parts,
				       has_inside(c->sketch) ? ", the cables inside one as its foot" : "");
	if (c->places->on_circle)
		g_string_append(note, "On a circle: neato of Graphviz, which would know better, is not there. ");
	add_words(c, note->str, PLACE_MARGIN, y, WORDS, INK_QUIET, FALSE, SHAPE_START);
	g_string_free(note, TRUE);
	return y + 20;
}

/* ---- */

static void compose_all(Composer *c)
{
	const Sketch *s = c->sketch;
	guint32 lines, same = same_cables(s, &lines);
	g_autoptr(GArray) top = top_bundles(s, c->options->top);
	add_title(c);
	add_lines(c);
	for (guint32 p = 0; p < s->n_parts; p++)
		add_box(c, p);
	for (guint i = 0; i < top->len; i++)
		number_line(c, g_array_index(top, guint32, i), i + 1);
	for (guint32 i = 0; !same && lines <= FEW_BUNDLES && i < s->n_bundles; i++)
		if (s->bundle[i].a != s->bundle[i].b)
			count_on_line(c, i);
	gdouble y = add_note(c, c->top + c->places->height + 12, same, lines);
	if (s->loads.now) {
		(s->loads.then ? legend_of_change : legend_of_loads)(c, y + 4);
		y = add_top(c, top, y + 30);
	}
	c->shapes->width = c->places->width;
	c->shapes->height = y;
}

Shapes *compose(const Sketch *sketch, const Places *places, const DrawingOptions *options)
{
	Composer c = {.sketch = sketch,
		      .places = places,
		      .options = options,
		      .shapes = shapes_new(),
		      .line = g_new0(Line, sketch->n_bundles + 1),
		      .taken = g_array_new(FALSE, FALSE, sizeof(Room))};
	compose_all(&c);
	c.shapes->words = g_strdup_printf("%u switches in %u boxes, %u bundles of cables", sketch->fabric->n_switches,
					  sketch->n_parts, sketch->n_bundles);
	g_free(c.line);
	g_array_unref(c.taken);
	return c.shapes;
}
