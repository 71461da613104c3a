# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Unit tests are check programs: exit 0 all passed. Scripts exit 77 to be skipped.

TEST_EXTENSIONS = .sh
TESTS += $(check_PROGRAMS) $(dist_check_SCRIPTS)
# Programs that tests start.
check_DATA =
# None of them takes a minute on an idle machine. A test that hangs fails in the end, also one of a check program
# (CK_DEFAULT_TIMEOUT, by default 4 s, too little on a busy one), and what it has started is ended by its death.
LOG_COMPILER = timeout --foreground --kill-after=30 900
SH_LOG_COMPILER = $(LOG_COMPILER)
TEST_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(JSON_CFLAGS)
AM_TESTS_ENVIRONMENT = \
	srcdir='$(abs_top_srcdir)'; export srcdir; \
	builddir='$(abs_top_builddir)'; export builddir; \
	SSSP_SHARED="$${SSSP_SHARED:-$(abs_top_srcdir)/../shared}"; export SSSP_SHARED; \
	SSSP_HARDENED='$(HARDENED)'; export SSSP_HARDENED; \
	LSAN_OPTIONS='suppressions=$(abs_top_srcdir)/tests/lsan.supp:print_suppressions=0'; export LSAN_OPTIONS; \
	SSSP_NODE_NAME_MAP=; export SSSP_NODE_NAME_MAP; \
	CK_DEFAULT_TIMEOUT=300; export CK_DEFAULT_TIMEOUT; \
	G_DEBUG=fatal-criticals; export G_DEBUG;

# What is found without running anything; needs cppcheck, shellcheck, mandoc and groff.
dist_check_SCRIPTS += tests/test_hardening.sh tests/test_hostile.sh tests/test_full_disk.sh tests/test_little_memory.sh tests/test_security_page.sh tests/test_readme.sh tests/test_package_scripts.sh
EXTRA_DIST += tests/lint.sh tests/words.sh tests/lsan.supp
.PHONY: lint
lint:
	@srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' CC='$(CC)' LINT_PLUGIN='$(LINT_PLUGIN)' \
		LINT_CFLAGS='$(CPPFLAGS) $(GLIB_CFLAGS) $(JSON_CFLAGS) $(CAIRO_CFLAGS) $(OPENSM_CFLAGS)' \
		$(SHELL) '$(srcdir)/tests/lint.sh'
if WITH_OPENSM
LINT_PLUGIN = yes
else
LINT_PLUGIN = no
endif

# Small faults planted one at a time in core/ and evaluator/: how many do the tests find? MUTANTS=200, SEED=1.
EXTRA_DIST += tests/mutation/mutation.sh tests/mutation/mutant.c tests/mutation/mutant.h tests/mutation/sites.awk tests/mutation/known
.PHONY: mutation
mutation:
	@srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' bash '$(srcdir)/tests/mutation/mutation.sh' \
		$(or $(MUTANTS),200) $(or $(SEED),1)

include tests/core/local.mk
include tests/formats/local.mk
include tests/generator/local.mk
include tests/evaluator/local.mk
include tests/plugin/local.mk
include tests/fuzz/local.mk
include tests/attack/local.mk
include tests/campaign/local.mk
include tests/e2e/local.mk

# What takes a minute or more by its nature, and what of other tests wants large fabrics: the longest first.
LONG_TESTS = tests/e2e/test_packages.sh tests/test_figures.sh $(LONG_CAMPAIGNS) tests/test_lint.sh $(LONG_ATTACK) \
	tests/core/test_cliff_large.sh tests/core/test_cliff.sh
EXTRA_DIST += $(LONG_TESTS)
.PHONY: check-long check-all
check-long:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(LONG_TESTS)'
# Both in one run, in which no core waits for the last test of the first.
check-all:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(LONG_TESTS) $(TESTS)'
