/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows all routes of one set of tables, with the VL of each step, and calls a visitor for every step. Routes to one
 * LID that meet at a switch on one VL and SL are the same from there on. So each (switch, SL, VL) is followed once for
 * a LID, and its outcome (arrives, lost, dropped) is kept for the routes that come to it later.
 */
#include "evaluator/deadlock/lanes_sources.h"

#include "core/base/error.h"

#include <string.h>

/*
 * The outcome for a packet that leaves a switch on a VL and an SL. ON_ROUTE: it is being followed; meeting it is a
 * loop.
 */
enum { UNSEEN, ON_ROUTE, ARRIVES, LOST, DROPPED };

typedef struct {
	const Lanes *lanes;
	PathTree *tree;  /* of the LID that is sent to */
	guint8 *outcome; /* [n_rows][n_sls][n_lanes] */
	gsize n_outcomes;
	guint32 *stack;   /* [n_rows * n_lanes] indices in `outcome` */
	guint8 *of_class; /* [n_classes][n_sls] outcome of a class's packets to the LID */
	LaneVisitor visitor;
	gpointer user;
	LaneCounts counts;
	gboolean stopped;
} Walk;

/* The outcome of a packet at the last switch of its route. */
static guint8 deliver(const Walk *w, guint32 row, guint in, guint8 sl)
{
	const Paths *p = w->lanes->paths;
	guint8 port;
	if (w->tree->hops[row] != 0)
		return LOST;
	paths_next(p, row, w->tree->lid, &port);
	/* A packet for the switch itself leaves by no channel, so no table drops it. */
	return port != 0 && lanes_vl(w->lanes, row, in, port, sl) == LANES_DROP ? DROPPED : ARRIVES;
}

/* Follows one route until it ends or meets a known outcome. Returns the outcome, which all states of the route get. */
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

static void count(LaneCounts *counts, const LaneRoute *route, guint8 end, guint32 n)
{
	counts->routes += n;
	counts->unreachable += end == LOST ? n : 0;
	counts->dropped += end == DROPPED ? n : 0;
	counts->pairs_lost += end == LOST && !route->reply ? n : 0;
}

static gboolean send_packet(gpointer user, const LaneSource *source, const LaneRoute *route)
{
	Walk *w = user;
	guint8 own = UNSEEN;
	guint8 *end = &own;
	if (source->class != LANES_NONE)
		end = &w->of_class[(gsize)source->class * w->lanes->n_sls + w->lanes->sl_rank[route->sl]];
	if (*end == UNSEEN)
		*end = follow(w, source->row, source->in, route);
	count(&w->counts, route, *end, source->n);
	return !w->stopped;
}

static void begin_lid(gpointer user, guint32 lid)
{
	Walk *w = user;
	path_tree_fill(w->tree, w->lanes->paths, lid);
	memset(w->outcome, UNSEEN, w->n_outcomes);
	memset(w->of_class, UNSEEN, (gsize)w->lanes->n_classes * w->lanes->n_sls);
}

static gboolean start(Walk *w, GError **error)
{
	const Lanes *l = w->lanes;
	gsize rows = l->paths->n_rows;
	w->n_outcomes = rows * l->n_sls * l->n_lanes;
	w->tree = path_tree_new(l->paths, error);
	w->outcome = g_try_malloc(w->n_outcomes + 1);
	w->of_class = g_try_malloc((gsize)l->n_classes * l->n_sls + 1);
	w->stack = g_try_new(guint32, rows * l->n_lanes + 1);
	if (w->tree && w->outcome && w->of_class && w->stack)
		return TRUE;
	if (w->tree)
		sssp_error_memory(error, "following routes", w->n_outcomes);
	return FALSE;
}

gboolean lanes_walk_alone(const Lanes *l, gboolean reverse, LaneVisitor visitor, gpointer user, LaneCounts *counts,
			  GError **error)
{
	Walk w = {.lanes = l, .visitor = visitor, .user = user};
	gboolean ready = start(&w, error);
	if (ready)
		ready = lanes_send_all(l, l->previous, reverse, begin_lid, send_packet, &w, error);
	if (counts)
		*counts = w.counts;
	path_tree_free(w.tree);
	g_free(w.outcome);
	g_free(w.of_class);
	g_free(w.stack);
	return ready;
}

gboolean lanes_walk(const Lanes *l, gboolean reverse, LaneVisitor visitor, gpointer user, LaneCounts *counts,
		    GError **error)
{
	return (l->also ? lanes_walk_mixed : lanes_walk_alone)(l, reverse, visitor, user, counts, error);
}
