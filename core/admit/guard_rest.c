/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fills in the entries that no packet of a host takes, with dependencies that fit beside those of hosts.
 *
 * These entries are for packets that port 0 of a switch sends to hosts, and the trees to aggregation nodes and
 * switches. Other LIDs on a switch with hosts take the paths of the first host there. Most entries need no new
 * dependency. Where an entry needs one, it is added; only if it closes a cycle, the free entries are chosen anew.
 */
#include "core/admit/guard.h"

#include <string.h>

/* Sets kept[n_switches] to 1 at switches that hosts' packets to a destination cross, the hosts' own among them. */
static void mark_kept(const Guard *guard, const guint8 *row, guint8 *kept)
{
	const Graph *graph = guard->graph;
	memset(kept, 0, graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches; v++)
		for (guint32 w = v, c; graph->hosts[v] && !kept[w]; w = graph->to[c]) {
			c = route_channel(graph, row, w);
			if (c == GRAPH_NONE)
				break;
			kept[w] = 1;
		}
}

typedef struct {
	/* [n_switches] 1: the switch sends data to the destination at hand; 1: its entry stays */
	guint8 *sends, *kept;
	guint8 *before;      /* [n_switches] scratch: a row as it was */
	guint32 *list;       /* [n_switches] switches whose entries do not stay, by hops */
	guint32 *left;       /* [n_left] destinations that have to be tried again */
	guint32 *first_host; /* [n_switches] the first host's destination on the switch, GRAPH_NONE: none */
	guint32 n_left;
	gboolean late;  /* serve_late() comes afterwards */
	gboolean turns; /* switches that lack paths may turn where no path within the order does */
	gboolean last;  /* the last try: the order of the graph, and hosts' routes, may change */
} Rest;

static gboolean is_connected(const Guard *guard, guint32 v, guint32 target)
{
	return guard->near[(gsize)target * guard->graph->n_switches + v] != GRAPH_FAR;
}

/*
 * Fills guard->hops with the hops of a row's paths, GRAPH_FAR where the entry does not lead to the destination. Lists
 * the switches that have a path in guard->missing, each after the next switch on its path, and returns their number.
 * O(switches).
 */
static guint32 order_row(Guard *guard, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	if (guard->longer[dest])
		return careful_order(guard->careful, dest, row, guard->missing, guard->hops);
	memcpy(guard->hops, guard->near + (gsize)graph->dests[dest].vertex * graph->n_switches, graph->n_switches);
	return careful_list(graph, guard->hops, guard->missing);
}

/*
 * With one VL: whether packets over channel b may go on with channel c (GRAPH_NONE: they have arrived). Adds the
 * dependency if it is in the order of the graph.
 */
static gboolean may_go_on(Guard *guard, guint32 b, guint32 c)
{
	return c == GRAPH_NONE || dependency_has(guard->deps, b, 0, c) ||
	       (dependency_ascends(guard->deps, b, c) && dependency_add(guard->deps, b, 0, c));
}

/*
 * With one VL: marks in rest->kept the free entries whose whole path needs only dependencies that are there or fit the
 * order. Lists the switches of all other free entries in rest->list, and returns their number.
 */
static guint32 keep_legal(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex, n = order_row(guard, dest, row), left = 0;
	for (guint32 i = 1; i < n; i++) {
		guint32 v = guard->missing[i];
		if (rest->kept[v])
			continue;
		guint32 b = route_channel(graph, row, v), u = graph->to[b];
		rest->kept[v] = (u == target || rest->kept[u]) && may_go_on(guard, b, route_channel(graph, row, u));
		if (!rest->kept[v])
			rest->list[left++] = v;
	}
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (guard->hops[v] == GRAPH_FAR && is_connected(guard, v, target))
			rest->list[left++] = v;
	dependency_keep(guard->deps);
	return left;
}

/*
 * With several VLs: adds the dependencies of free entries, nearest first, and marks in rest->kept those that fit. FALSE
 * if an entry closes a cycle, or leads to a switch whose entry does.
 */
