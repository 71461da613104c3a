# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# `make bench` compares with the installed OpenSM, in a quarter of an hour; no part of `make check`.
EXTRA_DIST += bench/workload.sh bench/workload_routings.sh bench/microway-2009.figures bench/papers.sh bench/papers_fabrics.sh bench/PAPERS.md
EXTRA_DIST += bench/RESULTS.md bench/LANES.md bench/common.sh bench/table.sh bench/rows.sh bench/engines.sh \
	bench/header.sh bench/all.sh bench/fabrics.sh bench/configs.sh bench/scale.sh bench/live.sh bench/profile.sh \
	bench/lanes.sh bench/compare.sh bench/cliff.sh bench/nue.sh bench/reroute.sh bench/optimize.sh bench/figures.sh bench/figures_tables.sh \
	bench/figures_pages.sh bench/packets.sh bench/packets_measure.sh bench/PACKETS.md bench/lmc.sh bench/LMC.md
CLEANFILES += bench/scale.md bench/fabrics.md bench/live.md bench/configs.md bench/profile.md bench/lanes.md \
	bench/compare.md bench/cliff.md bench/reroute.md bench/packets.md bench/results.tmp

noinst_PROGRAMS += bench/plain_routes
bench_plain_routes_SOURCES = bench/plain_routes.c
bench_plain_routes_LDADD = generator/libcli.a generator/synth/libsynth.a $(FORMATS_LIBS) $(COMPARISON_LIBS) $(ROUTING_LIBS)

noinst_PROGRAMS += bench/compute
bench_compute_SOURCES = bench/compute.c
bench_compute_LDADD = generator/libcli.a generator/synth/libsynth.a $(FORMATS_LIBS) $(COMPARISON_LIBS) $(ROUTING_LIBS)

noinst_PROGRAMS += bench/port_vls
bench_port_vls_SOURCES = bench/port_vls.c
bench_port_vls_LDADD = generator/libcli.a generator/synth/libsynth.a $(FORMATS_LIBS) $(COMPARISON_LIBS) $(ROUTING_LIBS)

noinst_PROGRAMS += bench/cliff
bench_cliff_SOURCES = bench/drawn/cliff.c bench/drawn/cliff.h bench/drawn/cliff_bounds.c bench/drawn/cliff_draw.c bench/drawn/cliff_families.c \
	bench/drawn/cliff_judge.c bench/drawn/cliff_lines.c bench/drawn/cliff_measure.c bench/drawn/cliff_nue.c bench/drawn/cliff_report.c bench/drawn/cliff_valleys.c \
	bench/drawn/cliff_worst.c
bench_cliff_LDADD = generator/libcli.a generator/synth/libsynth.a $(JUDGE_LIBS) $(FORMATS_LIBS) $(COMPARISON_LIBS) \
	$(ROUTING_LIBS) -lm

noinst_PROGRAMS += bench/reroute
bench_reroute_SOURCES = bench/events/reroute.c bench/events/reroute.h bench/events/reroute_compare.c bench/events/reroute_events.c \
	bench/events/reroute_measure.c bench/events/reroute_report.c bench/drawn/cliff.h bench/drawn/cliff_judge.c
bench_reroute_LDADD = generator/libcli.a generator/synth/libsynth.a $(JUDGE_LIBS) $(FORMATS_LIBS) $(COMPARISON_LIBS) \
	$(ROUTING_LIBS) -lm

if WITH_OPENSM
noinst_PROGRAMS += bench/path_sl
bench_path_sl_SOURCES = bench/path_sl.c bench/no_opensm.c \
	plugin/engine_osm.c plugin/engine_jobs.c plugin/subnet/export.c plugin/subnet/import.c plugin/subnet/vls.c plugin/subnet/vls_there.c plugin/subnet/vls_write.c plugin/sl2vl.c plugin/mcast.c plugin/admin_files.c \
	plugin/last_routing.c plugin/phases.c plugin/second_phase.c plugin/found.c plugin/engine_route.c plugin/sweep.c plugin/status.c
bench_path_sl_CFLAGS = $(AM_CFLAGS) $(OPENSM_CFLAGS)
bench_path_sl_LDADD = plugin/libpluginpure.a generator/libcli.a generator/synth/libsynth.a $(FORMATS_LIBS) $(COMPARISON_LIBS) $(ROUTING_LIBS) \
	-losmcomp
endif

BENCH_ENVIRONMENT = srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' ROWS='$(ROWS)' \
	SSSP_SHARED="$${SSSP_SHARED:-$(abs_top_srcdir)/../shared}" SSSP_E2E_REQUIRED=1
BENCH = $(BENCH_ENVIRONMENT) bash '$(srcdir)/bench'

# All parts are run and stored whatever they find; the status says whether all bounds hold. With ROWS=REGEX only rows
# that match are measured, and nothing is stored.
.PHONY: bench bench-quick bench-scale bench-fabrics bench-live bench-configs bench-profile bench-lanes bench-compare \
	bench-cliff bench-reroute
