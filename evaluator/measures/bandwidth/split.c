/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Splits flows over the LIDs of their target port (LMC), and lays their parts on channels. The forwarding tables are
 * followed once for each LID of each endpoint, and every route is kept as the next channel at each switch. The hosts of
 * a switch are counted by their LMC, to know how many of them use a path that does not arrive.
 */
#include "evaluator/measures/bandwidth/split.h"

#include "core/base/error.h"
#include "evaluator/measures/bandwidth/stream_row.h"

#define LMCS (FABRIC_MAX_LMC + 1)

static const FabricPort *port_of(const Paths *p, guint32 endpoint)
{
	return &p->fabric->ports[p->fabric->endpoints[endpoint]];
}

guint32 split_lids(const Paths *p, PathUse kind, guint32 endpoint)
{
	const FabricPort *port = port_of(p, endpoint);
	guint32 n = kind == SPLIT_BASE ? 1 : 1u << port->lmc;
	return n > 1 && paths_is_unsaid(p, port->lid + n - 1) ? n - 1 : n;
}

static gboolean make_room(Split *s, GError **error)
{
	const Paths *p = s->paths;
	guint32 n = p->fabric->n_endpoints, n_paths = 0;
	s->first = g_try_new(guint32, (gsize)n + 1);
	for (guint32 e = 0; s->first && e < n; e++) {
		guint32 lids = split_lids(p, s->kind, e);
		s->first[e] = n_paths;
		s->most = MAX(s->most, lids);
		n_paths += lids;
	}
	s->next = g_try_malloc((gsize)n_paths * p->n_rows + 1);
	if (!s->first || !s->next)
		return sssp_error_memory(error, "routes to all LIDs", (gsize)n_paths * p->n_rows);
	s->first[n] = n_paths;
	return TRUE;
}

/* Hosts of each row that take part, by their LMC: [n_rows][LMCS]. */
static guint32 *count_lmcs(const Paths *p)
{
	guint32 *count = g_new0(guint32, ((gsize)p->n_rows + 1) * LMCS);
	for (guint32 i = 0; i < p->n_part; i++)
		count[(gsize)p->endpoint_row[p->part[i]] * LMCS + port_of(p, p->part[i])->lmc]++;
	return count;
}

/* The paths to an endpoint before the first that does not arrive from a row. */
static guint32 whole_paths(const Split *s, guint32 endpoint, guint32 row)
{
	guint32 path = s->first[endpoint];
	while (path < s->first[endpoint + 1] && s->next[(gsize)path * s->paths->n_rows + row] != STREAM_LOST)
		path++;
	return path - s->first[endpoint];
}

/* Hosts of a row that use more paths to an endpoint than are whole. */
static guint32 count_lost(const Split *s, guint32 endpoint, guint32 row, const guint32 *lmcs)
{
	const Paths *p = s->paths;
	guint32 whole = whole_paths(s, endpoint, row), n_paths = s->first[endpoint + 1] - s->first[endpoint], lost = 0;
	if (whole == n_paths)
		return 0;
	for (guint lmc = 0; lmc < LMCS; lmc++)
		if ((s->kind != SPLIT_EQUAL && s->kind != SPLIT_EACH) || MIN(n_paths, 1u << lmc) > whole)
			lost += lmcs[(gsize)row * LMCS + lmc];
	return lost - (lost && row == p->endpoint_row[endpoint]); /* itself */
}

static void count_unreachable(Split *s)
{
	const Paths *p = s->paths;
	g_autofree guint32 *lmcs = count_lmcs(p);
	for (guint32 i = 0; i < p->n_part; i++)
		for (guint32 row = 0; row < p->n_rows; row++)
			s->unreachable += p->hosts[row] ? count_lost(s, p->part[i], row, lmcs) : 0;
}

Split *split_new(const Paths *p, PathUse kind, GError **error)
{
	g_autoptr(Split) s = g_new0(Split, 1);
	g_autoptr(PathTree) tree = path_tree_new(p, error);
	s->paths = p;
	s->kind = kind;
	if (!tree || !make_room(s, error))
		return NULL;
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++)
		for (guint32 path = s->first[e]; path < s->first[e + 1]; path++) {
			path_tree_fill(tree, p, port_of(p, e)->lid + path - s->first[e]);
			stream_row(p, tree, s->next + (gsize)path * p->n_rows);
		}
	count_unreachable(s);
	return g_steal_pointer(&s);
}

void split_free(Split *split)
{
	if (!split)
		return;
	g_free(split->first);
	g_free(split->next);
	g_free(split);
}

static void lay_path(const Split *s, guint32 path, guint32 from, gdouble part, const gdouble *weight, MaxMin *m)
{
	const Paths *p = s->paths;
	const guint8 *next = s->next + (gsize)path * p->n_rows;
	for (guint32 row = from; next[row] != STREAM_ARRIVED;) {
		guint32 c = p->first[row] + next[row];
		maxmin_lay(m, c, weight ? part * weight[c] : part);
		row = p->to[c];
	}
}

gboolean split_lay(const Split *s, guint32 source, guint32 target, guint32 flow, const gdouble *weight, MaxMin *m)
{
	guint32 n_paths = split_paths(s, source, target), from = s->paths->endpoint_row[source];
	if (s->kind == SPLIT_EACH) {
		guint32 path = s->first[target] + flow;
		gboolean arrives = s->next[(gsize)path * s->paths->n_rows + from] != STREAM_LOST;
		if (arrives)
			lay_path(s, path, from, 1, weight, m);
		return arrives;
	}
	if (whole_paths(s, target, from) < n_paths)
		return FALSE;
	for (guint32 k = 0; k < n_paths; k++)
		lay_path(s, s->first[target] + k, from, 1.0 / n_paths, weight, m);
	return TRUE;
}
