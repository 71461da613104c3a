/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Walks over the packets that a mixture of two sets of tables (old and new) can send. At every switch a packet may go
 * by either forwarding table, and get the VL of either SL to VL table. What a packet for a LID can do next depends only
 * on its channel, its lane there and its SL. So the walk goes breadth first over these states and continues each once
 * for a LID; forwarding loops end, as no state is continued twice.
 */
#include "evaluator/deadlock/lanes_sources.h"

#include "core/base/error.h"

#include <string.h>

/* A packet on a channel: a state to be continued. */
typedef struct {
	guint32 node;
	guint32 source; /* port that sent the first packet seen here */
	guint8 sl;
	guint8 reply;
} Moving;

typedef struct {
	const Lanes *side[2];
	guint32 lid;
	gboolean lost;       /* some packet for this LID does not arrive */
	gboolean dropped;    /* a table sends some packet for this LID to VL 15 */
	guint32 *seen;       /* [n_nodes * n_sls] the round in which it was last seen, by node and SL */
	guint32 *seen_class; /* [n_classes * n_sls] the round in which a class last sent, by class and SL */
	guint32 round;       /* number of this LID among those sent to, from 1 */
	Moving *queue;       /* [n_nodes * n_sls] */
	guint32 n_queue, n_done;
	LaneVisitor visitor;
	gpointer user;
	LaneCounts counts;
	gboolean stopped;
} Mixed;

static void enter(Mixed *m, guint32 from, guint32 channel, guint vl, const LaneRoute *route)
{
	const Lanes *l = m->side[0];
	guint32 to = channel * l->n_lanes + l->lane[vl];
	gsize state = (gsize)to * l->n_sls + l->sl_rank[route->sl];
	m->stopped = m->stopped || !m->visitor(m->user, from, to, route);
	if (m->seen[state] == m->round)
		return;
	m->seen[state] = m->round;
	m->queue[m->n_queue++] = (Moving){to, route->source, route->sl, route->reply};
}

/* Sends the packet out of a switch by a port, on the VL of each of the two SL to VL tables. */
static void leave(Mixed *m, guint32 row, guint in, guint32 from, guint8 port, guint32 channel, const LaneRoute *route)
{
	guint before = LANES_DROP + 1;
	for (guint side = 0; side < 2; side++) {
		/* A packet for the switch itself leaves by no channel, so no table drops it. */
		guint vl = port ? lanes_vl(m->side[side], row, in, port, route->sl) : 0;
		if (vl == LANES_DROP)
			m->lost = m->dropped = TRUE;
		else if (channel != PATHS_NONE && vl != before)
			enter(m, from, channel, vl, route);
		before = vl;
	}
}

/* Forwards the packet at a switch by each of the two forwarding tables. */
static void forward(Mixed *m, guint32 row, guint in, guint32 from, const LaneRoute *route)
{
	guint32 before = PATHS_NONE;
	for (guint side = 0; side < 2 && !m->stopped; side++) {
		const Paths *p = m->side[side]->paths;
		guint8 port = LFT_NO_PATH;
		guint32 channel = p->table[row] ? paths_next(p, row, m->lid, &port) : PATHS_NONE;
		if (channel == PATHS_NONE && !paths_delivers(p, row, port, m->lid))
			m->lost = TRUE;
		else if (channel == PATHS_NONE || channel != before)
			leave(m, row, in, from, port, channel, route);
		before = channel;
	}
}

static void go_on(Mixed *m)
{
	const Lanes *l = m->side[0];
	while (m->n_done < m->n_queue && !m->stopped) {
		Moving at = m->queue[m->n_done++];
		guint32 channel = at.node / l->n_lanes;
		LaneRoute route = {at.source, (guint16)m->lid, at.sl, at.reply};
		forward(m, l->paths->to[channel], l->paths->in_port[channel], at.node, &route);
	}
}

static gboolean send_packet(gpointer user, const LaneSource *source, const LaneRoute *route)
{
	Mixed *m = user;
	const Lanes *l = m->side[0];
	m->counts.routes += source->n;
	if (source->class != LANES_NONE) {
		guint32 *seen = &m->seen_class[(gsize)source->class * l->n_sls + l->sl_rank[route->sl]];
		if (*seen == m->round)
			return TRUE;
		*seen = m->round;
	}
	forward(m, source->row, source->in, LANES_NONE, route);
	go_on(m);
	return !m->stopped;
}

static void count_lid(Mixed *m)
{
	m->counts.lids_lost += m->lost ? 1 : 0;
	m->counts.lids_dropped += m->dropped ? 1 : 0;
	m->lost = m->dropped = FALSE;
}

static void begin_lid(gpointer user, guint32 lid)
{
	Mixed *m = user;
	count_lid(m);
	m->lid = lid;
	m->round++;
	m->n_queue = m->n_done = 0;
}

gboolean lanes_walk_mixed(const Lanes *l, gboolean reverse, LaneVisitor visitor, gpointer user, LaneCounts *counts,
			  GError **error)
{
	gsize states = (gsize)l->paths->n_channels * l->n_lanes * l->n_sls, classes = (gsize)l->n_classes * l->n_sls;
	Mixed m = {.side = {l, l->also}, .visitor = visitor, .user = user};
	g_autofree guint32 *seen = m.seen = g_try_new0(guint32, states + 1);
	g_autofree guint32 *seen_class = m.seen_class = g_try_new0(guint32, classes + 1);
	g_autofree Moving *queue = m.queue = g_try_new(Moving, states + 1);
	if (!seen || !seen_class || !queue)
		return sssp_error_memory(error, "following mixed routes", states * (sizeof *seen + sizeof *queue));
	gboolean ready = lanes_send_all(l, l->also, reverse, begin_lid, send_packet, &m, error);
	count_lid(&m);
	if (counts)
		*counts = m.counts;
	return ready;
}
