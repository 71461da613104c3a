/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Adds states and dependencies at random: what is accepted closes no cycle, what is refused would. */
#include "tests/core/dependency/dependency_play.h"

/* Seldom one that the link lacks: then no dependency may be on it. */
static guint draw_vl(Play *play, guint32 c)
{
	guint n = play->deps->n_vls;
	return play_draw(play, play->graph->lanes && play_draw(play, 16) ? MIN(n, play->graph->lanes[c]) : n);
}

static guint32 log_left(const Play *play)
{
	return play->deps->log_capacity - dependency_mark(play->deps);
}

static void set_state(Play *play, guint32 b, guint32 c)
{
	guint vl = draw_vl(play, c);
	gboolean room = log_left(play) > 0;
	if (dependency_set_state(play->deps, b, c, vl) != room)
		fault(play, "a state gets a VL whether the log is full or not");
	if (room)
		*shadow_state(play->shadow, b, c) = (guint8)vl;
}

/* Whether state (c, d) has a VL now. */
static gboolean has_state(Play *play, guint32 c, guint32 d)
{
	if (*shadow_state(play->shadow, c, d) == DEPENDENCY_NO_VL)
		set_state(play, c, d);
	return *shadow_state(play->shadow, c, d) != DEPENDENCY_NO_VL;
}

/* What is known before a dependency is asked for. */
typedef struct {
	gboolean there, legal, in_order;
} Prospect;

static Prospect look(Play *play, guint32 c, guint vl, guint32 d)
{
	Prospect is = {FALSE, graph_has_lane(play->graph, c, vl), TRUE};
	if (d == GRAPH_NONE)
		return is;
	guint then = *shadow_state(play->shadow, c, d);
	const guint32 *place = play->deps->place;
	is.there = *shadow_dependency(play->shadow, c, vl, d);
	is.legal &= graph_has_lane(play->graph, d, then);
	is.in_order = is.there || place[c * play->deps->n_vls + vl] < place[d * play->deps->n_vls + then];
	if (is.legal && !is.there)
		is.legal = !shadow_closes(play->shadow, c, vl, d);
	if (is.in_order && !is.legal && !play->graph->lanes)
		fault(play, "what is in order closes a cycle");
	return is;
}

static void note(Play *play, guint32 c, guint vl, guint32 d, Prospect is)
{
	play->tally.accepted += !is.there;
	play->tally.reordered += !is.in_order;
	*shadow_dependency(play->shadow, c, vl, d) = 1;
}

/* The answer to a dependency of which all VLs are given. */
static void check_answer(Play *play, Dependency of, Prospect is, gboolean room, gboolean answer)
{
	if (answer && !is.there && !is.legal)
		fault(play, "accepted, but closes a cycle or lacks a VL");
	if (answer && !is.there && !room)
		fault(play, "accepted with a full log");
	if (!answer && is.there)
		fault(play, "refused, but is there");
	if (!answer && is.legal && room)
		fault(play, "refused, but closes no cycle");
	if (answer)
		note(play, of.c, of.vl, of.d, is);
	else
		play->recent[play->n_recent++ % PLAY_RECENT] = of;
	play->tally.refused += !answer && room;
	play->tally.full += !answer && !room;
	if (!answer && !room && play_draw(play, 8) == 0)
		play_compare(play);
}

static void add(Play *play, Dependency of)
{
	if (!has_state(play, of.c, of.d))
		return;
	Prospect is = look(play, of.c, of.vl, of.d);
	gboolean room = log_left(play) > 0, free = dependency_is_free(play->deps, of.c, of.d);
	guint64 visited = play->deps->visited, n_refused = play->deps->n_refused;
	gboolean answer = dependency_add(play->deps, of.c, of.vl, of.d);
	check_answer(play, of, is, room, answer);
	if (play->deps->n_vls == 1 && free != is.in_order)
		fault(play, "free or not, with one VL");
	if (is.in_order && play->deps->visited != visited)
		fault(play, "a search for what is in order");
	if (play->deps->n_refused - n_refused > (!answer && room ? 1 : 0))
		fault(play, "refusals are miscounted");
}

/*
 * Any VL of channel c would do: that one was chosen, or none was found; `lowest`: the lowest that would. `vl` is the
 * state's, of which there was none.
 */
