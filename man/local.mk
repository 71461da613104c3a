# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
dist_man_MANS += man/sssp-topo.1
dist_man_MANS += man/sssp-eval.1
dist_man_MANS += man/sssp-formats.5
dist_man_MANS += man/sssp-route.1
if WITH_OPENSM
dist_man_MANS += man/opensm-sssp.7 man/osmsssp.8 man/sssp-check.8 man/sssp-status.8 man/sssp-try.8
else
EXTRA_DIST += man/opensm-sssp.7 man/osmsssp.8 man/sssp-check.8 man/sssp-status.8 man/sssp-try.8
endif
