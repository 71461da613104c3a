/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/graph: the fabric as routing sees it, and what all routing does on it. In the order in which to read:
 *
 *   graph.h         switches, directed channels, destinations (below)
 *   graph.c         built from a fabric
 *   graph_order.c   destinations in the order that a user asks for
 *   graph_marks.c   links' rates and lanes, ports that do not count, wanted roots
 *   bfs             minimal routes towards one switch, or each of a list of switches, found ahead by threads
 *   hops            hops between all switches
 *   spanning_tree   spanning trees of all pieces; spanning_tree_ascending: one that suits an order of the channels
 *   routes          the answer of an engine: a tree of out ports for each destination
 *   routes_longer   routes that are not minimal; pairs of hosts whose route would have too many hops
 *   cdg             channel dependencies, and how a cycle is found as they are added
 *   port_vls        VLs that switches choose by input and output port
 */

/*
 * Holds what routing runs on: switches as vertices, one directed channel for each direction of each switch-to-switch
 * cable, in compressed sparse rows, and the LIDs to be routed as destinations, each hanging on one vertex.
 *
 * Vertex v is fabric->switches[v] (ascending GUID). The channels that leave v are first[v] .. first[v + 1] - 1,
 * ascending by out port. Cables from a switch to itself are left out. Endpoints are no vertices: all that routing
 * needs of them is on which switch they hang (a CA port has exactly one), so hosts[v] counts them.
 */
#ifndef SSSP_CORE_GRAPH_GRAPH_H
#define SSSP_CORE_GRAPH_GRAPH_H

#include "core/base/arena.h"
#include "core/base/guid_search.h"
#include "core/fabric/fabric.h"

#include <glib.h>

#define GRAPH_NONE G_MAXUINT32
#define GRAPH_FAR 255 /* no path, in a table of hops */

/*
 * Who sends data from a switch, ascending: nobody but its own port 0, CA ports (hosts, aggregation nodes), a subnet
 * manager on it. Port 0 of every switch exchanges data with CA ports; one that a subnet manager runs on exchanges data
 * with every other switch's port 0 as well, so it stands for an endpoint.
 */
enum { GRAPH_SENDS_NOTHING, GRAPH_PORTS_SEND, GRAPH_MANAGER_SENDS };

typedef struct {
	guint32 vertex; /* the switch it hangs on, or is */
	guint16 lid;
	guint8 port;    /* out port of that switch that leads to it; 0: the switch itself */
	guint8 is_host; /* a host's port */
	guint8 is_port; /* a CA's or router's port: a host's or an aggregation node's; else a switch's port 0 */
	guint8 sibling; /* its LID minus the base LID of its port (LMC) */
} GraphDest;

typedef struct {
	guint32 n_switches;
	guint32 n_channels;
	guint32 n_dests;
	guint32 n_hosts;       /* hosts' ports in all */
	guint32 n_aggregation; /* aggregation nodes' ports in all */
	guint64 *guid;         /* [n_switches] ascending */
	guint32 *first;        /* [n_switches + 1] */
	guint32 *from;         /* [n_channels] vertex a channel leaves */
	guint32 *to;           /* [n_channels] vertex it leads to */
	guint32 *reverse;      /* [n_channels] the same cable the other way */
	guint8 *port;          /* [n_channels] out port at `from` */
	guint32 *hosts;        /* [n_switches] hosts' ports that send from there */
	guint32 *aggregation;  /* [n_switches] aggregation nodes' ports there */
	guint8 *sends;         /* [n_switches] GRAPH_SENDS_NOTHING, GRAPH_PORTS_SEND, GRAPH_MANAGER_SENDS */
	guint32 ports_row;     /* the highest port of any channel, plus one */
	guint32 *port_channel; /* [n_switches][ports_row] the channel that leaves by a port, or GRAPH_NONE */
	/*
	 * [n_dests] in the stated order: hosts switch by switch (GUID; there the ports' base LIDs by port, then their
	 * second LIDs ..), then aggregation nodes alike, then the switches' own LIDs by GUID
	 */
	GraphDest *dests;
	guint32 *dest_of_lid; /* [n_lids] GRAPH_NONE: no destination has the LID; see graph_dest() */
	guint32 n_lids;

	guint threads; /* threads that may work on it at a time, 0: one; never changes a result */

	/* marks of channels and switches, see below; NULL where there are none */
	guint16 *slowness; /* [n_channels] GRAPH_FASTEST for the fastest, twice that for half its data rate, .. */
	guint8 *ignored;   /* [n_channels] 1: routes over it do not make it dearer */
	guint8 *root;      /* [n_switches] 1: may be the root of a spanning tree */
	guint8 *lanes;     /* [n_channels] virtual lanes that its link has; NULL: all have as many as are used */

	Arena *arena; /* private: holds the arrays */
} Graph;

