/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the pairs (who sends to whom, in which round) of communication patterns with a name, such as "alltoall" or
 * "tree". Each kind of pattern has a function that walks its pairs; it is called twice, to count them and to write them
 * down.
 */
#include "core/optimize/shape.h"

#include "core/base/error.h"

#include <math.h>
#include <string.h>

#define SHAPE_MOST 0x7fffffff

typedef struct {
	const Shape *shape;
	const guint16 *lid;
	guint32 ranks, round;
	OptimizeSend *send; /* NULL: pairs are only counted */
	gsize n;
} Walk;

struct ShapeKind {
	const char *name;
	/* Reads what follows "NAME:" (NULL: nothing does). FALSE: it is wrong. NULL: nothing may follow. */
	gboolean (*take)(Shape *shape, const char *argument);
	void (*walk)(Walk *w);
	const char *takes; /* what may follow the name, for messages; NULL: nothing */
};

static void put(Walk *w, guint32 from, guint32 to)
{
	if (w->send)
		w->send[w->n] = (OptimizeSend){w->round, w->lid[from], w->lid[to]};
	w->n++;
}

/* ---- collective operations */

static void bisect(Walk *w)
{
	for (guint32 half = w->ranks / 2, i = 0; i < half; i++)
		put(w, i, half + i);
}

static void turn_by(Walk *w, guint32 by)
{
	for (guint32 i = 0; i < w->ranks; i++)
		put(w, i, i < w->ranks - by ? i + by : i - (w->ranks - by));
}

static void dissemination(Walk *w)
{
	for (guint64 by = 1; by < w->ranks; by *= 2, w->round++)
		turn_by(w, (guint32)by);
}

static void alltoall(Walk *w)
{
	for (guint32 by = 1; by < w->ranks; by++, w->round++)
		turn_by(w, by);
}

static void ring(Walk *w)
{
	turn_by(w, 1);
}

static void pipeline(Walk *w)
{
	for (guint32 i = 1; i < w->ranks; i++)
		put(w, i - 1, i);
}

static void tree(Walk *w)
{
	for (guint64 have = 1; have < w->ranks; have *= 2, w->round++)
		for (guint32 i = 0; i < have && have + i < w->ranks; i++)
			put(w, i, (guint32)have + i);
}

static void scatter(Walk *w)
{
	for (guint32 i = 1; i < w->ranks; i++)
		put(w, 0, i);
}

static void gather(Walk *w)
{
	for (guint32 i = 1; i < w->ranks; i++)
		put(w, i, 0);
}

static guint32 power_below(guint32 n)
{
	return (guint32)1 << (g_bit_storage(n) - 1);
}

/*
 * If the number of ranks is a power of two, rank i meets i XOR the round. Otherwise the rounds are those of a
 * tournament: two ranks meet if their sum is the round, modulo the ranks.
 */
static void pairwise(Walk *w)
{
	guint32 n = w->ranks;
	gboolean bits = power_below(n) == n;
	for (guint32 r = bits ? 1 : 0; r < n; r++, w->round++)
		for (guint32 i = 0; i < n; i++) {
			guint32 other = bits ? i ^ r : r >= i ? r - i : r + n - i;
			if (other != i)
				put(w, i, other);
		}
}

/*
 * Recursive doubling among a power of two of the ranks. Each rank that is left over hands its part to a neighbour in a
 * round before, and gets the result in a round after.
 */
static void doubling(Walk *w)
{
	guint32 power = power_below(w->ranks), rest = w->ranks - power;
	for (guint32 i = 0; i < rest; i++)
		put(w, 2 * i, 2 * i + 1);
	w->round += rest > 0;
	for (guint64 bit = 1; bit < power; bit *= 2, w->round++)
		for (guint32 i = 0; i < power; i++) {
			guint32 other = i ^ (guint32)bit;
			put(w, i + MIN(i + 1, rest), other + MIN(other + 1, rest));
		}
	for (guint32 i = 0; i < rest; i++)
		put(w, 2 * i + 1, 2 * i);
}

static gboolean take_receivers(Shape *s, const char *argument)
{
	guint64 n;
	if (!argument || !g_ascii_string_to_unsigned(argument, 10, 1, SHAPE_MOST, &n, NULL))
		return FALSE;
	s->number = (guint32)n;
	return TRUE;
}

static void receivers(Walk *w)
{
	for (guint32 i = w->shape->number; i < w->ranks; i++)
		put(w, i, (i - w->shape->number) % w->shape->number);
}

/* ---- grids */

static gboolean take_sides(Shape *s, const char *text)
{
	g_auto(GStrv) word = g_strsplit(text, "x", -1);
	guint64 side, ranks = 1;
	for (guint i = 0; word[i]; i++) {
		if (i == SHAPE_DIMS || !g_ascii_string_to_unsigned(word[i], 10, 1, SHAPE_MOST, &side, NULL) ||
		    (ranks *= side) > SHAPE_MOST)
			return FALSE;
		s->dim[s->n_dims++] = (guint32)side;
	}
	s->ranks = (guint32)ranks;
	return ranks > 1;
}

