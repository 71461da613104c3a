# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
check_LTLIBRARIES += tests/libevalfixture.la
tests_libevalfixture_la_SOURCES = tests/eval_fixture.c tests/eval_fixture.h
tests_libevalfixture_la_CFLAGS = $(TEST_CFLAGS)
tests_libevalfixture_la_LIBADD = evaluator/libeval.la $(CHECK_LIBS)

check_PROGRAMS += tests/check_eval_paths tests/check_eval_ebb tests/check_eval_deadlock
tests_check_eval_paths_CFLAGS = $(TEST_CFLAGS)
tests_check_eval_paths_LDADD = tests/libevalfixture.la
tests_check_eval_ebb_CFLAGS = $(TEST_CFLAGS)
tests_check_eval_ebb_LDADD = tests/libevalfixture.la
tests_check_eval_deadlock_CFLAGS = $(TEST_CFLAGS)
tests_check_eval_deadlock_LDADD = tests/libevalfixture.la
