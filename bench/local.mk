# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# `make bench` compares with the installed OpenSM, in a quarter of an hour and more; no part of `make check`.
EXTRA_DIST += bench/RESULTS.md bench/common.sh bench/table.sh bench/header.sh bench/lanes.sh bench/speed.sh bench/compare.sh
CLEANFILES += bench/lanes.md bench/speed.md bench/compare.md

noinst_PROGRAMS += bench/plain_routes
bench_plain_routes_SOURCES = bench/plain_routes.c
bench_plain_routes_LDADD = generator/libcli.la formats/libformats.la core/libcore.la $(GLIB_LIBS)

BENCH_ENVIRONMENT = srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' \
	SSSP_SHARED="$${SSSP_SHARED:-$(abs_top_srcdir)/../shared}" SSSP_E2E_REQUIRED=1

# Both parts are run and stored whatever they find; the status says whether all bounds hold.
.PHONY: bench bench-lanes bench-speed bench-quick bench-compare
bench: all
	@status=0; \
	$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/lanes.sh' all bench/lanes.md || status=1; \
	$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/speed.sh' all bench/speed.md || status=1; \
	$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/header.sh' 'make bench' >bench/results.tmp && \
	cat bench/lanes.md bench/speed.md >>bench/results.tmp && \
	cat bench/results.tmp >'$(srcdir)/bench/RESULTS.md' && rm -f bench/results.tmp && exit $$status

bench-lanes: all
	@$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/lanes.sh' all bench/lanes.md

bench-speed: all
	@$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/speed.sh' all bench/speed.md

bench-quick: all
	@status=0; \
	$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/lanes.sh' quick || status=1; \
	$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/speed.sh' quick || status=1; \
	exit $$status

# Ours beside each of OpenSM's engines on five fabrics: the table in README.md.
bench-compare: all
	@$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/compare.sh' all bench/compare.md
