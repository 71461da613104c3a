/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lays a fabric and its forwarding tables out in flat arrays, and follows routes through them. path_tree_fill() finds
 * how the routes from all switches to one LID end: arrived, lost, or in a forwarding loop. It follows each route only
 * until a switch whose outcome is known already, so that all routes to a LID cost O(switches).
 */
#include "evaluator/paths/paths.h"

#include "core/base/error.h"
#include "core/base/guid_search.h"

#include <string.h>

/* The row at the other end of a switch port's cable, PATHS_NONE when that is no switch. */
static guint32 neighbour(const Paths *p, const FabricPort *port)
{
	return port->peer == FABRIC_NONE ? PATHS_NONE : p->row_of_node[p->fabric->ports[port->peer].node];
}

static const FabricNode *node_of(const Paths *p, guint32 row)
{
	return &p->fabric->nodes[p->fabric->switches[row]];
}

static guint32 count_channels(const Paths *p)
{
	guint32 n = 0;
	for (guint32 row = 0; row < p->n_rows; row++)
		for (guint num = 1; num <= node_of(p, row)->n_ports; num++)
			n += neighbour(p, &p->fabric->ports[node_of(p, row)->first_port + num]) != PATHS_NONE;
	return n;
}

static gboolean allocate(Paths *p, GError **error)
{
	gsize rows = p->n_rows + 1, endpoints = p->fabric->n_endpoints + 1;
	p->table = g_try_new0(const guint8 *, rows);
	p->row_of_node = g_try_new(guint32, p->fabric->n_nodes + 1);
	p->first = g_try_new0(guint32, rows);
	p->port_channel = g_try_new(guint32, rows * PATHS_PORTS);
	p->attached = g_try_new0(guint32, rows);
	p->hosts = g_try_new0(guint32, rows);
	p->part = g_try_new(guint32, endpoints);
	p->endpoint_row = g_try_new(guint32, endpoints);
	p->endpoint_port = g_try_new(guint8, endpoints);
	if (p->table && p->row_of_node && p->first && p->port_channel && p->attached && p->hosts && p->part &&
	    p->endpoint_row && p->endpoint_port)
		return TRUE;
	return sssp_error_memory(error, "the picture of the fabric", rows * PATHS_PORTS * sizeof(guint32));
}

static gboolean allocate_channels(Paths *p, GError **error)
{
	gsize n = p->n_channels + 1;
	p->from = g_try_new(guint32, n);
	p->to = g_try_new(guint32, n);
	p->out_port = g_try_new(guint8, n);
	p->in_port = g_try_new(guint8, n);
	if (p->from && p->to && p->out_port && p->in_port)
		return TRUE;
	return sssp_error_memory(error, "the picture of the fabric's channels", n * 2 * sizeof(guint32));
}

static void fill_rows(Paths *p)
{
	memset(p->row_of_node, 0xff, (p->fabric->n_nodes + 1) * sizeof(guint32));
	for (guint32 row = 0; row < p->n_rows; row++) {
		const FabricNode *node = node_of(p, row);
		guint32 lid = p->fabric->ports[node->first_port].lid;
		p->row_of_node[p->fabric->switches[row]] = row;
		p->table[row] = lft_row(p->lft, node->guid);
		p->n_missing += !p->table[row];
		p->n_astray +=
			p->table[row] && lid && lid != p->lft->unsaid && lft_port(p->lft, p->table[row], lid) != 0;
	}
	for (guint32 i = 0; i < p->lft->n_switches; i++) {
		guint32 node = fabric_find_node(p->fabric, p->lft->guid[i]);
		p->n_foreign += node == FABRIC_NONE || !fabric_is_switch(p->fabric, node);
	}
}