static void check_choice(Play *play, guint32 c, guint32 d, const Prospect *is, guint32 room, guint8 *vl, guint chosen,
			 gboolean answer, gboolean lowest)
{
	guint n_vls = play->deps->n_vls, legal = 0, in_order = 0;
	gboolean ample = room > n_vls + 1;
	for (guint v = 0; v < n_vls; v++) {
		legal += is[v].legal;
		in_order += is[v].legal && is[v].in_order;
	}
	play->tally.refused += !answer && !legal;
	play->tally.full += !answer && legal;
	if (answer != (chosen != DEPENDENCY_NO_VL))
		fault(play, "a state with a VL for nothing, or without one");
	if (!answer && legal && ample)
		fault(play, "no VL found, but there is one");
	if (!answer)
		return;
	if (chosen >= n_vls || !is[chosen].legal)
		fault(play, "a VL that closes a cycle, or is missing");
	if (!lowest && in_order && !is[chosen].in_order && ample)
		fault(play, "another order where none is needed");
	for (guint v = 0; lowest && ample && v < chosen; v++)
		if (is[v].legal)
			fault(play, "a lower VL would do for what a switch sends");
	*vl = (guint8)chosen;
	if (d != GRAPH_NONE)
		note(play, c, chosen, d, is[chosen]);
}

/* Packets that came over b, GRAPH_NONE: of the switch itself. */
static gboolean go(Play *play, guint32 b, guint32 c, guint32 d)
{
	return b == GRAPH_NONE ? dependency_send(play->deps, c, d) : dependency_add_hop(play->deps, b, c, d);
}

static void go_on(Play *play, guint32 b, guint32 c, guint32 d)
{
	DependencyGraph *deps = play->deps;
	Prospect is[DEPENDENCY_MAX_VLS];
	if (d != GRAPH_NONE && !has_state(play, c, d))
		return;
	guint8 *vl = b == GRAPH_NONE ? &play->shadow->sent[c] : shadow_state(play->shadow, b, c);
	guint32 room = log_left(play);
	if (*vl == DEPENDENCY_NO_VL) {
		for (guint v = 0; v < deps->n_vls; v++)
			is[v] = look(play, c, v, d);
		gboolean answer = go(play, b, c, d);
		guint chosen = b == GRAPH_NONE ? dependency_sent_vl(deps, c) : dependency_state_vl(deps, b, c);
		check_choice(play, c, d, is, room, vl, chosen, answer, b == GRAPH_NONE);
	} else if (d == GRAPH_NONE) {
		if (!go(play, b, c, d))
			fault(play, "refused to arrive");
	} else {
		Prospect one = look(play, c, *vl, d);
		check_answer(play, (Dependency){c, d, *vl}, one, room > 0, go(play, b, c, d));
	}
}

static void set_sent(Play *play, guint32 c)
{
	guint vl = draw_vl(play, c);
	if (play->shadow->sent[c] != DEPENDENCY_NO_VL)
		return;
	gboolean room = log_left(play) > 0;
	if (dependency_set_sent(play->deps, c, vl) != room)
		fault(play, "a switch's own packets get a VL whether the log is full or not");
	if (room)
		play->shadow->sent[c] = (guint8)vl;
}

/* A channel that goes on after c, or none. */
static guint32 draw_end(Play *play, guint32 c)
{
	return play_draw(play, 8) ? play_draw_next(play, c) : GRAPH_NONE;
}

void play_add(Play *play)
{
	guint32 c = play_draw_channel(play), b = play->graph->reverse[play_draw_next(play, play->graph->reverse[c])];
	switch (play_draw(play, 8)) {
	case 0:
	case 1:
		go_on(play, b, c, draw_end(play, c));
		break;
	case 2:
		go_on(play, GRAPH_NONE, c, draw_end(play, c));
		break;
	case 3:
		if (play->n_recent)
			add(play, play->recent[play_draw(play, MIN(play->n_recent, PLAY_RECENT))]);
		break;
	case 4:
		if (play_draw(play, 4) == 0)
			set_sent(play, c);
		else if (*shadow_state(play->shadow, b, c) == DEPENDENCY_NO_VL)
			set_state(play, b, c);
		break;
	default:
		add(play, (Dependency){c, play_draw_next(play, c), play_draw(play, play->deps->n_vls)});
	}
}
