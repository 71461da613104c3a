/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the messages that the tasks of an application send in one iteration: those between neighbours on a grid, those
 * of a communication pattern, or one to a random partner. They are in one array, sorted by sender. Those of a pattern
 * are counted in one pass and placed in another.
 */
#include "evaluator/workload/workload_exchange.h"

#include "core/base/error.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "evaluator/workload/workload_random.h"

#define MOST_MESSAGES 2000000000 /* of an iteration: a day and more of simulation */

void exchange_free(Exchange *exchange)
{
	if (!exchange)
		return;
	g_free(exchange->first);
	g_free(exchange->target);
	g_free(exchange->expected);
	g_free(exchange);
}

static Exchange *exchange_new(guint32 tasks, guint32 variants, gsize messages, GError **error)
{
	g_autoptr(Exchange) x = g_new0(Exchange, 1);
	gsize senders = (gsize)tasks * variants;
	x->tasks = tasks;
	x->variants = variants;
	x->first = g_try_new0(gsize, senders + 2);
	x->target = g_try_new(guint32, messages + 1);
	x->expected = g_try_new0(guint32, senders + 1);
	if (x->first && x->target && x->expected)
		return g_steal_pointer(&x);
	return sssp_error_memory_null(error, "the messages of a workload",
				      messages * sizeof(guint32) + senders * sizeof(gsize));
}

/* Adds a message of the task whose messages are the last ones so far. */
static void add(Exchange *x, guint32 variant, gsize *n, guint32 target)
{
	x->target[(*n)++] = target;
	x->expected[(gsize)variant * x->tasks + target]++;
}

Exchange *exchange_grid(guint32 side, guint dims, GError **error)
{
	gsize cells = 1, n = 0;
	for (guint d = 0; d < dims; d++)
		cells *= side;
	g_autoptr(Exchange) x = exchange_new((guint32)cells, 1, cells * dims * 2, error);
	for (guint32 cell = 0; x && cell < cells; cell++) {
		guint32 stride = 1;
		for (guint d = 0; d < dims; d++, stride *= side) {
			guint32 at = cell / stride % side;
			if (at > 0)
				add(x, 0, &n, cell - stride);
			if (at + 1 < side)
				add(x, 0, &n, cell + stride);
		}
		x->first[cell + 1] = n;
	}
	return g_steal_pointer(&x);
}

typedef struct {
	guint32 *source, *target, *drawn;
} Pairs;

static void pairs_clear(Pairs *pairs)
{
	g_free(pairs->source);
	g_free(pairs->target);
	g_free(pairs->drawn);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pairs, pairs_clear)

/* Messages sorted by sender, those of one in the order of the rounds: counted in one pass, placed in another. */
static void place(Exchange *x, const Pattern *p, Pairs *pairs, gboolean counting)
{
	for (guint32 round = 0; round < p->rounds; round++) {
		guint32 n = pattern_pairs(p, round, pairs->drawn, pairs->source, pairs->target);
		for (guint32 i = 0; i < n; i++) {
			gsize *at = &x->first[pairs->source[i] + (counting ? 2 : 1)];
			if (!counting)
				add(x, 0, at, pairs->target[i]);
			else
				++*at;
		}
	}
}

static gsize count_pairs(const Pattern *p, Pairs *pairs)
{
	gsize n = 0;
	for (guint32 round = 0; round < p->rounds; round++)
		n += pattern_pairs(p, round, pairs->drawn, pairs->source, pairs->target);
	return n;
}

Exchange *exchange_pattern(const Pattern *p, guint64 seed, GError **error)
{
	if ((guint64)p->rounds * p->room > MOST_MESSAGES) {
		pattern_error(p, error, "%u ranks send more than %d messages in an iteration", p->ranks, MOST_MESSAGES);
		return NULL;
	}
	g_auto(Pairs) pairs = {g_try_new(guint32, p->room + 1), g_try_new(guint32, p->room + 1),
			       g_try_new(guint32, p->ranks + 1)};
	if (!pairs.source || !pairs.target || !pairs.drawn)
		return sssp_error_memory_null(error, "a round of a pattern", (gsize)p->room * 2 * sizeof(guint32));
	g_autoptr(GRand) twister = g_rand_new_with_seed_array((guint32[]){(guint32)seed, (guint32)(seed >> 32)}, 2);
	for (guint32 i = 0; i < p->ranks; i++)
		pairs.drawn[i] = i;
	pattern_draw(p, twister, pairs.drawn);
	Exchange *x = exchange_new(p->ranks, 1, count_pairs(p, &pairs), error);
	if (!x)
		return NULL;
	place(x, p, &pairs, TRUE);
	for (guint32 t = 1; t <= x->tasks; t++)
		x->first[t + 1] += x->first[t];
	place(x, p, &pairs, FALSE); /* moves first[t + 1] from the beginning of task t's messages to their end */
	return x;
}

/* Draws a cyclic order of the tasks, in which each sends to the next one. */
static void draw_ring(Exchange *x, guint32 variant, guint64 seed, guint32 *order)
{
	Draw draw = {seed, DRAW_PARTNER, 0, variant, 0};
	gsize base = (gsize)variant * x->tasks;
	draw_order(&draw, order, x->tasks);
	for (guint32 i = 0; i < x->tasks; i++) {
		x->target[base + order[i]] = order[(i + 1) % x->tasks];
		x->first[base + i + 1] = base + i + 1;
		x->expected[base + i] = 1;
	}
}

Exchange *exchange_random(guint32 tasks, guint32 variants, guint64 seed, GError **error)
{
	g_autofree guint32 *order = g_try_new(guint32, (gsize)tasks + 1);
	Exchange *x = order ? exchange_new(tasks, variants, (gsize)tasks * variants, error) : NULL;
	if (!order)
		sssp_error_memory(error, "an order of tasks", (gsize)tasks * sizeof(guint32));
	for (guint32 v = 0; x && v < variants; v++)
		draw_ring(x, v, seed, order);
	return x;
}
