/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares a planned fabric with the fabric as it is cabled (NOW), and makes orders of what to do at the racks. Nodes
 * of both are matched first, by name, then by GUID or place. Each planned cable then says which port a port of NOW
 * should be joined to. Where the cable in a port leads elsewhere, an order says what to change.
 */
#include "evaluator/cabling/cabling.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"

#include <string.h>

#define NONE CABLING_NONE

typedef struct {
	Cabling *c;
	guint32 *plan_of;   /* [now nodes] node of the plan, NONE */
	guint32 *wanted;    /* [now ports] port of NOW that the plan joins it to, NONE */
	guint32 *plan_port; /* [now ports] port of the plan that it stands for, NONE */
	guint8 *done;       /* [now ports] its cable is right, or in an order */
	guint8 *served;     /* [now ports] its wanted cable is there, or in an order */
} Work;

static void order(Work *w, CablingKind kind, guint32 a, guint32 b, guint32 c)
{
	CablingOrder o = {kind, a, b, c};
	g_array_append_val(w->c->orders, o);
	w->c->count[kind]++;
}

/* ---- nodes */

gboolean cabling_is_nameless(const char *description)
{
	return !*description || strstr(description, "Mellanox Technologies") || g_str_equal(description, "Switch");
}

static char *short_name(const Fabric *fabric, guint32 node)
{
	char *name = g_strstrip(g_strdup(fabric_name(fabric, node)));
	char *semicolon = strchr(name, ';');
	if (fabric_is_switch(fabric, node) && semicolon) {
		char *inside = g_strdup(semicolon + 1);
		inside[strcspn(inside, ":")] = '\0';
		g_free(name);
		return inside;
	}
	if (!fabric_is_switch(fabric, node))
		name[strcspn(name, " \t")] = '\0';
	return name;
}

static char *full_name(const Fabric *fabric, guint32 node)
{
	return g_strstrip(g_strdup(fabric_name(fabric, node)));
}

static gboolean counts(const Fabric *fabric, guint32 node)
{
	return !fabric->nodes[node].aggregation;
}

typedef char *Naming(const Fabric *, guint32);

/*
 * Node + 1 by name, of the nodes not taken yet (taken[] is NONE); 0 for a name of several nodes, or that says nothing.
 */
static GHashTable *name_nodes(const Fabric *fabric, Naming *naming, const guint32 *taken)
{
	GHashTable *nodes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		if (!counts(fabric, i) || taken[i] != NONE)
			continue;
		char *name = naming(fabric, i);
		gboolean known = g_hash_table_contains(nodes, name) || cabling_is_nameless(fabric_name(fabric, i));
		g_hash_table_insert(nodes, name, GUINT_TO_POINTER(known ? 0 : i + 1));
	}
	return nodes;
}

static void match(Work *w, guint32 plan, guint32 now)
{
	w->c->node[plan] = now;
	w->plan_of[now] = plan;
	w->c->matched++;
	if (fabric_is_switch(w->c->now, now))
		w->c->switches_matched++;
}

/* Matches nodes that are not matched yet where both names are unique. */
static void match_names(Work *w, Naming *of_plan, Naming *of_now)
{
	const Fabric *plan = w->c->plan, *now = w->c->now;
	g_autoptr(GHashTable) there = name_nodes(now, of_now, w->plan_of);
	g_autoptr(GHashTable) meant = name_nodes(plan, of_plan, w->c->node);
	for (guint32 i = 0; i < plan->n_nodes; i++) {
		if (!counts(plan, i) || w->c->node[i] != NONE)
			continue;
		g_autofree char *name = of_plan(plan, i);
		guint32 node = GPOINTER_TO_UINT(g_hash_table_lookup(there, name));
		if (node && g_hash_table_lookup(meant, name) && w->plan_of[node - 1] == NONE)
			match(w, i, node - 1);
	}
}

static gboolean names_differ(const Work *w, guint32 plan, guint32 now)
{
	g_autofree char *was = full_name(w->c->plan, plan), *is = full_name(w->c->now, now);
	return !g_str_equal(was, is);
}

static void match_guids(Work *w)
{
	const Fabric *plan = w->c->plan, *now = w->c->now;
	for (guint32 i = 0; i < plan->n_nodes; i++) {
		guint32 node = w->c->node[i] == NONE && counts(plan, i) ? fabric_find_node(now, plan->nodes[i].guid)
									: FABRIC_NONE;
		if (node == FABRIC_NONE || w->plan_of[node] != NONE || now->nodes[node].type != plan->nodes[i].type)
			continue;
		match(w, i, node);
		if (names_differ(w, i, node))
			order(w, CABLING_RENAMED, i, node, NONE);
	}
}

