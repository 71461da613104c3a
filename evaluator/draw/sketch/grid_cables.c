/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a grid by cables alone: the factors of the graph as a Cartesian product, which are rings, rows or pairs in
 * tori, meshes and hypercubes. Two edges belong to one factor where distances say so (xy and uv with d(x,u) + d(y,v) !=
 * d(x,v) + d(y,u)), or where they meet in the only common neighbour of their other ends (Feder, Product graph
 * representations, 1992). Parts that are joined without the edges of a factor have the same place in it. Of a hypercube
 * pairs are then joined to rings of four, as a picture has three dimensions at most.
 */
#include "evaluator/draw/sketch/sketch_grid.h"

#include <string.h>

#define MOST_FACTORS 9 /* hypercubes of SKETCH_GRID parts */
#define MOST_DEGREE 18
#define NOWHERE G_MAXUINT32

typedef struct {
	guint32 a, b;
} Edge;

typedef struct {
	guint32 n, m;
	Edge *edge;
	guint32 *class;    /* [m] union-find, then the factor of each edge */
	guint32 *degree;   /* [n] */
	guint32 *incident; /* [n][MOST_DEGREE] edges */
	guint16 *distance; /* [n][n] */
	guint n_factors;
	guint32 *place; /* [MOST_FACTORS][n] place of each part in a factor */
	guint32 extent[MOST_FACTORS];
} Product;

static void product_free(Product *p)
{
	g_free(p->edge);
	g_free(p->class);
	g_free(p->degree);
	g_free(p->incident);
	g_free(p->distance);
	g_free(p->place);
}

static guint32 other_end(const Product *p, guint32 edge, guint32 end)
{
	return p->edge[edge].a == end ? p->edge[edge].b : p->edge[edge].a;
}

static guint32 find(guint32 *up, guint32 i)
{
	while (up[i] != i)
		i = up[i] = up[up[i]];
	return i;
}

static void unite(guint32 *up, guint32 a, guint32 b)
{
	a = find(up, a);
	b = find(up, b);
	up[MAX(a, b)] = MIN(a, b);
}

/* ---- the graph */

static gboolean take_edges(Product *p, const Sketch *s)
{
	p->n = s->n_parts;
	p->edge = g_new(Edge, s->n_bundles + 1);
	p->degree = g_new0(guint32, p->n);
	p->incident = g_new(guint32, (gsize)p->n * MOST_DEGREE);
	for (guint32 i = 0; i < s->n_bundles; i++) {
		guint32 end[] = {s->bundle[i].a, s->bundle[i].b};
		if (end[0] == end[1])
			continue;
		for (guint k = 0; k < 2; k++) {
			if (p->degree[end[k]] == MOST_DEGREE)
				return FALSE;
			p->incident[end[k] * MOST_DEGREE + p->degree[end[k]]++] = p->m;
		}
		p->edge[p->m++] = (Edge){end[0], end[1]};
	}
	return p->m > 0;
}

/* FALSE: not all are connected. */
static gboolean measure_from(Product *p, guint32 start, guint32 *queue)
{
	guint16 *distance = p->distance + (gsize)start * p->n;
	guint32 n = 0;
	memset(distance, 0xff, p->n * sizeof *distance);
	distance[start] = 0;
	queue[n++] = start;
	for (guint32 i = 0; i < n; i++)
		for (guint32 k = 0; k < p->degree[queue[i]]; k++) {
			guint32 next = other_end(p, p->incident[queue[i] * MOST_DEGREE + k], queue[i]);
			if (distance[next] != G_MAXUINT16)
				continue;
			distance[next] = distance[queue[i]] + 1;
			queue[n++] = next;
		}
	return n == p->n;
}

static gboolean measure(Product *p)
{
	g_autofree guint32 *queue = g_new(guint32, p->n);
	p->distance = g_new(guint16, (gsize)p->n * p->n);
	for (guint32 i = 0; i < p->n; i++)
		if (!measure_from(p, i, queue))
			return FALSE;
	return TRUE;
}

/* ---- factors */

static guint distance(const Product *p, guint32 a, guint32 b)
{
	return p->distance[(gsize)a * p->n + b];
}

static guint common_neighbours(const Product *p, guint32 a, guint32 b)
{
	guint n = 0;
	for (guint32 k = 0; k < p->degree[a]; k++)
		n += distance(p, other_end(p, p->incident[a * MOST_DEGREE + k], a), b) == 1;
	return n;
}

static void unite_by_distances(Product *p)
{
	for (guint32 i = 0; i < p->m; i++)
		for (guint32 k = i + 1; k < p->m; k++) {
			const Edge *e = &p->edge[i], *f = &p->edge[k];
			if (distance(p, e->a, f->a) + distance(p, e->b, f->b) !=
			    distance(p, e->a, f->b) + distance(p, e->b, f->a))
				unite(p->class, i, k);
		}
}

static void unite_at_corners(Product *p)
{
	for (guint32 x = 0; x < p->n; x++)
		for (guint32 i = 0; i < p->degree[x]; i++)
			for (guint32 k = i + 1; k < p->degree[x]; k++) {
				guint32 e = p->incident[x * MOST_DEGREE + i], f = p->incident[x * MOST_DEGREE + k];
				if (common_neighbours(p, other_end(p, e, x), other_end(p, f, x)) == 1)
					unite(p->class, e, f);
			}
}

