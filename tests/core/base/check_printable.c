/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks that texts from outside are made fit for a terminal. */
#include "core/base/printable.h"
#include "tests/core/fixture.h"

#include <string.h>

static void assert_becomes(const char *text, const char *keep, const char *wanted)
{
	g_autofree char *copy = g_strdup(text);
	printable(copy, keep);
	ck_assert_str_eq(copy, wanted);
}

START_TEST(what_is_harmless_stays)
{
	const char *const fine[] = {"",
				    "leaf 1/U1 \"a\" <b>",
				    "R\303\274ckgrat \342\202\254 \360\237\230\200",
				    "\351t\351 in Latin-1",
				    "\302\240",
				    "cut off \342",
				    "\303"};
	for (guint i = 0; i < G_N_ELEMENTS(fine); i++)
		assert_becomes(fine[i], "", fine[i]);
}
END_TEST

START_TEST(what_steers_a_terminal_goes)
{
	assert_becomes("\033[2J\a\b\177", "", "?[2J???");
	assert_becomes("one\ntwo\tthree\r\n", "", "one?two?three??");
	assert_becomes("one\ntwo\tthree\r\n", "\n\t", "one\ntwo\tthree?\n");
	assert_becomes("\302\233"
		       "31m\302\205",
		       "", "??31m??"); /* C1 in UTF-8 */
	assert_becomes("\233"
		       "31m \300\233",
		       "", "?31m \300?"); /* C1 in Latin-1, and beside what is no letter */
	assert_becomes("a\342\200\256b\342\201\246c\342\200\250d", "", "a???b???c???d");
}
END_TEST

START_TEST(no_byte_gets_through)
{
	for (guint byte = 1; byte < 256; byte++) {
		char text[] = {'a', (char)byte, 'b', '\0'};
		gboolean bad = byte < 0x20 || (byte >= 0x7f && byte < 0xa0);
		g_autofree char *clean = printable_dup(text);
		ck_assert_uint_eq(strlen(clean), 3);
		ck_assert_int_eq(clean[1], bad ? '?' : (char)byte);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {what_is_harmless_stays, what_steers_a_terminal_goes, no_byte_gets_through, NULL};
	return fixture_run("printable", tests);
}
