/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Orders channels by dimensions: sorts them by keys with a digit for each dimension, made of the coordinates of both
 * switches (coordinates.h). A strict order, one dimension after the other, is tried first. Where it does not serve all
 * pairs, the order of dimensions.h is used, and dimensions are reversed one by one, as long as that serves more pairs.
 */
#include "core/guide/dimensions.h"

#include "core/guide/coordinates.h"
#include "core/guide/places.h"
#include "core/guide/squares.h"

typedef struct {
	const Graph *graph;
	GuideSample *sample;
	Places *places;
	Coordinates at;
	gboolean turned[COORDINATES_MOST]; /* coordinates count from the other end */
	gboolean strict;                   /* one dimension after the other, up as well as down */
} Work;

/*
 * Whether the switches may fill at least half of the grid's points, and keys, with channels behind them, fit into 64
 * bits.
 */
static gboolean is_product(const Work *w)
{
	double points = 1, keys = w->graph->n_channels;
	for (guint d = 0; d < w->at.n; d++) {
		points *= w->at.length[d];
		keys *= 3.0 * w->at.length[d];
	}
	return points >= w->graph->n_switches && points <= 2.0 * w->graph->n_switches && keys < 1e18;
}

static guint32 coordinate(const Work *w, guint d, guint32 v)
{
	guint32 at = w->at.at[(gsize)d * w->graph->n_switches + v];
	return w->turned[d] ? w->at.length[d] - 1 - at : at;
}

/* The digit, in the order of a dimension with n coordinates, of a channel from one coordinate to another. */
static guint32 digit_of(const Work *w, guint32 n, guint32 from, guint32 to)
{
	if (to < from)
		return n - 1 - from;
	if (w->strict)
		return to > from ? n + from : 2 * n;
	return n + 2 * from + (to > from);
}

/*
 * The key of a channel: for each dimension before its own the digit of its layer, then the digit of its own dimension,
 * then zeros.
 */
static guint64 key_of(const Work *w, guint32 c)
{
	guint64 key = 0;
	gboolean inside = TRUE;
	for (guint d = 0; d < w->at.n; d++) {
		guint32 from = coordinate(w, d, w->graph->from[c]), to = coordinate(w, d, w->graph->to[c]);
		key = key * 3 * w->at.length[d] + (inside ? digit_of(w, w->at.length[d], from, to) : 0);
		inside = inside && from == to;
	}
	return key;
}

static double covered(Work *w)
{
	for (guint32 c = 0; c < w->graph->n_channels; c++)
		w->places->key[c] = key_of(w, c);
	places_sort(w->places);
	return guide_sample_covered(w->sample, w->places->place);
}

/*
 * Finds the order that serves most pairs. The strict order spreads paths best; others are tried where it does not serve
 * all pairs, as in damaged fabrics.
 */
static void search(Work *w)
{
	w->strict = TRUE;
	double best = covered(w), before;
	if (best == 1)
		return;
	w->strict = FALSE;
	best = covered(w);
	do {
		before = best;
		for (guint d = 0; d < w->at.n && best < 1; d++) {
			w->turned[d] = !w->turned[d];
			double now = covered(w);
			if (now <= best)
				w->turned[d] = !w->turned[d];
			best = MAX(now, best);
		}
	} while (best > before);
	covered(w);
}

gboolean dimensions_order(GuideSample *sample, Places *places, guint *n, GError **error)
{
	g_auto(Squares) squares = {0};
	Work w = {.graph = sample->graph, .sample = sample, .places = places};
	gboolean fine = squares_init(&squares, sample->graph, error) && coordinates_init(&w.at, &squares, error);
	*n = fine && is_product(&w) ? w.at.n : 0;
	if (*n)
		search(&w);
	coordinates_clear(&w.at);
	return fine;
}
