# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
check_LIBRARIES += tests/libevalfixture.a
tests_libevalfixture_a_SOURCES = tests/evaluator/eval_fixture.c tests/evaluator/eval_fixture.h
tests_libevalfixture_a_CFLAGS = $(TEST_CFLAGS)
EVAL_FIXTURE_LIBS = tests/libevalfixture.a $(JUDGE_LIBS) $(FORMATS_LIBS) generator/synth/libsynth.a $(COMPARISON_LIBS) $(ROUTING_LIBS) $(JSON_LIBS) $(CHECK_LIBS)

check_PROGRAMS += tests/evaluator/check_eval_paths tests/evaluator/measures/check_eval_ebb tests/evaluator/deadlock/check_eval_deadlock \
	tests/evaluator/deadlock/check_eval_multicast tests/evaluator/deadlock/check_eval_flooding
tests_evaluator_check_eval_paths_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_check_eval_paths_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_measures_check_eval_ebb_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_measures_check_eval_ebb_LDADD = $(EVAL_FIXTURE_LIBS)
LOOP_CASE = tests/evaluator/deadlock/loop_case.c tests/evaluator/deadlock/loop_case.h
tests_evaluator_deadlock_check_eval_deadlock_SOURCES = tests/evaluator/deadlock/check_eval_deadlock.c $(LOOP_CASE)
check_PROGRAMS += tests/evaluator/deadlock/check_eval_deadlock_plain
tests_evaluator_deadlock_check_eval_deadlock_plain_SOURCES = tests/evaluator/deadlock/check_eval_deadlock_plain.c $(LOOP_CASE)
tests_evaluator_deadlock_check_eval_deadlock_plain_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_deadlock_check_eval_deadlock_plain_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_deadlock_check_eval_deadlock_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_deadlock_check_eval_deadlock_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_deadlock_check_eval_multicast_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_deadlock_check_eval_multicast_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_deadlock_check_eval_flooding_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_deadlock_check_eval_flooding_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/measures/check_eval_classes
CLASS_CASE = tests/evaluator/measures/class_case.c tests/evaluator/measures/class_case.h
tests_evaluator_measures_check_eval_classes_SOURCES = tests/evaluator/measures/check_eval_classes.c $(CLASS_CASE)
check_PROGRAMS += tests/evaluator/deadlock/check_eval_deadlock_classes
tests_evaluator_deadlock_check_eval_deadlock_classes_SOURCES = tests/evaluator/deadlock/check_eval_deadlock_classes.c $(CLASS_CASE)
tests_evaluator_deadlock_check_eval_deadlock_classes_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_deadlock_check_eval_deadlock_classes_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_measures_check_eval_classes_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_measures_check_eval_classes_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/deadlock/check_eval_mixed
tests_evaluator_deadlock_check_eval_mixed_SOURCES = tests/evaluator/deadlock/check_eval_mixed.c tests/evaluator/deadlock/mixed_plain.c \
	tests/evaluator/deadlock/mixed_plain.h