/* Reads a number of neighbours or the sides of a grid: 6, 8x8x4, "8x8x4,open" or "8x8x4,periodic". */
static gboolean take_grid(Shape *s, const char *argument)
{
	guint64 n = 6;
	s->is_relative = TRUE;
	g_autofree char *text = g_strdup(argument ? argument : "6");
	char *comma = strchr(text, ',');
	s->is_open = comma && g_str_equal(comma, ",open");
	if (comma && !s->is_open && !g_str_equal(comma, ",periodic"))
		return FALSE;
	if (comma)
		*comma = '\0';
	if (strchr(text, 'x'))
		return take_sides(s, text);
	if (comma || !g_ascii_string_to_unsigned(text, 10, 2, 2 * SHAPE_DIMS, &n, NULL) || n % 2)
		return FALSE;
	s->number = (guint32)n;
	return TRUE;
}

/* Sends to the two neighbours of a rank along one side. On a side of 2 both are the same rank, which gets one send. */
static void put_row(Walk *w, guint32 rank, guint32 side, guint32 stride)
{
	guint32 at = rank / stride % side, start = rank - at * stride;
	gboolean wraps = !w->shape->is_open && side > 2;
	if (at + 1 < side || wraps)
		put(w, rank, start + (at + 1) % side * stride);
	if (at > 0 || wraps)
		put(w, rank, start + (at + side - 1) % side * stride);
}

/*
 * The grid whose sides are not given: ranks stand on a ring. The neighbours along dimension d are about n^(d / dims)
 * before and behind, as in a grid of equal sides. Strides are made different and less than n / 2, so that all
 * neighbours are different ranks.
 */
static void put_ring(Walk *w, guint32 dims)
{
	guint32 stride = 0, n = w->ranks;
	for (guint32 d = 0; d < dims; d++) {
		guint32 wanted = (guint32)lround(pow(pow(n, 1.0 / dims), d)), most = (n - 1) / 2 - (dims - 1 - d);
		stride = MIN(d ? MAX(wanted, stride + 1) : 1, most);
		for (guint32 i = 0; i < n; i++) {
			put(w, i, (i + stride) % n);
			put(w, i, (i + n - stride) % n);
		}
	}
}

static void grid(Walk *w)
{
	const Shape *s = w->shape;
	guint32 stride = 1;
	if (!s->n_dims)
		put_ring(w, s->number / 2);
	for (guint32 d = 0; d < s->n_dims; stride *= s->dim[d++])
		for (guint32 i = 0; i < w->ranks; i++)
			put_row(w, i, s->dim[d], stride);
}

/* ---- by name */

static gboolean take_file(Shape *s, const char *argument)
{
	s->file = argument;
	return argument && *argument && !g_str_equal(argument, "-");
}

static gboolean take_permutation(Shape *s, const char *argument)
{
	s->is_drawn = TRUE;
	return argument == NULL;
}

static const ShapeKind kinds[] = {
	{"bisect", NULL, bisect, NULL},
	{"permutation", take_permutation, NULL, NULL},
	{"dissemination", NULL, dissemination, NULL},
	{"recursive-doubling", NULL, doubling, NULL},
	{"pairwise-exchange", NULL, pairwise, NULL},
	{"alltoall", NULL, alltoall, NULL},
	{"tree", NULL, tree, NULL},
	{"pipeline", NULL, pipeline, NULL},
	{"ring", NULL, ring, NULL},
	{"scatter", NULL, scatter, NULL},
	{"gather", NULL, gather, NULL},
	{"receivers", take_receivers, receivers, "a number of receivers, receivers:N"},
	{"nearest-neighbour", take_grid, grid,
	 "an even number of neighbours from 2 to 16, or the sides of a grid with or without ',open'"},
	{"file", take_file, NULL, "the name of a file, file:FILE"},
};

const char *shape_name(guint i)
{
	return i < G_N_ELEMENTS(kinds) ? kinds[i].name : NULL;
}

static gboolean wrong(GError **error, const char *name, const char *why)
{
	return sssp_error_usage(error, "pattern '%s': %s", name, why);
}

static gboolean unknown(GError **error, const char *name)
{
	g_autoptr(GString) names = g_string_new(NULL);
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		g_string_append_printf(names, "%s%s", i ? ", " : "", kinds[i].name);
	return sssp_error_usage(error, "there is no pattern '%s'; there are %s", name, names->str);
}

gboolean shape_read(Shape *shape, const char *name, GError **error)
{
	const char *argument = strchr(name, ':');
	gsize length = argument ? (gsize)(argument++ - name) : strlen(name);
	*shape = (Shape){0};
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (strlen(kinds[i].name) == length && strncmp(kinds[i].name, name, length) == 0)
			shape->kind = &kinds[i];
	if (!shape->kind)
		return unknown(error, name);
	if (shape->kind->take ? shape->kind->take(shape, argument) : !argument)
		return TRUE;
	return sssp_error_usage(error, "pattern '%s': %s follows the name", name,
				shape->kind->takes ? shape->kind->takes : "nothing");
}

OptimizeSend *shape_sends(const Shape *shape, const guint16 *lid, guint32 ranks, gsize *n, GError **error)
{
	Walk count = {.shape = shape, .lid = lid, .ranks = ranks}, fill = count;
	*n = 0;
	if (ranks < 2)
		wrong(error, shape->kind->name, "at least two ranks are needed");
	else if (shape->ranks && ranks != shape->ranks)
		wrong(error, shape->kind->name, "the grid has another number of ranks");
	else if (shape->number >= ranks)
		wrong(error, shape->kind->name, "there are too few hosts for it");
	else
		shape->kind->walk(&count);
	if (!(*n = count.n))
		return NULL;
	if (!(fill.send = g_try_new(OptimizeSend, count.n)))
		return sssp_error_memory_null(error, "a pattern", count.n * sizeof(OptimizeSend));
	shape->kind->walk(&fill);
	return fill.send;
}
