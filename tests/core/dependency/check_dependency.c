/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Random operations on dependency graphs, each checked against a plain copy (dependency_shadow.h): what is accepted
 * closes no cycle, what is refused would, and what is taken back leaves what there was. `check_dependency FABRIC SEED
 * VLS [OPERATIONS]` plays one row again; FABRIC is a SPEC, a picture (fixture.h) or "hubs".
 */
#include "core/dependency/dependency.h"
#include "generator/synth/synth.h"
#include "tests/core/dependency/dependency_shadow.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARKS = 4, RECENT = 64 };

typedef struct {
	guint32 c, d;
	guint vl;
} Dependency;

typedef struct {
	guint64 operations, accepted, reordered, refused, full, returned, removed, dropped;
} Tally;

typedef struct {
	const char *fabric;
	guint32 seed;
	GRand *rand;
	Graph *graph;
	CdgTurns *turns;
	DependencyGraph *deps, *other;
	Shadow *shadow;
	guint32 mark[MARKS]; /* [n_marks] */
	guint8 *kept[MARKS]; /* [n_marks] the shadow at each */
	guint n_marks;
	Dependency recent[RECENT]; /* refused lately */
	guint n_recent;
	guint32 full_every; /* operations between full comparisons */
	Tally tally;
} Play;

#define fault(play, what)                                                                                              \
	ck_abort_msg("%s, seed %u, %u VLs, operation %" G_GUINT64_FORMAT ": %s", (play)->fabric, (play)->seed,         \
		     (play)->deps->n_vls, (play)->tally.operations, what)

/* ---- fabrics */

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

static void play_init(Play *play, const char *name, guint32 seed, guint n_vls)
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
	for (guint i = 0; i < MARKS; i++)
		play->kept[i] = g_malloc(play->shadow->n_bytes + 1);
	play->full_every = 16 + play->shadow->n_vertices * play->shadow->width / 16;
}

static void play_clear(Play *play)
{
	for (guint i = 0; i < MARKS; i++)
		g_free(play->kept[i]);
	shadow_free(play->shadow);
	dependency_free(play->deps);
	dependency_free(play->other);
	cdg_turns_free(play->turns);
	graph_free(play->graph);
	g_rand_free(play->rand);
}

static void compare(Play *play)
{
	const char *wrong = shadow_compare(play->shadow, play->deps);
	if (wrong)
		fault(play, wrong);
}

/* ---- what is drawn */

static guint32 draw(Play *play, guint32 n)
{
	return (guint32)g_rand_int_range(play->rand, 0, (gint32)n);
}

static guint32 draw_channel(Play *play)
{
	return draw(play, play->graph->n_channels);
}

/* A channel that leaves the switch to which c leads. */
static guint32 draw_next(Play *play, guint32 c)
{
	const guint32 *first = play->graph->first + play->graph->to[c];
	return first[0] + draw(play, first[1] - first[0]);
}

/* Seldom one that the link lacks: then no dependency may be on it. */
static guint draw_vl(Play *play, guint32 c)
{
	guint n = play->deps->n_vls;
	return draw(play, play->graph->lanes && draw(play, 16) ? MIN(n, play->graph->lanes[c]) : n);
}

static guint32 log_left(const Play *play)
{
	return play->deps->log_capacity - dependency_mark(play->deps);
}

/* ---- operations that add */

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
		play->recent[play->n_recent++ % RECENT] = of;
	play->tally.refused += !answer && room;
	play->tally.full += !answer && !room;
	if (!answer && !room && draw(play, 8) == 0)
		compare(play);
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
	return draw(play, 8) ? draw_next(play, c) : GRAPH_NONE;
}

static void add_any(Play *play)
{
	guint32 c = draw_channel(play), b = play->graph->reverse[draw_next(play, play->graph->reverse[c])];
	switch (draw(play, 8)) {
	case 0:
	case 1:
		go_on(play, b, c, draw_end(play, c));
		break;
	case 2:
		go_on(play, GRAPH_NONE, c, draw_end(play, c));
		break;
	case 3:
		if (play->n_recent)
			add(play, play->recent[draw(play, MIN(play->n_recent, RECENT))]);
		break;
	case 4:
		if (draw(play, 4) == 0)
			set_sent(play, c);
		else if (*shadow_state(play->shadow, b, c) == DEPENDENCY_NO_VL)
			set_state(play, b, c);
		break;
	default:
		add(play, (Dependency){c, draw_next(play, c), draw(play, play->deps->n_vls)});
	}
}

/* ---- operations that take away */

