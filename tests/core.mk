# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
check_LTLIBRARIES += tests/libfixture.la
tests_libfixture_la_SOURCES = tests/fixture.c tests/fixture.h
tests_libfixture_la_CFLAGS = $(TEST_CFLAGS)
tests_libfixture_la_LIBADD = core/libcore.la $(CHECK_LIBS)

# The core with threads for the smallest fabric; named before all else that brings the core.
check_LTLIBRARIES += tests/libthreaded.la
tests_libthreaded_la_SOURCES = $(core_libcore_la_SOURCES)
tests_libthreaded_la_CFLAGS = $(TEST_CFLAGS) -DGRAPH_WORTH_THREADS=1
tests_libthreaded_la_LIBADD = $(core_libcore_la_LIBADD)

check_PROGRAMS += tests/check_fabric tests/check_tables tests/check_graph tests/check_engines tests/check_cdg
tests_check_fabric_CFLAGS = $(TEST_CFLAGS)
tests_check_fabric_LDADD = tests/libfixture.la
tests_check_tables_CFLAGS = $(TEST_CFLAGS)
tests_check_tables_LDADD = tests/libfixture.la
tests_check_graph_CFLAGS = $(TEST_CFLAGS)
tests_check_graph_LDADD = tests/libfixture.la
tests_check_engines_CFLAGS = $(TEST_CFLAGS)
tests_check_engines_LDADD = tests/libfixture.la
tests_check_cdg_CFLAGS = $(TEST_CFLAGS)
tests_check_cdg_LDADD = tests/libfixture.la

check_PROGRAMS += tests/check_printable
tests_check_printable_CFLAGS = $(TEST_CFLAGS)
tests_check_printable_LDADD = tests/libfixture.la

check_PROGRAMS += tests/check_grid
tests_check_grid_SOURCES = tests/check_grid.c
tests_check_grid_CFLAGS = $(TEST_CFLAGS)
tests_check_grid_LDADD = tests/libfixture.la
check_PROGRAMS += tests/check_lanes tests/check_lane_order
tests_check_lane_order_SOURCES = tests/check_lane_order.c tests/lane_case.h
tests_check_lane_order_CFLAGS = $(TEST_CFLAGS)
tests_check_lane_order_LDADD = tests/libfixture.la
tests_check_lanes_SOURCES = tests/check_lanes.c tests/lane_case.h
tests_check_lanes_CFLAGS = $(TEST_CFLAGS)
tests_check_lanes_LDADD = tests/libfixture.la
