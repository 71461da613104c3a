/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks spanning trees that suit an order of the channels: in fat trees they hang below a leaf switch. */
#include "core/graph/spanning_tree.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"

typedef struct {
	const char *name;
	Graph *graph;
	guint32 *place; /* [n_channels] up before down, by levels */
	guint32 *up;
} Case;

/* Hops from the nearest switch with hosts. */
static guint8 *find_levels(const Graph *graph)
{
	guint8 *level = g_malloc(graph->n_switches + (gsize)1);
	for (guint32 v = 0; v < graph->n_switches; v++)
		level[v] = graph->hosts[v] ? 0 : GRAPH_FAR;
	for (guint l = 0; l < GRAPH_FAR - 1; l++)
		for (guint32 c = 0; c < graph->n_channels; c++)
			if (level[graph->from[c]] == l && level[graph->to[c]] == GRAPH_FAR)
				level[graph->to[c]] = (guint8)(l + 1);
	return level;
}

/* Channels up, from the hosts' level on, then those down to it; by number on a level. */
static guint32 *up_before_down(const Graph *graph)
{
	g_autofree guint8 *level = find_levels(graph);
	guint32 *place = g_new(guint32, graph->n_channels + 1), n = 0;
	for (guint step = 0; step < 2 * GRAPH_FAR; step++)
		for (guint32 c = 0; c < graph->n_channels; c++) {
			guint from = level[graph->from[c]];
			if (step == (from < level[graph->to[c]] ? from : 2 * GRAPH_FAR - 1 - from))
				place[c] = n++;
		}
	ck_assert_uint_eq(n, graph->n_channels);
	return place;
}

static void case_init(Case *c, const char *name, const guint8 *wanted)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = g_ascii_isupper(*name) ? fixture_fabric(name) : synth_fabric(name, &error);
	assert_no_error(error);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	c->name = name;
	c->graph = graph_new(fabric, &error);
	assert_no_error(error);
	c->place = up_before_down(c->graph);
	c->up = spanning_tree_ascending(c->graph, c->place, wanted, &error);
	assert_no_error(error);
}

static void case_clear(Case *c)
{
	graph_free(c->graph);
	g_free(c->place);
	g_free(c->up);
}

/* Follows the tree to its root; every channel leaves the switch whose it is. */
static guint32 root_of(const Case *c, guint32 v)
{
	guint32 hops = 0;
	for (; c->up[v] != GRAPH_NONE; v = c->graph->to[c->up[v]], hops++) {
		ck_assert_msg(c->up[v] < c->graph->n_channels && c->graph->from[c->up[v]] == v,
			      "%s: not a channel of switch %u", c->name, v);
		ck_assert_msg(hops < c->graph->n_switches, "%s: the tree loops at switch %u", c->name, v);
	}
	return v;
}

/* One root for all that is connected. */
static guint32 assert_spans(const Case *c)
{
	guint32 roots = 0;
	for (guint32 v = 0; v < c->graph->n_switches; v++)
		roots += c->up[v] == GRAPH_NONE;
	for (guint32 i = 0; i < c->graph->n_channels; i++)
		ck_assert_msg(root_of(c, c->graph->from[i]) == root_of(c, c->graph->to[i]),
			      "%s: two trees in one piece", c->name);
	return roots;
}

/* Paths to the root and from it ascend. */
static void assert_ascends(const Case *c)
{
	const guint32 *place = c->place, *reverse = c->graph->reverse;
	for (guint32 v = 0; v < c->graph->n_switches; v++) {
		guint32 b = c->up[v], on = b == GRAPH_NONE ? b : c->up[c->graph->to[b]];
		if (on == GRAPH_NONE)
			continue;
		ck_assert_msg(place[b] < place[on], "%s: descends from switch %u to the root", c->name, v);
		ck_assert_msg(place[reverse[on]] < place[reverse[b]], "%s: descends from the root to switch %u",
			      c->name, v);
	}
}

static guint8 *channels(const Case *c)
{
	guint8 *in_tree = g_malloc0(c->graph->n_channels + (gsize)1);
	for (guint32 v = 0; v < c->graph->n_switches; v++)
		if (c->up[v] != GRAPH_NONE)
			in_tree[c->up[v]] = in_tree[c->graph->reverse[c->up[v]]] = 1;
	return in_tree;
}

/* Dependencies between the tree's channels that run against the order. */
static guint32 descents(const Case *c, const guint8 *in_tree)
{
	const Graph *graph = c->graph;
	guint32 n = 0;
	for (guint32 b = 0; b < graph->n_channels; b++)
		for (guint32 d = graph->first[graph->to[b]]; in_tree[b] && d < graph->first[graph->to[b] + 1]; d++)
			n += in_tree[d] && d != graph->reverse[b] && c->place[b] > c->place[d];
	return n;
}

