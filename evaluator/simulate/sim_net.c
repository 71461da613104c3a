/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the flat arrays of ports, routes and lanes that all runs of a simulation share. Ports are numbered switch by
 * switch. The forwarding tables are followed once for each path (a LID of a host), which gives the output port at every
 * switch. SL to VL maps are copied for the ports that have a number.
 */
#include "evaluator/simulate/sim_net.h"

#include "core/base/error.h"
#include "evaluator/paths/capacity.h"

#include <string.h>

static const FabricNode *node_of(const SimNet *net, guint32 row)
{
	return &net->paths->fabric->nodes[net->paths->fabric->switches[row]];
}

guint32 sim_net_host_port(const SimNet *net, guint32 host)
{
	return net->paths->fabric->endpoints[net->paths->part[host]];
}

guint32 sim_net_fabric_port(const SimNet *net, guint32 port)
{
	return node_of(net, net->row[port])->first_port + net->number[port];
}

/* Numbers the ports. `port`: [n_rows][PATHS_PORTS] 1 where a cable is at first, then the number of the port. */
static void number_ports(SimNet *net, guint32 *port)
{
	net->n_ports = 0;
	for (guint32 row = 0; row < net->n_rows; row++) {
		net->first[row] = net->n_ports;
		for (guint num = 1; num <= FABRIC_MAX_PORTS; num++) {
			guint32 *at = &port[(gsize)row * PATHS_PORTS + num];
			if (!*at)
				continue;
			net->row[net->n_ports] = row;
			net->number[net->n_ports] = (guint8)num;
			*at = net->n_ports++;
		}
	}
	net->first[net->n_rows] = net->n_ports;
}

static void mark_ports(const Paths *p, guint32 *port)
{
	for (guint32 c = 0; c < p->n_channels; c++)
		port[(gsize)p->from[c] * PATHS_PORTS + p->out_port[c]] = 1;
	for (guint32 h = 0; h < p->n_part; h++)
		port[(gsize)p->endpoint_row[p->part[h]] * PATHS_PORTS + p->endpoint_port[p->part[h]]] = 1;
}

static void join_ports(SimNet *net, const guint32 *port)
{
	const Paths *p = net->paths;
	for (guint32 c = 0; c < p->n_channels; c++) {
		guint32 at = port[(gsize)p->from[c] * PATHS_PORTS + p->out_port[c]];
		net->channel[at] = c;
		net->peer[at] = port[(gsize)p->to[c] * PATHS_PORTS + p->in_port[c]];
	}
	for (guint32 h = 0; h < p->n_part; h++) {
		guint32 e = p->part[h], at = port[(gsize)p->endpoint_row[e] * PATHS_PORTS + p->endpoint_port[e]];
		net->channel[at] = PATHS_NONE;
		net->peer[at] = net->n_ports + h;
		net->host_port[h] = at;
	}
}

/* Each row begins a word, and so do the hosts. */
static void number_bits(SimNet *net)
{
	guint32 bit = 0;
	for (guint32 i = 0; i < net->n_ports + net->n_hosts; i++) {
		if (i >= net->n_ports ? i == net->n_ports : i == net->first[net->row[i]])
			bit = (bit + 63) / 64 * 64;
		net->bit[i] = bit;
		bit += 1u << net->shift;
	}
	net->n_words = (bit + 63) / 64;
	for (guint32 i = 0; i < net->n_ports; i++)
		net->peer_bit[i] = net->bit[net->peer[i]];
	for (guint32 h = 0; h < net->n_hosts; h++)
		net->peer_bit[net->n_ports + h] = net->bit[net->host_port[h]];
}

static gboolean make_ports(SimNet *net, GError **error)
{
	const Paths *p = net->paths;
	gsize n = (gsize)p->n_rows * PATHS_PORTS, most = p->n_channels + p->n_part;
	g_autofree guint32 *port = g_try_new0(guint32, n + 1);
	net->first = arena_new_array(net->arena, guint32, p->n_rows + 1);
	net->row = arena_new_array(net->arena, guint32, most);
	net->peer = arena_new_array(net->arena, guint32, most);
	net->channel = arena_new_array(net->arena, guint32, most);
	net->number = arena_new_array(net->arena, guint8, most);
	net->host_port = arena_new_array(net->arena, guint32, p->n_part);
	net->bit = arena_new_array(net->arena, guint32, most + p->n_part);
	net->peer_bit = arena_new_array(net->arena, guint32, most + p->n_part);
	if (!port)
		return sssp_error_memory(error, "ports", n * sizeof *port);
	if (!arena_check(net->arena, "the ports of a simulation", error))
		return FALSE;
	mark_ports(p, port);
	number_ports(net, port);
	join_ports(net, port);
	number_bits(net);
	return TRUE;
}

