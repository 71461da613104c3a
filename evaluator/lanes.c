/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "evaluator/lanes.h"

#include "core/error.h"

#include <string.h>

static guint8 known_sl(guint8 sl)
{
	return sl < SL_COUNT ? sl : 0;
}

static guint32 used_sls(const PathSl *path_sl)
{
	guint32 used = 1; /* SL 0 where nothing is said */
	gsize n = path_sl ? (gsize)path_sl->n_sources * path_sl->n_lids : 0;
	for (gsize i = 0; i < n; i++)
		used |= 1u << known_sl(path_sl->sl[i]);
	return used;
}

/* The VLs that the SLs in use can be mapped to, the drop left out. */
static guint32 used_vls(const Sl2vl *sl2vl, guint32 sls)
{
	guint32 used = sls; /* by the identity, for switches without a table */
	for (guint32 i = 0; sl2vl && i < sl2vl->n_maps; i++)
		for (guint sl = 0; sl < SL_COUNT; sl++)
			used |= sls >> sl & 1 ? 1u << (sl2vl->maps[i].vl[sl] & 15) : 0;
	return used & ~(1u << LANES_DROP);
}

static void number_lanes(Lanes *l, const PathSl *path_sl, guint sl)
{
	guint32 sls = used_sls(path_sl) | 1u << sl, vls = used_vls(l->sl2vl, sls);
	for (guint i = 0; i < SL_COUNT; i++) {
		l->sl_rank[i] = l->n_sls;
		l->n_sls += sls >> i & 1;
		l->lane[i] = l->n_lanes;
		if (vls >> i & 1)
			l->vl[l->n_lanes++] = (guint8)i;
	}
}

static void fill_sources(Lanes *l, const PathSl *path_sl)
{
	const Fabric *fabric = l->paths->fabric;
	for (guint32 row = 0; row < l->paths->n_rows; row++) {
		guint64 guid = fabric->nodes[fabric->switches[row]].guid;
		l->switch_sl[row] = path_sl ? path_sl_row(path_sl, guid) : NULL;
		l->table[row] = l->sl2vl ? sl2vl_find(l->sl2vl, guid) : -1;
	}
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		guint64 guid = fabric->nodes[fabric->ports[fabric->endpoints[e]].node].guid;
		const guint8 *own = path_sl ? path_sl_row(path_sl, guid) : NULL;
		l->endpoint_sl[e] = own ? own : l->switch_sl[l->paths->endpoint_row[e]];
	}
	l->sl_lids = path_sl ? path_sl->n_lids : 0;
}

Lanes *lanes_new_with(const Paths *paths, const PathSl *path_sl, const Sl2vl *sl2vl, guint sl, GError **error)
{
	g_autoptr(Lanes) l = g_new0(Lanes, 1);
	l->paths = paths;
	l->sl2vl = sl2vl;
	l->endpoint_sl = g_try_new(const guint8 *, paths->fabric->n_endpoints + 1);
	l->switch_sl = g_try_new(const guint8 *, paths->n_rows + 1);
	l->table = g_try_new(gssize, paths->n_rows + 1);
	if (!l->endpoint_sl || !l->switch_sl || !l->table) {
		sssp_error_memory(error, "service levels", paths->fabric->n_endpoints * sizeof(guint8 *));
		return NULL;
	}
	number_lanes(l, path_sl, sl);
	fill_sources(l, path_sl);
	return g_steal_pointer(&l);
}

Lanes *lanes_new(const Paths *paths, const PathSl *path_sl, const Sl2vl *sl2vl, GError **error)
{
	return lanes_new_with(paths, path_sl, sl2vl, 0, error);
}

void lanes_free(Lanes *lanes)
{
	if (!lanes)
		return;
	g_free(lanes->endpoint_sl);
	g_free(lanes->switch_sl);
	g_free(lanes->table);
	g_free(lanes);
}

static guint8 sl_of(const Lanes *l, const guint8 *row, guint32 lid)
{
	return row && lid < l->sl_lids ? known_sl(row[lid]) : 0;
}

guint lanes_vl(const Lanes *l, guint32 row, guint in, guint out, guint sl)
{
	return l->table[row] < 0 ? sl : sl2vl_get(l->sl2vl, (guint32)l->table[row], in, out)->vl[sl] & 15u;
}

/* What is known of a packet that left a switch on a VL and an SL. */
enum { UNSEEN, ON_ROUTE, ARRIVES, LOST, DROPPED };

typedef struct {
	const Lanes *lanes;
	PathTree *tree;  /* of the LID under work */
	guint8 *outcome; /* [n_rows][n_sls][n_lanes] */
	gsize n_outcomes;
	guint32 *stack; /* [n_rows * n_lanes] indices in `outcome` */
	gboolean reverse;
	LaneVisitor visitor;
	gpointer user;
	LaneCounts counts;
	gboolean stopped;
} Walk;

/* The end of a route at the switch it leaves the network from. */
static guint8 deliver(const Walk *w, guint32 row, guint in, guint8 sl)
{
	const Paths *p = w->lanes->paths;
	guint8 port;
	if (w->tree->hops[row] != 0)
		return LOST;
	paths_next(p, row, w->tree->lid, &port);
	/* what reaches the switch itself takes no lane any more */
	return port != 0 && lanes_vl(w->lanes, row, in, port, sl) == LANES_DROP ? DROPPED : ARRIVES;
}

