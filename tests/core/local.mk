# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
check_LIBRARIES += tests/libfixture.a
tests_libfixture_a_SOURCES = tests/core/fixture.c tests/core/fixture.h tests/asserts.h
tests_libfixture_a_CFLAGS = $(TEST_CFLAGS)
FIXTURE_LIBS = tests/libfixture.a generator/synth/libsynth.a $(COMPARISON_LIBS) $(ROUTING_LIBS) $(CHECK_LIBS)

# Threads for the smallest fabric: the file that says what is worth them, compiled with the program in place of the core's.
THREADED = core/graph/graph.c
THREADED_CFLAGS = $(TEST_CFLAGS) -DGRAPH_WORTH_THREADS=1

check_PROGRAMS += tests/core/fabric/check_fabric tests/core/tables/check_tables tests/core/graph/check_graph tests/core/engines/check_engines tests/core/graph/check_cdg
tests_core_fabric_check_fabric_CFLAGS = $(TEST_CFLAGS)
tests_core_fabric_check_fabric_LDADD = $(FIXTURE_LIBS)
tests_core_tables_check_tables_CFLAGS = $(TEST_CFLAGS)
tests_core_tables_check_tables_LDADD = $(FIXTURE_LIBS)
tests_core_graph_check_graph_CFLAGS = $(TEST_CFLAGS)
tests_core_graph_check_graph_LDADD = $(FIXTURE_LIBS)
tests_core_engines_check_engines_CFLAGS = $(TEST_CFLAGS)
tests_core_engines_check_engines_LDADD = $(FIXTURE_LIBS)
tests_core_graph_check_cdg_CFLAGS = $(TEST_CFLAGS)
tests_core_graph_check_cdg_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/base/check_ahead
tests_core_base_check_ahead_CFLAGS = $(TEST_CFLAGS)
tests_core_base_check_ahead_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/base/check_arena
tests_core_base_check_arena_CFLAGS = $(TEST_CFLAGS)
tests_core_base_check_arena_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/fabric/check_fabric_class
tests_core_fabric_check_fabric_class_CFLAGS = $(TEST_CFLAGS)
tests_core_fabric_check_fabric_class_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/base/check_least
tests_core_base_check_least_CFLAGS = $(TEST_CFLAGS)
tests_core_base_check_least_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/base/check_printable
tests_core_base_check_printable_CFLAGS = $(TEST_CFLAGS)
tests_core_base_check_printable_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/engines/check_port_vls
tests_core_engines_check_port_vls_SOURCES = tests/core/engines/check_port_vls.c tests/core/odd_fabric.c tests/core/odd_fabric.h
tests_core_engines_check_port_vls_CFLAGS = $(TEST_CFLAGS)
tests_core_engines_check_port_vls_LDADD = $(FIXTURE_LIBS)
check_PROGRAMS += tests/core/engines/check_port_vls_beside
tests_core_engines_check_port_vls_beside_SOURCES = tests/core/engines/check_port_vls_beside.c tests/core/engines/guarded_draw.c \
	tests/core/engines/guarded_draw.h
tests_core_engines_check_port_vls_beside_CFLAGS = $(TEST_CFLAGS)
tests_core_engines_check_port_vls_beside_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/guide/check_guide_exits
tests_core_guide_check_guide_exits_SOURCES = tests/core/guide/check_guide_exits.c tests/core/guide/guide_case.c tests/core/guide/guide_case.h
tests_core_guide_check_guide_exits_CFLAGS = $(TEST_CFLAGS)
tests_core_guide_check_guide_exits_LDADD = $(FIXTURE_LIBS)
check_PROGRAMS += tests/core/guide/check_guide
tests_core_guide_check_guide_SOURCES = tests/core/guide/check_guide.c tests/core/guide/guide_case.c tests/core/guide/guide_case.h
tests_core_guide_check_guide_CFLAGS = $(TEST_CFLAGS)
tests_core_guide_check_guide_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/dependency/check_dependency
tests_core_dependency_check_dependency_SOURCES = tests/core/dependency/check_dependency.c tests/core/dependency/dependency_adds.c \
	tests/core/dependency/dependency_play.c tests/core/dependency/dependency_play.h tests/core/dependency/dependency_shadow.c tests/core/dependency/dependency_shadow.h \
	tests/core/dependency/dependency_takes.c
