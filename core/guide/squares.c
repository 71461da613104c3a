/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the squares of cables (four switches joined in a ring) at each switch, and the dimension of each edge, a pair
 * of switches with a cable. A switch looks once at its neighbours' neighbours: one that is met twice is the opposite
 * corner of a square. Opposite edges of squares are joined to sets. Then sets are joined to dimensions two at a time,
 * those first that meet most often without a square.
 */
#include "core/guide/squares.h"

#include "core/base/arena.h"
#include "core/base/union_find.h"

#include <string.h>

/* Neighbours' neighbours looked at in all. */
#define LOOKS_MOST 4000000

typedef struct {
	const Graph *graph;
	guint32 *first;    /* [n_switches + 1] */
	SquaresSide *side; /* [first[n_switches]] */
	guint32 *edge;     /* [n_channels] */
	guint32 *parent;   /* [n_edges] sets of edges */
	guint32 *stamp;    /* [n_switches] 2 v + 1: neighbour of v; 2 v + 2: met from v */
	guint32 *mid;      /* [n_switches] by which neighbour of v it was met first, */
	guint32 *far;      /* [n_switches] and by which edge from there */
	guint32 *votes;    /* [sets][sets] meetings with a square, upper half: [low][high]; without, lower half */
	guint n_sets;
} Work;

/* Numbers the edges; a switch's sides follow its channels. FALSE where a switch has too many neighbours. */
static gboolean lay_sides(Work *w, Squares *s)
{
	const Graph *g = w->graph;
	guint32 n = 0;
	for (guint32 v = 0; v < g->n_switches; v++) {
		w->first[v] = n;
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
			guint32 to = g->to[c];
			if (w->stamp[to] != v + 1) {
				w->stamp[to] = v + 1;
				w->mid[to] = to > v ? s->n_edges++ : w->edge[g->reverse[c]];
				w->side[n++] = (SquaresSide){to, w->mid[to]};
			}
			w->edge[c] = w->mid[to];
		}
		if (n - w->first[v] > SQUARES_DEGREE)
			return FALSE;
	}
	w->first[g->n_switches] = n;
	return TRUE;
}

static gboolean is_small(const Work *w)
{
	guint64 looks = 0;
	for (guint32 k = 0; k < w->first[w->graph->n_switches]; k++)
		looks += w->first[w->side[k].neighbour + 1] - w->first[w->side[k].neighbour];
	return looks <= LOOKS_MOST;
}

/* Square of v: sides a and b, and the edges across. `spans` is NULL, or gets bit b of word a and the reverse. */
static void add_square(Work *w, guint32 v, guint32 a, guint32 b, guint32 beyond_a, guint32 beyond_b, guint64 *spans)
{
	if (spans) {
		spans[a] |= G_GUINT64_CONSTANT(1) << b;
		spans[b] |= G_GUINT64_CONSTANT(1) << a;
		return;
	}
	union_find_join(w->parent, w->side[w->first[v] + a].edge, beyond_b);
	union_find_join(w->parent, w->side[w->first[v] + b].edge, beyond_a);
}

static void look_at_switch(Work *w, guint32 v, guint64 *spans)
{
	guint32 n = w->first[v + 1] - w->first[v];
	const SquaresSide *own = w->side + w->first[v];
	w->stamp[v] = 2 * v + 1;
	for (guint32 a = 0; a < n; a++)
		w->stamp[own[a].neighbour] = 2 * v + 1;
	for (guint32 a = 0; a < n; a++)
		for (guint32 k = w->first[own[a].neighbour]; k < w->first[own[a].neighbour + 1]; k++) {
			guint32 across = w->side[k].neighbour;
			if (w->stamp[across] == 2 * v + 1)
				continue;
			if (w->stamp[across] == 2 * v + 2) {
				add_square(w, v, w->mid[across], a, w->far[across], w->side[k].edge, spans);
				continue;
			}
			w->stamp[across] = 2 * v + 2;
			w->mid[across] = a;
			w->far[across] = w->side[k].edge;
		}
}

/* Counts the meetings of sets at switch v, with and without a square. */
static void vote(Work *w, guint32 v)
{
	guint64 spans[SQUARES_DEGREE] = {0};
	guint32 n = w->first[v + 1] - w->first[v];
	look_at_switch(w, v, spans);
	for (guint32 a = 0; a < n; a++)
		for (guint32 b = 0; b < a; b++) {
			guint32 x = w->parent[w->side[w->first[v] + a].edge],
				y = w->parent[w->side[w->first[v] + b].edge];
			guint32 low = MIN(x, y), high = MAX(x, y);
			gboolean with = spans[a] >> b & 1;
			if (low != high)
				w->votes[with ? low * w->n_sets + high : high * w->n_sets + low]++;
		}
}

static gint64 votes_for(const Work *w, guint low, guint high)
{
	return (gint64)w->votes[high * w->n_sets + low] - (gint64)w->votes[low * w->n_sets + high];
}