static void keep(Play *play)
{
	dependency_keep(play->deps);
	play->n_marks = 0;
}

static void mark(Play *play)
{
	guint i = play->n_marks < MARKS ? play->n_marks++ : MARKS - 1;
	play->mark[i] = dependency_mark(play->deps);
	memcpy(play->kept[i], play->shadow->bytes, play->shadow->n_bytes);
}

static void go_back(Play *play)
{
	if (!play->n_marks)
		return;
	guint i = draw(play, play->n_marks);
	play->n_marks = i + draw(play, 2); /* one can be returned to again */
	dependency_return(play->deps, play->mark[i]);
	memcpy(play->shadow->bytes, play->kept[i], play->shadow->n_bytes);
	play->tally.returned++;
	if (draw(play, 4) == 0)
		compare(play);
}

static void remove_some(Play *play)
{
	keep(play);
	for (guint i = 0; i < 8; i++) {
		guint32 c = draw_channel(play), d = draw_next(play, c);
		guint vl = draw(play, play->deps->n_vls);
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
			if (draw(play, 100) >= (*there ? percent : 5)) {
				*there = 0;
				continue;
			}
			used[(gsize)x * play->deps->words + (d - first) / 64] |= (guint64)1 << (d - first) % 64;
			state_used[cdg_turn(play->turns, c, d)] |= *there;
		}
	}
}

