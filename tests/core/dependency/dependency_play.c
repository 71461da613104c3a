/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Begins and ends a row of operations on a dependency graph, and draws what they are about. */
#include "tests/core/dependency/dependency_play.h"

#include "generator/synth/synth.h"

#include <string.h>

/* Two switches with two and three cables to each of the others: more channels than two words have bits. */
static Fabric *hubs(void)
{
	enum { OTHERS = 45 };
	Fabric *fabric = fabric_new();
	for (guint i = 0; i < OTHERS + 2; i++)
		fabric_add_node(fabric, FABRIC_SWITCH, i + 1, i < 2 ? 254 : 6, NULL, NULL);
	for (guint i = 0; i < OTHERS; i++)
		for (guint k = 0; k < 5; k++)
			fabric_cable(fabric, fabric_port_index(fabric, i + 2, k + 1),
				     fabric_port_index(fabric, k < 2, 3 * i + (k < 2 ? k : k - 2) + 1), NULL);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	return fabric;
}

static Graph *make_graph(const char *name)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = g_str_equal(name, "hubs") ? hubs()
				   : g_ascii_isupper(*name)  ? fixture_fabric(name)
							     : synth_fabric(name, &error);
	assert_no_error(error);
	Graph *graph = graph_new(fabric, &error);
	assert_no_error(error);
	return graph;
}

/* Some links have fewer VLs. */
static void draw_lanes(Play *play, guint n_vls)
{
	Graph *graph = play->graph;
	graph->lanes = arena_new_array(graph->arena, guint8, graph->n_channels);
	memset(graph->lanes, G_MAXUINT8, graph->n_channels);
	for (guint32 c = 0; c < graph->n_channels; c++)
		if (!g_rand_int_range(play->rand, 0, 4))
			graph->lanes[c] = graph->lanes[graph->reverse[c]] =
				(guint8)g_rand_int_range(play->rand, 1, (gint32)n_vls + 1);
}

void play_init(Play *play, const char *name, guint32 seed, guint n_vls)
{
	g_autoptr(GError) error = NULL;
	*play = (Play){.fabric = name, .seed = seed, .rand = g_rand_new_with_seed(seed), .graph = make_graph(name)};
	if (seed % 2)
		draw_lanes(play, n_vls);
	play->turns = cdg_turns_new(play->graph, &error);
	play->deps = dependency_new(play->turns, n_vls, &error);
	play->other = dependency_new(play->turns, n_vls, &error);
	assert_no_error(error);
	play->shadow = shadow_new(play->graph, n_vls);
	for (guint i = 0; i < PLAY_MARKS; i++)
		play->kept[i] = g_malloc(play->shadow->n_bytes + 1);
	play->full_every = 16 + play->shadow->n_vertices * play->shadow->width / 16;
}

void play_clear(Play *play)
{
	for (guint i = 0; i < PLAY_MARKS; i++)
		g_free(play->kept[i]);
	shadow_free(play->shadow);
	dependency_free(play->deps);
	dependency_free(play->other);
	cdg_turns_free(play->turns);
	graph_free(play->graph);
	g_rand_free(play->rand);
}

void play_compare(Play *play)
{
	const char *wrong = shadow_compare(play->shadow, play->deps);
	if (wrong)
		fault(play, wrong);
}

guint32 play_draw(Play *play, guint32 n)
{
	return (guint32)g_rand_int_range(play->rand, 0, (gint32)n);
}

guint32 play_draw_channel(Play *play)
{
	return play_draw(play, play->graph->n_channels);
}

guint32 play_draw_next(Play *play, guint32 c)
{
	const guint32 *first = play->graph->first + play->graph->to[c];
	return first[0] + play_draw(play, first[1] - first[0]);
}