tests_core_dependency_check_dependency_CFLAGS = $(TEST_CFLAGS)
tests_core_dependency_check_dependency_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/engines/check_guarded
GUARDED_CASE = tests/core/engines/guarded_draw.c tests/core/engines/guarded_draw.h tests/core/engines/guarded_judge.c tests/core/engines/guarded_judge.h
tests_core_engines_check_guarded_SOURCES = tests/core/engines/check_guarded.c $(GUARDED_CASE) $(THREADED)
tests_core_engines_check_guarded_CFLAGS = $(THREADED_CFLAGS)
tests_core_engines_check_guarded_LDADD = $(FIXTURE_LIBS)
check_PROGRAMS += tests/core/engines/check_guarded_order
tests_core_engines_check_guarded_order_SOURCES = tests/core/engines/check_guarded_order.c $(GUARDED_CASE)
tests_core_engines_check_guarded_order_CFLAGS = $(TEST_CFLAGS)
tests_core_engines_check_guarded_order_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/graph/check_spanning_tree
tests_core_graph_check_spanning_tree_CFLAGS = $(TEST_CFLAGS)
tests_core_graph_check_spanning_tree_LDADD = $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/torus/check_grid
tests_core_torus_check_grid_SOURCES = tests/core/torus/check_grid.c
tests_core_torus_check_grid_CFLAGS = $(TEST_CFLAGS)
tests_core_torus_check_grid_LDADD = $(FIXTURE_LIBS)
check_PROGRAMS += tests/core/lanes/check_lanes
tests_core_lanes_check_lanes_SOURCES = tests/core/lanes/check_lanes.c tests/core/lanes/lane_case.h
tests_core_lanes_check_lanes_CFLAGS = $(TEST_CFLAGS)
tests_core_lanes_check_lanes_LDADD = $(FIXTURE_LIBS)
check_PROGRAMS += tests/core/fit/check_fit
tests_core_fit_check_fit_SOURCES = tests/core/fit/check_fit.c tests/core/lanes/lane_case.h
tests_core_fit_check_fit_CFLAGS = $(TEST_CFLAGS)
tests_core_fit_check_fit_LDADD = $(FIXTURE_LIBS)
check_LIBRARIES += tests/librouting.a
tests_librouting_a_SOURCES = \
	tests/core/routing_judge.c tests/core/routing_judge.h \
	tests/core/routing_judge_pairs.c tests/core/routing_judge_work.h tests/core/routing_judge_lanes.c tests/core/routing_judge_lanes.h \
	tests/core/routing_case.c tests/core/routing_case.h
tests_librouting_a_CFLAGS = $(TEST_CFLAGS)
ROUTING_TEST_LIBS = tests/librouting.a $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/check_routing
tests_core_check_routing_CFLAGS = $(THREADED_CFLAGS)
tests_core_check_routing_SOURCES = tests/core/check_routing.c tests/core/odd_fabric.c tests/core/odd_fabric.h $(THREADED)
tests_core_check_routing_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/base/check_refused
tests_core_base_check_refused_CFLAGS = $(THREADED_CFLAGS)
tests_core_base_check_refused_SOURCES = tests/core/base/check_refused.c tests/core/base/refuse.c tests/core/base/refuse.h $(THREADED)
tests_core_base_check_refused_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/engines/check_published
tests_core_engines_check_published_CFLAGS = $(TEST_CFLAGS)
tests_core_engines_check_published_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/reroute/check_reroute
tests_core_reroute_check_reroute_CFLAGS = $(THREADED_CFLAGS)
tests_core_reroute_check_reroute_SOURCES = tests/core/reroute/check_reroute.c tests/core/reroute/reroute_site.c tests/core/reroute/reroute_site.h $(THREADED)
tests_core_reroute_check_reroute_LDADD = $(ROUTING_TEST_LIBS)

# What tests of exchanges have in common: rows of events, and who judges what happens in between.
check_LIBRARIES += tests/libexchangecase.a
tests_libexchangecase_a_SOURCES = tests/core/exchange/exchange_history.c tests/core/exchange/exchange_history.h tests/core/exchange/exchange_inherent.c \
	tests/core/exchange/exchange_inherent.h tests/core/exchange/exchange_judge.c tests/core/exchange/exchange_judge.h tests/core/exchange/exchange_union.c \
	tests/core/exchange/exchange_union.h bench/events/reroute.h bench/events/reroute_events.c
tests_libexchangecase_a_CFLAGS = $(TEST_CFLAGS)
EXCHANGE_LIBS = tests/libexchangecase.a $(JUDGE_LIBS) $(FORMATS_LIBS) $(FIXTURE_LIBS)