static gboolean keep_fitting(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	DependencyGraph *deps = guard->deps;
	guint32 n = order_row(guard, dest, row);
	gboolean all = TRUE;
	for (guint32 i = 1; i < n; i++) {
		guint32 v = guard->missing[i], mark = dependency_mark(deps);
		if (rest->kept[v])
			continue;
		guint32 b = route_channel(graph, row, v), u = graph->to[b], c = route_channel(graph, row, u);
		gboolean on =
			c == GRAPH_NONE || (rest->kept[u] && (!guard->filled || dependency_ascends(deps, b, c)) &&
					    dependency_add_hop(deps, b, c, route_channel(graph, row, graph->to[c])));
		gboolean fits = on && dependency_send(deps, b, c);
		if (!fits)
			dependency_return(deps, mark);
		rest->kept[v] = fits ? 1 : 0;
		all &= fits;
	}
	dependency_keep(deps);
	return all;
}

/*
 * With one VL: whether a row can stay as it is: all switches that send and can reach the destination have a path, with
 * dependencies that are there or fit the order, which are added. Also marks the switches on these paths in rest->kept.
 */
static gboolean is_legal(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex;
	gboolean fine = row[target] == 0;
	memset(rest->kept, 0, graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches && fine; v++)
		for (guint32 w = v; fine && w != target && rest->sends[v] && !rest->kept[w];) {
			guint32 b = route_channel(graph, row, w);
			if (b == GRAPH_NONE) {
				fine = !is_connected(guard, w, target);
				break;
			}
			rest->kept[w] = 1;
			w = graph->to[b];
			fine = w == target || may_go_on(guard, b, route_channel(graph, row, w));
		}
	dependency_keep(guard->deps);
	return fine;
}

/*
 * Chooses all paths to a destination anew, those of hosts as well: with care from all switches that send, or else by
 * the spanning tree. FALSE: neither serves.
 */
static gboolean serve_anew(Guard *guard, guint32 dest, const guint8 *sends, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	guint32 mark = dependency_mark(guard->deps);
	guard_count_row(guard, dest, -1, routes);
	gboolean fine = careful_route(guard->careful, dest, sends, NULL, TRUE, row);
	if (!fine) {
		dependency_return(guard->deps, mark);
		fine = guard_take_tree(guard, dest, sends, row);
	}
	if (fine)
		guard_count_row(guard, dest, 1, routes);
	guard->n_rerouted_hosts += guard->graph->dests[dest].is_host;
	return fine;
}

/*
 * With one VL: chooses all entries of a destination, of which none is a host's, by the last channels in the order with
 * which paths can begin, so that a switch is served wherever some path within the order leads. FALSE, with
 * the row as before: one that sends is not.
 */
static gboolean serve_latest(Guard *guard, Rest *rest, guint32 dest, guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex, n = 0;
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (rest->sends[v] && v != target && is_connected(guard, v, target))
			rest->list[n++] = v;
	memcpy(rest->before, row, graph->n_switches);
	memset(row, ROUTE_NONE, graph->n_switches);
	memset(rest->kept, 0, graph->n_switches);
	row[target] = 0;
	guard_make_room(guard, target, TRUE, rest->kept, rest->list, n, row);
	if (is_legal(guard, rest, dest, row) &&
	    careful_route(guard->careful, dest, rest->sends, rest->kept, FALSE, row))
		return TRUE;
	memcpy(row, rest->before, graph->n_switches);
	return FALSE;
}

/*
 * Chooses the free entries of a destination, which `kept` does not mark (NULL: all are free), within the order of the
 * graph. With one VL, entries beside kept ones are the last in the order, as these few carry packets of port 0 alone.
 * In the last try the order may change, and then hosts' paths as well, unless guard_fill() put those in. FALSE: a
 * switch that sends has no path.
 */
static gboolean serve(Guard *guard, Rest *rest, guint32 dest, const guint8 *kept, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	gboolean one_vl = guard->deps->n_vls == 1, fine = FALSE;
	guard->careful->free_only = TRUE;
	if (!kept || !one_vl)
		fine = careful_route(guard->careful, dest, rest->sends, kept, FALSE, row);
	if (!fine && one_vl) {
		/* The later a path begins in the order, the more switches can go on over it. */
		guard->careful->latest_first = TRUE;
		fine = careful_route(guard->careful, dest, rest->sends, kept, FALSE, row);
		guard->careful->latest_first = FALSE;
	}
	if (!fine && one_vl && !kept)
		fine = serve_latest(guard, rest, dest, row);
	guard->careful->free_only = FALSE;
	if (!fine && rest->last)
		fine = careful_route(guard->careful, dest, rest->sends, kept, !kept, row) ||
		       (!guard->filled && serve_anew(guard, dest, rest->sends, routes));
	dependency_keep(guard->deps);
	return fine;
}

