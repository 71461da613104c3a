/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows of random operations on dependency graphs, each checked against a plain copy (dependency_play.h): what is
 * accepted closes no cycle, what is refused would, and what is taken back leaves what there was. `check_dependency
 * FABRIC SEED VLS [OPERATIONS]` plays one row again; FABRIC is a SPEC, a picture (fixture.h) or "hubs".
 */
#include "tests/core/dependency/dependency_play.h"

#include <stdio.h>
#include <stdlib.h>

static void rarely(Play *play)
{
	switch (play_draw(play, 16)) {
	case 0:
	case 1:
		play_copy(play);
		break;
	case 2:
		play_begin_anew(play);
		break;
	case 3:
	case 4:
		play_retain(play);
		break;
	case 5:
		dependency_forget(play->deps);
		break;
	default:
		play_remove_some(play);
	}
}

/* Some hundred operations: how often they are kept, or taken back, differs from row to row. */
static void play_row(Play *play)
{
	guint32 keeps = play_draw(play, 3) ? 1 + play_draw(play, 40) : 0, returns = play_draw(play, 30),
		marks = play_draw(play, 60);
	guint32 rare = play_draw(play, 4) ? 1 : 10 + play_draw(play, 20);
	for (guint32 i = 0; i < 400; i++) {
		guint32 what = play_draw(play, 1000);
		play->tally.operations++;
		if (what < keeps)
			play_keep(play);
		else if (what < keeps + returns)
			play_go_back(play);
		else if (what < keeps + returns + marks)
			play_mark(play);
		else if (what >= 1000 - rare)
			rarely(play);
		else
			play_add(play);
		if (play->tally.operations % play->full_every == 0)
			play_compare(play);
	}
	if (play_draw(play, 2))
		play_keep(play);
	play_compare(play);
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
		play_compare(&play);
		play_copy(&play);
		dependency_forget(play.deps);
		dependency_retain(play.deps, &none, &unused, &unused);
		dependency_return(play.deps, dependency_mark(play.deps));
		play_begin_anew(&play);
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