/* Finds the rate of each cable, 0 where it is unknown, and the highest rates. */
static void find_rates(SimNet *net, guint32 *mbps)
{
	const Fabric *fabric = net->paths->fabric;
	for (guint32 i = 0; i < net->n_ports + net->n_hosts; i++) {
		gboolean host = i >= net->n_ports;
		guint32 port = host ? sim_net_host_port(net, i - net->n_ports) : sim_net_fabric_port(net, i);
		mbps[i] = capacity_cable_mbps(fabric, port);
		net->slot_mbps = MAX(net->slot_mbps, mbps[i]);
		if (host)
			net->reference_mbps = MAX(net->reference_mbps, mbps[i]);
	}
}

/* A cable of unknown rate is as fast as the fastest. */
static gboolean make_costs(SimNet *net, gboolean equal, GError **error)
{
	guint32 n = net->n_ports + net->n_hosts;
	net->cost = arena_new_array(net->arena, guint32, n);
	if (!arena_check(net->arena, "the cables of a simulation", error))
		return FALSE;
	find_rates(net, net->cost);
	net->equal = TRUE;
	for (guint32 i = 0; i < n; i++) {
		guint32 mbps = equal || !net->cost[i] ? net->slot_mbps : net->cost[i];
		net->cost[i] = mbps ? (guint32)((guint64)net->slot_mbps * SIM_UNIT / mbps) : SIM_UNIT;
		net->equal &= net->cost[i] == SIM_UNIT;
	}
	return TRUE;
}

static guint8 next_port(const SimNet *net, const PathTree *tree, const guint32 *channel_port, guint32 row, guint32 host)
{
	guint32 channel = tree->channel[row], hops = tree->hops[row];
	if (hops == PATHS_LOST || hops == PATHS_LOOP)
		return SIM_LOST;
	if (channel == PATHS_NONE)
		return (guint8)(net->host_port[host] - net->first[row]);
	return (guint8)(channel_port[channel] - net->first[row]);
}

static void follow_path(SimNet *net, PathTree *tree, const guint32 *channel_port, guint32 path)
{
	guint32 host = net->path_host[path];
	path_tree_fill(tree, net->paths, net->path_lid[path]);
	for (guint32 row = 0; row < net->n_rows; row++)
		net->next[(gsize)row * net->n_paths + path] = next_port(net, tree, channel_port, row, host);
}

static gboolean is_lost(const SimNet *net, guint32 host, guint32 row)
{
	for (guint32 path = net->first_path[host]; path < net->first_path[host + 1]; path++)
		if (net->next[(gsize)row * net->n_paths + path] == SIM_LOST)
			return TRUE;
	return FALSE;
}

static void count_lost(SimNet *net)
{
	const Paths *p = net->paths;
	for (guint32 row = 0; row < net->n_rows; row++)
		for (guint32 h = 0; h < net->n_hosts; h++)
			net->pairs_lost +=
				is_lost(net, h, row) ? p->hosts[row] - (p->endpoint_row[p->part[h]] == row) : 0;
}

static gboolean make_paths(SimNet *net, GError **error)
{
	net->first_path = arena_new_array(net->arena, guint32, net->n_hosts + 1);
	for (guint32 h = 0; h < net->n_hosts; h++)
		net->n_paths += split_lids(net->paths, net->paths_taken, net->paths->part[h]);
	net->path_host = arena_new_array(net->arena, guint32, net->n_paths);
	net->path_lid = arena_new_array(net->arena, guint16, net->n_paths);
	net->next = arena_new_array(net->arena, guint8, (gsize)net->n_paths * net->n_rows);
	if (!arena_check(net->arena, "the routes of a simulation", error))
		return FALSE;
	for (guint32 h = 0, path = 0; h < net->n_hosts; h++) {
		guint32 lids = split_lids(net->paths, net->paths_taken, net->paths->part[h]);
		net->first_path[h] = path;
		for (guint32 i = 0; i < lids; i++, path++) {
			net->path_host[path] = h;
			net->path_lid[path] = (guint16)(net->paths->fabric->ports[sim_net_host_port(net, h)].lid + i);
		}
	}
	net->first_path[net->n_hosts] = net->n_paths;
	return TRUE;
}

