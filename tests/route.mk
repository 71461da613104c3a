# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
check_LTLIBRARIES += tests/librouting.la
tests_librouting_la_SOURCES = \
	tests/routing_judge.c tests/routing_judge.h \
	tests/routing_judge_lanes.c tests/routing_judge_lanes.h \
	tests/routing_case.c tests/routing_case.h
tests_librouting_la_CFLAGS = $(TEST_CFLAGS)
tests_librouting_la_LIBADD = tests/libfixture.la

check_PROGRAMS += tests/check_routing
tests_check_routing_CFLAGS = $(TEST_CFLAGS)
tests_check_routing_SOURCES = tests/check_routing.c tests/odd_fabric.c tests/odd_fabric.h
tests_check_routing_LDADD = tests/libthreaded.la tests/librouting.la

check_PROGRAMS += tests/check_routing_judge
tests_check_routing_judge_CFLAGS = $(TEST_CFLAGS)
tests_check_routing_judge_LDADD = tests/librouting.la

check_PROGRAMS += tests/check_routing_order tests/check_routing_edges
tests_check_routing_order_CFLAGS = $(TEST_CFLAGS)
tests_check_routing_order_LDADD = tests/libthreaded.la tests/librouting.la
tests_check_routing_edges_CFLAGS = $(TEST_CFLAGS)
tests_check_routing_edges_LDADD = tests/librouting.la

check_PROGRAMS += tests/check_routing_real
tests_check_routing_real_CFLAGS = $(TEST_CFLAGS)
tests_check_routing_real_LDADD = tests/librouting.la formats/libformats.la

EXTRA_DIST += tests/cli_functions.sh
dist_check_SCRIPTS += tests/test_route_cli.sh tests/test_route_folder.sh tests/test_route_options.sh \
	tests/test_completion.sh

check_PROGRAMS += tests/check_marks
tests_check_marks_CFLAGS = $(TEST_CFLAGS)
tests_check_marks_LDADD = tests/librouting.la

check_PROGRAMS += tests/check_lmc
tests_check_lmc_CFLAGS = $(TEST_CFLAGS)
tests_check_lmc_LDADD = tests/librouting.la

check_PROGRAMS += tests/check_budget
tests_check_budget_CFLAGS = $(TEST_CFLAGS)
tests_check_budget_LDADD = tests/librouting.la

check_PROGRAMS += tests/check_port_engines
tests_check_port_engines_CFLAGS = $(TEST_CFLAGS)
tests_check_port_engines_LDADD = tests/librouting.la

check_PROGRAMS += tests/check_prove
tests_check_prove_CFLAGS = $(TEST_CFLAGS)
tests_check_prove_LDADD = tests/librouting.la
