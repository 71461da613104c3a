# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Faults in a row against a running subnet manager: `make campaign [SEED=1] [EVENTS=200] [FABRICS='..']`.
EXTRA_DIST += tests/campaign/campaign.sh tests/campaign/sm.sh tests/campaign/all.sh

if WITH_OPENSM
noinst_PROGRAMS += tests/campaign-plan
tests_campaign_plan_SOURCES = tests/campaign/plan.c tests/campaign/cabling.c tests/campaign/cabling.h
tests_campaign_plan_LDADD = $(GLIB_LIBS)

dist_check_SCRIPTS += tests/campaign/test_campaign_fattree.sh tests/campaign/test_campaign_torus.sh
endif

SEED = 1
EVENTS = 200
FABRICS = karytree:4,3 torus:6x6,hosts=2 deimos
.PHONY: campaign
campaign: all
	@srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' SSSP_E2E_REQUIRED=1 \
		bash '$(abs_top_srcdir)/tests/campaign/all.sh' '$(SEED)' '$(EVENTS)' $(FABRICS)