bench: all
	@$(BENCH)/all.sh all

bench-quick: all
	@$(BENCH)/all.sh quick

# What a routing costs as fabrics grow, threads, memory, the limit.
bench-scale: all
	@$(BENCH)/scale.sh all bench/scale.md

# Time and quality beside each of OpenSM's engines.
bench-fabrics: all
	@$(BENCH)/fabrics.sh all bench/fabrics.md

# The plugin inside OpenSM.
bench-live: all
	@$(BENCH)/live.sh all bench/live.md

# Bandwidth on every bundled fabric against OpenSM's engines that are free of credit loops.
bench-configs: all
	@$(BENCH)/configs.sh all bench/configs.md

# Where the time goes, function by function.
bench-profile: all
	@$(BENCH)/profile.sh all bench/profile.md

# Lanes that routes need, beside dfsssp and lash; stored in bench/LANES.md, as it takes long.
bench-lanes: all
	@status=0; $(BENCH)/lanes.sh all bench/lanes.md || status=1; \
	{ $(BENCH)/header.sh 'make bench-lanes' && cat bench/lanes.md && echo && \
		sed -n '/^## Random fabrics/,$$p' '$(srcdir)/bench/LANES.md'; } >bench/results.tmp && \
	cat -s bench/results.tmp >'$(srcdir)/bench/LANES.md' && rm -f bench/results.tmp && exit $$status

# Random fabrics of every family, whole and damaged, with every number of lanes, beside P-SSSP without any: SEED=1,
# CASES=500, JOBS=1 (cases at a time), SECONDS=1500 (no case begins after these), ROWS=REGEX on SPECs, NUE=yes beside
# OpenSM's nue too. The last part of bench/LANES.md.
bench-cliff: all
	@SEED='$(SEED)' CASES='$(CASES)' JOBS='$(JOBS)' CLIFF_SECONDS='$(SECONDS)' NUE='$(NUE)' $(BENCH)/cliff.sh

# Ours beside each of OpenSM's engines on five fabrics: the table in doc/benchmarks.md.
bench-compare: all
	@$(BENCH)/compare.sh all bench/compare.md

# What saturated hosts get with ours and with each of OpenSM's engines, in some minutes: bench/PACKETS.md. ROWS=REGEX
# on fabrics: nothing is stored.
.PHONY: bench-packets
bench-packets: all
	@status=0; $(BENCH)/packets.sh all bench/packets.md || status=1; \
	[ -n '$(ROWS)' ] || { $(BENCH)/header.sh 'make bench-packets' && cat bench/packets.md; } >'$(srcdir)/bench/PACKETS.md'; \
	exit $$status

# What flows get that are split over the LIDs of a port, in a minute: bench/LMC.md. ROWS=REGEX on fabrics: nothing is stored.
.PHONY: bench-lmc
bench-lmc: all
	@status=0; $(BENCH)/lmc.sh bench/results.tmp || status=1; \
	[ -n '$(ROWS)' ] || cat bench/results.tmp >'$(srcdir)/bench/LMC.md'; rm -f bench/results.tmp; exit $$status

# What --optimize gets out of a minute on each of six fabrics.
.PHONY: bench-optimize
bench-optimize: all
	@OPTIMIZE_SECONDS='$(OPTIMIZE_SECONDS)' $(BENCH)/optimize.sh

# Are the figures in README, doc/benchmarks.md, bench/ and sssp-eval-workload(1) those of this commit? Our own rows of the smaller fabrics in README.md,
# RESULTS.md, LANES.md and PAPERS.md, and the efficiencies in PAPERS.md and sssp-eval-workload(1), are also a part of `make check`.
.PHONY: check-figures
check-figures: all
	@$(BENCH)/figures.sh all

# What a cable, a host or a switch that goes or comes back changes of a routing, and what is left of its quality after
# many: SEED=1, EVENTS=10 of each kind, CHAIN=200 in a row, ROWS=REGEX on fabrics.
bench-reroute: all
	@SEED='$(SEED)' EVENTS='$(EVENTS)' CHAIN='$(CHAIN)' $(BENCH)/reroute.sh bench/reroute.md

# What the papers on P-SSSP print of real machines, beside ours, in some minutes: bench/PAPERS.md.
.PHONY: bench-papers
bench-papers: all
	@status=0; $(BENCH)/papers.sh >bench/results.tmp || status=1; cat bench/results.tmp; \
	cat bench/results.tmp >'$(srcdir)/bench/PAPERS.md' && rm -f bench/results.tmp && exit $$status

# The workload simulator beside the printed figures of the paper it follows, in seconds, and applications on our tables
# and OpenSM's, in a few minutes: the figures in sssp-eval-workload(1).
.PHONY: bench-workload bench-workload-routings
bench-workload: all
	@$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/workload.sh'

bench-workload-routings: all
	@$(BENCH_ENVIRONMENT) bash '$(srcdir)/bench/workload_routings.sh'