/* The port of NOW that stands for a port of the plan; NONE where its node is not matched or has no such port. */
static guint32 now_port(const Cabling *c, guint32 plan_port)
{
	const FabricPort *port = &c->plan->ports[plan_port];
	guint32 node = c->node[port->node];
	if (node == NONE || port->num > c->now->nodes[node].n_ports)
		return NONE;
	return fabric_port_index(c->now, node, port->num);
}

/* Matches adapters by the switch port that they are cabled to: an adapter there of another name was renamed. */
static void match_places(Work *w)
{
	const Fabric *plan = w->c->plan, *now = w->c->now;
	for (guint32 x = 0; x < plan->n_ports; x++) {
		guint32 node = plan->ports[x].node, peer = plan->ports[x].peer;
		if (peer == FABRIC_NONE || fabric_is_switch(plan, node) || w->c->node[node] != NONE ||
		    !counts(plan, node))
			continue;
		guint32 at = now_port(w->c, peer), there = at == NONE ? FABRIC_NONE : now->ports[at].peer;
		if (there == FABRIC_NONE || fabric_is_switch(now, now->ports[there].node) ||
		    w->plan_of[now->ports[there].node] != NONE)
			continue;
		match(w, node, now->ports[there].node);
		order(w, CABLING_RENAMED, node, now->ports[there].node, NONE);
	}
}

static void match_nodes(Work *w)
{
	match_names(w, full_name, full_name);
	match_names(w, full_name, short_name);
	match_names(w, short_name, short_name);
	match_guids(w);
	match_places(w);
	for (guint32 i = 0; i < w->c->plan->n_nodes; i++)
		if (counts(w->c->plan, i) && w->c->node[i] == NONE)
			order(w, CABLING_NODE_MISSING, i, NONE, NONE);
	for (guint32 i = 0; i < w->c->now->n_nodes; i++)
		if (counts(w->c->now, i) && w->plan_of[i] == NONE)
			order(w, CABLING_NODE_EXTRA, i, NONE, NONE);
}

/* ---- cables */

static void carry_over(Work *w)
{
	const Fabric *plan = w->c->plan;
	for (guint32 x = 0; x < plan->n_ports; x++) {
		guint32 y = plan->ports[x].peer;
		if (y == FABRIC_NONE || !counts(plan, plan->ports[x].node) || !counts(plan, plan->ports[y].node))
			continue;
		guint32 a = now_port(w->c, x), b = now_port(w->c, y), node = w->c->node[plan->ports[x].node];
		if (a == NONE && node != NONE)
			order(w, CABLING_NO_PORT, node, plan->ports[x].num, NONE);
		if (a == NONE)
			continue;
		w->plan_port[a] = x;
		w->wanted[a] = b;
	}
}

static guint32 joined(const Work *w, guint32 port)
{
	guint32 peer = w->c->now->ports[port].peer;
	return peer == FABRIC_NONE || w->done[port] ? NONE : peer;
}

static void finish(Work *w, guint32 a, guint32 b)
{
	w->done[a] = w->done[b] = 1;
}

/* Finishes the cables that are where the plan has them; orders those that are slower than planned. */
static void find_right(Work *w)
{
	const Fabric *now = w->c->now;
	for (guint32 x = 0; x < now->n_ports; x++) {
		guint32 y = w->wanted[x];
		if (y == NONE || now->ports[x].peer != y || w->done[x])
			continue;
		guint32 is = fabric_port_mbps(&now->ports[x]), other = fabric_port_mbps(&now->ports[y]),
			meant = fabric_port_mbps(&w->c->plan->ports[w->plan_port[x]]);
		is = !is ? other : other ? MIN(is, other) : is;
		finish(w, x, y);
		w->served[x] = w->served[y] = 1;
		if (is && meant && is < meant)
			order(w, CABLING_SLOW, x, y, w->plan_port[x]);
		else
			w->c->right++;
	}
}

static gboolean at_switches(const Work *w, guint32 a, guint32 b)
{
	const Fabric *now = w->c->now;
	return fabric_is_switch(now, now->ports[a].node) && fabric_is_switch(now, now->ports[b].node);
}

static gboolean at_one_node(const Work *w, guint32 a, guint32 b)
{
	return w->c->now->ports[a].node == w->c->now->ports[b].node;
}

/*
 * Finds x joined to y and b joined to z where the plan joins x to b and y to z. Exchanging the ends b and y mends both
 * cables, and so does exchanging x and z: the ends at switches are chosen, or those at one switch.
 */
