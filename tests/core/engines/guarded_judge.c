/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Walks each path of routes on one lane, and looks for a cycle among what follows what. */
#include "tests/core/engines/guarded_judge.h"

#include "tests/core/fixture.h"

Routes *guarded_routes(const char *name, const Graph *graph, const guint8 *hops, const GuardedOptions *options,
		       GuardedTally *tally)
{
	g_autoptr(GError) error = NULL;
	Routes *routes = routes_new(graph, &error);
	assert_no_error(error);
	if (!guarded_compute(graph, hops, options, routes, tally, NULL, &error))
		ck_abort_msg("%s: %s", name, error ? error->message : "no routes and no error");
	if (!tally->complete && options->trees)
		ck_abort_msg("%s: not complete", name);
	return routes;
}

typedef struct {
	const char *name;
	const Graph *graph;
	const Routes *routes;
	guint32 *piece;  /* [n_switches] the lowest switch of its piece of the fabric */
	guint32 *first;  /* [n_channels] of its pairs in `follows` */
	guint8 *follows; /* [pairs of channels] 1: packets take the second right after the first */
	guint32 n_pairs;
} Judged;

#define wrong(judged, ...)                                                                                             \
	do {                                                                                                           \
		g_autofree char *what = g_strdup_printf(__VA_ARGS__);                                                  \
		ck_abort_msg("%s: %s", (judged)->name, what);                                                          \
	} while (0)

static void find_pieces(Judged *judged)
{
	const Graph *graph = judged->graph;
	judged->piece = g_new(guint32, graph->n_switches + 1);
	for (guint32 v = 0; v < graph->n_switches; v++)
		judged->piece[v] = v;
	for (gboolean more = TRUE; more;) {
		more = FALSE;
		for (guint32 c = 0; c < graph->n_channels; c++) {
			guint32 *a = &judged->piece[graph->from[c]], *b = &judged->piece[graph->to[c]];
			more |= *a != *b;
			*a = *b = MIN(*a, *b);
		}
	}
}

static void judged_init(Judged *judged, const char *name, const Graph *graph, const Routes *routes)
{
	*judged = (Judged){.name = name, .graph = graph, .routes = routes};
	judged->first = g_new(guint32, graph->n_channels + 1);
	for (guint32 c = 0; c < graph->n_channels; c++) {
		judged->first[c] = judged->n_pairs;
		judged->n_pairs += graph->first[graph->to[c] + 1] - graph->first[graph->to[c]];
	}
	judged->follows = g_malloc0(judged->n_pairs + (gsize)1);
	find_pieces(judged);
}

static void judged_clear(Judged *judged)
{
	g_free(judged->piece);
	g_free(judged->first);
	g_free(judged->follows);
}

static guint8 *pair_of(const Judged *judged, guint32 c, guint32 d)
{
	return &judged->follows[judged->first[c] + d - judged->graph->first[judged->graph->to[c]]];
}

/* The channel by which v sends on; GRAPH_NONE without an entry. Entries lead over cables between switches. */
static guint32 sends_by(const Judged *judged, guint32 dest, const guint8 *row, guint32 v)
{
	if (row[v] == ROUTE_NONE || v == judged->graph->dests[dest].vertex)
		return GRAPH_NONE;
	guint32 c = graph_channel(judged->graph, v, row[v]);
	if (c == GRAPH_NONE || judged->graph->from[c] != v)
		wrong(judged, "destination %u: port %u of switch %u leads to no switch", dest, row[v], v);
	return c;
}

/* All entries lead to the destination, and all that can be there are. */
static void judge_paths(const Judged *judged, guint32 dest)
{
	const Graph *graph = judged->graph;
	const guint8 *row = routes_row(judged->routes, dest);
	guint32 target = graph->dests[dest].vertex;
	if (row[target] != 0)
		wrong(judged, "destination %u: an entry at its own switch", dest);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 w = v, hops = 0;
		for (guint32 c; hops <= graph->n_switches && (c = sends_by(judged, dest, row, w)) != GRAPH_NONE; hops++)
			w = graph->to[c];
		if (hops > graph->n_switches)
			wrong(judged, "destination %u: packets from switch %u loop", dest, v);
		if (w != target && w != v)
			wrong(judged, "destination %u: packets from switch %u end at %u", dest, v, w);
		if (w != target && judged->piece[v] == judged->piece[target])
			wrong(judged, "destination %u: no path from switch %u, which %s data", dest, v,
			      route_carries_data(graph, v, dest) ? "sends" : "does not send");
	}
}

/* Marks what follows what on the paths of all that send data. */
static void mark_pairs(const Judged *judged, guint32 dest)
{
	const Graph *graph = judged->graph;
	const guint8 *row = routes_row(judged->routes, dest);
	g_autofree guint8 *walked = g_malloc0(graph->n_switches + 1);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (!route_carries_data(graph, v, dest))
			continue;
		for (guint32 w = v, c, d; !walked[w]; w = graph->to[c]) {
			walked[w] = 1;
			c = sends_by(judged, dest, row, w);
			if (c == GRAPH_NONE)
				break;
			d = sends_by(judged, dest, row, graph->to[c]);
			if (d != GRAPH_NONE)
				*pair_of(judged, c, d) = 1;
		}
	}
}

/* Takes out what depends on nothing any more until all is gone. */
static void judge_cycles(const Judged *judged)
{
	const Graph *graph = judged->graph;
	g_autofree guint32 *before = g_new0(guint32, graph->n_channels + 1);
	g_autofree guint32 *list = g_new(guint32, graph->n_channels + 1);
	guint32 n = 0;
	for (guint32 c = 0; c < graph->n_channels; c++)
		for (guint32 d = graph->first[graph->to[c]]; d < graph->first[graph->to[c] + 1]; d++)
			before[d] += *pair_of(judged, c, d);
	for (guint32 c = 0; c < graph->n_channels; c++)
		if (!before[c])
			list[n++] = c;
	for (guint32 i = 0; i < n; i++)
		for (guint32 d = graph->first[graph->to[list[i]]]; d < graph->first[graph->to[list[i]] + 1]; d++)
			if (*pair_of(judged, list[i], d) && !--before[d])
				list[n++] = d;
	if (n != graph->n_channels)
		wrong(judged, "%u channels are on a cycle of dependencies or behind one", graph->n_channels - n);
}

static void judge_loads(const Judged *judged)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Routes) again = routes_copy(judged->graph, judged->routes, &error);
	assert_no_error(error);
	routes_recount(judged->graph, again);
	for (guint32 c = 0; c < judged->graph->n_channels; c++)
		if (again->load[c] != judged->routes->load[c])
			wrong(judged, "channel %u has a load of %" G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT, c,
			      again->load[c], judged->routes->load[c]);
}

void guarded_judge(const char *name, const Graph *graph, const Routes *routes)
{
	Judged judged;
	judged_init(&judged, name, graph, routes);
	for (guint32 d = 0; d < graph->n_dests; d++) {
		judge_paths(&judged, d);
		mark_pairs(&judged, d);
	}
	judge_cycles(&judged);
	judge_loads(&judged);
	judged_clear(&judged);
}
