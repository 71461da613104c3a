/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds switches and cables that stand out among switches of the same fabric, level and number of ports (a group). For
 * each switch values are collected, such as its cables upwards. They are sorted by group; the most frequent value of a
 * group is its usual one, if enough have it, and lower values are listed.
 */
#include "evaluator/cabling/outliers.h"

#include "core/base/by_keys.h"
#include "evaluator/cabling/cabling.h"
#include "formats/lists/host_fold.h"

#include <string.h>

typedef struct {
	guint32 part, level, ports; /* the group of the switch */
	OutlierKind kind;
	guint32 value, node, other, port; /* as in Outlier, with value for has */
} Value;

typedef struct {
	const Fabric *fabric;
	guint32 *level; /* [n_nodes] level of a switch, from 1 */
	guint32 *part;  /* [n_nodes] which fabric of the file a switch is of */
	guint32 *rate;  /* [n_nodes] usual Mbit/s in the group of a switch, 0: none */
	GArray *values;
} Look;

/*
 * Breadth first from queue[head] .. queue[tail - 1]: a switch gets the level of the one before it + 1. Returns the new
 * tail.
 */
static guint32 fill_levels_from(const Fabric *f, guint32 *level, guint32 *queue, guint32 head, guint32 tail)
{
	for (; head < tail; head++) {
		guint32 node = queue[head];
		for (guint n = 1; n <= f->nodes[node].n_ports; n++) {
			guint32 peer = f->ports[fabric_port_index(f, node, n)].peer;
			guint32 to = peer == FABRIC_NONE ? node : f->ports[peer].node;
			if (fabric_is_switch(f, to) && level[to] == OUTLIERS_NO_LEVEL) {
				level[to] = level[node] + 1;
				queue[tail++] = to;
			}
		}
	}
	return tail;
}

void outliers_levels(const Fabric *f, guint32 *level)
{
	g_autofree guint32 *queue = g_new(guint32, f->n_nodes + 1);
	guint32 tail = 0;
	memset(level, 0xff, f->n_nodes * sizeof(guint32));
	for (guint32 x = 0; x < f->n_ports; x++) {
		guint32 node = f->ports[x].node, peer = f->ports[x].peer;
		if (peer == FABRIC_NONE || !fabric_is_switch(f, node) || level[node] != OUTLIERS_NO_LEVEL)
			continue;
		const FabricNode *other = &f->nodes[f->ports[peer].node];
		if (other->type == FABRIC_SWITCH || other->aggregation)
			continue;
		level[node] = 1;
		queue[tail++] = node;
	}
	fill_levels_from(f, level, queue, 0, tail);
}

/*
 * part[] of each switch: the index of the first switch that it is connected with. level[] serves as the mark of the
 * search.
 */
static void find_parts(Look *l)
{
	const Fabric *f = l->fabric;
	g_autofree guint32 *queue = g_new(guint32, f->n_nodes + 1);
	memset(l->level, 0xff, f->n_nodes * sizeof(guint32));
	for (guint32 i = 0; i < f->n_switches; i++) {
		queue[0] = f->switches[i];
		if (l->level[queue[0]] != OUTLIERS_NO_LEVEL)
			continue;
		l->level[queue[0]] = 0;
		for (guint32 n = fill_levels_from(f, l->level, queue, 0, 1); n-- > 0;)
			l->part[queue[n]] = i;
	}
}

static void add(Look *l, OutlierKind kind, guint32 node, guint32 value, guint32 other, guint32 port)
{
	Value v = {l->part[node], l->level[node], l->fabric->nodes[node].n_ports, kind, value, node, other, port};
	g_array_append_val(l->values, v);
}

/* Adds how many cables lead to each switch above. Clears these counts in `bundle`, [n_nodes]. */
static void add_bundles(Look *l, guint32 node, guint32 *bundle)
{
	const Fabric *f = l->fabric;
	guint32 above = 0;
	for (guint n = 1; n <= f->nodes[node].n_ports; n++) {
		guint32 peer = f->ports[fabric_port_index(f, node, n)].peer;
		guint32 to = peer == FABRIC_NONE ? node : f->ports[peer].node;
		if (!bundle[to])
			continue;
		add(l, OUTLIER_BUNDLE, node, bundle[to], to, 0);
		bundle[to] = 0;
		above++;
	}
	add(l, OUTLIER_ABOVE, node, above, FABRIC_NONE, 0);
}

static void gather_switch(Look *l, guint32 node, guint32 *bundle)
{
	const Fabric *f = l->fabric;
	guint32 up = 0, down = 0, level = l->level[node];
	for (guint n = 1; n <= f->nodes[node].n_ports; n++) {
		const FabricPort *port = &f->ports[fabric_port_index(f, node, n)];
		guint32 to = port->peer == FABRIC_NONE ? node : f->ports[port->peer].node;
		if (to == node || !fabric_is_switch(f, to))
			continue;
		guint32 mbps = fabric_port_mbps(port);
		if (mbps)
			add(l, OUTLIER_RATE, node, mbps, to, n);
		up += l->level[to] > level;
		down += l->level[to] < level;
		bundle[to] += l->level[to] > level;
	}
	add(l, OUTLIER_DOWNLINKS, node, down, FABRIC_NONE, 0);
	if (!up)
		return;
	add(l, OUTLIER_UPLINKS, node, up, FABRIC_NONE, 0);
	add_bundles(l, node, bundle);
}