static void find_swapped(Work *w)
{
	for (guint32 x = 0; x < w->c->now->n_ports; x++) {
		guint32 b = w->wanted[x], y = b == NONE || w->served[x] ? NONE : joined(w, x),
			z = y == NONE ? NONE : joined(w, b);
		if (z == NONE || w->wanted[y] != z || z == x)
			continue;
		gboolean here = (!at_switches(w, b, y) && at_switches(w, x, z)) ||
				(at_one_node(w, x, z) && !at_one_node(w, b, y) && at_switches(w, x, z));
		order(w, CABLING_SWAPPED, here ? x : b, here ? z : y, NONE);
		finish(w, x, y);
		finish(w, b, z);
		w->served[x] = w->served[y] = w->served[b] = w->served[z] = 1;
	}
}

/*
 * Orders that the other end of the cable in x moves to port b. FALSE: there is none; with same_node, it is on another
 * node.
 */
static gboolean move(Work *w, guint32 x, guint32 b, gboolean same_node)
{
	guint32 y = joined(w, x);
	if (y == NONE || (same_node && w->c->now->ports[y].node != w->c->now->ports[b].node))
		return FALSE;
	order(w, CABLING_MOVED, y, b, x);
	finish(w, x, y);
	w->served[x] = w->served[b] = 1;
	return TRUE;
}

static void find_moved(Work *w, gboolean same_node)
{
	for (guint32 x = 0; x < w->c->now->n_ports; x++) {
		guint32 b = w->wanted[x];
		if (b == NONE || b < x || w->served[x])
			continue;
		/* The adapter's own cable stays in it, and its other end is moved. */
		gboolean turn = fabric_is_switch(w->c->now, w->c->now->ports[x].node);
		if (!move(w, turn ? b : x, turn ? x : b, same_node))
			move(w, turn ? x : b, turn ? b : x, same_node);
	}
}

static void find_rest(Work *w)
{
	const Fabric *now = w->c->now;
	for (guint32 x = 0; x < now->n_ports; x++)
		if (w->wanted[x] != NONE && w->wanted[x] > x && !w->served[x])
			order(w, CABLING_MISSING, x, w->wanted[x], NONE);
	for (guint32 x = 0; x < now->n_ports; x++) {
		guint32 y = joined(w, x);
		if (y == NONE || y < x || !counts(now, now->ports[x].node) || !counts(now, now->ports[y].node))
			continue;
		/* The order about an unknown node covers its cables. */
		if (w->plan_of[now->ports[x].node] != NONE && w->plan_of[now->ports[y].node] != NONE)
			order(w, CABLING_EXTRA, x, y, NONE);
	}
}

static gint by_kind(gconstpointer a, gconstpointer b)
{
	const CablingOrder *x = a, *y = b;
	return BY_KEYS({x->kind, y->kind}, {x->a, y->a});
}

static gboolean make_room(Work *w, GError **error)
{
	gsize nodes = (gsize)w->c->plan->n_nodes + w->c->now->n_nodes + 1, ports = (gsize)w->c->now->n_ports + 1;
	w->c->node = g_try_new(guint32, nodes);
	w->plan_of = g_try_new(guint32, nodes);
	w->wanted = g_try_new(guint32, ports);
	w->plan_port = g_try_new(guint32, ports);
	w->done = g_try_new0(guint8, ports);
	w->served = g_try_new0(guint8, ports);
	if (!w->c->node || !w->plan_of || !w->wanted || !w->plan_port || !w->done || !w->served)
		return sssp_error_memory(error, "cabling", ports * sizeof(guint32));
	memset(w->c->node, 0xff, nodes * sizeof(guint32));
	memset(w->plan_of, 0xff, nodes * sizeof(guint32));
	memset(w->wanted, 0xff, ports * sizeof(guint32));
	return TRUE;
}

static void compare(Work *w)
{
	match_nodes(w);
	carry_over(w);
	find_right(w);
	find_swapped(w);
	find_moved(w, TRUE);
	find_moved(w, FALSE);
	find_rest(w);
	g_array_sort(w->c->orders, by_kind);
}

Cabling *cabling_new(const Fabric *plan, const Fabric *now, GError **error)
{
	g_autoptr(Cabling) c = g_new0(Cabling, 1);
	Work w = {.c = c};
	c->plan = plan;
	c->now = now;
	c->orders = g_array_new(FALSE, FALSE, sizeof(CablingOrder));
	gboolean ok = make_room(&w, error);
	if (ok)
		compare(&w);
	g_free(w.plan_of);
	g_free(w.wanted);
	g_free(w.plan_port);
	g_free(w.done);
	g_free(w.served);
	return ok ? g_steal_pointer(&c) : NULL;
}

void cabling_free(Cabling *c)
{
	if (!c)
		return;
	g_free(c->node);
	g_array_unref(c->orders);
	g_free(c);
}