tests_evaluator_deadlock_check_eval_mixed_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_deadlock_check_eval_mixed_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/transition/check_eval_transition tests/evaluator/transition/check_eval_transition_loops
TWO_TABLES = tests/evaluator/transition/two_tables.c tests/evaluator/transition/two_tables.h
tests_evaluator_transition_check_eval_transition_SOURCES = tests/evaluator/transition/check_eval_transition.c $(TWO_TABLES)
tests_evaluator_transition_check_eval_transition_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_transition_check_eval_transition_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_transition_check_eval_transition_loops_SOURCES = tests/evaluator/transition/check_eval_transition_loops.c $(TWO_TABLES)
tests_evaluator_transition_check_eval_transition_loops_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_transition_check_eval_transition_loops_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/measures/check_eval_diff
tests_evaluator_measures_check_eval_diff_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_measures_check_eval_diff_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/check_eval_compare
tests_evaluator_check_eval_compare_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_check_eval_compare_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/patterns/check_eval_pattern tests/evaluator/patterns/check_eval_pattern_run tests/evaluator/patterns/check_eval_mapping tests/evaluator/workload/check_eval_app
RANK_MATRIX = tests/evaluator/patterns/rank_matrix.c tests/evaluator/patterns/rank_matrix.h
tests_evaluator_patterns_check_eval_pattern_SOURCES = tests/evaluator/patterns/check_eval_pattern.c $(RANK_MATRIX)
check_PROGRAMS += tests/evaluator/patterns/check_eval_pattern_given
tests_evaluator_patterns_check_eval_pattern_given_SOURCES = tests/evaluator/patterns/check_eval_pattern_given.c $(RANK_MATRIX)
tests_evaluator_patterns_check_eval_pattern_given_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_patterns_check_eval_pattern_given_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_patterns_check_eval_pattern_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_patterns_check_eval_pattern_LDADD = $(EVAL_FIXTURE_LIBS)
PATTERN_NET = tests/evaluator/patterns/pattern_net.c tests/evaluator/patterns/pattern_net.h
tests_evaluator_patterns_check_eval_pattern_run_SOURCES = tests/evaluator/patterns/check_eval_pattern_run.c $(PATTERN_NET)
check_PROGRAMS += tests/evaluator/patterns/check_eval_pattern_plain
tests_evaluator_patterns_check_eval_pattern_plain_SOURCES = tests/evaluator/patterns/check_eval_pattern_plain.c $(PATTERN_NET)
tests_evaluator_patterns_check_eval_pattern_plain_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_patterns_check_eval_pattern_plain_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_patterns_check_eval_pattern_run_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_patterns_check_eval_pattern_run_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_patterns_check_eval_mapping_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_patterns_check_eval_mapping_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_workload_check_eval_app_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_workload_check_eval_app_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/check_eval_report
tests_evaluator_check_eval_report_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_check_eval_report_LDADD = evaluator/report/libreport.a $(VALUES_LIBS) $(CHECK_LIBS) $(JSON_LIBS)

check_PROGRAMS += tests/evaluator/measures/check_eval_split
tests_evaluator_measures_check_eval_split_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_measures_check_eval_split_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/check_eval_adaptive
tests_evaluator_check_eval_adaptive_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_check_eval_adaptive_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/check_eval_failures
tests_evaluator_check_eval_failures_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_check_eval_failures_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/measures/check_eval_spread
tests_evaluator_measures_check_eval_spread_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_measures_check_eval_spread_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/measures/check_eval_worst
tests_evaluator_measures_check_eval_worst_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_measures_check_eval_worst_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/check_eval_capacity
tests_evaluator_check_eval_capacity_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_check_eval_capacity_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/workload/check_eval_workload tests/evaluator/workload/check_eval_workload_shapes tests/evaluator/workload/check_eval_workload_paper
tests_evaluator_workload_check_eval_workload_SOURCES = tests/evaluator/workload/check_eval_workload.c tests/evaluator/workload/workload_bed.h
tests_evaluator_workload_check_eval_workload_shapes_SOURCES = tests/evaluator/workload/check_eval_workload_shapes.c tests/evaluator/workload/workload_bed.h
tests_evaluator_workload_check_eval_workload_shapes_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_workload_check_eval_workload_shapes_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_workload_check_eval_workload_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_workload_check_eval_workload_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_workload_check_eval_workload_paper_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_workload_check_eval_workload_paper_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/workload/check_eval_tara
tests_evaluator_workload_check_eval_tara_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_workload_check_eval_tara_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/workload/check_eval_provision
tests_evaluator_workload_check_eval_provision_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_workload_check_eval_provision_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/measures/check_eval_levels
tests_evaluator_measures_check_eval_levels_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_measures_check_eval_levels_LDADD = $(EVAL_FIXTURE_LIBS)
if WITH_CAIRO
check_PROGRAMS += tests/evaluator/check_plot
dist_check_SCRIPTS += tests/evaluator/test_page.sh tests/evaluator/test_plot.sh tests/evaluator/test_draw.sh
else
EXTRA_DIST += tests/evaluator/test_page.sh tests/evaluator/test_plot.sh tests/evaluator/test_draw.sh
endif
EXTRA_PROGRAMS += tests/evaluator/check_plot
tests_evaluator_check_plot_CFLAGS = $(TEST_CFLAGS) $(CAIRO_CFLAGS)
tests_evaluator_check_plot_LDADD = evaluator/plot/libplot.a evaluator/plot/libcairo.a evaluator/plot/libpicture.a $(JUDGE_LIBS) $(FORMATS_LIBS) $(CHECK_LIBS) $(CAIRO_LIBS) $(JSON_LIBS)
dist_check_SCRIPTS += tests/evaluator/test_progress.sh

