# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The judge is a library that its tests link; main only chooses.
noinst_LTLIBRARIES += evaluator/libeval.la
evaluator_libeval_la_SOURCES = \
	evaluator/paths.c evaluator/paths.h \
	evaluator/capacity.c evaluator/capacity.h \
	evaluator/efi.c evaluator/efi.h \
	evaluator/efi_spread.c evaluator/efi_spread.h \
	evaluator/worst.c evaluator/worst.h \
	evaluator/worst_match.c evaluator/worst_match.h \
	evaluator/ebb.c evaluator/ebb.h \
	evaluator/ebb_streams.c evaluator/ebb_streams.h \
	evaluator/app.c evaluator/app.h \
	evaluator/workload.c evaluator/workload.h \
	evaluator/workload_case.c evaluator/workload_case.h \
	evaluator/workload_events.c evaluator/workload_events.h \
	evaluator/workload_exchange.c evaluator/workload_exchange.h \
	evaluator/workload_net.c evaluator/workload_net.h \
	evaluator/workload_place.c evaluator/workload_place.h \
	evaluator/workload_random.c evaluator/workload_random.h \
	evaluator/tara.c evaluator/tara.h \
	evaluator/provision.c evaluator/provision.h \
	evaluator/pattern.c evaluator/pattern.h evaluator/pattern_kinds.h \
	evaluator/pattern_shapes.c evaluator/pattern_grid.c evaluator/pattern_file.c \
	evaluator/pattern_round.c evaluator/pattern_round.h \
	evaluator/pattern_run.c evaluator/pattern_run.h \
	evaluator/mapping.c evaluator/mapping.h \
	evaluator/endpoint_names.c evaluator/endpoint_names.h \
	evaluator/lanes.c evaluator/lanes_walk.c evaluator/lanes_mixed.c evaluator/lanes.h \
	evaluator/lanes_sources.c evaluator/lanes_sources.h \
	evaluator/levels.c evaluator/levels.h \
	evaluator/multicast.c evaluator/multicast_walk.c evaluator/multicast.h \
	evaluator/dependencies.c evaluator/dependencies.h \
	evaluator/deadlock.c evaluator/deadlock.h \
	evaluator/diff.c evaluator/diff.h \
	evaluator/compare.c evaluator/compare_report.c evaluator/compare.h \
	evaluator/figures.c evaluator/figures_multicast.c evaluator/figures.h \
	evaluator/table_files.c evaluator/table_files.h \
	evaluator/report.c evaluator/report_json.c evaluator/report_text.c evaluator/report.h
evaluator_libeval_la_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)
evaluator_libeval_la_LIBADD = core/libcore.la $(JSON_LIBS)

# Pictures, apart from the judge: only the program links cairo.
noinst_LTLIBRARIES += evaluator/libplot.la
evaluator_libplot_la_SOURCES = \
	evaluator/charts.c evaluator/charts_compare.c evaluator/charts_provision.c evaluator/charts.h \
	evaluator/html.c evaluator/html.h \
	evaluator/page.c evaluator/page.h \
	evaluator/plot.c evaluator/plot_data.h evaluator/plot.h \
	evaluator/plot_axis.c evaluator/plot_axis.h \
	evaluator/plot_draw.c evaluator/plot_panel.c evaluator/plot_series.c evaluator/plot_draw.h \
	evaluator/plot_style.c evaluator/plot_style.h \
	evaluator/plot_write.c
evaluator_libplot_la_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS)
evaluator_libplot_la_LIBADD = evaluator/libeval.la formats/libformats.la $(CAIRO_LIBS)

bin_PROGRAMS += evaluator/sssp-eval
evaluator_sssp_eval_SOURCES = \
	evaluator/main.c \
	evaluator/case.c evaluator/case.h \
	evaluator/command.c evaluator/in_range.c evaluator/command.h \
	evaluator/cmd_routes.c evaluator/cmd_ebb.c evaluator/cmd_worst.c evaluator/cmd_deadlock.c evaluator/cmd_compare.c evaluator/cmd_report.c \
	evaluator/compare_read.c evaluator/compare_read.h \
	evaluator/cmd_app.c evaluator/app_find.c evaluator/app_find.h \
	evaluator/cmd_pattern.c evaluator/pattern_setup.c evaluator/pattern_setup.h \
	evaluator/progress.c evaluator/progress.h \
	evaluator/cmd_workload.c evaluator/workload_options.c evaluator/workload_options.h \
	evaluator/cmd_tara.c \
	evaluator/workload_simulate.c evaluator/workload_simulate.h \
	evaluator/cmd_provision.c evaluator/spec_case.c evaluator/spec_case.h \
	evaluator/cmd_diff.c \
	evaluator/compare_options.c evaluator/compare_options.h \
	evaluator/dropped.c evaluator/dropped.h \
	evaluator/lids.c evaluator/lids.h
evaluator_sssp_eval_CPPFLAGS = $(AM_CPPFLAGS) -DPROFILES_DIR=\"$(profilesdir)\"

# A new profile stands in configure.ac too, which puts it beside the program that is not installed yet.
profilesdir = $(pkgdatadir)/profiles
dist_profiles_DATA = \
	evaluator/profiles/mimd.profile \
	evaluator/profiles/mpqc.profile \
	evaluator/profiles/octopus.profile \
	evaluator/profiles/pop.profile

EVAL_LIBS = evaluator/libplot.la evaluator/libeval.la formats/libformats.la

# Processes that share the patterns of ebb out: team_mpi.c with --with-mpi. Where there is an MPI to be had the program
# for tests/test_eval_mpi.sh is built anyway, so that it is tested.
noinst_LTLIBRARIES += evaluator/libalone.la
evaluator_libalone_la_SOURCES = evaluator/team_alone.c evaluator/team.h
if HAVE_MPI
noinst_LTLIBRARIES += evaluator/libteam.la
evaluator_libteam_la_SOURCES = evaluator/team_mpi.c evaluator/team.h
evaluator_libteam_la_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
evaluator_libteam_la_LIBADD = $(MPI_LIBS)
noinst_PROGRAMS += evaluator/sssp-eval-mpi
evaluator_sssp_eval_mpi_SOURCES = $(evaluator_sssp_eval_SOURCES)
evaluator_sssp_eval_mpi_CPPFLAGS = $(evaluator_sssp_eval_CPPFLAGS)
evaluator_sssp_eval_mpi_LDADD = $(EVAL_LIBS) evaluator/libteam.la
endif
if WITH_MPI
evaluator_sssp_eval_LDADD = $(EVAL_LIBS) evaluator/libteam.la
else
evaluator_sssp_eval_LDADD = $(EVAL_LIBS) evaluator/libalone.la
endif
