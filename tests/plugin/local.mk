# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
if WITH_OPENSM
check_PROGRAMS += tests/plugin/values/check_plugin_options tests/plugin/values/check_plugin_dump tests/plugin/check_plugin_import
PLUGIN_TEST_LIBS = $(PLUGIN_LIBS) $(FIXTURE_LIBS)

check_PROGRAMS += tests/plugin/values/check_plugin_folder
tests_plugin_values_check_plugin_folder_SOURCES = tests/plugin/values/check_plugin_folder.c
tests_plugin_values_check_plugin_folder_CFLAGS = $(TEST_CFLAGS)
tests_plugin_values_check_plugin_folder_LDADD = $(PLUGIN_TEST_LIBS)

check_PROGRAMS += tests/plugin/values/check_plugin_jobs
tests_plugin_values_check_plugin_jobs_SOURCES = tests/plugin/values/check_plugin_jobs.c
tests_plugin_values_check_plugin_jobs_CFLAGS = $(TEST_CFLAGS)
tests_plugin_values_check_plugin_jobs_LDADD = $(PLUGIN_TEST_LIBS) $(ROUTING_TEST_LIBS)

tests_plugin_values_check_plugin_options_SOURCES = tests/plugin/values/check_plugin_options.c
tests_plugin_values_check_plugin_options_CFLAGS = $(TEST_CFLAGS)
tests_plugin_values_check_plugin_options_LDADD = $(PLUGIN_TEST_LIBS)

tests_plugin_values_check_plugin_dump_SOURCES = tests/plugin/values/check_plugin_dump.c
tests_plugin_values_check_plugin_dump_CFLAGS = $(TEST_CFLAGS)
tests_plugin_values_check_plugin_dump_LDADD = $(PLUGIN_TEST_LIBS)

check_PROGRAMS += tests/plugin/values/check_mcast_prune
tests_plugin_values_check_mcast_prune_SOURCES = tests/plugin/values/check_mcast_prune.c
tests_plugin_values_check_mcast_prune_CFLAGS = $(TEST_CFLAGS)
tests_plugin_values_check_mcast_prune_LDADD = $(PLUGIN_TEST_LIBS)

check_PROGRAMS += tests/plugin/check/check_status_text
tests_plugin_check_check_status_text_SOURCES = tests/plugin/check/check_status_text.c plugin/check/status_text.c
tests_plugin_check_check_status_text_CFLAGS = $(TEST_CFLAGS)
tests_plugin_check_check_status_text_LDADD = $(FIXTURE_LIBS)

# Both stand in for opensm itself; libosmcomp has its containers.
check_PROGRAMS += tests/plugin/check_plugin_mcast
tests_plugin_check_plugin_mcast_SOURCES = tests/plugin/check_plugin_mcast.c plugin/mcast.c
tests_plugin_check_plugin_mcast_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_check_plugin_mcast_LDADD = $(PLUGIN_TEST_LIBS) -losmcomp

check_LIBRARIES += tests/libhandsubnet.a
tests_libhandsubnet_a_SOURCES = tests/plugin/subnet/hand_subnet.c tests/plugin/subnet/hand_subnet.h plugin/subnet/import.c plugin/subnet/vls.c plugin/subnet/export.c
tests_libhandsubnet_a_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
HAND_SUBNET_LIBS = tests/libhandsubnet.a $(PLUGIN_TEST_LIBS) -losmcomp
tests_plugin_check_plugin_import_SOURCES = tests/plugin/check_plugin_import.c
tests_plugin_check_plugin_import_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_check_plugin_import_LDADD = $(HAND_SUBNET_LIBS)
check_PROGRAMS += tests/plugin/subnet/check_plugin_vls tests/plugin/subnet/check_plugin_export
tests_plugin_subnet_check_plugin_vls_SOURCES = tests/plugin/subnet/check_plugin_vls.c
tests_plugin_subnet_check_plugin_vls_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_subnet_check_plugin_vls_LDADD = $(HAND_SUBNET_LIBS)
tests_plugin_subnet_check_plugin_export_SOURCES = tests/plugin/subnet/check_plugin_export.c
tests_plugin_subnet_check_plugin_export_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_subnet_check_plugin_export_LDADD = $(HAND_SUBNET_LIBS)

check_PROGRAMS += tests/plugin/check_plugin_admin
tests_plugin_check_plugin_admin_SOURCES = tests/plugin/check_plugin_admin.c plugin/admin_files.c
tests_plugin_check_plugin_admin_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_check_plugin_admin_LDADD = $(PLUGIN_TEST_LIBS) -losmcomp

