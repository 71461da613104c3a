# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
EXTRA_DIST += tests/e2e/functions.sh tests/e2e/comparison.sh tests/e2e/checks.sh tests/e2e/groups.sh tests/e2e/try.sh tests/e2e/live.sh tests/e2e/tables.sh tests/e2e/blocks.sh tests/e2e/osmtest.sh
# The long ones first: they then run beside the short ones.
dist_check_SCRIPTS += \
	tests/e2e/test_osmtest.sh tests/e2e/test_busy.sh tests/e2e/test_members.sh \
	tests/e2e/test_same_tables.sh \
	tests/e2e/test_same_real.sh \
	tests/e2e/test_selene.sh \
	tests/e2e/test_sample.sh \
	tests/e2e/test_live.sh \
	tests/e2e/test_deimos.sh \
	tests/e2e/test_dgx.sh \
	tests/e2e/test_file_engine.sh tests/e2e/test_path.sh tests/e2e/test_rehearsed.sh \
	tests/e2e/test_comparison.sh \
	tests/e2e/test_lanes.sh tests/e2e/test_port_lanes.sh \
	tests/e2e/test_qos.sh \
	tests/e2e/test_lmc.sh tests/e2e/test_lmc_routes.sh \
	tests/e2e/test_mcast.sh \
	tests/e2e/test_torus.sh tests/e2e/test_jobs.sh tests/e2e/test_layout.sh tests/e2e/test_linkinfo.sh tests/e2e/test_mcast_restart.sh tests/e2e/test_status.sh tests/e2e/test_try.sh tests/e2e/test_live_tables.sh \
	tests/e2e/test_counters.sh \
	tests/e2e/test_degraded.sh \
	tests/e2e/test_fattree.sh \
	tests/e2e/test_one_lane.sh \
	tests/e2e/test_report.sh \
	tests/e2e/test_admin.sh \
	tests/e2e/test_resweep.sh tests/e2e/test_ucast_cache.sh tests/e2e/test_verify.sh tests/e2e/test_cut_off.sh \
	tests/e2e/test_options.sh \
	tests/e2e/test_afternoon.sh tests/e2e/test_check.sh \
	tests/e2e/test_once.sh \
	tests/e2e/test_optimized.sh tests/e2e/test_routes.sh tests/e2e/test_siege.sh \
	tests/e2e/test_reroute.sh tests/e2e/test_exchange.sh tests/e2e/test_between_phases.sh tests/e2e/test_first_start.sh \
	tests/e2e/test_restart.sh \
	tests/e2e/test_pieces.sh \
	tests/e2e/test_cleanup.sh \
	tests/e2e/test_quickstart.sh \
	tests/check_includes.sh

# Preloaded by what talks to the SA in ibsim at length.
if WITH_OPENSM
EXTRA_PROGRAMS += tests/e2e/libsimrmpp.so
check_DATA += tests/e2e/libsimrmpp.so
tests_e2e_libsimrmpp_so_SOURCES = tests/e2e/sim_rmpp.c
tests_e2e_libsimrmpp_so_CFLAGS = $(AM_CFLAGS) $(OPENSM_CFLAGS)
tests_e2e_libsimrmpp_so_LDFLAGS = $(HARDEN_LDFLAGS) $(DEBUG_CFLAGS) -shared

EXTRA_PROGRAMS += tests/e2e/mc_members
check_DATA += tests/e2e/mc_members$(EXEEXT)
tests_e2e_mc_members_SOURCES = tests/e2e/mc_members.c
tests_e2e_mc_members_CFLAGS = $(AM_CFLAGS) $(OPENSM_CFLAGS)
tests_e2e_mc_members_LDADD = -libumad
endif
