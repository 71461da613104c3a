# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
FORMATS_TEST_LIBS = $(FORMATS_LIBS) generator/synth/libsynth.a $(COMPARISON_LIBS) $(ROUTING_LIBS) $(CHECK_LIBS)
EXTRA_DIST += tests/formats/formats_common.h
dist_check_SCRIPTS += tests/formats/test_real_fabrics.sh

check_LIBRARIES += tests/libtopologytexts.a
tests_libtopologytexts_a_SOURCES = tests/formats/topology_texts.c tests/formats/topology_texts.h
TOPOLOGY_TEXTS_LIBS = tests/libtopologytexts.a $(VALUES_LIBS)

if HAVE_CHECK
check_PROGRAMS += tests/formats/check_hostlist
check_PROGRAMS += tests/formats/net/check_ibnetdiscover tests/formats/check_input tests/formats/tables/check_sl_files tests/formats/net/check_subnet_lst \
	tests/formats/tables/check_lft_files tests/formats/tables/check_fabric_id tests/formats/tables/check_mcfdbs tests/formats/check_source tests/formats/net/check_db_csv \
	tests/formats/check_round_trip tests/formats/check_large tests/formats/check_state
check_PROGRAMS += tests/formats/check_counters
check_PROGRAMS += tests/formats/net/check_links
tests_formats_net_check_links_CFLAGS = $(TEST_CFLAGS)
tests_formats_net_check_links_LDADD = $(FORMATS_TEST_LIBS)
check_PROGRAMS += tests/formats/check_interrupt
tests_formats_check_interrupt_CFLAGS = $(TEST_CFLAGS)
tests_formats_check_interrupt_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_check_counters_CFLAGS = $(TEST_CFLAGS)
tests_formats_check_counters_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_net_check_ibnetdiscover_SOURCES = tests/formats/net/check_ibnetdiscover.c tests/formats/net/net_case.h
tests_formats_net_check_ibnetdiscover_CFLAGS = $(TEST_CFLAGS)
tests_formats_net_check_ibnetdiscover_LDADD = $(FORMATS_TEST_LIBS)
check_PROGRAMS += tests/formats/net/check_ibnetdiscover_nodes tests/formats/net/check_ibnetdiscover_ends tests/formats/net/check_ibnetdiscover_written
tests_formats_net_check_ibnetdiscover_nodes_SOURCES = tests/formats/net/check_ibnetdiscover_nodes.c tests/formats/net/net_case.h
tests_formats_net_check_ibnetdiscover_nodes_CFLAGS = $(TEST_CFLAGS)
tests_formats_net_check_ibnetdiscover_nodes_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_net_check_ibnetdiscover_ends_SOURCES = tests/formats/net/check_ibnetdiscover_ends.c tests/formats/net/net_case.h
tests_formats_net_check_ibnetdiscover_ends_CFLAGS = $(TEST_CFLAGS)
tests_formats_net_check_ibnetdiscover_ends_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_net_check_ibnetdiscover_written_SOURCES = tests/formats/net/check_ibnetdiscover_written.c tests/formats/net/net_case.h
tests_formats_net_check_ibnetdiscover_written_CFLAGS = $(TEST_CFLAGS)
tests_formats_net_check_ibnetdiscover_written_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_check_input_SOURCES = tests/formats/check_input.c
tests_formats_check_input_CFLAGS = $(TEST_CFLAGS)
tests_formats_check_input_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_tables_check_sl_files_SOURCES = tests/formats/tables/check_sl_files.c
tests_formats_tables_check_sl_files_CFLAGS = $(TEST_CFLAGS)
tests_formats_tables_check_sl_files_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_net_check_subnet_lst_SOURCES = tests/formats/net/check_subnet_lst.c
tests_formats_net_check_subnet_lst_CFLAGS = $(TEST_CFLAGS)
tests_formats_net_check_subnet_lst_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_tables_check_lft_files_SOURCES = tests/formats/tables/check_lft_files.c
tests_formats_tables_check_lft_files_CFLAGS = $(TEST_CFLAGS)
tests_formats_tables_check_lft_files_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_tables_check_fabric_id_SOURCES = tests/formats/tables/check_fabric_id.c
tests_formats_tables_check_fabric_id_CFLAGS = $(TEST_CFLAGS)
tests_formats_tables_check_fabric_id_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_tables_check_mcfdbs_SOURCES = tests/formats/tables/check_mcfdbs.c
tests_formats_tables_check_mcfdbs_CFLAGS = $(TEST_CFLAGS)
tests_formats_tables_check_mcfdbs_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_check_state_SOURCES = tests/formats/check_state.c tests/formats/state_case.h
tests_formats_check_state_CFLAGS = $(TEST_CFLAGS)
tests_formats_check_state_LDADD = $(FORMATS_TEST_LIBS)
check_PROGRAMS += tests/formats/check_state_parts
tests_formats_check_state_parts_SOURCES = tests/formats/check_state_parts.c tests/formats/state_case.h
tests_formats_check_state_parts_CFLAGS = $(TEST_CFLAGS)
tests_formats_check_state_parts_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_check_hostlist_SOURCES = tests/formats/check_hostlist.c
tests_formats_check_hostlist_CFLAGS = $(TEST_CFLAGS)
tests_formats_check_hostlist_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_check_source_SOURCES = tests/formats/check_source.c
tests_formats_check_source_CFLAGS = $(TEST_CFLAGS)
tests_formats_check_source_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_net_check_db_csv_SOURCES = tests/formats/net/check_db_csv.c
tests_formats_net_check_db_csv_CFLAGS = $(TEST_CFLAGS)
tests_formats_net_check_db_csv_LDADD = $(FORMATS_TEST_LIBS)
tests_formats_check_round_trip_SOURCES = tests/formats/check_round_trip.c
tests_formats_check_round_trip_CFLAGS = $(TEST_CFLAGS)
tests_formats_check_round_trip_LDADD = $(TOPOLOGY_TEXTS_LIBS) $(FORMATS_TEST_LIBS)
tests_formats_check_large_SOURCES = tests/formats/check_large.c
tests_formats_check_large_CFLAGS = $(TEST_CFLAGS)
tests_formats_check_large_LDADD = $(TOPOLOGY_TEXTS_LIBS) $(FORMATS_TEST_LIBS)
endif