# The whole plugin, and a stand-in for opensm: compiled once for all that link it.
OSM_DOUBLE = tests/plugin/osm_double.c tests/plugin/osm_double.h tests/plugin/osm_double_maps.c tests/plugin/osm_double_maps.h \
	tests/plugin/subnet/osm_double_subnet.c tests/plugin/subnet/osm_double_subnet.h $(plugin_libosmsssp_so_SOURCES)
check_LIBRARIES += tests/libosmdouble.a
tests_libosmdouble_a_SOURCES = $(OSM_DOUBLE) tests/plugin/osm_truth.c tests/plugin/osm_truth.h
tests_libosmdouble_a_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
OSM_DOUBLE_LIBS = tests/libosmdouble.a $(PLUGIN_TEST_LIBS) $(ROUTING_TEST_LIBS) -losmcomp
check_PROGRAMS += tests/plugin/check_plugin_faults
tests_plugin_check_plugin_faults_SOURCES = tests/plugin/check_plugin_faults.c tests/core/base/refuse.c tests/core/base/refuse.h $(THREADED)
tests_plugin_check_plugin_faults_CFLAGS = $(THREADED_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_check_plugin_faults_LDADD = $(OSM_DOUBLE_LIBS)

check_PROGRAMS += tests/plugin/check_plugin_sl2vl
tests_plugin_check_plugin_sl2vl_SOURCES = tests/plugin/check_plugin_sl2vl.c
tests_plugin_check_plugin_sl2vl_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_check_plugin_sl2vl_LDADD = $(OSM_DOUBLE_LIBS)

check_PROGRAMS += tests/plugin/check_plugin_job_sweeps
tests_plugin_check_plugin_job_sweeps_SOURCES = tests/plugin/check_plugin_job_sweeps.c
tests_plugin_check_plugin_job_sweeps_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_check_plugin_job_sweeps_LDADD = $(OSM_DOUBLE_LIBS)

check_PROGRAMS += tests/plugin/check_plugin_keep
KEEP_CASE = tests/plugin/values/keep_case.c tests/plugin/values/keep_case.h
tests_plugin_check_plugin_keep_SOURCES = tests/plugin/check_plugin_keep.c $(KEEP_CASE)
tests_plugin_check_plugin_keep_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_check_plugin_keep_LDADD = $(OSM_DOUBLE_LIBS)
check_PROGRAMS += tests/plugin/values/check_plugin_state_file
tests_plugin_values_check_plugin_state_file_SOURCES = tests/plugin/values/check_plugin_state_file.c $(KEEP_CASE)
tests_plugin_values_check_plugin_state_file_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_values_check_plugin_state_file_LDADD = $(OSM_DOUBLE_LIBS)

check_PROGRAMS += tests/plugin/check_plugin_phases
tests_plugin_check_plugin_phases_SOURCES = tests/plugin/check_plugin_phases.c
tests_plugin_check_plugin_phases_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_check_plugin_phases_LDADD = $(OSM_DOUBLE_LIBS)

check_PROGRAMS += tests/plugin/check_degraded
tests_plugin_check_degraded_SOURCES = tests/plugin/check_degraded.c tests/plugin/motley_fabric.c tests/plugin/motley_fabric.h tests/plugin/osm_damage.c tests/plugin/osm_damage.h
tests_plugin_check_degraded_CFLAGS = $(TEST_CFLAGS) $(OPENSM_CFLAGS)
tests_plugin_check_degraded_LDADD = $(OSM_DOUBLE_LIBS)

dist_check_SCRIPTS += tests/plugin/test_other_opensm.sh tests/plugin/test_with_opensm.sh tests/plugin/test_messages.sh

# Everything compiled anew for ThreadSanitizer, unless other sanitizers are there, which do not go with it.
if HAVE_TSAN
check_PROGRAMS += tests/plugin/race_plugin
endif
EXTRA_PROGRAMS += tests/plugin/race_plugin
tests_plugin_race_plugin_SOURCES = tests/plugin/race_plugin.c $(OSM_DOUBLE) $(plugin_libpluginpure_a_SOURCES) \
	$(plugin_libplugintables_a_SOURCES) $(formats_text_libtext_a_SOURCES) $(generator_synth_libsynth_a_SOURCES) \
	$(CORE_SOURCES)
tests_plugin_race_plugin_CFLAGS = -std=gnu11 $(WARN_CFLAGS) $(GLIB_CFLAGS) $(OPENSM_CFLAGS) -fsanitize=thread -g \
	-DGRAPH_WORTH_THREADS=1 -DEXPORT_WORTH_A_THREAD=1
tests_plugin_race_plugin_LDFLAGS = -fsanitize=thread
tests_plugin_race_plugin_LDADD = $(GLIB_LIBS) -losmcomp
# The last -O counts: it compiles the longest of all programs, and runs some seconds.
RACE_PLUGIN = tests/plugin/race_plugin$(EXEEXT)
$(RACE_PLUGIN): CFLAGS += -O0
endif