static void retain(Play *play)
{
	Shadow *shadow = play->shadow;
	const Graph *graph = play->graph;
	gsize n_states = play->turns->first[graph->n_channels] + (gsize)1;
	g_autofree guint64 *used = g_new0(guint64, (gsize)shadow->n_vertices * play->deps->words + 1);
	g_autofree guint8 *state_used = g_malloc0(n_states), *sent_used = g_malloc0(graph->n_channels + (gsize)1);
	guint percent = draw(play, 101);
	choose_used(play, percent, used, state_used);
	for (guint32 c = 0; c < graph->n_channels; c++) {
		sent_used[c] = draw(play, 100) < percent;
		if (!sent_used[c] && shadow->n_vls > 1)
			shadow->sent[c] = DEPENDENCY_NO_VL;
		for (guint32 d = graph->first[graph->to[c]]; d < graph->first[graph->to[c] + 1]; d++) {
			guint8 *state = &state_used[cdg_turn(play->turns, c, d)];
			*state |= draw(play, 100) < percent;
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
	compare(play);
}

/* Goes on with the copy, or not; what the other held before is gone. */
static void copy(Play *play)
{
	DependencyGraph *from = play->deps, *to = play->other;
	dependency_copy(to, from);
	play->deps = to;
	compare(play);
	if (dependency_mark(to))
		fault(play, "what was copied can be taken back");
	if (draw(play, 2)) {
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
		guint32 j = draw(play, i + 1);
		place[i] = place[j];
		place[j] = i;
	}
	return place;
}

static void clear(Play *play)
{
	DependencyGraph *deps = play->deps;
	g_autofree guint32 *place = draw(play, 2) ? draw_places(play) : NULL;
	dependency_clear(deps, place);
	for (guint32 c = 0; c < play->graph->n_channels; c++)
		for (guint v = 0; v < deps->n_vls; v++)
			if (deps->place[c * deps->n_vls + v] != v * play->graph->n_channels + (place ? place[c] : c))
				fault(play, "not the order that was given");
	shadow_clear(play->shadow);
	play->n_marks = 0;
	deps->few = draw(play, 2) ? draw(play, 6) : G_MAXUINT32;
	deps->search = MAX(deps->search,
			   G_MAXUINT32 - 20); /* its numbers run over soon, and come back to those that were used */
	compare(play);
}

/* ---- rows of operations */

static void rarely(Play *play)
{
	switch (draw(play, 16)) {
	case 0:
	case 1:
		copy(play);
		break;
	case 2:
		clear(play);
		break;
	case 3:
	case 4:
		retain(play);
		break;
	case 5:
		dependency_forget(play->deps);
		break;
	default:
		remove_some(play);
	}
}

/* Some hundred operations: how often they are kept, or taken back, differs from row to row. */
static void play_row(Play *play)
{
	guint32 keeps = draw(play, 3) ? 1 + draw(play, 40) : 0, returns = draw(play, 30), marks = draw(play, 60);
	guint32 rare = draw(play, 4) ? 1 : 10 + draw(play, 20);
	for (guint32 i = 0; i < 400; i++) {
		guint32 what = draw(play, 1000);
		play->tally.operations++;
		if (what < keeps)
			keep(play);
		else if (what < keeps + returns)
			go_back(play);
		else if (what < keeps + returns + marks)
			mark(play);
		else if (what >= 1000 - rare)
			rarely(play);
		else
			add_any(play);
		if (play->tally.operations % play->full_every == 0)
			compare(play);
	}
	if (draw(play, 2))
		keep(play);
	compare(play);
}

static void play_rows(const char *fabric, guint32 seed, guint n_vls, guint64 operations, Tally *all)
{
	Play play;
	play_init(&play, fabric, seed, n_vls);
	while (play.tally.operations < operations)
		play_row(&play);
	const guint64 *one = (const guint64 *)&play.tally;
	for (gsize i = 0; i < sizeof *all / sizeof *one; i++)
		((guint64 *)all)[i] += one[i];
	play_clear(&play);
}

static void print_tally(const Tally *t)
{
	printf("%" G_GUINT64_FORMAT " operations: %" G_GUINT64_FORMAT " dependencies accepted, %" G_GUINT64_FORMAT
	       " of them in another order, %" G_GUINT64_FORMAT " refused, %" G_GUINT64_FORMAT
	       " met a full log; %" G_GUINT64_FORMAT " returns, %" G_GUINT64_FORMAT " removed, %" G_GUINT64_FORMAT
	       " prunings\n",
	       t->operations, t->accepted, t->reordered, t->refused, t->full, t->returned, t->removed, t->dropped);
}

static const guint numbers[] = {1, 2, 3, 8};

START_TEST(rows_of_operations)
{
	static const char *const specs[] = {"torus:3x3",   "torus:4x4",    "random:switches=12,ports=6,hosts=1,seed=3",
					    "hypercube:3", "karytree:2,3", "fattree:ports=6,levels=2"};
	Tally tally = {0};
	for (guint32 i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint32 k = 0; k < G_N_ELEMENTS(numbers); k++)
			for (guint32 seed = 0; seed < 2; seed++)
				play_rows(specs[i], 2 * i + seed, numbers[k], 60000, &tally);
	print_tally(&tally);
	ck_assert_uint_gt(tally.reordered, 10000);
	ck_assert_uint_gt(tally.refused, 100000);
	ck_assert_uint_gt(tally.full, 1000);
	ck_assert_uint_gt(tally.returned, 1000);
}
END_TEST

START_TEST(switches_of_many_channels)
{
	Tally tally = {0};
	for (guint32 k = 0; k < G_N_ELEMENTS(numbers); k++)
		for (guint32 seed = 0; seed < 2; seed++)
			play_rows("hubs", seed, numbers[k], 50000, &tally);
	print_tally(&tally);
	ck_assert_uint_gt(tally.reordered, 100);
	ck_assert_uint_gt(tally.refused, 100);
}
END_TEST

START_TEST(fabrics_in_pieces)
{
	Tally tally = {0};
	for (guint32 k = 0; k < G_N_ELEMENTS(numbers); k++) {
		play_rows("A-B", 0, numbers[k], 2000, &tally);
		play_rows("A-B B-C C-A D-E D-E F:1", 1, numbers[k], 5000, &tally);
	}
}
END_TEST

/* There is nothing to depend on. */
START_TEST(one_switch)
{
	for (guint32 k = 0; k < G_N_ELEMENTS(numbers); k++) {
		Play play;
		guint64 none = 0;
		guint8 unused = 0;
		play_init(&play, "A:2", 0, numbers[k]);
		compare(&play);
		copy(&play);
		dependency_forget(play.deps);
		dependency_retain(play.deps, &none, &unused, &unused);
		dependency_return(play.deps, dependency_mark(play.deps));
		clear(&play);
		play_clear(&play);
	}
}
END_TEST

static const char *replayed;
static guint32 replayed_seed;
static guint replayed_vls;
static guint64 replayed_operations;

START_TEST(one_row)
{
	Tally tally = {0};
	play_rows(replayed, replayed_seed, replayed_vls, replayed_operations, &tally);
	print_tally(&tally);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {rows_of_operations, switches_of_many_channels, fabrics_in_pieces, one_switch,
				      NULL},
			   *const one[] = {one_row, NULL};
	if (argc < 4)
		return fixture_run("dependency", tests);
	replayed = argv[1];
	replayed_seed = (guint32)atoi(argv[2]);
	replayed_vls = CLAMP((guint)atoi(argv[3]), 1, DEPENDENCY_MAX_VLS);
	replayed_operations = argc > 4 ? (guint64)atoll(argv[4]) : 60000;
	return fixture_run("one row", one);
}
