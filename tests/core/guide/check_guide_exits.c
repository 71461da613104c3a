/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A completed order has an ascending path between each switch and each with hosts, in both directions. */
#include "core/guide/guide_exits.h"

#include "core/graph/bfs.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"
#include "tests/core/guide/guide_case.h"

#include <string.h>

/* Counts pairs that cables join and no ascending path does: from all switches to `host`, or from it to all (`into`). */
static guint32 count_lacking(const Graph *g, const Guide *guide, const guint32 *at, guint32 host, gboolean into)
{
	g_autofree guint8 *reached = g_new0(guint8, g->n_switches + 1);
	g_autoptr(Bfs) bfs = bfs_new(g, NULL);
	guint32 lacking = 0;
	reached[host] = 1;
	for (guint32 i = 0; i < g->n_channels; i++) {
		guint32 c = at[into ? i : g->n_channels - 1 - i];
		g_assert_cmpuint(guide->place[c], ==, into ? i : g->n_channels - 1 - i);
		if (reached[into ? g->from[c] : g->to[c]])
			reached[into ? g->to[c] : g->from[c]] = 1;
	}
	bfs_run(g, host, bfs);
	for (guint32 i = 0; i < bfs->n_reached; i++)
		lacking += !reached[bfs->order[i]];
	return lacking;
}

/* The same, to and from all switches with hosts. Also asserts that each channel has a place of its own. */
static guint32 count_all_lacking(const Graph *g, const Guide *guide)
{
	g_autofree guint32 *at = g_new(guint32, g->n_channels + 1);
	guint32 lacking = 0;
	memset(at, 0xff, g->n_channels * sizeof *at);
	for (guint32 c = 0; c < g->n_channels; c++) {
		g_assert_cmpuint(guide->place[c], <, g->n_channels);
		g_assert_cmpuint(at[guide->place[c]], ==, GRAPH_NONE);
		at[guide->place[c]] = c;
	}
	for (guint32 i = 1; i < g->n_channels; i++)
		g_assert_cmpuint(guide->rank[at[i - 1]], <=, guide->rank[at[i]]);
	for (guint32 v = 0; v < g->n_switches; v++)
		if (g->hosts[v])
			lacking += count_lacking(g, guide, at, v, FALSE) + count_lacking(g, guide, at, v, TRUE);
	return lacking;
}

/* Completes the order of a fabric's guide, and asserts that nothing lacks paths then. Whether some did before. */
static gboolean complete(const Fabric *fabric)
{
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	g_autoptr(Guide) guide = guide_new(graph, NULL);
	Guide *completed = NULL;
	g_assert_true(guide_complete(guide, graph, &completed, NULL));
	g_autoptr(Guide) done = completed;
	guint32 before = count_all_lacking(graph, guide);
	g_assert_nonnull(done);
	g_assert_cmpuint(count_all_lacking(graph, done), ==, 0);
	if (!before)
		g_assert_cmpmem(done->place, graph->n_channels * sizeof *done->place, guide->place,
				graph->n_channels * sizeof *guide->place);
	return before > 0;
}

static guint32 count_hosts(const Fabric *fabric)
{
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	return graph->n_hosts;
}

static gboolean complete_spec(const char *spec)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = synth_fabric(spec, &error);
	assert_no_error(error);
	g_autoptr(Fabric) with_lids = guide_case_renumber(fabric, 0);
	ck_assert_msg(count_hosts(with_lids), "%s", spec);
	return complete(with_lids);
}

START_TEST(damaged_directors_get_all_paths)
{
	static const char *const specs[] = {
		"directors:levels=2,ports=36,chip=12,ratio=1,hosts=900,fail=links:5%,seed=610",
		"directors:levels=2,ports=54,chip=18,ratio=1,hosts=900,fail=links:8%,seed=544",
		"directors:levels=3,ports=36,chip=12,ratio=2,hosts=300,fail=links:12%,seed=671",
		"directors:levels=2,ports=32,chip=8,ratio=1,hosts=400",
		"directors:levels=2,ports=32,chip=8,ratio=1,hosts=512",
		"directors:levels=3,ports=16,chip=8,ratio=1,hosts=200"};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		ck_assert_msg(complete_spec(specs[i]), "%s: nothing lacked a path", specs[i]);
	static const char *const damaged[] = {"ports=36,chip=12,ratio=1,hosts=600",
					      "ports=32,chip=8,ratio=1,hosts=300"};
	for (guint seed = 1; seed <= 16; seed++) {
		g_autofree gchar *spec = g_strdup_printf("directors:levels=2,%s,fail=links:%u%%,seed=%u",
							 damaged[seed % G_N_ELEMENTS(damaged)], 1 + seed % 6, seed);
		complete_spec(spec);
	}
}
END_TEST

START_TEST(complete_orders_stay)
{
	static const char *const specs[] = {"karytree:3,3", "torus:4x4", "hypercube:4"};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		ck_assert_msg(!complete_spec(specs[i]), "%s", specs[i]);
}
END_TEST

START_TEST(what_is_hardly_a_fabric)
{
	static const char *const pictures[] = {"A:2", "A-B", "A-B C-D A:1 B:2 C:3 D:1", "A-B B-C C-A A:1 B:1 C:1 D-E"};
	for (guint i = 0; i < G_N_ELEMENTS(pictures); i++) {
		g_autoptr(Fabric) fabric = fixture_fabric(pictures[i]);
		complete(fabric);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {damaged_directors_get_all_paths, complete_orders_stay, what_is_hardly_a_fabric,
				      NULL};
	return fixture_run("guide exits", tests);
}
