# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Fuzz targets. `make check` runs each over its corpus and damaged copies of it; with --enable-fuzzer `make fuzz` has
# libFuzzer search on from there, FUZZ_SECONDS for each, and leaves what it found in tests/fuzz-found.
EXTRA_DIST += tests/fuzz/corpus tests/fuzz/regression
FUZZ_SOURCES = tests/fuzz/fuzz.h tests/fuzz/fuzz_targets.c tests/fuzz/fuzz_topologies.c tests/fuzz/fuzz_tables.c tests/fuzz/fuzz_state.c \
	tests/fuzz/fuzz_words.c tests/fuzz/fuzz_options.c tests/fuzz/fuzz_names.c \
	tests/fuzz/fuzz_files.c tests/fuzz/fuzz_pieces.h tests/fuzz/fuzz_folder.c tests/fuzz/fuzz_fabric.c \
	tests/core/routing_judge.c tests/core/routing_judge.h tests/core/routing_judge_pairs.c tests/core/routing_judge_work.h tests/core/routing_judge_lanes.c tests/core/routing_judge_lanes.h \
	generator/route/route_options.c core/optimize/shape.c plugin/values/options.c plugin/values/options.h plugin/values/folder.c plugin/values/folder.h
FUZZ_SECONDS = 10
if ENABLE_FUZZER
noinst_PROGRAMS += tests/fuzz/fuzz
tests_fuzz_fuzz_SOURCES = $(FUZZ_SOURCES) tests/fuzz/fuzz_libfuzzer.c
tests_fuzz_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
EXTRA_DIST += tests/fuzz/fuzz_driver.c
else
check_PROGRAMS += tests/fuzz/fuzz
tests_fuzz_fuzz_SOURCES = $(FUZZ_SOURCES) tests/fuzz/fuzz_driver.c
EXTRA_DIST += tests/fuzz/fuzz_libfuzzer.c
endif
tests_fuzz_fuzz_CFLAGS = $(AM_CFLAGS)
tests_fuzz_fuzz_LDADD = $(EVAL_LIBS) generator/synth/libsynth.a $(COMPARISON_LIBS) $(ROUTING_LIBS)

.PHONY: fuzz
if ENABLE_FUZZER
fuzz: tests/fuzz/fuzz
	@mkdir -p tests/fuzz-found && for target in $$(tests/fuzz/fuzz | sort); do \
		mkdir -p "tests/fuzz-corpus/$$target" && \
		FUZZ_TARGET=$$target tests/fuzz/fuzz -max_total_time=$(FUZZ_SECONDS) -timeout=10 -verbosity=0 \
			-entropic=0 -print_final_stats=1 -artifact_prefix="tests/fuzz-found/$$target-" "tests/fuzz-corpus/$$target" \
			"$(srcdir)/tests/fuzz/corpus/$$target" \
			$$(ls -d "$(srcdir)/tests/fuzz/regression/$$target" 2>/dev/null) >"tests/fuzz-found/$$target.log" 2>&1 || \
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