static gboolean make_next(SimNet *net, GError **error)
{
	g_autoptr(PathTree) tree = path_tree_new(net->paths, error);
	g_autofree guint32 *channel_port = g_try_new(guint32, net->paths->n_channels + 1);
	if (!channel_port)
		return sssp_error_memory(error, "ports", net->paths->n_channels * sizeof *channel_port);
	if (!tree || !make_paths(net, error))
		return FALSE;
	for (guint32 port = 0; port < net->n_ports; port++)
		if (net->channel[port] != PATHS_NONE)
			channel_port[net->channel[port]] = port;
	for (guint32 path = 0; path < net->n_paths; path++)
		follow_path(net, tree, channel_port, path);
	count_lost(net);
	return TRUE;
}

static guint8 lane_of(const Lanes *l, guint vl)
{
	return vl == LANES_DROP ? SIM_DROP : l->lane[vl];
}

/* Copies the maps of Sl2vl, with lanes in place of VLs; without tables only the identity, as map 0. */
static void copy_maps(SimNet *net, guint32 n_maps)
{
	const Sl2vl *sl2vl = net->lanes->sl2vl;
	for (guint32 i = 0; i < n_maps; i++)
		for (guint sl = 0; sl < SL_COUNT; sl++)
			net->map_lane[(gsize)i * SL_COUNT + sl] =
				lane_of(net->lanes, sl2vl ? sl2vl->maps[i].vl[sl] & 15u : sl);
}

static void map_row(SimNet *net, guint32 row)
{
	const Lanes *l = net->lanes;
	guint32 first = net->first[row], n = net->first[row + 1] - first;
	guint16 *map = &net->map[net->map_first[row]];
	for (guint32 in = 0; in < n; in++)
		for (guint32 out = 0; out < n; out++, map++)
			*map = l->table[row] < 0
				       ? 0
				       : (guint16)(sl2vl_get(l->sl2vl, (guint32)l->table[row], net->number[first + in],
							     net->number[first + out]) -
						   l->sl2vl->maps);
}

/* Whether all maps in use give each SL that occurs the same lane as map 0. */
static gboolean are_alike(const SimNet *net, gsize n)
{
	for (gsize i = 0; i < n; i++)
		for (guint sl = 0; net->map[i] && sl < SL_COUNT; sl++)
			if (net->lanes->sls >> sl & 1 &&
			    net->map_lane[(gsize)net->map[i] * SL_COUNT + sl] != net->map_lane[sl])
				return FALSE;
	return TRUE;
}

static void map_hosts(SimNet *net)
{
	const Lanes *l = net->lanes;
	for (guint sl = 0; sl < SL_COUNT; sl++) {
		guint8 lane = l->lane[sl];
		gboolean known = lane < l->n_lanes && l->vl[lane] == sl;
		net->host_lane[sl] = known ? lane : (guint8)(sl % l->n_lanes);
	}
}

static gboolean make_maps(SimNet *net, GError **error)
{
	guint32 n_maps = net->lanes->sl2vl ? net->lanes->sl2vl->n_maps : 1;
	gsize n = 0;
	net->map_first = arena_new_array(net->arena, gsize, net->n_rows + 1);
	net->map_lane = arena_new_array(net->arena, guint8, (gsize)n_maps * SL_COUNT);
	if (!arena_check(net->arena, "the lanes of a simulation", error))
		return FALSE;
	for (guint32 row = 0; row < net->n_rows; row++) {
		gsize ports = net->first[row + 1] - net->first[row];
		net->map_first[row] = n;
		n += ports * ports;
	}
	net->map = arena_new_array(net->arena, guint16, n);
	if (!arena_check(net->arena, "the lanes of a simulation", error))
		return FALSE;
	copy_maps(net, n_maps);
	for (guint32 row = 0; row < net->n_rows; row++)
		map_row(net, row);
	net->maps_alike = are_alike(net, n);
	map_hosts(net);
	return TRUE;
}

SimNet *sim_net_new(const Lanes *lanes, PathUse paths, gboolean equal, GError **error)
{
	const Paths *p = lanes->paths;
	if (p->n_part < 2)
		return sssp_error_null(error, SSSP_ERROR_INPUT, "%u hosts take part: packets need two at least",
				       p->n_part);
	g_autoptr(SimNet) net = g_new0(SimNet, 1);
	net->arena = arena_new();
	net->paths = p;
	net->lanes = lanes;
	net->paths_taken = paths;
	net->n_lanes = lanes->n_lanes;
	while (1u << net->shift < net->n_lanes)
		net->shift++;
	net->n_rows = p->n_rows;
	net->n_hosts = p->n_part;
	if (!make_ports(net, error) || !make_costs(net, equal, error) || !make_next(net, error) ||
	    !make_maps(net, error))
		return NULL;
	return g_steal_pointer(&net);
}

void sim_net_free(SimNet *net)
{
	if (!net)
		return;
	arena_free(net->arena);
	g_free(net);
}
