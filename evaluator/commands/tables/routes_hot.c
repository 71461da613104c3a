/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists who sends over the fullest channels. The fullest channels get a rank each; then the routes of the endpoints
 * that take part are followed, and those over a ranked channel are counted by their first and last switch. With
 * --subset, routes_others.h counts the routes of the other endpoints, too.
 */
#include "evaluator/commands/tables/routes_list.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "evaluator/commands/tables/routes_others.h"

#include <stdlib.h>

/* Routes over one of the channels, from one switch to another. */
typedef struct {
	guint32 rank, from, to;
	guint64 routes;
} Flow;

typedef struct {
	const Paths *paths;
	guint32 *rank;     /* [n_channels] */
	GHashTable *flows; /* Flow, which is its own key */
} Hot;

static guint hash_flow(gconstpointer data)
{
	const Flow *flow = data;
	return (flow->rank * 49157u + flow->from) * 49157u + flow->to;
}

static gboolean same_flow(gconstpointer a, gconstpointer b)
{
	const Flow *one = a, *other = b;
	return one->rank == other->rank && one->from == other->from && one->to == other->to;
}

static int by_rank(gconstpointer a, gconstpointer b)
{
	const Flow *one = *(const Flow *const *)a, *other = *(const Flow *const *)b;
	return BY_KEYS({one->rank, other->rank}, {other->routes, one->routes}, {one->from, other->from},
		       {one->to, other->to});
}

/*
 * The channels between two switches, fullest first; where endpoints were chosen, only the channels that their routes
 * take.
 */
static GArray *sort_channels(const Paths *p, const RouteFacts *facts)
{
	GArray *channels = g_array_sized_new(FALSE, FALSE, sizeof(guint32), p->n_channels + 1);
	g_array_set_size(channels, p->n_channels);
	guint32 n = route_facts_fullest(facts, p, (guint32 *)channels->data);
	while (p->chosen && n && !facts->load[g_array_index(channels, guint32, n - 1)])
		n--;
	return g_array_set_size(channels, n);
}

static void count(Hot *h, guint32 rank, guint32 from, guint32 to, guint64 routes)
{
	Flow key = {rank, from, to, 0}, *flow = g_hash_table_lookup(h->flows, &key);
	if (!flow) {
		flow = g_new(Flow, 1);
		*flow = key;
		g_hash_table_add(h->flows, flow);
	}
	flow->routes += routes;
}

/* Counts the routes to one LID. */
static void count_lid(Hot *h, PathTree *tree, guint32 lid)
{
	const Paths *p = h->paths;
	guint32 port = p->fabric->lid_port[lid], target = paths_lid_row(p, lid);
	if (target == PATHS_NONE || p->fabric->ports[port].num == 0 || !paths_takes_part(p, port))
		return;
	path_tree_fill(tree, p, lid);
	for (guint32 start = 0; start < p->n_rows; start++) {
		if (!p->hosts[start] || tree->hops[start] >= PATHS_LOST)
			continue;
		for (guint32 row = start; tree->channel[row] != PATHS_NONE; row = p->to[tree->channel[row]])
			if (h->rank[tree->channel[row]] != OTHERS_NO_RANK)
				count(h, h->rank[tree->channel[row]], start, target, p->hosts[start]);
	}
}

static void report_channel(Report *r, const Paths *p, guint32 rank, guint32 channel, guint64 load, const Others *others)
{
	report_open_object(r, "", "");
	report_figures(r, COUNT("rank", rank + 1), TEXT("from", paths_row_name(p, p->from[channel])),
		       COUNT("port", p->out_port[channel]), TEXT("to", paths_row_name(p, p->to[channel])),
		       COUNT("peer_port", p->in_port[channel]), COUNT("load", load));
	if (others)
		report_integer(r, "load_of_all", others->load[rank], "");
	report_close(r);
}

static void report_flows(Report *r, const Hot *h)
{
	g_autoptr(GPtrArray) flows = g_ptr_array_new();
	GHashTableIter iter;
	gpointer flow;
	g_hash_table_iter_init(&iter, h->flows);
	while (g_hash_table_iter_next(&iter, &flow, NULL))
		g_ptr_array_add(flows, flow);
	g_ptr_array_sort(flows, by_rank);
	report_open_array(r, "hot_pairs", "whose routes these are, by the first and the last switch");
	for (guint i = 0; i < flows->len; i++) {
		const Flow *f = g_ptr_array_index(flows, i);
		report_row(r, COUNT("rank", f->rank + 1), TEXT("from", paths_row_name(h->paths, f->from)),
			   TEXT("to", paths_row_name(h->paths, f->to)), COUNT("routes", f->routes));
	}
	report_close(r);
}

gboolean routes_hot(Report *r, const Case *subject, const RouteFacts *facts, guint32 n, GError **error)
{
	const Paths *p = subject->paths;
	g_autoptr(PathTree) tree = path_tree_new(p, error);
	g_autofree guint32 *rank = g_try_new(guint32, p->n_channels + 1);
	g_autoptr(GHashTable) flows = g_hash_table_new_full(hash_flow, same_flow, g_free, NULL);
	g_autoptr(GArray) channels = sort_channels(p, facts);
	Hot h = {p, rank, flows};
	if (!tree)
		return FALSE;
	if (!rank)
		return sssp_error_memory(error, "the fullest channels", (p->n_channels + 1) * sizeof *rank);
	for (guint32 c = 0; c < p->n_channels; c++)
		rank[c] = OTHERS_NO_RANK;
	n = MIN(n, channels->len);
	for (guint32 i = 0; i < n; i++)
		rank[g_array_index(channels, guint32, i)] = i;
	g_autoptr(Others) others = p->chosen ? others_new(p, rank, n, error) : NULL;
	if (p->chosen && !others)
		return FALSE;
	report_open_array(r, "hot", "the fullest cables, one way");
	for (guint32 i = 0; i < n; i++) {
		guint32 channel = g_array_index(channels, guint32, i);
		report_channel(r, p, i, channel, facts->load[channel], others);
	}
	report_close(r);
	for (guint32 lid = 1; lid < p->fabric->n_lids; lid++)
		count_lid(&h, tree, lid);
	report_flows(r, &h);
	if (others)
		others_report(r, others, p);
	return TRUE;
}
