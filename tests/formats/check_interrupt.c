/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Signals held up: what came is let through or forgotten, and what comes twice ends nothing. */
#include "formats/interrupt.h"
#include "tests/formats/formats_common.h"

#include <signal.h>

static const int held[] = {SIGHUP, SIGINT, SIGTERM};
static volatile sig_atomic_t arrived;

static void count(int number)
{
	(void)number;
	arrived++;
}

/* What signals do outside. */
static void outside(int number, void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler};
	sigemptyset(&action.sa_mask);
	ck_assert_int_eq(sigaction(number, &action, NULL), 0);
	arrived = 0;
}

START_TEST(let_through)
{
	outside(held[_i], count);
	interrupt_hold();
	ck_assert(!interrupt_came());
	raise(held[_i]);
	ck_assert(interrupt_came());
	ck_assert_int_eq(arrived, 0);
	interrupt_release();
	ck_assert_int_eq(arrived, 1);
	raise(held[_i]);
	ck_assert_int_eq(arrived, 2);
	interrupt_hold();
	ck_assert(!interrupt_came());
	interrupt_release();
	ck_assert_int_eq(arrived, 2);
}
END_TEST

/* Ends two holds: a signal that has come arrives at the end of the outer one, and further ones at once. */
static void end_both(int number)
{
	interrupt_release();
	ck_assert_int_eq(arrived, 0);
	interrupt_release();
	ck_assert_int_eq(arrived, 1);
	raise(number);
	ck_assert_int_eq(arrived, 2);
}

/* A search is ended by one, and its tables are written: the other is no wish that they be not, but a late one is. */
START_TEST(comes_twice)
{
	outside(held[_i], count);
	interrupt_hold();
	raise(held[_i]);
	ck_assert(interrupt_forget());
	raise(held[_i]);
	interrupt_hold();
	ck_assert(!interrupt_came());
	raise(held[_i]);
	ck_assert(!interrupt_came());
	for (gint64 end = g_get_monotonic_time() + 3 * G_USEC_PER_SEC;
	     !interrupt_came() && g_get_monotonic_time() < end; g_usleep(G_USEC_PER_SEC / 10))
		raise(held[_i]);
	ck_assert(interrupt_came());
	interrupt_hold(); /* it came before this, and late */
	ck_assert(interrupt_came());
	end_both(held[_i]);
}
END_TEST

/* Files that are written while a folder is to be removed first: the signal waits for the folder. */
START_TEST(holds_nest)
{
	outside(held[_i], count);
	interrupt_hold();
	interrupt_hold();
	interrupt_release();
	raise(held[_i]);
	ck_assert(interrupt_came());
	interrupt_hold();
	ck_assert(interrupt_came());
	end_both(held[_i]);
}
END_TEST

/* A search inside another hold ends that one no more than writing does. */
START_TEST(a_search_nests)
{
	outside(held[_i], count);
	for (guint came = 0; came < 2; came++) {
		interrupt_hold();
		interrupt_hold();
		if (came)
			raise(held[_i]);
		ck_assert_int_eq(interrupt_forget(), came);
		raise(held[_i]);
		ck_assert_int_eq(arrived, 0);
		ck_assert_int_eq(interrupt_came(), !came);
		interrupt_release();
		ck_assert_int_eq(arrived, !came);
		arrived = 0;
	}
}
END_TEST

START_TEST(none_came)
{
	outside(held[_i], count);
	interrupt_hold();
	ck_assert(!interrupt_forget());
	raise(held[_i]);
	ck_assert_int_eq(arrived, 1);
}
END_TEST

START_TEST(ignored)
{
	outside(held[_i], SIG_IGN);
	interrupt_hold();
	raise(held[_i]);
	ck_assert(!interrupt_came());
	interrupt_release();
	outside(held[_i], SIG_DFL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("interrupt");
	TCase *tcase = tcase_create("interrupt");
	tcase_add_loop_test(tcase, let_through, 0, G_N_ELEMENTS(held));
	tcase_add_loop_test(tcase, comes_twice, 0, G_N_ELEMENTS(held));
	tcase_add_loop_test(tcase, holds_nest, 0, G_N_ELEMENTS(held));
	tcase_add_loop_test(tcase, a_search_nests, 0, G_N_ELEMENTS(held));
	tcase_add_loop_test(tcase, none_came, 0, G_N_ELEMENTS(held));
	tcase_add_loop_test(tcase, ignored, 0, G_N_ELEMENTS(held));
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
