/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds what all runs of a simulation share and none changes: switches, hosts, tables and lanes in flat arrays.
 *
 * A row is a switch (paths.h). A port is one of a switch that is cabled to a switch or to a host that takes part. The
 * ports of a row lie together, in the order of their numbers; within a row a port is a number below SIM_LOST. Lanes are
 * the virtual lanes that occur (lanes.h); arrays with a place for each lane have 1 << shift of them. The input buffer
 * of a port and lane has the number port << shift | lane. Credits, the free places of the buffer at the other end,
 * belong to the sender: those of a switch's port have the number port << shift | lane, those of a host (n_ports + host)
 * << shift | lane. A path is a LID of a host (split.h); the paths to a host lie together.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_NET_H
#define SSSP_EVALUATOR_SIMULATE_SIM_NET_H

#include "core/base/arena.h"
#include "evaluator/deadlock/lanes.h"
#include "evaluator/measures/bandwidth/split.h"

#include <glib.h>

#define SIM_LOST 255  /* no port: the route does not arrive */
#define SIM_DROP 255  /* no lane: VL 15 */
#define SIM_UNIT 1024 /* parts of a slot: the unit of the time that a packet takes on a cable */

typedef struct {
	const Paths *paths;
	const Lanes *lanes;
	guint8 n_lanes, shift; /* 1 << shift >= n_lanes */
	PathUse paths_taken;   /* which paths are taken */
	guint32 n_rows, n_ports, n_hosts, n_paths;
	guint32 *first;      /* [n_rows + 1] ports of a row */
	guint32 *row;        /* [n_ports] */
	guint32 *peer;       /* [n_ports] port at the other end; n_ports + host where that is a host */
	guint32 *channel;    /* [n_ports] that leaves by it, PATHS_NONE to a host */
	guint8 *number;      /* [n_ports] number of the port */
	guint32 *host_port;  /* [n_hosts] */
	guint32 *first_path; /* [n_hosts + 1] */
	guint32 *path_host;  /* [n_paths] */
	guint16 *path_lid;   /* [n_paths] */
	guint32 *cost;       /* [n_ports + n_hosts] time of a packet that leaves by it, in SIM_UNIT parts of a slot */
	gboolean equal;      /* all of it is SIM_UNIT */
	guint8 *next;        /* [n_rows][n_paths] port of the row by which packets leave for it, SIM_LOST */
	guint32 *bit; /* [n_ports + n_hosts] of lane 0 among all places' bits: a row begins a word; hosts come last */
	guint32 *peer_bit;                 /* [n_ports + n_hosts] that of the other end */
	guint32 n_words;                   /* of places' bits */
	gsize *map_first;                  /* [n_rows] first map of a row in `map` */
	gboolean maps_alike;               /* map 0 serves all ports */
	guint16 *map;                      /* [ports of a row][ports of a row] number of a map, by input and output */
	guint8 *map_lane;                  /* [maps][SL_COUNT] lane of an SL, SIM_DROP */
	guint8 host_lane[SL_COUNT];        /* on cables from hosts */
	guint32 slot_mbps, reference_mbps; /* of the fastest cable, of the fastest host's; 0 unknown */
	guint64 pairs_lost;                /* pairs of hosts with a path that does not arrive */
	Arena *arena;
} SimNet;

/* `lanes` must outlive it. NULL with SSSP_ERROR_INPUT, SSSP_ERROR_MEMORY. `equal`: no cable is slower than another. */
SimNet *sim_net_new(const Lanes *lanes, PathUse paths, gboolean equal, GError **error);
void sim_net_free(SimNet *net); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimNet, sim_net_free)

/* The paths that packets from one host to another are spread over. O(1). */
static inline guint32 sim_net_n_paths(const SimNet *net, guint32 from, guint32 to)
{
	guint32 there = net->first_path[to + 1] - net->first_path[to],
		here = net->first_path[from + 1] - net->first_path[from];
	return net->paths_taken == SPLIT_EQUAL || net->paths_taken == SPLIT_EACH ? MIN(here, there) : there;
}

/* The SL of packets from a host on a path. O(1). */
static inline guint8 sim_net_sl(const SimNet *net, guint32 from, guint32 path)
{
	const Lanes *l = net->lanes;
	const Paths *p = net->paths;
	if (l->any)
		return (guint8)__builtin_ctz(l->any);
	const guint8 *row = l->endpoint_sl[p->part[from]];
	return row ? lanes_sl(l, row, net->path_lid[path]) : 0;
}

/* The lane of packets of an SL that come to a row by one of its ports and leave by another; SIM_DROP. O(1). */
static inline guint8 sim_net_lane(const SimNet *net, guint32 row, guint32 in, guint32 out, guint8 sl)
{
	if (net->maps_alike)
		return net->map_lane[sl];
	gsize n = net->first[row + 1] - net->first[row];
	return net->map_lane[(gsize)net->map[net->map_first[row] + in * n + out] * SL_COUNT + sl];
}

/* Port indices (fabric) and names for reports. */
guint32 sim_net_fabric_port(const SimNet *net, guint32 port);
guint32 sim_net_host_port(const SimNet *net, guint32 host);

#endif