static void fill_channels(Paths *p)
{
	guint32 n = 0;
	memset(p->port_channel, 0xff, ((gsize)p->n_rows + 1) * PATHS_PORTS * sizeof(guint32));
	for (guint32 row = 0; row < p->n_rows; row++) {
		p->first[row] = n;
		for (guint num = 1; num <= node_of(p, row)->n_ports; num++) {
			const FabricPort *port = &p->fabric->ports[node_of(p, row)->first_port + num];
			guint32 there = neighbour(p, port);
			if (there == PATHS_NONE)
				continue;
			p->from[n] = row;
			p->to[n] = there;
			p->out_port[n] = (guint8)num;
			p->in_port[n] = p->fabric->ports[port->peer].num;
			p->port_channel[(gsize)row * PATHS_PORTS + num] = n++;
		}
	}
	p->first[p->n_rows] = n;
}

static void fill_endpoints(Paths *p)
{
	const Fabric *fabric = p->fabric;
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		const FabricPort *facing = &fabric->ports[fabric->ports[fabric->endpoints[e]].peer];
		p->endpoint_row[e] = p->row_of_node[facing->node];
		p->endpoint_port[e] = facing->num;
		p->attached[p->endpoint_row[e]]++;
	}
}

static void choose_part(Paths *p)
{
	memset(p->hosts, 0, p->n_rows * sizeof(guint32));
	p->n_part = 0;
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++)
		if (paths_takes_part(p, p->fabric->endpoints[e])) {
			p->part[p->n_part++] = e;
			p->hosts[p->endpoint_row[e]]++;
		}
}

void paths_take_all(Paths *p)
{
	p->all_endpoints = TRUE;
	choose_part(p);
}

gboolean paths_take_only(Paths *p, const guint32 *endpoints, guint32 n, GError **error)
{
	guint8 *chosen = g_try_new0(guint8, p->fabric->n_ports + 1);
	if (!chosen)
		return sssp_error_memory(error, "the endpoints that take part", p->fabric->n_ports);
	for (guint32 i = 0; i < n; i++)
		chosen[p->fabric->endpoints[endpoints[i]]] = 1;
	g_free(p->chosen);
	p->chosen = chosen;
	choose_part(p);
	return TRUE;
}

Paths *paths_new(const Fabric *fabric, const Lft *lft, GError **error)
{
	g_autoptr(Paths) p = g_new0(Paths, 1);
	p->fabric = fabric;
	p->lft = lft;
	p->n_rows = fabric->n_switches;
	if (!allocate(p, error))
		return NULL;
	fill_rows(p);
	p->n_channels = count_channels(p);
	if (p->n_missing == p->n_rows)
		return sssp_error_null(error, SSSP_ERROR_INPUT,
				       "the tables are of another fabric: none of their %u switches is in the topology",
				       lft->n_switches);
	if (!allocate_channels(p, error))
		return NULL;
	fill_channels(p);
	fill_endpoints(p);
	choose_part(p);
	if (!p->n_part)
		paths_take_all(p);
	return g_steal_pointer(&p);
}

void paths_free(Paths *p)
{
	if (!p)
		return;
	g_free(p->table);
	g_free(p->row_of_node);
	g_free(p->first);
	g_free(p->from);
	g_free(p->to);
	g_free(p->out_port);
	g_free(p->in_port);
	g_free(p->port_channel);
	g_free(p->attached);
	g_free(p->hosts);
	g_free(p->part);
	g_free(p->chosen);
	g_free(p->endpoint_row);
	g_free(p->endpoint_port);
	g_free(p);
}

gboolean paths_delivers(const Paths *p, guint32 row, guint8 port, guint32 lid)
{
	const FabricNode *node = node_of(p, row);
	guint32 owner = lid < p->fabric->n_lids ? p->fabric->lid_port[lid] : FABRIC_NONE;
	if (owner == FABRIC_NONE || port > node->n_ports)
		return FALSE;
	guint32 here = node->first_port + port;
	return port == 0 ? here == owner : p->fabric->ports[here].peer == owner;
}

