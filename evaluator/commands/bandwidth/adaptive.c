/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports the bandwidth on the routes of the tables beside that of spreading packets over all shortest paths. The
 * caller measures both, by a function that is called twice. Then the cables with most routes beyond their share are
 * listed, with hosts that send over them.
 */
#include "evaluator/commands/bandwidth/adaptive.h"

#include "core/base/error.h"
#include "evaluator/measures/efi.h"

#include <stdlib.h>

#define TOP 5       /* cables that are listed */
#define PAIRS 2     /* pairs listed for each cable */
#define ENOUGH 0.02 /* smaller gains of bandwidth count as none */

gboolean adaptive_given;

/* A channel, and how many more routes it has than spreading would lay on it. */
typedef struct {
	guint32 channel;
	gdouble over;
} OverloadedChannel;

static int by_excess(const void *a, const void *b)
{
	const OverloadedChannel *x = a, *y = b;
	if (x->over < y->over || x->over > y->over)
		return x->over > y->over ? -1 : 1;
	return x->channel < y->channel ? -1 : x->channel > y->channel;
}

static void report_cable(Report *r, const Paths *p, guint32 c, guint64 load, gdouble spread)
{
	report_row(r, TEXT("from", paths_row_name(p, p->from[c])), COUNT("port", p->out_port[c]),
		   TEXT("to", paths_row_name(p, p->to[c])), COUNT("peer_port", p->in_port[c]), COUNT("routes", load),
		   REAL("spread", spread));
}

/* A host whose route to the tree's LID passes the switch of a row; PATHS_NONE: no host has one. */
static guint32 find_source(const Paths *p, const PathTree *tree, guint32 row)
{
	for (guint32 s = 0; s < p->n_part; s++) {
		guint32 at = p->endpoint_row[p->part[s]];
		for (guint32 hop = 0; hop < p->n_rows && at != row && tree->channel[at] < p->n_channels; hop++)
			at = p->to[tree->channel[at]];
		if (at == row)
			return p->part[s];
	}
	return PATHS_NONE;
}

static const char *host_name(const Paths *p, guint32 endpoint)
{
	return fabric_name_at(p->fabric, p->fabric->endpoints[endpoint]);
}

/* Lists the first PAIRS pairs whose routes take a channel. `number` is that of its cable in the list. */
static void report_pairs_over(Report *r, const Paths *p, PathTree *tree, guint32 channel, guint32 number)
{
	guint32 row = p->from[channel], told = 0;
	for (guint32 k = 0; k < p->n_part && told < PAIRS; k++) {
		path_tree_fill(tree, p, p->fabric->ports[p->fabric->endpoints[p->part[k]]].lid);
		guint32 source = tree->channel[row] == channel ? find_source(p, tree, row) : PATHS_NONE;
		if (source == PATHS_NONE)
			continue;
		report_row(r, COUNT("cable", number), TEXT("from", host_name(p, source)),
			   TEXT("to", host_name(p, p->part[k])));
		told++;
	}
}

static gboolean report_pairs(Report *r, const Paths *p, const OverloadedChannel *overloaded, guint32 n, GError **error)
{
	g_autoptr(PathTree) tree = path_tree_new(p, error);
	if (!tree)
		return FALSE;
	report_open_series(r, "pairs", "hosts whose route crosses one of these cables, the first of each",
			   "cable from to");
	for (guint32 i = 0; i < n; i++)
		report_pairs_over(r, p, tree, overloaded[i].channel, i + 1);
	report_close(r);
	return TRUE;
}

static gboolean report_where(Report *r, const Spread *shortest, GError **error)
{
	const Paths *p = shortest->paths;
	g_autoptr(RouteFacts) facts = route_facts_new(p, error);
	g_autofree gdouble *spread = g_try_new(gdouble, (gsize)p->n_channels + 1);
	g_autofree OverloadedChannel *overloaded = g_try_new(OverloadedChannel, (gsize)p->n_channels + 1);
	guint32 n = 0;
	if (!facts ||
	    (!(spread && overloaded) &&
	     !sssp_error_memory(error, "loads", p->n_channels * sizeof(OverloadedChannel))) ||
	    !spread_loads(shortest, spread, error))
		return FALSE;
	for (guint32 c = 0; c < p->n_channels; c++)
		if (p->from[c] != p->to[c] && (gdouble)facts->load[c] > spread[c] + 0.5)
			overloaded[n++] = (OverloadedChannel){c, (gdouble)facts->load[c] - spread[c]};
	qsort(overloaded, n, sizeof *overloaded, by_excess);
	n = MIN(n, TOP);
	report_open_series(r, "cables", "with most routes of hosts beyond what spreading would lay there, one way",
			   "from port");
	for (guint32 i = 0; i < n; i++)
		report_cable(r, p, overloaded[i].channel, facts->load[overloaded[i].channel],
			     spread[overloaded[i].channel]);
	report_close(r);
	return report_pairs(r, p, overloaded, n, error);
}

static void add_verdicts(Report *r, gdouble tables, gdouble spread)
{
	report_verdict(r, "Spreading packets over all shortest paths would %s: %.1f %% in place of %.1f %%.",
		       spread - tables < ENOUGH ? "gain nothing that matters" : "gain bandwidth", spread * 100,
		       tables * 100);
}

gboolean adaptive_report(Report *r, const Case *subject, guint n, const char *const *keys, AdaptiveRun run,
			 gpointer user, GError **error)
{
	gdouble tables[ADAPTIVE_FIGURES], best[ADAPTIVE_FIGURES];
	g_autoptr(Spread) spread = spread_new(subject->paths, error);
	if (!spread || !run(NULL, tables, user, error) || !run(spread, best, user, error))
		return FALSE;
	report_open_object(r, "adaptive",
			   "max-min shares on the routes of the tables, and spread over all shortest paths");
	report_open_series(r, "shares", "left: share of the bandwidth of spreading that the tables do not reach",
			   "figure");
	for (guint i = 0; i < n; i++)
		report_row(r, TEXT("figure", keys[i]), REAL("tables", tables[i]), REAL("spread", best[i]),
			   REAL("left", best[i] > tables[i] ? 1 - tables[i] / best[i] : 0));
	report_close(r);
	gboolean ok = report_where(r, spread, error);
	report_close(r);
	add_verdicts(r, tables[0], best[0]);
	return ok;
}