/* Adds the votes of set `high` to those of set `low`. */
static void join_votes(Work *w, guint low, guint high)
{
	guint n = w->n_sets;
	for (guint i = 0; i < n; i++) {
		if (i == low || i == high)
			continue;
		w->votes[MIN(i, low) * n + MAX(i, low)] += w->votes[MIN(i, high) * n + MAX(i, high)];
		w->votes[MAX(i, low) * n + MIN(i, low)] += w->votes[MAX(i, high) * n + MIN(i, high)];
		w->votes[MIN(i, high) * n + MAX(i, high)] = w->votes[MAX(i, high) * n + MIN(i, high)] = 0;
	}
	w->votes[high * n + low] = w->votes[low * n + high] = 0;
}

/* Joins sets as long as two meet more often without a square than with one; fills of[sets], returns how many stay. */
static guint32 join_sets(Work *w, guint32 *of)
{
	union_find_reset(of, w->n_sets);
	for (;;) {
		gint64 most = 0;
		guint best_low = 0, best_high = 0;
		for (guint high = 1; high < w->n_sets; high++)
			for (guint low = 0; low < high; low++)
				if (votes_for(w, low, high) > most) {
					most = votes_for(w, low, high);
					best_low = low;
					best_high = high;
				}
		if (!most)
			return union_find_number(of, w->n_sets);
		union_find_join(of, best_low, best_high);
		join_votes(w, best_low, best_high);
	}
}

/*
 * The dimension of an edge is a guess if its set is at most one in so many of the largest set of that dimension: such
 * small sets are left by damage.
 */
#define SMALL_PART 4

/*
 * Marks as guessed the edges of sets of one edge, unless all sets are such, and of sets that are small in their
 * dimension.
 */
static void note_guesses(const Work *w, Squares *s)
{
	guint32 size[SQUARES_SETS] = {0}, most[SQUARES_SETS] = {0};
	for (guint32 e = 0; e < s->n_edges; e++)
		size[w->parent[e]]++;
	for (guint32 e = 0; e < s->n_edges; e++)
		most[s->set[e]] = MAX(most[s->set[e]], size[w->parent[e]]);
	for (guint32 e = 0; e < s->n_edges; e++)
		s->guessed[e] = (size[w->parent[e]] == 1 && w->n_sets < s->n_edges) ||
				SMALL_PART * size[w->parent[e]] <= most[s->set[e]];
}

/* A row or a ring by itself, which has no squares to tell by. */
static gboolean is_line(const Work *w)
{
	guint32 v = 0;
	while (v < w->graph->n_switches && w->first[v + 1] - w->first[v] <= 2)
		v++;
	return v == w->graph->n_switches;
}

static gboolean find(Work *w, Squares *s, GError **error)
{
	guint32 of[SQUARES_SETS];
	union_find_reset(w->parent, s->n_edges);
	memset(w->stamp, 0, w->graph->n_switches * sizeof *w->stamp);
	for (guint32 v = 0; v < w->graph->n_switches; v++)
		look_at_switch(w, v, NULL);
	guint32 n_sets = union_find_number(w->parent, s->n_edges);
	if (n_sets == s->n_edges && is_line(w)) {
		memset(s->set, 0, s->n_edges);
		memset(s->guessed, 0, s->n_edges);
		s->n = 1;
		return TRUE;
	}
	if (n_sets > SQUARES_SETS || !n_sets)
		return TRUE;
	w->n_sets = n_sets;
	w->votes = arena_new_array0(s->arena, guint32, (gsize)n_sets * n_sets);
	if (!arena_check(s->arena, "dimensions", error))
		return FALSE;
	memset(w->stamp, 0, w->graph->n_switches * sizeof *w->stamp);
	for (guint32 v = 0; v < w->graph->n_switches; v++)
		vote(w, v);
	s->n = join_sets(w, of);
	for (guint32 e = 0; e < s->n_edges; e++)
		s->set[e] = (guint8)of[w->parent[e]];
	note_guesses(w, s);
	return TRUE;
}

gboolean squares_init(Squares *squares, const Graph *graph, GError **error)
{
	guint32 n = graph->n_switches + 1, m = graph->n_channels + 1;
	Arena *arena = arena_new();
	*squares = (Squares){.graph = graph,
			     .first = arena_new_array(arena, guint32, n),
			     .side = arena_new_array(arena, SquaresSide, m),
			     .set = arena_new_array(arena, guint8, m),
			     .guessed = arena_new_array(arena, guint8, m),
			     .arena = arena};
	Work w = {.graph = graph,
		  .first = squares->first,
		  .side = squares->side,
		  .edge = arena_new_array(arena, guint32, m),
		  .parent = arena_new_array(arena, guint32, m),
		  .stamp = arena_new_array0(arena, guint32, n),
		  .mid = arena_new_array(arena, guint32, n),
		  .far = arena_new_array(arena, guint32, n)};
	if (!arena_check(arena, "dimensions", error))
		return FALSE;
	return !lay_sides(&w, squares) || !is_small(&w) || find(&w, squares, error);
}

void squares_clear(Squares *squares)
{
	arena_free(squares->arena);
}
