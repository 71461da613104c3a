# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
EXTRA_DIST += tests/e2e/functions.sh tests/e2e/comparison.sh tests/e2e/checks.sh tests/e2e/live.sh tests/e2e/tables.sh tests/e2e/blocks.sh
# The long ones first: they then run beside the short ones.
dist_check_SCRIPTS += \
	tests/e2e/test_same_tables.sh \
	tests/e2e/test_same_real.sh \
	tests/e2e/test_selene.sh \
	tests/e2e/test_sample.sh \
	tests/e2e/test_live.sh \
	tests/e2e/test_deimos.sh \
	tests/e2e/test_dgx.sh \
	tests/e2e/test_file_engine.sh \
	tests/e2e/test_comparison.sh \
	tests/e2e/test_lanes.sh \
	tests/e2e/test_qos.sh \
	tests/e2e/test_lmc.sh \
	tests/e2e/test_mcast.sh \
	tests/e2e/test_torus.sh \
	tests/e2e/test_fattree.sh \
	tests/e2e/test_one_lane.sh \
	tests/e2e/test_report.sh \
	tests/e2e/test_admin.sh \
	tests/e2e/test_resweep.sh \
	tests/e2e/test_options.sh \
	tests/e2e/test_routes.sh \
	tests/e2e/test_pieces.sh \
	tests/e2e/test_cleanup.sh \
	tests/e2e/test_quickstart.sh \
	tests/check_includes.sh
