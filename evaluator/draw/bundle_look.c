/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses how the lines of a picture of a fabric look. A line is a bundle: the cables between two parts, each a switch
 * or some drawn as one (sketch.h). Inks go by the load relative to the average: a fabric with even loads is of one
 * colour, and that is not the hottest. Where a picture shows a change of loads (loads.then), they go by the change.
 */
#include "evaluator/draw/bundle_look.h"

#include "evaluator/draw/sketch/sketch_names.h"

#include <math.h>

#define MOST_APART 6 /* so many cables can be told from one more by the width of a line */
#define DENSE 60     /* more lines are thinner */

const gdouble look_steps[LOOK_STEPS] = {0.5, 1.1, 1.5};
const gdouble look_changes[2] = {0.05, 0.25};

/* Level 0: as before; 1 and 2: fewer routes, many fewer; 3 and 4: more, many more. */
static ShapeInk ink_of_change(gdouble share)
{
	if (fabs(share) <= look_changes[0])
		return INK_LEVEL_0;
	if (share < 0)
		return share < -look_changes[1] ? INK_LEVEL_2 : INK_LEVEL_1;
	return share > look_changes[1] ? INK_LEVEL_4 : INK_LEVEL_3;
}

ShapeInk look_ink(const Sketch *s, const SketchBundle *b)
{
	gdouble share = s->average > 0 ? b->value / s->average : 0;
	guint step = 0;
	if (!s->loads.now)
		return INK_CABLE;
	if (s->loads.then)
		return ink_of_change(share);
	if (!b->used)
		return INK_LEVEL_0;
	while (step < LOOK_STEPS && share > look_steps[step])
		step++;
	return INK_LEVEL_1 + step;
}

gdouble look_width(const Sketch *s, const SketchBundle *b)
{
	guint32 cables = s->same ? 1 : b->cables;
	gdouble apart = s->n_lines <= DENSE ? 0.8 : 0.45; /* points for one cable more */
	return 1 +
	       apart * (MIN(cables, MOST_APART) - 1.0 + (cables > MOST_APART ? log2((gdouble)cables / MOST_APART) : 0));
}

static char *end_name(const SketchPart *part)
{
	return part->n_switches > 1 ? g_strdup_printf("%s (%u switches)", part->name, part->n_switches)
				    : g_strdup(part->name);
}

static void add_load(GString *title, const Sketch *s, const SketchBundle *b)
{
	g_autofree char *cable = sketch_cable_name(s->fabric, b->port);
	if (s->loads.then)
		g_string_append_printf(title, "\n%s %+.6g routes",
				       s->loads.mean ? "mean change" : "most changed:", b->value);
	else
		g_string_append_printf(title, "\n%s %.6g routes", s->loads.mean ? "mean" : "fullest:", b->value);
	if (!s->loads.mean)
		g_string_append_printf(title, ", %s", cable);
}

char *look_title(const Sketch *s, const SketchBundle *b)
{
	g_autofree char *one = end_name(&s->part[b->a]), *other = end_name(&s->part[b->b]);
	GString *title = g_string_new(NULL);
	if (b->a == b->b)
		g_string_append_printf(title, "%u cables inside", b->cables);
	else
		g_string_append_printf(title, "%s - %s\n%u %s", one, other, b->cables,
				       b->cables == 1 ? "cable" : "cables");
	if (s->loads.now)
		add_load(title, s, b);
	return g_string_free(title, FALSE);
}
