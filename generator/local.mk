# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
noinst_LIBRARIES += generator/libcli.a
generator_libcli_a_SOURCES = generator/cli.c generator/cli.h

# SPECs made into fabrics: no part of routing.
noinst_LIBRARIES += generator/synth/libsynth.a
generator_synth_libsynth_a_SOURCES = \
	generator/synth/synth.c generator/synth/synth.h generator/synth/families/synth_cluster.c generator/synth/synth_cuts.c generator/synth/synth_set_error.c \
	generator/synth/families/synth_directors.c generator/synth/families/synth_half.c generator/synth/families/synth_merged.c generator/synth/families/synth_rails.c \
	generator/synth/synth_fail.c generator/synth/families/synth_grid.c generator/synth/families/synth_group.c \
	generator/synth/synth_info.h generator/synth/synth_plan.c generator/synth/synth_plan.h generator/synth/families/synth_random.c \
	generator/synth/synth_realise.c generator/synth/synth_shuffle.c generator/synth/families/synth_slimfly.c \
	generator/synth/synth_spec.c generator/synth/families/synth_tree.c generator/synth/families/synth_xgft.c

bin_PROGRAMS += generator/sssp-topo
generator_sssp_topo_SOURCES = generator/sssp_topo.c generator/topo/topo_draw.c generator/topo/topo_draw.h \
	generator/topo/slurm_tree.c generator/topo/slurm_tree.h generator/topo/topo_slurm.c generator/topo/topo_slurm.h
generator_sssp_topo_LDADD = generator/libcli.a generator/synth/libsynth.a $(FORMATS_LIBS)

bin_PROGRAMS += generator/sssp-route
generator_sssp_route_SOURCES = generator/sssp_route.c \
	generator/route/route_advice.c generator/route/route_advice.h generator/route/route_idle.c generator/route/route_idle.h \
	generator/route/route_fewer.c generator/route/route_fewer.h \
	generator/route/route_files.c generator/route/route_files.h \
	generator/route/route_from.c generator/route/route_from.h \
	generator/route/route_lids.c generator/route/route_lids.h \
	generator/route/route_folder.c generator/route/route_folder.h \
	generator/route/route_lists.c generator/route/route_lists.h \
	generator/route/route_optimize.c generator/route/route_optimize.h \
	generator/route/route_pattern.c generator/route/route_pattern.h \
	generator/route/route_plan.c generator/route/route_plan.h \
	generator/route/route_options.c generator/route/route_options.h \
	generator/route/route_report.c generator/route/route_report.h \
	generator/route/route_strict.c generator/route/route_strict.h
generator_sssp_route_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)
generator_sssp_route_LDADD = generator/libcli.a $(COMPARISON_LIBS) $(OPTIMIZE_LIBS) $(ROUTING_LIBS) $(FORMATS_LIBS) $(JSON_LIBS)

# one file under the names of all programs, where bash looks for it
completionsdir = $(datadir)/bash-completion/completions
EXTRA_DIST += generator/sssp.bash
install-data-local:
	$(MKDIR_P) "$(DESTDIR)$(completionsdir)"
	for name in sssp-topo sssp-route sssp-eval sssp-check sssp-status; do \
		$(INSTALL_DATA) "$(srcdir)/generator/sssp.bash" "$(DESTDIR)$(completionsdir)/$$name" || exit 1; \
	done
uninstall-local:
	for name in sssp-topo sssp-route sssp-eval sssp-check sssp-status; do rm -f "$(DESTDIR)$(completionsdir)/$$name"; done