/* Numbers the factors. FALSE: one only, or too many. */
static gboolean find_factors(Product *p)
{
	g_autofree guint32 *number = g_new(guint32, p->m);
	p->class = g_new(guint32, p->m);
	for (guint32 i = 0; i < p->m; i++)
		p->class[i] = i;
	unite_by_distances(p);
	unite_at_corners(p);
	for (guint32 i = 0; i < p->m; i++) {
		guint32 root = find(p->class, i);
		if (root == i && p->n_factors == MOST_FACTORS)
			return FALSE;
		number[i] = root == i ? p->n_factors++ : number[root];
	}
	memcpy(p->class, number, p->m * sizeof *number);
	return p->n_factors > 1;
}

/* ---- places in a factor */

/* Gives parts that are joined without the edges of a factor one place, numbered by name. */
static void fill_places(Product *p, guint factor, const Sketch *s)
{
	guint32 *place = p->place + (gsize)factor * p->n;
	g_autofree guint32 *up = g_new(guint32, p->n), *number = g_new(guint32, p->n);
	for (guint32 i = 0; i < p->n; i++) {
		up[i] = i;
		number[i] = NOWHERE;
	}
	for (guint32 i = 0; i < p->m; i++)
		if (p->class[i] != factor)
			unite(up, p->edge[i].a, p->edge[i].b);
	for (guint32 i = 0; i < s->fabric->n_switches; i++) {
		guint32 part = s->part_of[s->order[i]], root = find(up, part);
		if (number[root] == NOWHERE)
			number[root] = p->extent[factor]++;
		place[part] = number[root];
	}
}

/* Finds the two neighbours of each place. FALSE: one has more, so that the factor is neither a ring nor a row. */
static gboolean fill_neighbours(const Product *p, guint factor, guint32 (*next)[2])
{
	const guint32 *place = p->place + (gsize)factor * p->n;
	memset(next, 0xff, p->extent[factor] * sizeof *next);
	for (guint32 i = 0; i < p->m; i++) {
		const guint32 end[] = {place[p->edge[i].a], place[p->edge[i].b]};
		for (guint k = 0; p->class[i] == factor && k < 2; k++) {
			guint32 *of = next[end[k]], to = end[1 - k];
			if (of[0] == to || of[1] == to)
				continue;
			if (of[1] != NOWHERE)
				return FALSE;
			of[of[0] == NOWHERE ? 0 : 1] = to;
		}
	}
	return TRUE;
}

/* Numbers the places along the ring, or along the row from its end. */
static gboolean walk(Product *p, guint factor)
{
	guint32 n = p->extent[factor], *place = p->place + (gsize)factor * p->n, at = 0, before = NOWHERE, made = 0;
	g_autofree guint32 *number = g_new(guint32, n);
	guint32(*next)[2] = g_malloc_n(n, sizeof *next);
	gboolean good = fill_neighbours(p, factor, next);
	memset(number, 0xff, n * sizeof *number);
	while (good && at < n && next[at][1] != NOWHERE)
		at++;
	at = at == n ? 0 : at; /* a ring has no end */
	while (good && at != NOWHERE && number[at] == NOWHERE) {
		guint32 low = MIN(next[at][0], next[at][1]), high = MAX(next[at][0], next[at][1]);
		guint32 to = before == NOWHERE || low != before ? low : high;
		number[at] = made++;
		before = at;
		at = to;
	}
	for (guint32 i = 0; i < p->n; i++)
		place[i] = number[place[i]];
	g_free(next);
	return good && made == n;
}

/* Joins two factors that are pairs into a ring of four. */
static void join_pairs(Product *p, guint a, guint b)
{
	static const guint32 around[2][2] = {{0, 1}, {3, 2}};
	for (guint32 i = 0; i < p->n; i++)
		p->place[(gsize)a * p->n + i] = around[p->place[(gsize)a * p->n + i]][p->place[(gsize)b * p->n + i]];
	p->extent[a] = 4;
	p->n_factors--;
	p->extent[b] = p->extent[p->n_factors];
	memmove(p->place + (gsize)b * p->n, p->place + (gsize)p->n_factors * p->n, p->n * sizeof *p->place);
}

static guint next_pair(const Product *p, guint from)
{
	while (from < p->n_factors && p->extent[from] != 2)
		from++;
	return from;
}

/*
 * Joins pairs until two factors, or fewer than two pairs, are left. FALSE: there are more factors than
 * SKETCH_DIMENSIONS.
 */
static gboolean join_all_pairs(Product *p)
{
	guint other;
	while (p->n_factors > 2 && (other = next_pair(p, next_pair(p, 0) + 1)) < p->n_factors)
		join_pairs(p, next_pair(p, 0), other);
	return p->n_factors <= SKETCH_DIMENSIONS;
}

static gboolean find_places(Product *p, const Sketch *s)
{
	guint64 places = 1;
	p->place = g_new0(guint32, (gsize)p->n_factors * p->n);
	for (guint f = 0; f < p->n_factors; f++) {
		fill_places(p, f, s);
		places *= p->extent[f];
		if (places > p->n || !walk(p, f))
			return FALSE;
	}
	return places == p->n && join_all_pairs(p);
}

SketchGrid *grid_of_cables(const Sketch *s)
{
	Product p = {0};
	SketchGrid *grid = NULL;
	if (take_edges(&p, s) && measure(&p) && find_factors(&p) && find_places(&p, s)) {
		grid = grid_new(p.n);
		for (guint f = 0; f < p.n_factors; f++) {
			grid->extent[f] = p.extent[f];
			for (guint32 i = 0; i < p.n; i++)
				grid->at[i][f] = p.place[(gsize)f * p.n + i];
		}
	}
	product_free(&p);
	return grid;
}
