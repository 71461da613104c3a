# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
check_LIBRARIES += tests/libsynthlook.a
tests_libsynthlook_a_SOURCES = tests/generator/synth_look.c tests/generator/synth_look.h
tests_libsynthlook_a_CFLAGS = $(TEST_CFLAGS)
SYNTH_LOOK_LIBS = tests/libsynthlook.a generator/synth/libsynth.a $(VALUES_LIBS) $(CHECK_LIBS)

check_PROGRAMS += tests/generator/check_synth
tests_generator_check_synth_CFLAGS = $(TEST_CFLAGS)
tests_generator_check_synth_LDADD = $(SYNTH_LOOK_LIBS) $(FIXTURE_LIBS)

check_PROGRAMS += tests/generator/check_synth_clusters
tests_generator_check_synth_clusters_CFLAGS = $(TEST_CFLAGS)
tests_generator_check_synth_clusters_LDADD = $(SYNTH_LOOK_LIBS) $(FIXTURE_LIBS)

check_PROGRAMS += tests/generator/check_synth_ends
tests_generator_check_synth_ends_CFLAGS = $(TEST_CFLAGS)
tests_generator_check_synth_ends_LDADD = $(SYNTH_LOOK_LIBS) $(FIXTURE_LIBS)

check_PROGRAMS += tests/generator/check_synth_machines
tests_generator_check_synth_machines_CFLAGS = $(TEST_CFLAGS)
tests_generator_check_synth_machines_LDADD = $(SYNTH_LOOK_LIBS) $(FIXTURE_LIBS)

check_PROGRAMS += tests/generator/check_synth_shuffle
tests_generator_check_synth_shuffle_CFLAGS = $(TEST_CFLAGS)
tests_generator_check_synth_shuffle_LDADD = $(SYNTH_LOOK_LIBS) $(FIXTURE_LIBS)

check_PROGRAMS += tests/generator/check_synth_spec
tests_generator_check_synth_spec_CFLAGS = $(TEST_CFLAGS)
tests_generator_check_synth_spec_LDADD = $(SYNTH_LOOK_LIBS) $(FIXTURE_LIBS)

check_PROGRAMS += tests/generator/check_synth_trees
tests_generator_check_synth_trees_CFLAGS = $(TEST_CFLAGS)
tests_generator_check_synth_trees_LDADD = $(SYNTH_LOOK_LIBS) $(FIXTURE_LIBS)

check_PROGRAMS += tests/generator/check_synth_fail
tests_generator_check_synth_fail_CFLAGS = $(TEST_CFLAGS)
tests_generator_check_synth_fail_LDADD = $(SYNTH_LOOK_LIBS) $(FIXTURE_LIBS)

dist_check_SCRIPTS += tests/generator/test_topo_cli.sh tests/generator/test_topo_slurm.sh tests/generator/test_topo_configs.sh tests/generator/test_topo_ibsim.sh