static gint by_group(gconstpointer a, gconstpointer b)
{
	const Value *x = a, *y = b;
	return BY_KEYS({x->kind, y->kind}, {x->part, y->part}, {x->level, y->level}, {x->ports, y->ports},
		       {x->value, y->value}, {x->node, y->node}, {x->port, y->port}, {x->other, y->other});
}

static gboolean one_group(const Value *a, const Value *b)
{
	return a->kind == b->kind && a->part == b->part && a->level == b->level && a->ports == b->ports;
}

/* Appends to `found` the values of v[i] .. v[end - 1] (one group, ascending) that are below the usual one. */
static void look_at(const Look *l, const Value *v, guint i, guint end, GArray *found)
{
	guint most = 0, usual = i;
	for (guint from = i, to; from < end; from = to) {
		for (to = from + 1; to < end && v[to].value == v[from].value;)
			to++;
		if (to - from > most) {
			most = to - from;
			usual = from;
		}
	}
	if (end - i < OUTLIERS_LEAST || most < OUTLIERS_USUAL * (end - i))
		return;
	for (guint at = i; at < end && v[i].kind == OUTLIER_RATE; at++)
		l->rate[v[at].node] = v[usual].value;
	for (guint at = i; at < usual; at++) {
		Outlier o = {v[at].kind,  v[at].node,     v[at].other, v[at].port,
			     v[at].value, v[usual].value, v[at].level, end - i};
		g_array_append_val(found, o);
	}
}

/*
 * Drops cables that are as slow as their other end lets expect: the group of the switch there has no higher usual rate.
 */
static void drop_older(const Look *l, GArray *found)
{
	guint kept = 0;
	for (guint i = 0; i < found->len; i++) {
		const Outlier o = g_array_index(found, Outlier, i);
		if (o.kind != OUTLIER_RATE || !l->rate[o.other] || l->rate[o.other] > o.has)
			g_array_index(found, Outlier, kept++) = o;
	}
	g_array_set_size(found, kept);
}

guint32 outliers_nameless(const Fabric *f)
{
	guint32 n = 0;
	for (guint32 i = 0; i < f->n_switches; i++)
		n += cabling_is_nameless(fabric_name(f, f->switches[i])) ? 1 : 0;
	return n;
}

static void add_nameless(const Look *l, GArray *found)
{
	const Fabric *f = l->fabric;
	if (outliers_nameless(f) > (1 - OUTLIERS_USUAL) * f->n_switches && f->n_switches >= OUTLIERS_LEAST)
		return;
	for (guint32 i = 0; i < f->n_switches; i++)
		if (cabling_is_nameless(fabric_name(f, f->switches[i]))) {
			Outlier o = {.kind = OUTLIER_NAMELESS,
				     .node = f->switches[i],
				     .other = FABRIC_NONE,
				     .level = l->level[f->switches[i]] == OUTLIERS_NO_LEVEL ? 0
											    : l->level[f->switches[i]]};
			g_array_append_val(found, o);
		}
}

static gint by_name(gconstpointer a, gconstpointer b, gpointer user)
{
	const Outlier *x = a, *y = b;
	const Fabric *f = user;
	gint order = BY_KEYS({x->kind, y->kind});
	order = order ? order : host_name_compare(fabric_name(f, x->node), fabric_name(f, y->node));
	return order ? order : BY_KEYS({x->port, y->port}, {x->other, y->other});
}

GArray *outliers_new(const Fabric *fabric)
{
	GArray *found = g_array_new(FALSE, FALSE, sizeof(Outlier));
	g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(Value));
	g_autofree guint32 *bundle = g_new0(guint32, fabric->n_nodes + 1);
	g_autofree guint32 *level = g_new(guint32, fabric->n_nodes + 1);
	g_autofree guint32 *part = g_new0(guint32, fabric->n_nodes + 1), *rate = g_new0(guint32, fabric->n_nodes + 1);
	Look l = {fabric, level, part, rate, values};
	find_parts(&l);
	outliers_levels(fabric, level);
	for (guint32 i = 0; i < fabric->n_switches; i++)
		if (level[fabric->switches[i]] != OUTLIERS_NO_LEVEL)
			gather_switch(&l, fabric->switches[i], bundle);
	g_array_sort(values, by_group);
	const Value *v = (const Value *)(gconstpointer)values->data;
	for (guint i = 0, end; i < values->len; i = end) {
		for (end = i + 1; end < values->len && one_group(&v[i], &v[end]);)
			end++;
		look_at(&l, v, i, end, found);
	}
	drop_older(&l, found);
	add_nameless(&l, found);
	g_array_sort_with_data(found, by_name, (gpointer)fabric);
	return found;
}

const char *outlier_kind_name(OutlierKind kind)
{
	static const char *const name[] = {"uplinks", "above", "downlinks", "bundle", "rate", "nameless"};
	return name[kind];
}
