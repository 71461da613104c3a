# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Faults in a row against a running subnet manager: `make campaign [SEED=1] [EVENTS=200] [FABRICS='..']`.
EXTRA_DIST += tests/campaign/campaign.sh tests/campaign/sm.sh tests/campaign/reroutes.sh tests/campaign/exchanges.sh \
	tests/campaign/all.sh tests/campaign/test_campaign_torus.sh tests/campaign/test_campaign_fattree.sh

if WITH_OPENSM
noinst_PROGRAMS += tests/campaign-plan
tests_campaign_plan_SOURCES = tests/campaign/plan.c tests/campaign/cable_events.c tests/campaign/cable_events.h tests/campaign/cabling.c tests/campaign/cabling.h
tests_campaign_plan_LDADD = $(GLIB_LIBS)

dist_check_SCRIPTS += tests/campaign/test_standby.sh
LONG_CAMPAIGNS = tests/campaign/test_campaign_torus.sh tests/campaign/test_campaign_fattree.sh
endif

SEED = 1
EVENTS = 200
FABRICS = karytree:4,3 torus:6x6,hosts=2 deimos group:torus:4x5,hosts=2
.PHONY: campaign
campaign: all tests/e2e/libsimrmpp.so
	@srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' SSSP_E2E_REQUIRED=1 \
		bash '$(abs_top_srcdir)/tests/campaign/all.sh' '$(SEED)' '$(EVENTS)' $(FABRICS)

# The same for short campaigns with valgrind around OpenSM, and unit tests in it.
VALGRIND = valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite --num-callers=30
VALGRIND_TESTS = tests/core/graph/check_graph tests/core/graph/check_cdg tests/core/lanes/check_lanes tests/core/tables/check_tables tests/core/check_prove \
	tests/plugin/check_plugin_import tests/plugin/subnet/check_plugin_vls tests/plugin/subnet/check_plugin_export tests/plugin/check_plugin_mcast tests/plugin/values/check_plugin_dump tests/plugin/values/check_plugin_folder
.PHONY: check-valgrind check-sanitizers
check-valgrind: all tests/e2e/libsimrmpp.so
	$(MAKE) check TESTS='$(VALGRIND_TESTS)' LOG_COMPILER="env CK_FORK=no $(VALGRIND)"
	@srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' SSSP_E2E_REQUIRED=1 SSSP_VALGRIND=1 \
		bash '$(abs_top_srcdir)/tests/campaign/all.sh' '$(SEED)' 23 torus:4x4,hosts=1 karytree:3,3

# All tests, end-to-end ones and short campaigns too, in a build with AddressSanitizer and UBSan in a folder of its own.
check-sanitizers:
	mkdir -p sanitizers
	cd sanitizers && { test -f Makefile || '$(abs_top_srcdir)/configure' -q --enable-sanitizers CC='$(CC)'; }
	cd sanitizers && $(MAKE) check
