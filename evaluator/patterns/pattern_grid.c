/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the patterns in which each rank sends to its neighbours on a grid. A grid that is given by its sides (8x8x4)
 * has a rank at each point, the first side varying fastest. A grid that is given by its number of neighbours, two for
 * each of d dimensions, is a ring of all n ranks. Neighbours are then at the distances 1, a, a^2 and so on, d of them,
 * with a the d-th root of n, each rounded (set_strides()). So a row's end is neighbour to the next row's beginning.
 */
#include "evaluator/patterns/pattern_kinds.h"

#include <math.h>
#include <string.h>

#define DEFAULT_NEIGHBOURS 6

static gboolean take_sides(Pattern *p, char **word, GError **error)
{
	guint64 ranks = 1;
	for (; *word; word++) {
		guint64 side;
		if (p->n_dims == PATTERN_MAX_DIMS)
			return pattern_error(p, error, "a grid has at most %d dimensions", PATTERN_MAX_DIMS);
		if (!g_ascii_string_to_unsigned(*word, 10, 1, RANK_MOST, &side, NULL))
			return pattern_error(p, error, "'%s' is not the side of a grid", *word);
		p->dim[p->n_dims++] = (guint32)side;
		ranks *= side;
		if (ranks > RANK_MOST)
			return pattern_error(p, error, "the grid is too large");
	}
	p->own_ranks = (guint32)ranks;
	/* on a side of two ranks both neighbours are the same rank; a side of one has none */
	for (guint32 d = 0; d < p->n_dims; d++)
		p->neighbours += p->dim[d] > 2 ? 2 : p->dim[d] - 1;
	return TRUE;
}

static gboolean take_number(Pattern *p, const char *word, GError **error)
{
	guint64 n;
	if (!g_ascii_string_to_unsigned(word, 10, 2, 2 * PATTERN_MAX_DIMS, &n, NULL) || n % 2)
		return pattern_error(p, error,
				     "neighbours are an even number from 2 to %d, or the sides of a grid: 8x8x4",
				     2 * PATTERN_MAX_DIMS);
	if (p->open)
		return pattern_error(p, error, "only a grid whose sides are given can be open");
	p->neighbours = (guint32)n;
	p->n_dims = (guint32)n / 2;
	return TRUE;
}

static gboolean take_argument(Pattern *p, const char *argument, GError **error)
{
	g_auto(GStrv) part = g_strsplit(argument ? argument : G_STRINGIFY(DEFAULT_NEIGHBOURS), ",", 2);
	if (part[0] && part[1] && !(p->open = g_str_equal(part[1], "open")) && !g_str_equal(part[1], "periodic"))
		return pattern_error(p, error, "a grid is 'open' or 'periodic', not '%s'", part[1]);
	g_auto(GStrv) side = g_strsplit(part[0] ? part[0] : "", "x", -1);
	if (side[0] && side[1])
		return take_sides(p, side, error);
	return take_number(p, part[0] ? part[0] : "", error);
}

/* Computes strides that grow and stay below half the ranks, so that all neighbours of a rank are different. */
static void set_strides(Pattern *p)
{
	gdouble side = pow(p->ranks, 1.0 / p->n_dims);
	for (guint32 d = 0; d < p->n_dims; d++) {
		guint32 wanted = (guint32)lround(pow(side, d)), most = (p->ranks - 1) / 2 - (p->n_dims - 1 - d);
		p->stride[d] = MIN(d ? MAX(wanted, p->stride[d - 1] + 1) : 1, most);
	}
}

static gboolean fit(Pattern *p, GError **error)
{
	guint64 room = (guint64)p->ranks * p->neighbours;
	if (room > RANK_MOST)
		return pattern_error(p, error, "%u ranks are too many", p->ranks);
	p->rounds = 1;
	p->room = (guint32)room;
	if (p->own_ranks)
		return p->own_ranks == p->ranks ||
		       pattern_error(p, error, "the grid has %u ranks, not %u", p->own_ranks, p->ranks);
	if (p->ranks <= p->neighbours)
		return pattern_error(p, error, "%u neighbours take more than %u ranks", p->neighbours, p->ranks);
	set_strides(p);
	return TRUE;
}

typedef struct {
	guint32 *source, *target, n;
} Pairs;

static void put(Pairs *out, guint32 from, guint32 to)
{
	out->source[out->n] = from;
	out->target[out->n++] = to;
}

/* Appends the neighbours of a rank along one dimension; `stride` is their distance. */
static void put_row_neighbours(const Pattern *p, guint32 rank, guint32 side, guint32 stride, Pairs *out)
{
	guint32 at = rank / stride % side;
	if (at + 1 < side)
		put(out, rank, rank + stride);
	if (at > 0)
		put(out, rank, rank - stride);
	if (p->open || side <= 2)
		return;
	if (at + 1 == side)
		put(out, rank, rank - (side - 1) * stride);
	if (at == 0)
		put(out, rank, rank + (side - 1) * stride);
}

static guint32 pairs(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	Pairs out = {source, target, 0};
	(void)round, (void)drawn;
	for (guint32 rank = 0; rank < p->ranks; rank++)
		for (guint32 d = 0, stride = 1; d < p->n_dims; d++) {
			if (p->own_ranks) {
				put_row_neighbours(p, rank, p->dim[d], stride, &out);
				stride *= p->dim[d];
				continue;
			}
			put(&out, rank, (rank + p->stride[d]) % p->ranks);
			put(&out, rank, (rank + p->ranks - p->stride[d]) % p->ranks);
		}
	return out.n;
}

const PatternKind pattern_kind_neighbour = {
	.name = "nearest-neighbour", .take = take_argument, .fit = fit, .pairs = pairs};
