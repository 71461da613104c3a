# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
dist_man_MANS += man/sssp-topo.1
dist_man_MANS += man/sssp-eval.1
dist_man_MANS += man/sssp-eval-app.1 man/sssp-eval-cabling.1 man/sssp-eval-compare.1 man/sssp-eval-deadlock.1 man/sssp-eval-diff.1 \
	man/sssp-eval-draw.1 man/sssp-eval-ebb.1 man/sssp-eval-load.1 man/sssp-eval-path.1 man/sssp-eval-pattern.1 \
	man/sssp-eval-provision.1 man/sssp-eval-rails.1 man/sssp-eval-rehearse.1 man/sssp-eval-report.1 man/sssp-eval-routes.1 man/sssp-eval-simulate.1 \
	man/sssp-eval-tara.1 man/sssp-eval-transition.1 man/sssp-eval-verify.1 man/sssp-eval-what-if.1 man/sssp-eval-workload.1 man/sssp-eval-worst.1
dist_man_MANS += man/sssp-formats.5
dist_man_MANS += man/sssp-route.1
if WITH_OPENSM
dist_man_MANS += man/opensm-sssp.7 man/opensm-sssp-log.7 man/opensm-sssp-update.7 man/osmsssp.8 man/sssp-check.8 man/sssp-status.8 man/sssp-try.8
else
EXTRA_DIST += man/opensm-sssp.7 man/opensm-sssp-log.7 man/opensm-sssp-update.7 man/osmsssp.8 man/sssp-check.8 man/sssp-status.8 man/sssp-try.8
endif
