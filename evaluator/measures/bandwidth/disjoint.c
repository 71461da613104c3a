/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts, for each pair of endpoints, how many routes to the target's LIDs have no channel in common. Endpoints of one
 * switch have the same routes, so each source switch is looked at once for a target. Its routes are compared with each
 * other, and the largest set without a common channel is searched for by branch and bound.
 */
#include "evaluator/measures/bandwidth/disjoint.h"

#include "core/base/error.h"
#include "evaluator/measures/bandwidth/split.h"
#include "evaluator/measures/bandwidth/stream_row.h"

#include <string.h>

typedef struct {
	const Paths *paths;
	guint8 *next; /* [DISJOINT_MOST][n_rows] of one target's LIDs, stream_row() */
	guint32 n;    /* these LIDs */
	DisjointFacts *facts;
	gdouble distinct, disjoint; /* sums over pairs */
	guint8 clash[DISJOINT_MOST][DISJOINT_MOST];
} Look;

/* ---- the largest set without a clash */

typedef struct {
	guint8 (*clash)[DISJOINT_MOST];
	guint32 most, steps;
} Choice;

/* Of the paths in `left`, the first of those that clash with fewest others in it. */
static guint32 freest(const Choice *c, const guint8 *left, guint32 n)
{
	guint32 best = 0, least = G_MAXUINT32;
	for (guint32 i = 0; i < n; i++) {
		guint32 clashes = 0;
		for (guint32 k = 0; k < n; k++)
			clashes += c->clash[left[i]][left[k]] && i != k;
		if (clashes < least) {
			least = clashes;
			best = i;
		}
	}
	return best;
}

/*
 * Extends a set of `taken` paths by some of the n in `left`, none of which clashes with them: tries one path in turn
 * with and without it, and keeps the largest set.
 */
static void choose(Choice *c, const guint8 *left, guint32 n, guint32 taken)
{
	guint8 rest[DISJOINT_MOST];
	c->most = MAX(c->most, taken);
	if (!n || taken + n <= c->most || ++c->steps > DISJOINT_STEPS)
		return;
	guint32 at = freest(c, left, n), with = 0, clashes = 0;
	for (guint32 i = 0; i < n; i++) {
		gboolean clash = c->clash[left[at]][left[i]] != 0;
		clashes += clash && i != at;
		if (i != at && !clash)
			rest[with++] = left[i];
	}
	choose(c, rest, with, taken + 1);
	if (clashes < 2) /* instead of it at most one other could be taken */
		return;
	memcpy(rest, left, n);
	memmove(rest + at, rest + at + 1, n - at - 1);
	choose(c, rest, n - 1, taken);
}

guint32 disjoint_most(guint8 clash[DISJOINT_MOST][DISJOINT_MOST], guint32 n)
{
	guint8 all[DISJOINT_MOST];
	Choice c = {clash, 0, 0};
	for (guint32 i = 0; i < n; i++)
		all[i] = (guint8)i;
	choose(&c, all, n, 0);
	return c.most;
}

/* ---- the routes of a pair */

/*
 * The channels of a path from a row, in order, in route[n_rows]. Returns their number; G_MAXUINT32: it does not arrive.
 */
static guint32 follow(const Look *l, guint32 path, guint32 row, guint32 *route)
{
	const Paths *p = l->paths;
	const guint8 *next = l->next + (gsize)path * p->n_rows;
	guint32 hops = 0;
	if (next[row] == STREAM_LOST)
		return G_MAXUINT32;
	for (; next[row] != STREAM_ARRIVED; row = p->to[route[hops++]])
		route[hops] = p->first[row] + next[row];
	return hops;
}

typedef struct {
	guint32 *route[2]; /* [n_rows] */
	guint32 path[DISJOINT_MOST], n;
} Pair;

static gboolean have_common(const guint32 *a, guint32 n, const guint32 *b, guint32 m)
{
	for (guint32 i = 0; i < n; i++)
		for (guint32 k = 0; k < m; k++)
			if (a[i] == b[k])
				return TRUE;
	return FALSE;
}

/* Adds a path to the pair's paths unless it is one of them already, with the paths that it clashes with. */
static void add_path(Look *l, Pair *pair, guint32 path, guint32 row)
{
	guint32 hops = follow(l, path, row, pair->route[0]);
	if (hops == G_MAXUINT32)
		return;
	for (guint32 i = 0; i < pair->n; i++) {
		guint32 other = follow(l, pair->path[i], row, pair->route[1]);
		if (other == hops && memcmp(pair->route[0], pair->route[1], hops * sizeof(guint32)) == 0)
			return;
		l->clash[i][pair->n] = l->clash[pair->n][i] =
			have_common(pair->route[0], hops, pair->route[1], other) ? 1 : 0;
	}
	pair->path[pair->n++] = path;
}

static void look_from(Look *l, guint32 row, Pair *pair)
{
	DisjointFacts *f = l->facts;
	guint32 hosts = l->paths->hosts[row];
	pair->n = 0;
	for (guint32 path = 0; path < l->n; path++)
		add_path(l, pair, path, row);
	guint32 most = disjoint_most(l->clash, pair->n);
	f->least = f->pairs ? MIN(f->least, most) : most;
	f->most = MAX(f->most, most);
	f->pairs += hosts;
	f->count[most] += hosts;
	l->distinct += (gdouble)hosts * pair->n;
	l->disjoint += (gdouble)hosts * most;
}

static void look_to(Look *l, guint32 endpoint, PathTree *tree, Pair *pair)
{
	const Paths *p = l->paths;
	l->n = split_lids(p, SPLIT_ALL, endpoint);
	l->facts->lids = MAX(l->facts->lids, l->n);
	for (guint32 path = 0; path < l->n; path++) {
		path_tree_fill(tree, p, p->fabric->ports[p->fabric->endpoints[endpoint]].lid + path);
		stream_row(p, tree, l->next + (gsize)path * p->n_rows);
	}
	for (guint32 row = 0; row < p->n_rows; row++)
		if (p->hosts[row] && row != p->endpoint_row[endpoint])
			look_from(l, row, pair);
}

static void look_at_all(Look *l, PathTree *tree, Pair *pair)
{
	DisjointFacts *f = l->facts;
	for (guint32 i = 0; i < l->paths->n_part; i++)
		look_to(l, l->paths->part[i], tree, pair);
	f->mean_distinct = f->pairs ? l->distinct / (gdouble)f->pairs : 0;
	f->mean_disjoint = f->pairs ? l->disjoint / (gdouble)f->pairs : 0;
}

DisjointFacts *disjoint_facts_new(const Paths *p, GError **error)
{
	g_autoptr(DisjointFacts) facts = g_new0(DisjointFacts, 1);
	g_autoptr(PathTree) tree = path_tree_new(p, error);
	g_autofree Look *l = g_new0(Look, 1);
	g_autofree guint32 *route = g_try_new(guint32, 2 * (gsize)p->n_rows + 2);
	g_autofree guint8 *next = g_try_malloc((gsize)DISJOINT_MOST * p->n_rows + 1);
	if (!tree)
		return NULL;
	if (!route || !next)
		return sssp_error_memory_null(error, "routes of a pair", (gsize)DISJOINT_MOST * p->n_rows);
	Pair pair = {.route = {route, route + p->n_rows + 1}};
	l->paths = p;
	l->next = next;
	l->facts = facts;
	look_at_all(l, tree, &pair);
	return g_steal_pointer(&facts);
}

void disjoint_facts_free(DisjointFacts *facts)
{
	g_free(facts);
}