# The program as --without-cairo makes it.
noinst_PROGRAMS += tests/evaluator/sssp-eval-plain
tests_evaluator_sssp_eval_plain_SOURCES = evaluator/main.c
tests_evaluator_sssp_eval_plain_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)
tests_evaluator_sssp_eval_plain_LDADD = evaluator/commands/libcommands.a evaluator/commands/libalone.a $(EVAL_ROOMS) \
	evaluator/plot/libnocairo.a evaluator/plot/libpicture.a $(JUDGE_LIBS) $(FORMATS_LIBS) $(JSON_LIBS)
dist_check_SCRIPTS += tests/evaluator/test_without_cairo.sh

check_PROGRAMS += tests/evaluator/check_traffic
tests_evaluator_check_traffic_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_check_traffic_LDADD = $(EVAL_FIXTURE_LIBS)

check_PROGRAMS += tests/evaluator/check_live
tests_evaluator_check_live_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_check_live_LDADD = $(EVAL_FIXTURE_LIBS) evaluator/live/liblive.a

check_PROGRAMS += tests/evaluator/check_draw
tests_evaluator_check_draw_SOURCES = tests/evaluator/check_draw.c tests/evaluator/draw/draw_case.h
tests_evaluator_check_draw_CFLAGS = $(TEST_CFLAGS) $(CAIRO_CFLAGS)
tests_evaluator_check_draw_LDADD = $(EVAL_FIXTURE_LIBS) evaluator/draw/libdraw.a $(PICTURE_LIBS) $(FORMATS_LIBS) $(CAIRO_LIBS)
check_PROGRAMS += tests/evaluator/draw/check_sketch
tests_evaluator_draw_check_sketch_SOURCES = tests/evaluator/draw/check_sketch.c tests/evaluator/draw/draw_case.h
tests_evaluator_draw_check_sketch_CFLAGS = $(TEST_CFLAGS) $(CAIRO_CFLAGS)
tests_evaluator_draw_check_sketch_LDADD = $(EVAL_FIXTURE_LIBS) evaluator/draw/libdraw.a $(PICTURE_LIBS) $(FORMATS_LIBS) $(CAIRO_LIBS)