/*
 * The first host's destination on the same switch, whose paths this one takes; GRAPH_NONE: none, or dest is a host's.
 */
static guint32 leader(const Graph *graph, const Rest *rest, guint32 dest)
{
	const GraphDest *to = &graph->dests[dest];
	return to->is_host ? GRAPH_NONE : rest->first_host[to->vertex];
}

static void list_first_hosts(const Graph *graph, Rest *rest)
{
	for (guint32 v = 0; v < graph->n_switches; v++)
		rest->first_host[v] = GRAPH_NONE;
	for (guint32 d = graph->n_dests; d-- > 0;)
		if (graph->dests[d].is_host)
			rest->first_host[graph->dests[d].vertex] = d;
}

static void mark_senders(const Graph *graph, guint32 dest, guint8 *sends)
{
	if (graph->dests[dest].is_port) {
		memset(sends, 1, graph->n_switches);
		return;
	}
	for (guint32 v = 0; v < graph->n_switches; v++)
		sends[v] = route_carries_data(graph, v, dest) ? 1 : 0;
}

/*
 * With one VL: gives the switches rest->list[n] entries beside those of hosts, which may change to others as short
 * where rest->turns says so. FALSE, with all as before: one of them finds none.
 */
static gboolean attach(Guard *guard, Rest *rest, guint32 dest, guint32 n, Routes *routes)
{
	gboolean anew = rest->turns || rest->last;
	guint8 *row = routes_row(routes, dest);
	if (!rest->turns)
		return careful_attach(guard->careful, dest, guard->hops, anew, rest->list, n, row);
	memcpy(guard->kept, guard->hops, guard->graph->n_switches);
	guard_count_row(guard, dest, -1, routes);
	gboolean fine = careful_attach(guard->careful, dest, guard->kept, anew, rest->list, n, row);
	guard_count_row(guard, dest, 1, routes);
	return fine;
}

/* Chooses the entries of one destination that no host's packet takes. FALSE: a switch that sends has no path. */
static gboolean finish_dest(Guard *guard, Rest *rest, guint32 dest, Routes *routes)
{
	const Graph *graph = guard->graph;
	guint8 *row = routes_row(routes, dest);
	gboolean one_vl = guard->deps->n_vls == 1;
	mark_senders(graph, dest, rest->sends);
	if (!graph->dests[dest].is_host)
		return (one_vl && is_legal(guard, rest, dest, row)) || serve(guard, rest, dest, NULL, routes);
	mark_kept(guard, row, rest->kept);
	if (one_vl) {
		guint32 n = keep_legal(guard, rest, dest, row);
		if (!n || attach(guard, rest, dest, n, routes))
			return TRUE;
		if (rest->late || (rest->turns && !rest->last))
			return FALSE;
		mark_kept(guard, row, rest->kept);
	} else if (keep_fitting(guard, rest, dest, row))
		return TRUE;
	if (rest->last)
		guard_take_exits(guard, rest->kept, row);
	return serve(guard, rest, dest, rest->kept, routes);
}

static gboolean init(Rest *rest, Arena *arena, const Graph *graph, GError **error)
{
	gsize n = graph->n_switches + (gsize)1;
	rest->sends = arena_new_array(arena, guint8, n);
	rest->kept = arena_new_array(arena, guint8, n);
	rest->before = arena_new_array(arena, guint8, n);
	rest->list = arena_new_array(arena, guint32, n);
	rest->first_host = arena_new_array(arena, guint32, n);
	rest->left = arena_new_array(arena, guint32, graph->n_dests + (gsize)1);
	return arena_check(arena, "routes to switches", error);
}

/*
 * Copies the routes to guard->hosts_only, and marks the destinations left in guard->unserved, before the last try may
 * make routes of hosts longer: an engine with more lanes can start from these. Does so once. FALSE with
 * SSSP_ERROR_MEMORY.
 */
