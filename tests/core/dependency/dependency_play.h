/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One row of random operations on a dependency graph, with a plain copy of what the graph should hold beside it
 * (dependency_shadow.h). Each operation fails the test when its answer is wrong.
 *
 *   dependency_play.c    begins and ends a row, compares the graph with the copy, draws channels
 *   dependency_adds.c    operations that add states and dependencies
 *   dependency_takes.c   operations that take away: those that return to a mark, prune, copy, begin anew
 */
#ifndef SSSP_TESTS_CORE_DEPENDENCY_DEPENDENCY_PLAY_H
#define SSSP_TESTS_CORE_DEPENDENCY_DEPENDENCY_PLAY_H

#include "core/dependency/dependency.h"
#include "tests/core/dependency/dependency_shadow.h"
#include "tests/core/fixture.h"

enum { PLAY_MARKS = 4, PLAY_RECENT = 64 };

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
	guint32 mark[PLAY_MARKS]; /* [n_marks] */
	guint8 *kept[PLAY_MARKS]; /* [n_marks] the shadow at each */
	guint n_marks;
	Dependency recent[PLAY_RECENT]; /* refused lately */
	guint n_recent;
	guint32 full_every; /* operations between full comparisons */
	Tally tally;
} Play;

#define fault(play, what)                                                                                              \
	ck_abort_msg("%s, seed %u, %u VLs, operation %" G_GUINT64_FORMAT ": %s", (play)->fabric, (play)->seed,         \
		     (play)->deps->n_vls, (play)->tally.operations, what)

/* `fabric`: a SPEC, a picture (fixture.h) or "hubs". With an odd seed some links have fewer VLs. */
void play_init(Play *play, const char *fabric, guint32 seed, guint n_vls);
void play_clear(Play *play);

/* Fails the test unless the graph holds what the shadow does. */
void play_compare(Play *play);

/* Less than n. */
guint32 play_draw(Play *play, guint32 n);

guint32 play_draw_channel(Play *play);

/* A channel that leaves the switch to which c leads. */
guint32 play_draw_next(Play *play, guint32 c);

/* A state or a dependency, drawn at random, or one that was refused lately. */
void play_add(Play *play);

/* What there is stays: no mark is returned to any more. */
void play_keep(Play *play);

void play_mark(Play *play);

/* To one of the marks, if there are any. */
void play_go_back(Play *play);

void play_remove_some(Play *play);

/* All but a random part of what there is goes. */
void play_retain(Play *play);

/* Goes on with the copy, or not; what the other held before is gone. */
void play_copy(Play *play);

/* An empty graph, in an order that is drawn or that of the channels. */
void play_begin_anew(Play *play);

#endif
