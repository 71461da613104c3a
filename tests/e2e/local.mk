# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
EXTRA_DIST += tests/e2e/functions.sh tests/e2e/comparison.sh tests/e2e/checks.sh
dist_check_SCRIPTS += \
	tests/check_includes.sh \
	tests/e2e/test_cleanup.sh \
	tests/e2e/test_quickstart.sh
