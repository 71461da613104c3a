/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts all routes over the fullest channels of chosen endpoints (--subset), and for each endpoint that is not chosen
 * how many of them it sends and receives. Endpoints of one switch send the same number of routes over a channel: one to
 * each LID whose route from this switch takes it. So senders are counted by switch, and receivers one by one.
 */
#include "evaluator/commands/tables/routes_others.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"

/* Routes over the channel of a rank (0: the fullest) from an endpoint, and to it. */
typedef struct {
	guint32 rank, endpoint;
	guint64 sends, receives;
} RankCount;

typedef struct {
	const Paths *paths;
	const guint32 *rank;
	guint32 *measured;    /* [n_rows] endpoints on the switch that take part by default */
	guint32 *endpoint_of; /* [n_ports] */
	Others *others;
	GHashTable *from_switch; /* RankCount: `endpoint` is the row of a switch, `sends` its LIDs */
} Census;

static guint hash_host(gconstpointer data)
{
	const RankCount *host = data;
	return host->rank * 49157u + host->endpoint;
}

static gboolean same_host(gconstpointer a, gconstpointer b)
{
	const RankCount *one = a, *other = b;
	return one->rank == other->rank && one->endpoint == other->endpoint;
}

static RankCount *find(GHashTable *table, guint32 rank, guint32 endpoint)
{
	RankCount key = {rank, endpoint, 0, 0}, *host = g_hash_table_lookup(table, &key);
	if (!host) {
		host = g_new(RankCount, 1);
		*host = key;
		g_hash_table_add(table, host);
	}
	return host;
}

static void count_lid(Census *c, PathTree *tree, guint32 lid)
{
	const Paths *p = c->paths;
	guint32 port = p->fabric->lid_port[lid], target = paths_lid_row(p, lid);
	if (target == PATHS_NONE || p->fabric->ports[port].num == 0 || !paths_is_measured(p, port))
		return;
	path_tree_fill(tree, p, lid);
	for (guint32 start = 0; start < p->n_rows; start++) {
		if (!c->measured[start] || tree->hops[start] >= PATHS_LOST)
			continue;
		for (guint32 row = start; tree->channel[row] != PATHS_NONE; row = p->to[tree->channel[row]]) {
			guint32 rank = c->rank[tree->channel[row]];
			if (rank == OTHERS_NO_RANK)
				continue;
			c->others->load[rank] += c->measured[start];
			find(c->from_switch, rank, start)->sends++;
			if (!paths_takes_part(p, port))
				find(c->others->hosts, rank, c->endpoint_of[port])->receives += c->measured[start];
		}
	}
}

/* Adds what each endpoint sends, by the counts of its switch. */
static void share_out(Census *c, guint32 n)
{
	const Paths *p = c->paths;
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++) {
		guint32 port = p->fabric->endpoints[e];
		if (!paths_is_measured(p, port) || paths_takes_part(p, port))
			continue;
		for (guint32 rank = 0; rank < n; rank++) {
			const RankCount key = {rank, p->endpoint_row[e], 0, 0};
			const RankCount *all = g_hash_table_lookup(c->from_switch, &key);
			if (all)
				find(c->others->hosts, rank, e)->sends += all->sends;
		}
	}
}

static gboolean take_census(Census *c, guint32 n, GError **error)
{
	const Paths *p = c->paths;
	g_autoptr(PathTree) tree = path_tree_new(p, error);
	if (!tree)
		return FALSE;
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++) {
		c->endpoint_of[p->fabric->endpoints[e]] = e;
		if (paths_is_measured(p, p->fabric->endpoints[e]))
			c->measured[p->endpoint_row[e]]++;
	}
	for (guint32 lid = 1; lid < p->fabric->n_lids; lid++)
		count_lid(c, tree, lid);
	share_out(c, n);
	return TRUE;
}

Others *others_new(const Paths *paths, const guint32 *rank, guint32 n, GError **error)
{
	g_autoptr(Others) others = g_new0(Others, 1);
	g_autoptr(GHashTable) from_switch = g_hash_table_new_full(hash_host, same_host, g_free, NULL);
	g_autofree guint32 *measured = g_try_new0(guint32, paths->n_rows + 1);
	g_autofree guint32 *endpoint_of = g_try_new0(guint32, paths->fabric->n_ports + 1);
	others->load = g_try_new0(guint64, n + 1);
	others->hosts = g_hash_table_new_full(hash_host, same_host, g_free, NULL);
	if (!measured || !endpoint_of || !others->load)
		return sssp_error_memory_null(error, "who is on a cable", paths->fabric->n_ports * sizeof(guint32));
	Census census = {paths, rank, measured, endpoint_of, others, from_switch};
	return take_census(&census, n, error) ? g_steal_pointer(&others) : NULL;
}

void others_free(Others *others)
{
	if (!others)
		return;
	g_hash_table_unref(others->hosts);
	g_free(others->load);
	g_free(others);
}

/* The fullest channel first; on a channel, the endpoint with most routes first. */
static int by_rank(gconstpointer a, gconstpointer b)
{
	const RankCount *one = *(const RankCount *const *)a, *other = *(const RankCount *const *)b;
	guint64 routes = one->sends + one->receives, other_routes = other->sends + other->receives;
	return BY_KEYS({one->rank, other->rank}, {other_routes, routes}, {one->endpoint, other->endpoint});
}

void others_report(Report *r, const Others *others, const Paths *paths)
{
	const Fabric *fabric = paths->fabric;
	g_autoptr(GPtrArray) hosts = g_ptr_array_new();
	GHashTableIter iter;
	gpointer host;
	g_hash_table_iter_init(&iter, others->hosts);
	while (g_hash_table_iter_next(&iter, &host, NULL))
		g_ptr_array_add(hosts, host);
	g_ptr_array_sort(hosts, by_rank);
	report_open_array(r, "hot_others",
			  "who else is there: routes from a host and to it, whoever is at the other end");
	for (guint i = 0; i < hosts->len; i++) {
		const RankCount *other = g_ptr_array_index(hosts, i);
		const FabricPort *port = &fabric->ports[fabric->endpoints[other->endpoint]];
		report_row(r, COUNT("rank", other->rank + 1), TEXT("host", fabric_name(fabric, port->node)),
			   COUNT("lid", port->lid), COUNT("sends", other->sends), COUNT("receives", other->receives));
	}
	report_close(r);
}
