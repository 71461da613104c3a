# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
check_LTLIBRARIES += tests/libsynthlook.la
tests_libsynthlook_la_SOURCES = tests/synth_look.c tests/synth_look.h
tests_libsynthlook_la_CFLAGS = $(TEST_CFLAGS)
tests_libsynthlook_la_LIBADD = core/libcore.la $(CHECK_LIBS)

check_PROGRAMS += tests/check_synth
tests_check_synth_CFLAGS = $(TEST_CFLAGS)
tests_check_synth_LDADD = tests/libsynthlook.la tests/libfixture.la

check_PROGRAMS += tests/check_synth_clusters
tests_check_synth_clusters_CFLAGS = $(TEST_CFLAGS)
tests_check_synth_clusters_LDADD = tests/libsynthlook.la tests/libfixture.la

check_PROGRAMS += tests/check_synth_spec
tests_check_synth_spec_CFLAGS = $(TEST_CFLAGS)
tests_check_synth_spec_LDADD = tests/libsynthlook.la tests/libfixture.la

dist_check_SCRIPTS += tests/test_topo_cli.sh tests/test_topo_configs.sh tests/test_topo_ibsim.sh