dist_check_SCRIPTS += tests/golden/run.sh tests/test_man_examples.sh tests/test_shown_commands.sh tests/evaluator/test_eval_mpi.sh tests/evaluator/test_eval_degenerate.sh tests/evaluator/test_prometheus.sh tests/evaluator/test_eval_pages.sh tests/evaluator/test_rehearse.sh tests/evaluator/test_adaptive.sh tests/evaluator/test_rails.sh tests/evaluator/test_cabling.sh tests/evaluator/test_what_if.sh tests/evaluator/test_rehearse_plan.sh tests/evaluator/test_verify_answers.sh
EXTRA_DIST += tests/examples.sh
EXTRA_DIST += \
	tests/golden/deadlock-any-sl-15.test \
	tests/golden/deadlock-any-sl-one-without.test \
	tests/golden/transition-replies.test tests/golden/meant.test tests/golden/names.test \
	tests/golden/rehearse.test \
	tests/golden/left-out.test tests/golden/psl-foreign.test tests/golden/folder-digest.test tests/golden/deadlock-without-sl.test tests/golden/load-order.test \
	tests/golden/subset.test \
	tests/golden/pattern-rounds.test \
	tests/golden/csv.test \
	tests/golden/chassis-guid.test \
	tests/golden/compare-whose.test \
	tests/golden/cut.test \
	tests/golden/error-zero.test \
	tests/golden/folder-older.test \
	tests/golden/folder.test \
	tests/golden/name-map.test \
	tests/golden/path.test \
	tests/golden/routes-list.test \
	tests/golden/an-compare.test \
	tests/golden/an-deadlock.test \
	tests/golden/an-ebb.test \
	tests/golden/an-pattern.test \
	tests/golden/an-routes-all.test \
	tests/golden/an-routes.test \
	tests/golden/an-workload.test \
	tests/golden/an-worst.test \
	tests/golden/avakas-deadlock.test \
	tests/golden/avakas-ebb.test \
	tests/golden/avakas-routes.test \
	tests/golden/compare-broken.test \
	tests/golden/compare-folder.test \
	tests/golden/compare-ignore.test \
	tests/golden/compare-json.test \
	tests/golden/compare-text.test \
	tests/golden/deadlock-any-sl.test \
	tests/golden/deadlock-old-sl.test \
	tests/golden/error-old-sl.test \
	tests/golden/error-transition.test \
	tests/golden/transition.test \
	tests/golden/transition-cut.test \
	tests/golden/transition-mcast.test \
	tests/golden/deadlock-circle.test \
	tests/golden/deadlock-compact.test \
	tests/golden/deadlock-dropped.test \
	tests/golden/deadlock-ignore-sl.test \
	tests/golden/deadlock-lanes.test \
	tests/golden/deadlock-loop.test \
	tests/golden/deadlock-mcast-json.test \
	tests/golden/deadlock-mcast-loop.test \
	tests/golden/deadlock-mcast-sl.test \
	tests/golden/deadlock-mcast.test \
	tests/golden/deadlock-reverse.test \
	tests/golden/deadlock-with-itself.test \
	tests/golden/deadlock-with-tree.test \
	tests/golden/deadlock-with.test \
	tests/golden/diff-missing.test \
	tests/golden/diff-sl.test \
	tests/golden/diff-text.test \
	tests/golden/doubt-fabric.test \
	tests/golden/doubt-quiet.test \
	tests/golden/ebb-lost.test \
	tests/golden/ebb-one.test \
	tests/golden/ebb-precision.test \
	tests/golden/ebb-text.test \
	tests/golden/ebb-threads.test \
	tests/golden/error-arguments.test \
	tests/golden/error-broken.test \
	tests/golden/error-command.test \
	tests/golden/error-compare-files.test \
	tests/golden/error-compare-name.test \
	tests/golden/error-diff.test \
	tests/golden/error-mcast-sl.test \
	tests/golden/error-mcast.test \
	tests/golden/error-no-file.test \
	tests/golden/error-no-lids.test \
	tests/golden/error-option.test \
	tests/golden/error-other-fabric.test \
	tests/golden/error-same-file.test \
	tests/golden/error-with.test \
	tests/golden/app-errors.test \
	tests/golden/app-measured.test \
	tests/golden/app-paper.test \
	tests/golden/avakas-pattern.test \
	tests/golden/pattern-broken.test \
	tests/golden/pattern-capacity.test \
	tests/golden/pattern-errors.test \
	tests/golden/pattern-figure1-full.test \
	tests/golden/pattern-figure1.test \
	tests/golden/pattern-lost.test \
	tests/golden/pattern-orders.test \
	tests/golden/pattern-ppn.test \
	tests/golden/idle.test \
	tests/golden/pattern-threads.test \
	tests/golden/input/an5.lfts \
	tests/golden/input/fig1-full.pattern \
	tests/golden/input/fig1-hot.pattern \
	tests/golden/input/fig1.lfts \
	tests/golden/input/fig1.net \
	tests/golden/input/ring5.hosts \
	tests/golden/input/other.net \
	tests/golden/input/ring5-broken.lfts \
	tests/golden/input/ring5-drop.slvl \
	tests/golden/input/ring5-loop.lfts \
	tests/golden/input/ring5-loop.mcfdbs \
	tests/golden/input/ring5-missing.lfts \
	tests/golden/input/ring5.guid2lid \
	tests/golden/input/ring5.lfts \
	tests/golden/input/ring5.mcfdbs \
	tests/golden/input/replies4.lfts \
	tests/golden/input/replies4.psl \
	tests/golden/input/rails.map \
	tests/golden/input/ring5.net \
	tests/golden/input/ring5.psl \
	tests/golden/input/ring5.sl \
	tests/golden/input/ring5.slvl \
	tests/golden/lids-beside.test \
	tests/golden/lids-lmc.test \
	tests/golden/lids-mismatch.test \
	tests/golden/lids-named.test \
	tests/golden/lids-some.test \
	tests/golden/lids-unusable.test \
	tests/golden/plafrim2-damaged.test \
	tests/golden/routes-dropped.test \
	tests/golden/routes-json.test \
	tests/golden/routes-loop.test \
	tests/golden/routes-missing.test \
	tests/golden/routes-single.test \
	tests/golden/routes-stdin.test \
	tests/golden/routes-text.test \
	tests/golden/compare-capacity.test \
	tests/golden/workload-errors.test \
	tests/golden/workload-text.test \
	tests/golden/tara-few.test \
	tests/golden/provision-errors.test \
	tests/golden/provision-folder.test \
	tests/golden/provision-text.test \
	tests/golden/simulate-compare.test \
	tests/golden/paths.test \
	tests/golden/simulate-errors.test \
	tests/golden/simulate-lost.test \
	tests/golden/simulate-stops.test \
	tests/golden/simulate-classes.test \
	tests/golden/simulate-text.test \
	tests/golden/worst-avakas.test \
	tests/golden/worst-bad-channel.test \
	tests/golden/worst-channel.test \
	tests/golden/worst-no-channel.test

