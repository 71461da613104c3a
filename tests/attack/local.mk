# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The core that is attacked is compiled anew: sanitizers, counters of what was entered, and of steps; and what is done to
# large fabrics only is done to small ones. The judge is compiled as ever.
EXTRA_DIST += tests/attack/cases tests/attack/coverage.sh tests/attack/not-entered tests/attack/reduce.sh
EXTRA_LIBRARIES += tests/libattacked.a
tests_libattacked_a_SOURCES = $(CORE_SOURCES)
tests_libattacked_a_CFLAGS = -std=gnu11 $(WARN_CFLAGS) $(GLIB_CFLAGS) -g -fno-omit-frame-pointer \
	-DGRAPH_WORTH_THREADS=1 $(ATTACK_CFLAGS)
# The last -O counts: half the time to compile, for what runs half a minute.
ATTACKED = tests/libattacked.a
$(ATTACKED): CFLAGS += -O1

EXTRA_PROGRAMS += tests/attack/attack
tests_attack_attack_SOURCES = tests/attack/attack.c tests/attack/attack.h tests/attack/case.c tests/attack/case_fabric.c \
	tests/attack/case_text.c tests/attack/draw.c tests/attack/folder.c tests/attack/invariants.c tests/attack/meter.c \
	tests/attack/mutate.c tests/attack/same.c tests/attack/shapes.c bench/drawn/cliff.h bench/drawn/cliff_families.c \
	tests/core/routing_judge.c tests/core/routing_judge.h tests/core/routing_judge_pairs.c tests/core/routing_judge_work.h tests/core/routing_judge_lanes.c \
	tests/core/routing_judge_lanes.h generator/route/route_files.c generator/route/route_files.h generator/route/route_folder.c \
	generator/route/route_folder.h plugin/values/folder.c plugin/values/folder.h
tests_attack_attack_CFLAGS = $(AM_CFLAGS)
tests_attack_attack_LDFLAGS = $(AM_LDFLAGS) $(ATTACK_CFLAGS)
tests_attack_attack_LDADD = tests/libattacked.a generator/synth/libsynth.a $(FORMATS_LIBS)

# The same on the core as it is installed: large fabrics, many times as fast.
EXTRA_PROGRAMS += tests/attack/attack_plain
tests_attack_attack_plain_SOURCES = $(tests_attack_attack_SOURCES)
tests_attack_attack_plain_CFLAGS = $(AM_CFLAGS)
tests_attack_attack_plain_LDADD = generator/synth/libsynth.a $(COMPARISON_LIBS) $(ROUTING_LIBS) $(FORMATS_LIBS)

# `make check` has small fabrics, always the same, on the core that counts, `make check-long` half a minute of others;
# `make attack` has SECONDS of them, and as many of large ones on the core that is installed.
EXTRA_DIST += tests/attack/test_attack_drawn.sh
if HAVE_ATTACK
check_DATA += tests/attack/attack$(EXEEXT)
dist_check_SCRIPTS += tests/attack/test_attack.sh
LONG_ATTACK = tests/attack/test_attack_drawn.sh
else
EXTRA_DIST += tests/attack/test_attack.sh
endif
.PHONY: attack
attack: tests/attack/attack tests/attack/attack_plain
	srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' $(SHELL) '$(srcdir)/tests/attack/test_attack.sh'
	srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' SEED='$(SEED)' SECONDS_EACH='$(SECONDS)' LARGE=yes \
		$(SHELL) '$(srcdir)/tests/attack/test_attack_drawn.sh'

mostlyclean-local: clean-attack
clean-attack:
	find core tests -name '*.gcda' -exec rm -f {} +
	find core tests -name '*libattacked_la-*.gcno' -exec rm -f {} +