static const char *const trees[] = {"karytree:3,2",
				    "karytree:3,3",
				    "karytree:2,4",
				    "fattree:ports=8,levels=2",
				    "fattree:ports=8,levels=3",
				    "fattree:ports=12,levels=2,oversubscription=2",
				    "xgft:3;4,4,4;1,2,3",
				    "clos:leaves=12,hosts=4,spines=6,links=2"};

/* The root is a leaf switch, and all others ascend to it and from it. */
START_TEST(all_switches_of_a_fat_tree_ascend)
{
	for (guint i = 0; i < G_N_ELEMENTS(trees); i++)
		for (guint shuffle = 0; shuffle < 4; shuffle++) {
			g_autofree char *name =
				shuffle ? g_strdup_printf("%s,shuffle=%u", trees[i], shuffle) : g_strdup(trees[i]);
			Case c;
			case_init(&c, name, NULL);
			ck_assert_uint_eq(assert_spans(&c), 1);
			assert_ascends(&c);
			ck_assert_msg(c.graph->hosts[root_of(&c, 0)] > 0, "%s: the root is no leaf switch", name);
			case_clear(&c);
		}
}
END_TEST

/* Without the spines that join no hosts nothing runs against the order, and hosts are joined still. */
START_TEST(pruned_for_hosts_none_descends)
{
	for (guint i = 0; i < G_N_ELEMENTS(trees); i++) {
		g_autoptr(GError) error = NULL;
		Case c;
		case_init(&c, trees[i], NULL);
		g_autofree guint8 *in_tree = channels(&c), *hops = graph_hops(c.graph, &error);
		assert_no_error(error);
		guint32 before = descents(&c, in_tree);
		ck_assert(spanning_tree_joins(c.graph, hops, in_tree, NULL));
		spanning_tree_prune(c.graph, in_tree);
		ck_assert_msg(descents(&c, in_tree) == 0, "%s: %u descents, %u before", trees[i], descents(&c, in_tree),
			      before);
		ck_assert_msg(spanning_tree_joins(c.graph, hops, in_tree, NULL), "%s: hosts are not joined", trees[i]);
		case_clear(&c);
	}
}
END_TEST

/* With a tree for hosts only these need to ascend; all are joined nevertheless. */
START_TEST(wanted_switches_ascend)
{
	for (guint i = 0; i < G_N_ELEMENTS(trees); i++) {
		Case all, c;
		case_init(&all, trees[i], NULL);
		g_autofree guint8 *wanted = g_malloc0(all.graph->n_switches + 1);
		for (guint32 v = 0; v < all.graph->n_switches; v++)
			wanted[v] = all.graph->hosts[v] > 0;
		case_init(&c, trees[i], wanted);
		ck_assert_uint_eq(assert_spans(&c), 1);
		g_autofree guint8 *in_tree = channels(&c);
		spanning_tree_prune(c.graph, in_tree);
		ck_assert_msg(descents(&c, in_tree) == 0, "%s: %u descents", trees[i], descents(&c, in_tree));
		case_clear(&c);
		case_clear(&all);
	}
}
END_TEST

/* Whatever the order covers: a tree of each piece. */
START_TEST(all_else_is_joined)
{
	static const struct {
		const char *name;
		guint32 pieces;
	} fabrics[] = {{"torus:5x5", 1},
		       {"random:switches=30,ports=8,hosts=2,seed=4", 1},
		       {"karytree:3,3,fail=links:15%,seed=3", 1},
		       {"dragonfly:a=4,p=2,h=2", 1},
		       {"A:2", 1},
		       {"A-B", 1},
		       {"A-B A-B A:1 B:1", 1},
		       {"A-B C-D A:1 B:2 C:3 D:1", 2},
		       {"A-B B-C C-A A:1 B:1 C:1 D:1 E-F", 3}};
	for (guint i = 0; i < G_N_ELEMENTS(fabrics); i++) {
		Case c;
		case_init(&c, fabrics[i].name, NULL);
		guint32 pieces = assert_spans(&c);
		ck_assert_msg(pieces == fabrics[i].pieces, "%s: %u trees", fabrics[i].name, pieces);
		case_clear(&c);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {all_switches_of_a_fat_tree_ascend, pruned_for_hosts_none_descends,
				      wanted_switches_ascend, all_else_is_joined, NULL};
	return fixture_run("spanning tree", tests);
}