check_PROGRAMS += tests/core/exchange/check_exchange tests/core/exchange/check_exchange_ports tests/core/exchange/check_exchange_back
tests_core_exchange_check_exchange_SOURCES = tests/core/exchange/check_exchange.c tests/core/exchange/exchange_case.c tests/core/exchange/exchange_case.h
tests_core_exchange_check_exchange_CFLAGS = $(TEST_CFLAGS)
tests_core_exchange_check_exchange_LDADD = $(EXCHANGE_LIBS)
check_PROGRAMS += tests/core/exchange/check_exchange_planted
tests_core_exchange_check_exchange_planted_SOURCES = tests/core/exchange/check_exchange_planted.c tests/core/exchange/exchange_case.c tests/core/exchange/exchange_case.h
tests_core_exchange_check_exchange_planted_CFLAGS = $(TEST_CFLAGS)
tests_core_exchange_check_exchange_planted_LDADD = $(EXCHANGE_LIBS)
PORT_CASE = tests/core/exchange/port_case.c tests/core/exchange/port_case.h
tests_core_exchange_check_exchange_ports_SOURCES = tests/core/exchange/check_exchange_ports.c $(PORT_CASE)
tests_core_exchange_check_exchange_ports_CFLAGS = $(TEST_CFLAGS)
tests_core_exchange_check_exchange_ports_LDADD = $(EXCHANGE_LIBS)
check_PROGRAMS += tests/core/exchange/check_exchange_ports_back
tests_core_exchange_check_exchange_ports_back_SOURCES = tests/core/exchange/check_exchange_ports_back.c $(PORT_CASE)
tests_core_exchange_check_exchange_ports_back_CFLAGS = $(TEST_CFLAGS)
tests_core_exchange_check_exchange_ports_back_LDADD = $(EXCHANGE_LIBS)
EXCHANGE_BACK = tests/core/exchange/check_exchange_back.c tests/core/exchange/exchange_sight.c tests/core/exchange/exchange_sight.h
tests_core_exchange_check_exchange_back_SOURCES = $(EXCHANGE_BACK)
tests_core_exchange_check_exchange_back_CFLAGS = $(TEST_CFLAGS)
tests_core_exchange_check_exchange_back_LDADD = $(EXCHANGE_LIBS)

check_PROGRAMS += tests/core/reroute/check_idle
tests_core_reroute_check_idle_CFLAGS = $(TEST_CFLAGS)
tests_core_reroute_check_idle_LDADD = $(EXCHANGE_LIBS)

check_PROGRAMS += tests/core/reroute/check_even
tests_core_reroute_check_even_CFLAGS = $(TEST_CFLAGS)
tests_core_reroute_check_even_LDADD = $(EXCHANGE_LIBS)

# The same where no steps are left for trials.
check_PROGRAMS += tests/core/exchange/check_exchange_ports_hurry tests/core/exchange/check_exchange_ports_back_hurry tests/core/exchange/check_exchange_hurry
tests_core_exchange_check_exchange_ports_hurry_CFLAGS = $(TEST_CFLAGS) -DEXCHANGE_LOOKS=0
tests_core_exchange_check_exchange_ports_hurry_SOURCES = tests/core/exchange/check_exchange_ports.c $(PORT_CASE) core/exchange/exchange.c
tests_core_exchange_check_exchange_ports_hurry_LDADD = $(EXCHANGE_LIBS)
tests_core_exchange_check_exchange_ports_back_hurry_CFLAGS = $(TEST_CFLAGS) -DEXCHANGE_LOOKS=0
tests_core_exchange_check_exchange_ports_back_hurry_SOURCES = tests/core/exchange/check_exchange_ports_back.c $(PORT_CASE) core/exchange/exchange.c
tests_core_exchange_check_exchange_ports_back_hurry_LDADD = $(EXCHANGE_LIBS)
tests_core_exchange_check_exchange_hurry_CFLAGS = $(TEST_CFLAGS) -DEXCHANGE_LOOKS=0
tests_core_exchange_check_exchange_hurry_SOURCES = $(EXCHANGE_BACK) core/exchange/exchange.c
tests_core_exchange_check_exchange_hurry_LDADD = $(EXCHANGE_LIBS)

