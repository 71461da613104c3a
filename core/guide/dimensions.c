/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Gives each dimension its classes, one dimension after the other. */
#include "core/guide/dimensions.h"

#include "core/guide/factor.h"
#include "core/guide/squares.h"

/* Class of a channel among those of its dimension. */
enum { UP, DOWN, CLOSING_UP, CLOSING_DOWN };

static guint direction(const Factor *f, guint32 from, guint32 to)
{
	if (f->kind == FACTOR_JOINED)
		return UP;
	guint32 apart = from > to ? from - to : to - from;
	gboolean closes = f->kind == FACTOR_RING && 2 * apart > f->length;
	if (closes)
		return from > to ? CLOSING_UP : CLOSING_DOWN;
	return from < to ? UP : DOWN;
}

static void add_classes(const Squares *s, guint dimension, const Factor *f, Classes *classes)
{
	const Graph *g = s->graph;
	guint n = f->kind == FACTOR_JOINED ? 1 : f->kind == FACTOR_ROW ? 2 : 4;
	for (guint32 c = 0; c < g->n_channels; c++) {
		if (squares_dimension(s, c) != dimension)
			continue;
		guint32 from = factor_at(f, g->from[c]), to = factor_at(f, g->to[c]);
		guint along = direction(f, from, to);
		classes->class[c] = (guint8)(classes->n + along);
		classes->inner[c] = along == UP ? from : along == DOWN ? f->length - from : 0;
	}
	for (guint along = 0; along < n; along++)
		classes->follows[classes->n + along] = n > 1 && along <= DOWN;
	classes->n += n;
}

gboolean dimensions_classify(const Graph *graph, Classes *classes, GError **error)
{
	g_auto(Squares) squares = {0};
	classes->n = 0;
	if (!squares_init(&squares, graph, error))
		return FALSE;
	for (guint d = 0; d < squares.n; d++) {
		g_auto(Factor) factor = {0};
		if (!factor_init(&factor, &squares, d, FALSE, error))
			return FALSE;
		if (classes->n + 4 > CLASSES_MOST) {
			classes->n = 0;
			return TRUE;
		}
		add_classes(&squares, d, &factor, classes);
	}
	return TRUE;
}