#ifndef GRAPH_WORTH_THREADS /* tests have it lower: then small fabrics are routed with threads too */
#define GRAPH_WORTH_THREADS 1000000
#endif
#define GRAPH_FASTEST 16 /* fine enough to tell 54 from 40 Gbit/s; the slowest link is below 2^12 times slower */

static inline guint graph_threads(const Graph *graph)
{
	return MAX(graph->threads, 1);
}

/* The threads for so many independent searches over all channels: one where threads cost more than they save. */
guint graph_threads_for(const Graph *graph, guint32 searches);

/*
 * The threads for so many searches where each thread has a table of `bytes` of its own: all tables together take at
 * most GRAPH_THREADS_ROOM, however many cores there are. A host with a hundred cores has no hundred times the memory.
 */
#define GRAPH_THREADS_ROOM ((guint64)256 << 20)

static inline guint graph_threads_with(const Graph *graph, guint32 searches, guint64 bytes)
{
	guint threads = graph_threads_for(graph, searches);
	return (guint)CLAMP(GRAPH_THREADS_ROOM / MAX(bytes, 1), 1, threads);
}

/* The graph of a sealed fabric. NULL with SSSP_ERROR_MEMORY. O(ports + LIDs + channels log switches). */
Graph *graph_new(const Fabric *fabric, GError **error);
void graph_free(Graph *graph); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Graph, graph_free)

/* The switch with a GUID, GRAPH_NONE: there is none. O(log switches). */
static inline guint32 graph_find(const Graph *graph, guint64 guid)
{
	return (guint32)guid_search(graph->guid, graph->n_switches, guid);
}

/* The channel by which vertex v leaves through `port`, GRAPH_NONE when that port leads to no other switch. O(1). */
static inline guint32 graph_channel(const Graph *graph, guint32 v, guint8 port)
{
	return port < graph->ports_row ? graph->port_channel[(gsize)v * graph->ports_row + port] : GRAPH_NONE;
}

/* The number of channel c among those of the switch that it leaves, 0 for the first of them. O(1). */
static inline guint32 graph_channel_number(const Graph *graph, guint32 c)
{
	return c - graph->first[graph->from[c]];
}

/* The destination with a LID, GRAPH_NONE: there is none. O(1). */
static inline guint32 graph_dest(const Graph *graph, guint32 lid)
{
	return lid < graph->n_lids ? graph->dest_of_lid[lid] : GRAPH_NONE;
}

/* Brings graph_dest() up to date after a change of `dests`. O(LIDs). */
void graph_index_lids(Graph *graph);

/*
 * Moves the destinations whose node or port GUID stands in `guids` to the front, in the order of that list; the
 * others keep theirs. (OpenSM's guid_routing_order_file, sssp-route's --order.) FALSE with SSSP_ERROR_MEMORY.
 */
gboolean graph_order_dests(Graph *graph, const Fabric *fabric, const guint64 *guids, gsize n, GError **error);

/* Counts aggregation nodes among the hosts from now on. O(switches + LIDs). */
void graph_count_aggregation(Graph *graph);
/* The same, and the management ports of switches that have neither hosts nor aggregation nodes. */
void graph_count_all(Graph *graph);

/* Fills `slowness` from the links' widths and speeds; unknown ones count as fastest. FALSE with SSSP_ERROR_MEMORY. */
gboolean graph_rate_channels(Graph *graph, const Fabric *fabric, GError **error);

/*
 * The virtual lanes of the link at this port: the fewer of what its two ends say, 0 when neither does or it does not
 * join two switches. O(1).
 */
guint graph_link_lanes(const Fabric *fabric, const FabricPort *port);

/*
 * Fills `lanes` from the links, G_MAXUINT8 where none is known; NULL when none is at all. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean graph_limit_lanes(Graph *graph, const Fabric *fabric, GError **error);

/* Whether a channel may be used in a lane. O(1). */
static inline gboolean graph_has_lane(const Graph *graph, guint32 c, guint lane)
{
	return !graph->lanes || lane < graph->lanes[c];
}

/* The lanes in which a channel may be used, a bit each. O(1). */
static inline guint16 graph_lanes_of(const Graph *graph, guint32 c)
{
	return !graph->lanes || graph->lanes[c] > 15 ? G_MAXUINT16 : (guint16)((1u << graph->lanes[c]) - 1);
}

/*
 * Fills `ignored` for the channels that leave by these ports, and `root` for the switches with one of these GUIDs (the
 * node's or port 0's). What the fabric does not have is passed over; an empty list leaves NULL. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean graph_ignore_ports(Graph *graph, const SwitchPort *ports, gsize n, GError **error);
gboolean graph_mark_roots(Graph *graph, const Fabric *fabric, const guint64 *guids, gsize n, GError **error);

/*
 * Hops between all switches: [from][to] bytes, 0 on the diagonal, GRAPH_FAR where there is no path (or one of more
 * than 254 hops). Breadth-first search from each vertex, O(switches x channels). NULL with SSSP_ERROR_MEMORY; free
 * with g_free().
 */
guint8 *graph_hops(const Graph *graph, GError **error);

#endif
