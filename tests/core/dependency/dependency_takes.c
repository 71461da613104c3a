/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Takes away from a dependency graph what a row of operations has added, and looks whether all else is left. */
#include "tests/core/dependency/dependency_play.h"

#include <string.h>

void play_keep(Play *play)
{
	dependency_keep(play->deps);
	play->n_marks = 0;
}

void play_mark(Play *play)
{
	guint i = play->n_marks < PLAY_MARKS ? play->n_marks++ : PLAY_MARKS - 1;
	play->mark[i] = dependency_mark(play->deps);
	memcpy(play->kept[i], play->shadow->bytes, play->shadow->n_bytes);
}

void play_go_back(Play *play)
{
	if (!play->n_marks)
		return;
	guint i = play_draw(play, play->n_marks);
	play->n_marks = i + play_draw(play, 2); /* one can be returned to again */
	dependency_return(play->deps, play->mark[i]);
	memcpy(play->shadow->bytes, play->kept[i], play->shadow->n_bytes);
	play->tally.returned++;
	if (play_draw(play, 4) == 0)
		play_compare(play);
}

void play_remove_some(Play *play)
{
	play_keep(play);
	for (guint i = 0; i < 8; i++) {
		guint32 c = play_draw_channel(play), d = play_draw_next(play, c);
		guint vl = play_draw(play, play->deps->n_vls);
		guint8 *there = shadow_dependency(play->shadow, c, vl, d);
		if (!*there)
			continue;
		dependency_remove(play->deps, c, vl, d);
		*there = 0;
		play->tally.removed++;
	}
	dependency_forget(play->deps);
}

/*
 * Sets the bits of a random part of the dependencies, and of some that are not there; takes the others from the shadow.
 */
static void choose_used(Play *play, guint percent, guint64 *used, guint8 *state_used)
{
	Shadow *shadow = play->shadow;
	const Graph *graph = play->graph;
	for (guint32 x = 0; x < shadow->n_vertices; x++) {
		guint32 c = x / shadow->n_vls, first = graph->first[graph->to[c]];
		for (guint32 d = first; d < graph->first[graph->to[c] + 1]; d++) {
			guint8 *there = shadow_dependency(shadow, c, x % shadow->n_vls, d);
			if (play_draw(play, 100) >= (*there ? percent : 5)) {
				*there = 0;
				continue;
			}
			used[(gsize)x * play->deps->words + (d - first) / 64] |= (guint64)1 << (d - first) % 64;
			state_used[cdg_turn(play->turns, c, d)] |= *there;
		}
	}
}

void play_retain(Play *play)
{
	Shadow *shadow = play->shadow;
	const Graph *graph = play->graph;
	gsize n_states = play->turns->first[graph->n_channels] + (gsize)1;
	g_autofree guint64 *used = g_new0(guint64, (gsize)shadow->n_vertices * play->deps->words + 1);
	g_autofree guint8 *state_used = g_malloc0(n_states), *sent_used = g_malloc0(graph->n_channels + (gsize)1);
	guint percent = play_draw(play, 101);
	choose_used(play, percent, used, state_used);
	for (guint32 c = 0; c < graph->n_channels; c++) {
		sent_used[c] = play_draw(play, 100) < percent;
		if (!sent_used[c] && shadow->n_vls > 1)
			shadow->sent[c] = DEPENDENCY_NO_VL;
		for (guint32 d = graph->first[graph->to[c]]; d < graph->first[graph->to[c] + 1]; d++) {
			guint8 *state = &state_used[cdg_turn(play->turns, c, d)];
			*state |= play_draw(play, 100) < percent;
			if (!*state && shadow->n_vls > 1)
				*shadow_state(shadow, c, d) = DEPENDENCY_NO_VL;
		}
	}
	gboolean many = shadow->n_vls > 1;
	dependency_retain(play->deps, used, many ? state_used : NULL, many ? sent_used : NULL);
	play->n_marks = 0;
	play->tally.dropped++;
	if (dependency_mark(play->deps))
		fault(play, "what was retained can be taken back");
	play_compare(play);
}

void play_copy(Play *play)
{
	DependencyGraph *from = play->deps, *to = play->other;
	dependency_copy(to, from);
	play->deps = to;
	play_compare(play);
	if (dependency_mark(to))
		fault(play, "what was copied can be taken back");
	if (play_draw(play, 2)) {
		play->deps = from;
		return;
	}
	play->other = from;
	play->n_marks = 0;
}

static guint32 *draw_places(Play *play)
{
	guint32 *place = g_new(guint32, play->graph->n_channels + 1);
	for (guint32 i = 0; i < play->graph->n_channels; i++) {
		guint32 j = play_draw(play, i + 1);
		place[i] = place[j];
		place[j] = i;
	}
	return place;
}

void play_begin_anew(Play *play)
{
	DependencyGraph *deps = play->deps;
	g_autofree guint32 *place = play_draw(play, 2) ? draw_places(play) : NULL;
	dependency_clear(deps, place);
	for (guint32 c = 0; c < play->graph->n_channels; c++)
		for (guint v = 0; v < deps->n_vls; v++)
			if (deps->place[c * deps->n_vls + v] != v * play->graph->n_channels + (place ? place[c] : c))
				fault(play, "not the order that was given");
	shadow_clear(play->shadow);
	play->n_marks = 0;
	deps->few = play_draw(play, 2) ? play_draw(play, 6) : G_MAXUINT32;
	deps->search = MAX(deps->search,
			   G_MAXUINT32 - 20); /* its numbers run over soon, and come back to those that were used */
	play_compare(play);
}
