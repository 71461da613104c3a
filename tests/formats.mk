# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
FORMATS_TEST_LIBS = formats/libformats.la core/libcore.la $(CHECK_LIBS) $(GLIB_LIBS)
EXTRA_DIST += tests/formats_common.h
dist_check_SCRIPTS += tests/test_real_fabrics.sh

check_LTLIBRARIES += tests/libtopologytexts.la
tests_libtopologytexts_la_SOURCES = tests/topology_texts.c tests/topology_texts.h
tests_libtopologytexts_la_LIBADD = core/libcore.la

if HAVE_CHECK
check_PROGRAMS += tests/check_ibnetdiscover tests/check_input tests/check_sl_files tests/check_subnet_lst \
	tests/check_lft_files tests/check_fabric_id tests/check_mcfdbs tests/check_source tests/check_db_csv \
	tests/check_round_trip tests/check_large
tests_check_ibnetdiscover_SOURCES = tests/check_ibnetdiscover.c
tests_check_ibnetdiscover_CFLAGS = $(TEST_CFLAGS)
tests_check_ibnetdiscover_LDADD = $(FORMATS_TEST_LIBS)
tests_check_input_SOURCES = tests/check_input.c
tests_check_input_CFLAGS = $(TEST_CFLAGS)
tests_check_input_LDADD = $(FORMATS_TEST_LIBS)
tests_check_sl_files_SOURCES = tests/check_sl_files.c
tests_check_sl_files_CFLAGS = $(TEST_CFLAGS)
tests_check_sl_files_LDADD = $(FORMATS_TEST_LIBS)
tests_check_subnet_lst_SOURCES = tests/check_subnet_lst.c
tests_check_subnet_lst_CFLAGS = $(TEST_CFLAGS)
tests_check_subnet_lst_LDADD = $(FORMATS_TEST_LIBS)
tests_check_lft_files_SOURCES = tests/check_lft_files.c
tests_check_lft_files_CFLAGS = $(TEST_CFLAGS)
tests_check_lft_files_LDADD = $(FORMATS_TEST_LIBS)
tests_check_fabric_id_SOURCES = tests/check_fabric_id.c
tests_check_fabric_id_CFLAGS = $(TEST_CFLAGS)
tests_check_fabric_id_LDADD = $(FORMATS_TEST_LIBS)
tests_check_mcfdbs_SOURCES = tests/check_mcfdbs.c
tests_check_mcfdbs_CFLAGS = $(TEST_CFLAGS)
tests_check_mcfdbs_LDADD = $(FORMATS_TEST_LIBS)
tests_check_source_SOURCES = tests/check_source.c
tests_check_source_CFLAGS = $(TEST_CFLAGS)
tests_check_source_LDADD = $(FORMATS_TEST_LIBS)
tests_check_db_csv_SOURCES = tests/check_db_csv.c
tests_check_db_csv_CFLAGS = $(TEST_CFLAGS)
tests_check_db_csv_LDADD = $(FORMATS_TEST_LIBS)
tests_check_round_trip_SOURCES = tests/check_round_trip.c
tests_check_round_trip_CFLAGS = $(TEST_CFLAGS)
tests_check_round_trip_LDADD = tests/libtopologytexts.la $(FORMATS_TEST_LIBS)
tests_check_large_SOURCES = tests/check_large.c
tests_check_large_CFLAGS = $(TEST_CFLAGS)
tests_check_large_LDADD = tests/libtopologytexts.la $(FORMATS_TEST_LIBS)
endif

# Fuzz targets. `make check` runs each over its corpus and damaged copies of it; with --enable-fuzzer `make fuzz` has
# libFuzzer search on from there, FUZZ_SECONDS for each, and leaves what it found in tests/fuzz-found.
EXTRA_DIST += tests/corpus tests/regression
FUZZ_SOURCES = tests/fuzz.h tests/fuzz_targets.c tests/fuzz_topologies.c tests/fuzz_tables.c \
	tests/fuzz_words.c tests/fuzz_options.c tests/fuzz_names.c \
	tests/fuzz_files.c tests/fuzz_pieces.h tests/fuzz_folder.c tests/fuzz_fabric.c \
	tests/routing_judge.c tests/routing_judge.h tests/routing_judge_lanes.c tests/routing_judge_lanes.h \
	evaluator/case.c evaluator/lids.c evaluator/in_range.c evaluator/workload_options.c \
	generator/route_options.c plugin/options.c plugin/options.h plugin/folder.c plugin/folder.h
FUZZ_SECONDS = 10
if ENABLE_FUZZER
noinst_PROGRAMS += tests/fuzz
tests_fuzz_SOURCES = $(FUZZ_SOURCES) tests/fuzz_libfuzzer.c
tests_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
EXTRA_DIST += tests/fuzz_driver.c
else
check_PROGRAMS += tests/fuzz
tests_fuzz_SOURCES = $(FUZZ_SOURCES) tests/fuzz_driver.c
EXTRA_DIST += tests/fuzz_libfuzzer.c
endif
tests_fuzz_CFLAGS = $(AM_CFLAGS)
tests_fuzz_LDADD = evaluator/libplot.la evaluator/libeval.la formats/libformats.la core/libcore.la $(GLIB_LIBS)

.PHONY: fuzz
if ENABLE_FUZZER
fuzz: tests/fuzz
	@mkdir -p tests/fuzz-found && for target in $$(tests/fuzz | sort); do \
		mkdir -p "tests/fuzz-corpus/$$target" && \
		FUZZ_TARGET=$$target tests/fuzz -max_total_time=$(FUZZ_SECONDS) -timeout=10 -verbosity=0 \
			-entropic=0 -print_final_stats=1 -artifact_prefix="tests/fuzz-found/$$target-" "tests/fuzz-corpus/$$target" \
			"$(srcdir)/tests/corpus/$$target" \
			$$(ls -d "$(srcdir)/tests/regression/$$target" 2>/dev/null) >"tests/fuzz-found/$$target.log" 2>&1 || \
			{ cat "tests/fuzz-found/$$target.log"; exit 1; }; \
		sed -n "s/^stat::number_of_executed_units: */$$target: runs /p" "tests/fuzz-found/$$target.log"; \
	done
else
fuzz:
	@echo "this build has no libFuzzer: configure with CC=clang --enable-fuzzer" >&2; exit 1
endif
clean-local: clean-fuzz
clean-fuzz:
	rm -rf tests/fuzz-found tests/fuzz-corpus