check_PROGRAMS += tests/evaluator/check_degraded_files
tests_evaluator_check_degraded_files_SOURCES = tests/evaluator/check_degraded_files.c tests/plugin/motley_fabric.c tests/plugin/motley_fabric.h
tests_evaluator_check_degraded_files_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_check_degraded_files_LDADD = $(ROUTING_TEST_LIBS) $(EVAL_LIBS)

check_PROGRAMS += tests/evaluator/measures/check_eval_change
tests_evaluator_measures_check_eval_change_SOURCES = tests/evaluator/measures/check_eval_change.c
tests_evaluator_measures_check_eval_change_CFLAGS = $(TEST_CFLAGS) $(JSON_CFLAGS)
tests_evaluator_measures_check_eval_change_LDADD = $(EVAL_FIXTURE_LIBS) $(EVAL_LIBS)

dist_check_SCRIPTS += tests/evaluator/test_eval_bytes.sh
EXTRA_DIST += tests/evaluator/eval_bytes

check_PROGRAMS += tests/evaluator/simulate/check_sim_theory tests/evaluator/simulate/check_sim
tests_evaluator_simulate_check_sim_theory_SOURCES = tests/evaluator/simulate/check_sim_theory.c tests/evaluator/simulate/sim_bed.h
tests_evaluator_simulate_check_sim_theory_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_simulate_check_sim_theory_LDADD = $(EVAL_FIXTURE_LIBS)
tests_evaluator_simulate_check_sim_SOURCES = tests/evaluator/simulate/check_sim.c tests/evaluator/simulate/sim_bed.h
tests_evaluator_simulate_check_sim_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_simulate_check_sim_LDADD = $(EVAL_FIXTURE_LIBS)
check_PROGRAMS += tests/evaluator/simulate/check_sim_known
tests_evaluator_simulate_check_sim_known_SOURCES = tests/evaluator/simulate/check_sim_known.c tests/evaluator/simulate/sim_bed.h
tests_evaluator_simulate_check_sim_known_CFLAGS = $(TEST_CFLAGS)
tests_evaluator_simulate_check_sim_known_LDADD = $(EVAL_FIXTURE_LIBS)