guint32 paths_lid_row(const Paths *p, guint32 lid)
{
	guint32 owner = lid < p->fabric->n_lids && !paths_is_unsaid(p, lid) ? p->fabric->lid_port[lid] : FABRIC_NONE;
	if (owner == FABRIC_NONE)
		return PATHS_NONE;
	const FabricPort *port = &p->fabric->ports[owner];
	if (port->num == 0)
		return p->row_of_node[port->node];
	return port->peer == FABRIC_NONE ? PATHS_NONE : p->row_of_node[p->fabric->ports[port->peer].node];
}

PathTree *path_tree_new(const Paths *paths, GError **error)
{
	g_autoptr(PathTree) tree = g_new0(PathTree, 1);
	gsize rows = paths->n_rows + 1;
	tree->channel = g_try_new(guint32, rows);
	tree->hops = g_try_new(guint32, rows);
	tree->order = g_try_new(guint32, rows);
	tree->stack = g_try_new(guint32, rows);
	if (tree->channel && tree->hops && tree->order && tree->stack)
		return g_steal_pointer(&tree);
	return sssp_error_memory_null(error, "a tree of routes", rows * 4 * sizeof(guint32));
}

void path_tree_free(PathTree *tree)
{
	if (!tree)
		return;
	g_free(tree->channel);
	g_free(tree->hops);
	g_free(tree->order);
	g_free(tree->stack);
	g_free(tree);
}

/* More marks that a row's hops can hold while its route is followed; real hops are below the number of switches. */
#define UNSEEN (G_MAXUINT32 - 2)
#define ON_ROUTE (G_MAXUINT32 - 3)

/* Follows the route from a row to one of known outcome. Puts the rows passed on the stack; returns their number. */
static guint32 follow(PathTree *tree, const Paths *p, guint32 row, guint32 *outcome)
{
	guint32 depth = 0;
	while (tree->hops[row] == UNSEEN) {
		guint8 port = LFT_NO_PATH;
		tree->channel[row] = p->table[row] ? paths_next(p, row, tree->lid, &port) : PATHS_NONE;
		if (tree->channel[row] == PATHS_NONE) {
			tree->hops[row] = paths_delivers(p, row, port, tree->lid) ? 0 : PATHS_LOST;
			if (tree->hops[row] == 0)
				tree->order[tree->n_arriving++] = row;
			break;
		}
		tree->hops[row] = ON_ROUTE;
		tree->stack[depth++] = row;
		row = p->to[tree->channel[row]];
	}
	*outcome = tree->hops[row] == ON_ROUTE ? PATHS_LOOP : tree->hops[row];
	return depth;
}

void path_tree_fill(PathTree *tree, const Paths *p, guint32 lid)
{
	tree->lid = lid;
	tree->n_arriving = 0;
	for (guint32 row = 0; row < p->n_rows; row++)
		tree->hops[row] = UNSEEN;
	for (guint32 start = 0; start < p->n_rows; start++) {
		guint32 hops, depth = follow(tree, p, start, &hops);
		while (depth--) {
			guint32 row = tree->stack[depth];
			if (hops < PATHS_LOST)
				tree->order[tree->n_arriving++] = row, hops++;
			tree->hops[row] = hops;
		}
	}
}

guint32 paths_shortest(const Paths *p, guint32 target, guint32 *hops, guint32 *queue)
{
	guint32 head = 0, tail = 0;
	for (guint32 row = 0; row < p->n_rows; row++)
		hops[row] = PATHS_LOST;
	hops[target] = 0;
	queue[tail++] = target;
	while (head < tail) {
		guint32 row = queue[head++];
		/* cables have both directions: what can be reached from the target reaches it */
		for (guint32 c = p->first[row]; c < p->first[row + 1]; c++)
			if (hops[p->to[c]] == PATHS_LOST) {
				hops[p->to[c]] = hops[row] + 1;
				queue[tail++] = p->to[c];
			}
	}
	return tail;
}