static gboolean keep_hosts_only(const Guard *guard, const Rest *rest, const Routes *routes, GError **error)
{
	if (!guard->hosts_only || *guard->hosts_only || guard->filled || !rest->n_left)
		return TRUE;
	memset(guard->unserved, 0, guard->graph->n_dests);
	for (guint32 i = 0; i < rest->n_left; i++)
		guard->unserved[rest->left[i]] = 1;
	return (*guard->hosts_only = routes_copy(guard->graph, routes, error)) != NULL;
}

/* Serves the destinations that have paths of their own; rest->left gets those that the order has no room for. */
static void serve_all(Guard *guard, Rest *rest, Routes *routes)
{
	const Graph *graph = guard->graph;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (leader(graph, rest, d) == GRAPH_NONE && (!guard->filled || guard->unserved[d]) &&
		    (careful_is_over(guard->careful) || !finish_dest(guard, rest, d, routes)))
			rest->left[rest->n_left++] = d;
}

/* Whether a path in a row has more hops than a byte can count: careful_order() does not list its switch. */
static gboolean is_too_long(Guard *guard, guint32 dest, const guint8 *row)
{
	careful_order(guard->careful, dest, row, guard->missing, guard->hops);
	for (guint32 v = 0; v < guard->graph->n_switches; v++)
		if (guard->hops[v] == GRAPH_FAR && is_connected(guard, v, guard->graph->dests[dest].vertex))
			return TRUE;
	return FALSE;
}

/* With one VL: whether the switches in rest->sends are served by a row as it is. */
static gboolean may_stay(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row)
{
	return is_legal(guard, rest, dest, row) && !is_too_long(guard, dest, row);
}

/*
 * With one VL: gives the switches that have no path to a host within the order one, for which switches with hosts may
 * take a later channel, but no longer path unless they may bend. FALSE where a switch that sends stays without; what
 * the others took stays, unless hosts' paths would not do, so that few are left for the last try.
 */
static gboolean serve_late(Guard *guard, Rest *rest, guint32 dest, gboolean may_bend, Routes *routes)
{
	const Graph *graph = guard->graph;
	guint8 *row = routes_row(routes, dest);
	guint32 target = graph->dests[dest].vertex;
	guint64 then = routes_nonminimal_to(graph, routes, guard->near, dest);
	memcpy(rest->before, row, graph->n_switches);
	mark_senders(graph, dest, rest->sends);
	guard_count_row(guard, dest, -1, routes);
	mark_kept(guard, row, rest->kept);
	guint32 n = keep_legal(guard, rest, dest, row);
	guard_make_room(guard, target, may_bend, rest->kept, rest->list, n, row);
	for (guint32 i = 0; i < n; i++)
		if (!rest->kept[rest->list[i]])
			guard->lacking[rest->list[i]] = 1;
	gboolean bends = !may_bend && routes_nonminimal_to(graph, routes, guard->near, dest) > then;
	gboolean fine = !bends && may_stay(guard, rest, dest, row);
	for (guint32 v = 0; v < graph->n_switches; v++)
		rest->sends[v] = graph->hosts[v] ? 1 : 0;
	if (bends || (!fine && !may_stay(guard, rest, dest, row)))
		memcpy(row, rest->before, graph->n_switches);
	guard->longer[dest] = 1; /* maybe: paths are followed from now on */
	guard_count_row(guard, dest, 1, routes);
	return fine;
}

/*
 * With several VLs: marks in guard->lacking the switches without hosts whose entries to the hosts left do not fit.
 */
static void mark_lacking(Guard *guard, const Rest *rest, const Routes *routes)
{
	const Graph *graph = guard->graph;
	for (guint32 i = 0; i < rest->n_left; i++) {
		const GraphDest *to = &graph->dests[rest->left[i]];
		const guint8 *row = routes_row(routes, rest->left[i]);
		if (!to->is_host)
			continue;
		mark_kept(guard, row, rest->kept);
		keep_fitting(guard, rest, rest->left[i], row);
		for (guint32 v = 0; v < graph->n_switches; v++)
			guard->lacking[v] |= !rest->kept[v] && !guard->sends[v] && v != to->vertex &&
					     is_connected(guard, v, to->vertex);
	}
}

