/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Walks over the packets of multicast groups, and calls a visitor for each step of a copy from channel to channel. A
 * packet starts at every switch of the group and at every endpoint on one. Copies are followed over the ports of the
 * group, breadth first over channels and their lanes.
 */
#include "evaluator/deadlock/multicast.h"

#include "core/base/error.h"

#include <string.h>

/*
 * The next steps of a copy depend only on its channel and lane, so each node is continued once for a group: the walk
 * ends also where packets circulate for ever.
 */
typedef struct {
	const Multicast *multicast;
	const Lanes *lanes;
	guint sl;
	guint32 *entry; /* [n_rows] the group's entry at a row, PATHS_NONE: none */
	guint8 *seen;   /* [n_nodes] */
	guint32 *nodes; /* [n_nodes] nodes seen, in order; the first n_done are continued */
	guint32 n_nodes, n_done;
	guint16 mlid;
	MulticastVisitor visitor;
	gpointer user;
	guint64 dropped;
	gboolean stopped;
} Walk;

static void step(Walk *w, guint32 from, guint32 channel, guint vl)
{
	const Lanes *l = w->lanes;
	guint32 to = channel * l->n_lanes + l->lane[vl];
	w->stopped |= !w->visitor(w->user, from, to, w->mlid);
	if (w->seen[to])
		return;
	w->seen[to] = TRUE;
	w->nodes[w->n_nodes++] = to;
}

/* Sends a copy out of a port, on the VL of each SL to VL table: also those of joined lanes. */
static void copy_to(Walk *w, guint32 row, guint in, guint32 from, guint port)
{
	guint32 channel = w->lanes->paths->port_channel[(gsize)row * PATHS_PORTS + port];
	for (const Lanes *l = w->lanes; l && !w->stopped; l = l->also) {
		guint vl = lanes_vl(l, row, in, port, w->sl);
		if (vl == LANES_DROP)
			w->dropped++;
		else if (channel != PATHS_NONE)
			step(w, from, channel, vl);
	}
}

/* Makes the copies at `row` of a packet that came in by port `in`, on node `from` (LANES_NONE: from a sender). */
static void copy(Walk *w, guint32 row, guint in, guint32 from)
{
	if (w->entry[row] == PATHS_NONE)
		return;
	const MftPorts *ports = &w->multicast->mft->entry[w->entry[row]].ports;
	for (gint port = mft_next(ports, 1); port >= 0 && !w->stopped; port = mft_next(ports, (guint)port + 1))
		if ((guint)port != in)
			copy_to(w, row, in, from, (guint)port);
}

/* Sends a packet from the switch itself, and from each endpoint on it. */
static void send_from(Walk *w, guint32 row)
{
	const Paths *p = w->lanes->paths;
	const FabricNode *node = &p->fabric->nodes[p->fabric->switches[row]];
	copy(w, row, 0, LANES_NONE);
	for (guint num = 1; num <= node->n_ports && !w->stopped; num++)
		if (p->port_channel[(gsize)row * PATHS_PORTS + num] == PATHS_NONE &&
		    p->fabric->ports[node->first_port + num].peer != FABRIC_NONE)
			copy(w, row, num, LANES_NONE);
}

static void go_on(Walk *w)
{
	const Paths *p = w->lanes->paths;
	while (w->n_done < w->n_nodes && !w->stopped) {
		guint32 node = w->nodes[w->n_done++], channel = node / w->lanes->n_lanes;
		copy(w, p->to[channel], p->in_port[channel], node);
	}
}

static void walk_group(Walk *w, guint32 first, guint32 last)
{
	const guint32 *row = w->multicast->row;
	w->mlid = w->multicast->mft->entry[first].mlid;
	w->n_nodes = w->n_done = 0;
	for (guint32 i = first; i < last; i++)
		if (row[i] != PATHS_NONE)
			w->entry[row[i]] = i;
	for (guint32 i = first; i < last && !w->stopped; i++)
		if (row[i] != PATHS_NONE)
			send_from(w, row[i]);
	go_on(w);
	for (guint32 i = first; i < last; i++)
		if (row[i] != PATHS_NONE)
			w->entry[row[i]] = PATHS_NONE;
	for (guint32 i = 0; i < w->n_nodes; i++)
		w->seen[w->nodes[i]] = FALSE;
}

gboolean multicast_walk(const Multicast *m, const Lanes *l, guint sl, MulticastVisitor visitor, gpointer user,
			guint64 *dropped, GError **error)
{
	gsize rows = l->paths->n_rows, nodes = (gsize)l->paths->n_channels * l->n_lanes;
	g_autofree guint32 *entry = g_try_new(guint32, rows + 1);
	g_autofree guint8 *seen = g_try_new0(guint8, nodes + 1);
	g_autofree guint32 *order = g_try_new(guint32, nodes + 1);
	if (!entry || !seen || !order)
		return sssp_error_memory(error, "following multicast packets", nodes * sizeof(guint32));
	memset(entry, 0xff, rows * sizeof(guint32));
	Walk w = {.multicast = m, .lanes = l, .sl = sl, .visitor = visitor, .user = user};
	w.entry = entry;
	w.seen = seen;
	w.nodes = order;
	for (guint32 g = 0; g < m->mft->n_groups && !w.stopped; g++)
		walk_group(&w, m->mft->first[g], m->mft->first[g + 1]);
	if (dropped)
		*dropped = w.dropped;
	return TRUE;
}
