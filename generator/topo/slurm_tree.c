/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes of a fabric the tree of switches that Slurm wants. First, switches that share enough machines are joined to
 * units. A switch's level is one more than its hops to the nearest switch with hosts. Level by level upwards, groups
 * with a cable to the same switch of the next level are joined to a new group, whose children they become; at last all
 * that is connected is joined. The joining is union-find over the switches.
 */
#include "generator/topo/slurm_tree.h"

#include "formats/lists/host_fold.h"

#include <string.h>

#define NO_LEVEL G_MAXUINT32
#define NONE G_MAXUINT32

typedef struct {
	const Fabric *fabric;
	const Machines *machines;
	SlurmTree *tree;
	guint32 *parent; /* [n_nodes] of the forest */
	guint32 *level;  /* [n_nodes] from 1 */
	guint32 highest;
	SlurmGroup **group; /* [n_nodes] of a root */
	GHashTable *names;  /* that are taken */
} Build;

static guint32 root(Build *b, guint32 i)
{
	while (b->parent[i] != i)
		i = b->parent[i] = b->parent[b->parent[i]];
	return i;
}

/* The lower number stays the root. */
static void join(Build *b, guint32 x, guint32 y)
{
	x = root(b, x);
	y = root(b, y);
	b->parent[MAX(x, y)] = MIN(x, y);
}

static guint32 switch_of(const Fabric *f, guint32 endpoint)
{
	return f->ports[f->ports[f->endpoints[endpoint]].peer].node;
}

static guint32 peer_node(const Fabric *f, guint32 node, guint n)
{
	guint32 peer = f->ports[fabric_port_index(f, node, n)].peer;
	return peer == FABRIC_NONE ? NONE : f->ports[peer].node;
}

/* ---- names */

/* "leaf-1" of "MF0;leaf-1:MQM9700/U1", with _ for what would have a meaning to Slurm. */
static char *plain_name(const char *description)
{
	const char *semicolon = strchr(description, ';');
	char *name = g_strdup(semicolon ? semicolon + 1 : description);
	if (semicolon)
		name[strcspn(name, ":")] = '\0';
	g_strstrip(name);
	for (char *c = name; *c; c++)
		if (!g_ascii_isalnum(*c) && !strchr("-_.", *c))
			*c = '_';
	return name;
}

static SlurmGroup *group_new(Build *b, char *name)
{
	SlurmGroup *group = g_new0(SlurmGroup, 1);
	guint n = 1;
	group->name = *name ? g_strdup(name) : g_strdup("switch");
	while (!g_hash_table_add(b->names, g_strdup(group->name))) {
		g_free(group->name);
		group->name = g_strdup_printf("%s_%u", *name ? name : "switch", ++n);
	}
	g_free(name);
	g_ptr_array_add(b->tree->groups, group);
	return group;
}

/* ---- units */

static gint by_number(gconstpointer a, gconstpointer b)
{
	guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;
	return x < y ? -1 : x > y;
}

/* The different switches of a machine, ascending, as guint64. */
static void switches_of(const Build *b, guint32 machine, GArray *found)
{
	const Machines *m = b->machines;
	g_array_set_size(found, 0);
	for (guint32 i = m->first[machine]; i < m->first[machine + 1]; i++) {
		guint64 node = switch_of(b->fabric, m->endpoint[i]);
		g_array_append_val(found, node);
	}
	g_array_sort(found, by_number);
	guint kept = 0;
	for (guint i = 0; i < found->len; i++)
		if (!kept || g_array_index(found, guint64, i) != g_array_index(found, guint64, kept - 1))
			g_array_index(found, guint64, kept++) = g_array_index(found, guint64, i);
	g_array_set_size(found, kept);
}

static void join_units(Build *b)
{
	const Machines *m = b->machines;
	g_autofree guint32 *has = g_new0(guint32, b->fabric->n_nodes + 1); /* machines of a switch */
	g_autoptr(GArray) mine = g_array_new(FALSE, FALSE, sizeof(guint64));
	g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(guint64));
	for (guint32 i = 0; i < m->n; i++) {
		switches_of(b, i, mine);
		for (guint x = 0; x < mine->len; x++) {
			has[g_array_index(mine, guint64, x)]++;
			for (guint y = x + 1; y < mine->len; y++) {
				guint64 pair = g_array_index(mine, guint64, x) << 32 | g_array_index(mine, guint64, y);
				g_array_append_val(pairs, pair);
			}
		}
	}
	g_array_sort(pairs, by_number);
	for (guint i = 0, end; i < pairs->len; i = end) {
		guint64 pair = g_array_index(pairs, guint64, i);
		for (end = i + 1; end < pairs->len && g_array_index(pairs, guint64, end) == pair;)
			end++;
		guint32 x = (guint32)(pair >> 32), y = (guint32)pair;
		if (2 * (end - i) >= MIN(has[x], has[y]))
			join(b, x, y);
	}
}

/* The root of the unit that most adapters of a machine hang on. */
static guint32 unit_of(Build *b, guint32 machine)
{
	const Machines *m = b->machines;
	guint32 best = NONE, most = 0;
	for (guint32 i = m->first[machine]; i < m->first[machine + 1]; i++) {
		guint32 unit = root(b, switch_of(b->fabric, m->endpoint[i])), n = 0;
		for (guint32 j = m->first[machine]; j < m->first[machine + 1]; j++)
			n += root(b, switch_of(b->fabric, m->endpoint[j])) == unit;
		if (n > most) {
			most = n;
			best = unit;
		}
	}
	return best;
}