/* Serves the destinations that are left; rest->left keeps those that still are. */
static void serve_left(Guard *guard, Rest *rest, Routes *routes)
{
	guint32 n = rest->n_left;
	rest->n_left = 0;
	for (guint32 i = 0; i < n; i++)
		if (guard_gives_up(guard) || !finish_dest(guard, rest, rest->left[i], routes))
			rest->left[rest->n_left++] = rest->left[i];
}

/*
 * In a complete order, where switches find paths if hosts' paths may get longer for them: serves what is left so. What
 * the order does not help is tried beside a spanning tree, as in serve_in_order(). FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean serve_bent(Guard *guard, Rest *rest, Routes *routes, GError **error)
{
	guint32 n = rest->n_left;
	rest->n_left = 0;
	for (guint32 i = 0; i < n; i++) {
		guint32 d = rest->left[i];
		gboolean fine = !guard_gives_up(guard) && guard->graph->dests[d].is_host &&
				serve_late(guard, rest, d, TRUE, routes);
		guard->n_rerouted_hosts += fine;
		if (!fine)
			rest->left[rest->n_left++] = d;
	}
	if (!rest->n_left || guard->in_tree)
		return TRUE;
	guard->deps->keeps_order = FALSE;
	if (!guard_suggest_tree(guard, error))
		return FALSE;
	serve_left(guard, rest, routes);
	return TRUE;
}

/*
 * Serves what can be served without longer paths of hosts. All destinations are tried within the order of the graph
 * first; before that a spanning tree is suggested, which changes the order. Where the guide's order serves all hosts it
 * is to stay, so there (`late`) the tree is only suggested for destinations that the order leaves over. With one VL
 * hosts' entries make room for these before that (serve_late()), and after it switches that lack paths may turn against
 * the order (`turns`).
 */
static gboolean serve_in_order(Guard *guard, Rest *rest, Routes *routes, GError **error)
{
	gboolean suggests = !guard->in_tree && !guard->filled,
		 late = guard->careful->guided && (guard->ordered || !guard->n_careful);
	if (suggests && !late && !guard_suggest_tree(guard, error))
		return FALSE;
	rest->late = late && guard->deps->n_vls == 1;
	serve_all(guard, rest, routes);
	guint32 n = rest->n_left;
	rest->n_left = 0;
	for (guint32 i = 0; i < n; i++)
		if (!rest->late || guard_gives_up(guard) || !guard->graph->dests[rest->left[i]].is_host ||
		    !serve_late(guard, rest, rest->left[i], FALSE, routes))
			rest->left[rest->n_left++] = rest->left[i];
	gboolean left_out = rest->late && !suggests; /* by finish_dest() */
	rest->late = FALSE;
	if (left_out)
		serve_left(guard, rest, routes);
	if (!suggests || !late || !rest->n_left || guard->complete)
		return TRUE;
	guard->deps->keeps_order = FALSE;
	if (!guard_suggest_tree(guard, error))
		return FALSE;
	serve_left(guard, rest, routes);
	rest->turns = guard->deps->n_vls == 1;
	guard->careful->avoid = rest->turns ? guard->lacking : NULL;
	if (rest->turns)
		serve_left(guard, rest, routes);
	return TRUE;
}

gboolean guard_finish(Guard *guard, Routes *routes, GError **error)
{
	const Graph *graph = guard->graph;
	g_autoptr(Arena) arena = arena_new();
	Rest rest = {.n_left = 0};
	if (!init(&rest, arena, graph, error))
		return FALSE;
	list_first_hosts(graph, &rest);
	memset(guard->lacking, 0, graph->n_switches);
	if (!serve_in_order(guard, &rest, routes, error) || !keep_hosts_only(guard, &rest, routes, error))
		return FALSE;
	if (guard->complete && !serve_bent(guard, &rest, routes, error))
		return FALSE;
	if (guard->filled)
		mark_lacking(guard, &rest, routes);
	guard->careful->guided |= guard->filled;
	guard->deps->keeps_order = FALSE;
	rest.last = TRUE;
	for (guint32 i = 0; i < rest.n_left && !guard->n_failed && !guard_gives_up(guard); i++)
		guard->n_failed += !finish_dest(guard, &rest, rest.left[i], routes);
	guard->careful->avoid = NULL;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		guint32 other = leader(graph, &rest, d);
		if (other != GRAPH_NONE)
			memcpy(routes_row(routes, d), routes_row(routes, other), graph->n_switches);
	}
	return TRUE;
}