/* Follows one route until it ends or joins one that is known. */
static guint8 follow(Walk *w, guint32 row, guint in, const LaneRoute *route)
{
	const Lanes *l = w->lanes;
	const Paths *p = l->paths;
	guint32 before = LANES_NONE, depth = 0;
	guint8 end;
	for (;;) {
		guint32 channel = w->tree->channel[row];
		if (channel == PATHS_NONE) {
			end = deliver(w, row, in, route->sl);
			break;
		}
		guint vl = lanes_vl(l, row, in, p->out_port[channel], route->sl);
		if (vl == LANES_DROP) {
			end = DROPPED;
			break;
		}
		guint32 node = channel * l->n_lanes + l->lane[vl];
		guint32 state = (row * l->n_sls + l->sl_rank[route->sl]) * l->n_lanes + l->lane[vl];
		w->stopped |= !w->visitor(w->user, before, node, route);
		end = w->outcome[state];
		if (end != UNSEEN || w->stopped)
			break;
		w->outcome[state] = ON_ROUTE;
		w->stack[depth++] = state;
		before = node;
		in = p->in_port[channel];
		row = p->to[channel];
	}
	end = end == ON_ROUTE ? LOST : end;
	while (depth--)
		w->outcome[w->stack[depth]] = end;
	return end;
}

static void count(Walk *w, guint32 row, guint in, const LaneRoute *route)
{
	guint8 end = follow(w, row, in, route);
	w->counts.routes++;
	w->counts.unreachable += end == LOST;
	w->counts.dropped += end == DROPPED;
}

/* The routes of one source: on its own SL, and on those that the other end uses towards any of the source's LIDs. */
static void follow_source(Walk *w, guint32 source, guint32 row, guint in, const guint8 *own, const guint8 *other)
{
	const FabricPort *port = &w->lanes->paths->fabric->ports[source];
	guint16 lid = (guint16)w->tree->lid;
	LaneRoute route = {source, lid, sl_of(w->lanes, own, lid), FALSE};
	count(w, row, in, &route);
	route.reply = TRUE;
	for (guint32 back = port->lid; w->reverse && back < port->lid + (1u << port->lmc) && !w->stopped; back++) {
		route.sl = sl_of(w->lanes, other, back);
		count(w, row, in, &route);
	}
}

/* `other`: the SLs of the port that owns the LID. */
static void follow_lid(Walk *w, guint32 lid, guint32 owner, const guint8 *other)
{
	const Lanes *l = w->lanes;
	const Paths *p = l->paths;
	const Fabric *fabric = p->fabric;
	path_tree_fill(w->tree, p, lid);
	memset(w->outcome, UNSEEN, w->n_outcomes);
	for (guint32 e = 0; e < fabric->n_endpoints && !w->stopped; e++)
		if (fabric->endpoints[e] != owner)
			follow_source(w, fabric->endpoints[e], p->endpoint_row[e], p->endpoint_port[e],
				      l->endpoint_sl[e], other);
	for (guint32 row = 0; fabric->ports[owner].num != 0 && row < p->n_rows && !w->stopped; row++) {
		guint32 port0 = fabric->nodes[fabric->switches[row]].first_port;
		if (fabric->ports[port0].lid)
			follow_source(w, port0, row, 0, l->switch_sl[row], other);
	}
}

static void follow_range(Walk *w, guint32 owner, const guint8 *other)
{
	const FabricPort *port = &w->lanes->paths->fabric->ports[owner];
	for (guint32 lid = port->lid; port->lid && lid < port->lid + (1u << port->lmc) && !w->stopped; lid++)
		follow_lid(w, lid, owner, other);
}

static gboolean start(Walk *w, GError **error)
{
	const Lanes *l = w->lanes;
	gsize rows = l->paths->n_rows;
	w->n_outcomes = rows * l->n_sls * l->n_lanes;
	w->tree = path_tree_new(l->paths, error);
	w->outcome = g_try_malloc(w->n_outcomes + 1);
	w->stack = g_try_new(guint32, rows * l->n_lanes + 1);
	if (w->tree && w->outcome && w->stack)
		return TRUE;
	if (w->tree)
		sssp_error_memory(error, "following routes", w->n_outcomes);
	return FALSE;
}

gboolean lanes_walk(const Lanes *l, gboolean reverse, LaneVisitor visitor, gpointer user, LaneCounts *counts,
		    GError **error)
{
	const Fabric *fabric = l->paths->fabric;
	Walk w = {.lanes = l, .reverse = reverse, .visitor = visitor, .user = user};
	gboolean ready = start(&w, error);
	for (guint32 e = 0; ready && e < fabric->n_endpoints; e++)
		follow_range(&w, fabric->endpoints[e], l->endpoint_sl[e]);
	for (guint32 row = 0; ready && row < l->paths->n_rows; row++)
		follow_range(&w, fabric->nodes[fabric->switches[row]].first_port, l->switch_sl[row]);
	if (counts)
		*counts = w.counts;
	path_tree_free(w.tree);
	g_free(w.outcome);
	g_free(w.stack);
	return ready;
}