/* Names each unit after its switch, or after the first of several, and collects its machines and the figures. */
static void make_units(Build *b)
{
	const Machines *m = b->machines;
	SlurmTree *t = b->tree;
	for (guint32 i = 0; i < m->n; i++) {
		if (!m->named[i]) {
			t->nameless += machines_size(m, i);
			continue;
		}
		guint32 unit = unit_of(b, i);
		if (!b->group[unit]) {
			b->group[unit] = group_new(b, plain_name(fabric_name(b->fabric, unit)));
			b->group[unit]->nodes = g_ptr_array_new();
		}
		g_ptr_array_add(b->group[unit]->nodes, m->name[i]);
		t->nodes++;
	}
	t->n_units = t->groups->len;
	t->smallest = t->n_units ? G_MAXUINT : 0;
	for (guint i = 0; i < t->n_units; i++) {
		const SlurmGroup *unit = g_ptr_array_index(t->groups, i);
		t->smallest = MIN(t->smallest, unit->nodes->len);
		t->largest = MAX(t->largest, unit->nodes->len);
	}
}

/* ---- levels */

static void find_levels(Build *b)
{
	const Fabric *f = b->fabric;
	g_autofree guint32 *queue = g_new(guint32, f->n_nodes + 1);
	guint32 head = 0, tail = 0;
	memset(b->level, 0xff, f->n_nodes * sizeof *b->level);
	for (guint32 e = 0; e < f->n_endpoints; e++) {
		guint32 node = switch_of(f, e);
		if (fabric_is_switch(f, node) && b->machines->of[e] != MACHINES_NONE && b->level[node] == NO_LEVEL) {
			b->level[node] = 1;
			queue[tail++] = node;
		}
	}
	for (; head < tail; head++) {
		b->highest = b->level[queue[head]];
		for (guint n = 1; n <= f->nodes[queue[head]].n_ports; n++) {
			guint32 to = peer_node(f, queue[head], n);
			if (to == NONE || !fabric_is_switch(f, to) || b->level[to] != NO_LEVEL)
				continue;
			b->level[to] = b->level[queue[head]] + 1;
			queue[tail++] = to;
		}
	}
}

/* Groups that have a common root now and had different ones before become children of a new one. */
static void gather(Build *b, const guint32 *before, guint level)
{
	const Fabric *f = b->fabric;
	g_autoptr(GHashTable) children = g_hash_table_new(NULL, NULL); /* root: GPtrArray of groups */
	g_autoptr(GArray) order = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < f->n_nodes; i++) {
		guint32 now = root(b, i);
		if (before[i] != i || !b->group[i])
			continue;
		GPtrArray *of = g_hash_table_lookup(children, GUINT_TO_POINTER(now + 1));
		if (!of) {
			g_hash_table_insert(children, GUINT_TO_POINTER(now + 1), of = g_ptr_array_new());
			g_array_append_val(order, now);
		}
		g_ptr_array_add(of, b->group[i]);
	}
	for (guint i = 0; i < order->len; i++) {
		guint32 now = g_array_index(order, guint32, i);
		GPtrArray *of = g_hash_table_lookup(children, GUINT_TO_POINTER(now + 1));
		SlurmGroup *only = g_ptr_array_index(of, 0);
		if (of->len > 1) {
			only = group_new(b, g_strdup_printf("level%u.%u", level, i + 1));
			only->children = of;
		} else
			g_ptr_array_unref(of);
		b->group[now] = only;
	}
}

/* Joins switches of `level` with those below them; level 0: with all that they are cabled to. */
static void join_level(Build *b, guint32 level)
{
	const Fabric *f = b->fabric;
	g_autofree guint32 *before = g_new(guint32, f->n_nodes + 1);
	for (guint32 i = 0; i < f->n_nodes; i++)
		before[i] = root(b, i);
	for (guint32 i = 0; i < f->n_switches; i++) {
		guint32 node = f->switches[i];
		for (guint n = 1; (!level || b->level[node] == level) && n <= f->nodes[node].n_ports; n++) {
			guint32 to = peer_node(f, node, n);
			if (to != NONE && fabric_is_switch(f, to) && (!level || b->level[to] + 1 == level))
				join(b, node, to);
		}
	}
	gather(b, before, level ? level : b->highest + 1);
}

SlurmTree *slurm_tree_new(const Fabric *f, const Machines *machines)
{
	SlurmTree *tree = g_new0(SlurmTree, 1);
	g_autofree guint32 *parent = g_new(guint32, f->n_nodes + 1), *level = g_new(guint32, f->n_nodes + 1);
	g_autofree SlurmGroup **group = g_new0(SlurmGroup *, f->n_nodes + 1);
	g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	Build b = {f, machines, tree, parent, level, 1, group, names};
	tree->groups = g_ptr_array_new();
	for (guint32 i = 0; i < f->n_nodes; i++)
		parent[i] = i;
	join_units(&b);
	make_units(&b);
	find_levels(&b);
	for (guint32 l = 2; l <= b.highest; l++)
		join_level(&b, l);
	join_level(&b, 0);
	return tree;
}

void slurm_tree_free(SlurmTree *tree)
{
	if (!tree)
		return;
	for (guint i = 0; i < tree->groups->len; i++) {
		SlurmGroup *group = g_ptr_array_index(tree->groups, i);
		g_free(group->name);
		if (group->nodes)
			g_ptr_array_unref(group->nodes);
		if (group->children)
			g_ptr_array_unref(group->children);
		g_free(group);
	}
	g_ptr_array_unref(tree->groups);
	g_free(tree);
}
