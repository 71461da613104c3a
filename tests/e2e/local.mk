# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
dist_check_SCRIPTS += tests/check_includes.sh
