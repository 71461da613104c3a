/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks that things made ahead come once each and in order, whoever makes them, and that nobody writes where one is in
 * use.
 */
#include "core/base/ahead.h"
#include "tests/core/fixture.h"

enum { MOST_HELPERS = 5, THINGS = 2000, WORDS = 50 };

typedef struct {
	gint makers; /* at work in this slot now */
	guint32 word[WORDS];
} Slot;

static const guint32 factor = 77;

static gpointer slot_new(gconstpointer data, GError **error)
{
	(void)data;
	(void)error;
	return g_new0(Slot, 1);
}

static void make(gpointer data, guint32 i, gconstpointer user)
{
	Slot *slot = data;
	ck_assert_int_eq(g_atomic_int_add(&slot->makers, 1), 0);
	for (guint k = 0; k < WORDS; k++)
		slot->word[k] = i * *(const guint32 *)user + k;
	g_atomic_int_add(&slot->makers, -1);
}

static void assert_holds(const Slot *slot, guint32 i)
{
	for (guint k = 0; k < WORDS; k++)
		ck_assert_uint_eq(slot->word[k], i * factor + k);
}

/* Takes some of the things, and looks at each twice, with time for helpers in between. */
static void make_and_take(guint helpers, guint32 things, guint32 taken)
{
	AheadJob job = {slot_new, g_free, things, make, g_new(guint32, 1)};
	*(guint32 *)job.data = factor;
	g_autoptr(Ahead) ahead = ahead_new(&job, helpers, NULL);
	for (guint32 i = 0; i < taken; i++) {
		const Slot *next = ahead_next(ahead);
		assert_holds(next, i);
		if (i % 16 == 0)
			g_thread_yield();
		assert_holds(next, i);
	}
}

START_TEST(things_come_once_each_and_in_order)
{
	for (guint helpers = 0; helpers <= MOST_HELPERS; helpers++)
		make_and_take(helpers, THINGS, THINGS);
}
END_TEST

START_TEST(what_is_left_is_not_waited_for)
{
	for (guint helpers = 0; helpers <= MOST_HELPERS; helpers++)
		for (guint32 taken = 0; taken < 40; taken += 13)
			make_and_take(helpers, THINGS, taken);
	make_and_take(3, 0, 0);
	make_and_take(3, 1, 1);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {things_come_once_each_and_in_order, what_is_left_is_not_waited_for, NULL};
	return fixture_run("ahead", tests);
}