check_PROGRAMS += tests/core/check_routing_judge
tests_core_check_routing_judge_CFLAGS = $(TEST_CFLAGS)
tests_core_check_routing_judge_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/check_routing_order tests/core/check_routing_edges
tests_core_check_routing_order_CFLAGS = $(THREADED_CFLAGS)
tests_core_check_routing_order_SOURCES = tests/core/check_routing_order.c $(THREADED)
tests_core_check_routing_order_LDADD = $(ROUTING_TEST_LIBS)
tests_core_check_routing_edges_CFLAGS = $(TEST_CFLAGS)
tests_core_check_routing_edges_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/check_one_lane
CHOOSE_CASE = tests/core/choose/choose_case.c tests/core/choose/choose_case.h
tests_core_check_one_lane_SOURCES = tests/core/check_one_lane.c $(CHOOSE_CASE)
tests_core_check_one_lane_CFLAGS = $(TEST_CFLAGS)
tests_core_check_one_lane_LDADD = $(ROUTING_TEST_LIBS)
check_PROGRAMS += tests/core/choose/check_loads
tests_core_choose_check_loads_SOURCES = tests/core/choose/check_loads.c $(CHOOSE_CASE)
tests_core_choose_check_loads_CFLAGS = $(TEST_CFLAGS)
tests_core_choose_check_loads_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/check_routing_real
tests_core_check_routing_real_CFLAGS = $(TEST_CFLAGS)
tests_core_check_routing_real_LDADD = $(ROUTING_TEST_LIBS) $(FORMATS_LIBS)

EXTRA_DIST += tests/cli_functions.sh
dist_check_SCRIPTS += tests/generator/test_route_cli.sh tests/generator/test_route_folder.sh tests/generator/test_route_from.sh tests/generator/test_route_optimize.sh tests/generator/test_route_options.sh \
	tests/test_completion.sh

check_PROGRAMS += tests/core/reroute/check_history
tests_core_reroute_check_history_CFLAGS = $(TEST_CFLAGS)
tests_core_reroute_check_history_LDADD = $(ROUTING_TEST_LIBS)
check_PROGRAMS += tests/core/graph/check_marks
tests_core_graph_check_marks_CFLAGS = $(TEST_CFLAGS)
tests_core_graph_check_marks_LDADD = $(ROUTING_TEST_LIBS)

# Tables that are what they were.
EXTRA_DIST += tests/generator/route_bytes
dist_check_SCRIPTS += tests/generator/test_route_bytes.sh

check_PROGRAMS += tests/core/engines/check_lmc
tests_core_engines_check_lmc_CFLAGS = $(TEST_CFLAGS)
tests_core_engines_check_lmc_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/lmc/check_lmc_routes
tests_core_lmc_check_lmc_routes_CFLAGS = $(TEST_CFLAGS)
tests_core_lmc_check_lmc_routes_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/lanes/check_budget
tests_core_lanes_check_budget_CFLAGS = $(TEST_CFLAGS)
tests_core_lanes_check_budget_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/lanes/check_weak_links
tests_core_lanes_check_weak_links_CFLAGS = $(TEST_CFLAGS)
tests_core_lanes_check_weak_links_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/engines/check_port_engines
tests_core_engines_check_port_engines_CFLAGS = $(TEST_CFLAGS)
tests_core_engines_check_port_engines_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/check_prove
tests_core_check_prove_CFLAGS = $(TEST_CFLAGS)
tests_core_check_prove_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/optimize/check_weigh_hosts
tests_core_optimize_check_weigh_hosts_CFLAGS = $(TEST_CFLAGS)
tests_core_optimize_check_weigh_hosts_SOURCES = tests/core/optimize/check_weigh_hosts.c
tests_core_optimize_check_weigh_hosts_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/check_jobs
tests_core_check_jobs_CFLAGS = $(TEST_CFLAGS)
tests_core_check_jobs_SOURCES = tests/core/check_jobs.c
tests_core_check_jobs_LDADD = $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/optimize/check_optimize
tests_core_optimize_check_optimize_CFLAGS = $(TEST_CFLAGS)
tests_core_optimize_check_optimize_LDADD = $(OPTIMIZE_LIBS) $(ROUTING_TEST_LIBS)
check_PROGRAMS += tests/core/optimize/check_optimize_counts
tests_core_optimize_check_optimize_counts_CFLAGS = $(TEST_CFLAGS)
tests_core_optimize_check_optimize_counts_LDADD = $(OPTIMIZE_LIBS) $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/optimize/check_optimize_pattern
tests_core_optimize_check_optimize_pattern_CFLAGS = $(TEST_CFLAGS)
tests_core_optimize_check_optimize_pattern_LDADD = $(JUDGE_LIBS) $(OPTIMIZE_LIBS) $(ROUTING_TEST_LIBS)

check_PROGRAMS += tests/core/check_bytes
EXTRA_DIST += tests/core/bytes
tests_core_check_bytes_CFLAGS = $(TEST_CFLAGS)
tests_core_check_bytes_SOURCES = tests/core/check_bytes.c tests/attack/attack.h tests/attack/case.c tests/attack/case_fabric.c \
	tests/attack/draw.c tests/attack/mutate.c tests/attack/shapes.c bench/drawn/cliff.h bench/drawn/cliff_families.c
tests_core_check_bytes_LDADD = $(OPTIMIZE_LIBS) $(FIXTURE_LIBS)
