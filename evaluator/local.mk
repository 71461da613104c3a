# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The judge: a convenience library a room. It shares plain values (VALUES_LIBS) and readers with the rest, no more.

noinst_LIBRARIES += evaluator/paths/libpaths.a
evaluator_paths_libpaths_a_SOURCES = \
	evaluator/paths/capacity.c evaluator/paths/capacity.h evaluator/paths/endpoint_names.c \
	evaluator/paths/endpoint_names.h evaluator/paths/endpoint_near.c evaluator/paths/past.c evaluator/paths/past.h \
	evaluator/paths/lids.c evaluator/paths/lids.h evaluator/paths/paths.c \
	evaluator/paths/port_find.c evaluator/paths/port_find.h evaluator/paths/route_steps.c evaluator/paths/route_steps.h \
	evaluator/paths/paths.h evaluator/paths/subset.c evaluator/paths/subset.h evaluator/paths/table_files.c evaluator/paths/table_files.h

noinst_LIBRARIES += evaluator/measures/libmeasures.a
evaluator_measures_libmeasures_a_SOURCES = \
	evaluator/measures/cable_classes.c evaluator/measures/cable_classes.h evaluator/measures/update_cost.c evaluator/measures/update_cost.h evaluator/measures/diff.c evaluator/measures/diff.h evaluator/measures/bandwidth/ebb.c evaluator/measures/bandwidth/ebb.h \
	evaluator/measures/bandwidth/ebb_streams.c evaluator/measures/bandwidth/ebb_streams.h evaluator/measures/efi.c \
	evaluator/measures/efi.h evaluator/measures/efi_spread.c evaluator/measures/efi_spread.h \
	evaluator/measures/levels.c evaluator/measures/levels.h evaluator/measures/port_loads.c \
	evaluator/measures/port_loads.h evaluator/measures/bandwidth/maxmin.c evaluator/measures/bandwidth/maxmin.h evaluator/measures/bandwidth/spread.c evaluator/measures/bandwidth/spread.h \
	evaluator/measures/bandwidth/disjoint.c evaluator/measures/bandwidth/disjoint.h evaluator/measures/bandwidth/split.c evaluator/measures/bandwidth/split.h \
	evaluator/measures/bandwidth/stream_row.c evaluator/measures/bandwidth/stream_row.h \
	evaluator/measures/bandwidth/worst.c evaluator/measures/bandwidth/worst.h \
	evaluator/measures/bandwidth/worst_match.c evaluator/measures/bandwidth/worst_match.h

noinst_LIBRARIES += evaluator/deadlock/libdeadlock.a
evaluator_deadlock_libdeadlock_a_SOURCES = \
	evaluator/deadlock/any_sl.c evaluator/deadlock/any_sl.h \
	evaluator/deadlock/deadlock.c evaluator/deadlock/deadlock.h evaluator/deadlock/deadlock_classes.c \
	evaluator/deadlock/deadlock_classes.h evaluator/deadlock/dependencies.c \
	evaluator/deadlock/dependencies.h evaluator/deadlock/lanes.c evaluator/deadlock/lanes.h \
	evaluator/deadlock/lanes_mixed.c evaluator/deadlock/lanes_sources.c evaluator/deadlock/lanes_sources.h \
	evaluator/deadlock/lanes_walk.c evaluator/deadlock/multicast.c evaluator/deadlock/multicast.h \
	evaluator/deadlock/multicast_walk.c evaluator/deadlock/talk.c evaluator/deadlock/talk.h

noinst_LIBRARIES += evaluator/rails/librails.a
evaluator_rails_librails_a_SOURCES = evaluator/rails/rails.c evaluator/rails/rails.h evaluator/rails/units.c evaluator/rails/units.h

noinst_LIBRARIES += evaluator/cabling/libcabling.a
evaluator_cabling_libcabling_a_SOURCES = \
	evaluator/cabling/cabling.c evaluator/cabling/cabling.h evaluator/cabling/cabling_text.c evaluator/cabling/outliers.c evaluator/cabling/outliers.h \
	evaluator/cabling/plan_match.c evaluator/cabling/plan_match.h

noinst_LIBRARIES += evaluator/failures/libfailures.a
evaluator_failures_libfailures_a_SOURCES = \
	evaluator/failures/failures.c evaluator/failures/failures.h evaluator/failures/without.c evaluator/failures/without.h

noinst_LIBRARIES += evaluator/transition/libtransition.a
evaluator_transition_libtransition_a_SOURCES = \
	evaluator/transition/mixture.c evaluator/transition/mixture.h evaluator/transition/mixture_graph.c \
	evaluator/transition/mixture_graph.h evaluator/transition/mixture_paths.c evaluator/transition/mixture_paths.h

noinst_LIBRARIES += evaluator/live/liblive.a
evaluator_live_liblive_a_SOURCES = \
	evaluator/live/live_ask.c evaluator/live/live_ask.h evaluator/live/live_read.c evaluator/live/live_read.h \
	evaluator/live/live_sl2vl.c evaluator/live/live_sl2vl.h evaluator/live/live_sls.c evaluator/live/live_sls.h

noinst_LIBRARIES += evaluator/patterns/libpatterns.a
evaluator_patterns_libpatterns_a_SOURCES = \
	evaluator/patterns/mapping.c evaluator/patterns/mapping.h evaluator/patterns/pattern.c \
	evaluator/patterns/pattern.h evaluator/patterns/pattern_file.c evaluator/patterns/pattern_grid.c \
	evaluator/patterns/pattern_kinds.c evaluator/patterns/pattern_kinds.h evaluator/patterns/pattern_round.c \
	evaluator/patterns/pattern_rails.c evaluator/patterns/pattern_round.h evaluator/patterns/pattern_run.c evaluator/patterns/pattern_run.h evaluator/patterns/pattern_shapes.c

noinst_LIBRARIES += evaluator/report/libreport.a
evaluator_report_libreport_a_SOURCES = \
	evaluator/report/compare.c evaluator/report/compare.h evaluator/report/compare_report.c \
	evaluator/report/failures_report.c evaluator/report/failures_report.h evaluator/report/figures.c evaluator/report/figures.h evaluator/report/figures_multicast.c \
	evaluator/report/report.c evaluator/report/report.h evaluator/report/report_json.c \
	evaluator/report/report_csv.c evaluator/report/report_numbers.c evaluator/report/report_numbers.h \
	evaluator/report/report_prometheus.c evaluator/report/report_table.c evaluator/report/report_table.h \
	evaluator/report/report_text.c
evaluator_report_libreport_a_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)

noinst_LIBRARIES += evaluator/workload/libworkload.a
evaluator_workload_libworkload_a_SOURCES = \
	evaluator/workload/app.c evaluator/workload/app.h evaluator/workload/provision.c \
	evaluator/workload/provision.h evaluator/workload/tara.c evaluator/workload/tara.h \
	evaluator/workload/workload.c evaluator/workload/workload.h evaluator/workload/workload_case.c \
	evaluator/workload/workload_case.h evaluator/workload/workload_events.c evaluator/workload/workload_events.h \
	evaluator/workload/workload_exchange.c evaluator/workload/workload_exchange.h \
	evaluator/workload/workload_net.c evaluator/workload/workload_net.h evaluator/workload/workload_place.c \
	evaluator/workload/workload_place.h evaluator/workload/workload_random.c evaluator/workload/workload_random.h
evaluator_workload_libworkload_a_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)

noinst_LIBRARIES += evaluator/traffic/libtraffic.a
evaluator_traffic_libtraffic_a_SOURCES = \
	evaluator/traffic/cables.c evaluator/traffic/cables.h evaluator/traffic/traffic.c evaluator/traffic/traffic.h

noinst_LIBRARIES += evaluator/simulate/libsimulate.a
evaluator_simulate_libsimulate_a_SOURCES = \
	evaluator/simulate/sim_arrive.c evaluator/simulate/sim_confirm.c evaluator/simulate/sim_confirm.h evaluator/simulate/sim_exchange.c evaluator/simulate/sim_hosts.c evaluator/simulate/sim_net.c \
	evaluator/simulate/sim_net.h evaluator/simulate/sim_options.h evaluator/simulate/sim_random.h evaluator/simulate/sim_run.c \
	evaluator/simulate/sim_run.h evaluator/simulate/sim_shape.h evaluator/simulate/sim_state.c evaluator/simulate/sim_state.h \
	evaluator/simulate/sim_stop.c evaluator/simulate/sim_stop.h evaluator/simulate/sim_switch.c \
	evaluator/simulate/sim_tally.c evaluator/simulate/sim_tally.h evaluator/simulate/sim_team.c evaluator/simulate/sim_team.h evaluator/simulate/sim_traffic.c \
	evaluator/simulate/sim_traffic.h evaluator/simulate/simulate.c evaluator/simulate/simulate.h

# The picture of the fabric.
noinst_LIBRARIES += evaluator/draw/libdraw.a
evaluator_draw_libdraw_a_SOURCES = \
	evaluator/draw/bundle_look.c evaluator/draw/bundle_look.h evaluator/draw/draw_options.h evaluator/draw/compose.c evaluator/draw/compose.h \
	evaluator/draw/compose_legend.c evaluator/draw/composer.c evaluator/draw/compose_lines.c evaluator/draw/compose_numbers.c evaluator/draw/composer.h evaluator/draw/draw_dot.c \
	evaluator/draw/draw_dot.h evaluator/draw/drawing.c evaluator/draw/drawing.h evaluator/draw/place/place.c \
	evaluator/draw/place/place.h evaluator/draw/place/place_field.c evaluator/draw/place/place_grid.c evaluator/draw/place/place_levels.c evaluator/draw/place/place_boxes.c evaluator/draw/room_for.c \
	evaluator/draw/room_for.h evaluator/draw/shapes.c evaluator/draw/shapes.h \
	evaluator/draw/shapes_out.h evaluator/draw/shapes_svg.c evaluator/draw/sketch/grid_cables.c evaluator/draw/sketch/grid_names.c evaluator/draw/sketch/sketch.c evaluator/draw/sketch/sketch.h \
	evaluator/draw/sketch/sketch_grid.c evaluator/draw/sketch/sketch_grid.h evaluator/draw/sketch/sketch_group.c evaluator/draw/sketch/sketch_parts.c evaluator/draw/sketch/grid_places.c evaluator/draw/sketch/grid_places.h evaluator/draw/sketch/sketch_levels.c \
	evaluator/draw/sketch/sketch_levels.h evaluator/draw/sketch/sketch_names.c evaluator/draw/sketch/sketch_names.h

# Charts and the page: what they show needs no cairo, how it is drawn does.
noinst_LIBRARIES += evaluator/plot/libplot.a evaluator/plot/libpicture.a
evaluator_plot_libplot_a_SOURCES = \
	evaluator/plot/charts/charts.c evaluator/plot/charts/charts.h evaluator/plot/charts/charts_compare.c \
	evaluator/plot/charts/charts_provision.c evaluator/plot/charts/charts_simulate.c evaluator/plot/charts/charts_simulate.h evaluator/plot/page/html.c evaluator/plot/page/html.h evaluator/plot/page/html_heads.c evaluator/plot/page/html_heads.h evaluator/plot/page/html_report.c \
	evaluator/plot/page/html_report.h evaluator/plot/page/page.c evaluator/plot/page/page.h evaluator/plot/page/page_about.c \
	evaluator/plot/page/page_fabric.c evaluator/plot/page/page_of.h evaluator/plot/page/page_parts.h evaluator/plot/page/page_routings.c \
	evaluator/plot/page/page_standout.c evaluator/plot/page/page_style.c
evaluator_plot_libplot_a_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)
evaluator_plot_libpicture_a_SOURCES = \
	evaluator/plot/plot.c evaluator/plot/plot.h evaluator/plot/plot_axis.c evaluator/plot/plot_axis.h \
	evaluator/plot/plot_data.h evaluator/plot/plot_describe.c evaluator/plot/plot_describe.h \
	evaluator/plot/plot_greys.h evaluator/plot/plot_kinds.h

EXTRA_LIBRARIES += evaluator/plot/libcairo.a
evaluator_plot_libcairo_a_SOURCES = \
	evaluator/draw/shapes_cairo.c evaluator/plot/plot_cut.c evaluator/plot/plot_cut.h evaluator/plot/plot_draw.c \
	evaluator/plot/plot_draw.h evaluator/plot/plot_frame.h evaluator/plot/plot_panel.c evaluator/plot/plot_panel.h \
	evaluator/plot/plot_series.c evaluator/plot/plot_series.h evaluator/plot/plot_style.c evaluator/plot/plot_style.h \
	evaluator/plot/plot_text.c evaluator/plot/plot_text.h evaluator/plot/plot_write.c
evaluator_plot_libcairo_a_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS)

# What stands in for it with --without-cairo; compiled always, so that it stays whole.
noinst_LIBRARIES += evaluator/plot/libnocairo.a
evaluator_plot_libnocairo_a_SOURCES = evaluator/draw/shapes_none.c evaluator/plot/plot_none.c

if WITH_CAIRO
PICTURE_LIBS = evaluator/plot/libcairo.a evaluator/plot/libpicture.a
else
PICTURE_LIBS = evaluator/plot/libnocairo.a evaluator/plot/libpicture.a
endif

noinst_LIBRARIES += evaluator/commands/libcommands.a
evaluator_commands_libcommands_a_SOURCES = \
	evaluator/commands/bandwidth/adaptive.c evaluator/commands/bandwidth/adaptive.h evaluator/commands/bandwidth/paths_given.c evaluator/commands/bandwidth/paths_given.h evaluator/commands/bandwidth/app_find.c evaluator/commands/bandwidth/app_find.h evaluator/commands/case.c \
	evaluator/commands/case.h evaluator/commands/case_lanes.c evaluator/commands/case_lanes.h evaluator/commands/bandwidth/cmd_app.c evaluator/commands/compare/cmd_compare.c \
	evaluator/commands/deadlock/cmd_deadlock.c evaluator/commands/compare/cmd_diff.c evaluator/commands/bandwidth/cmd_ebb.c \
	evaluator/commands/tables/cmd_draw.c evaluator/commands/tables/cmd_load.c \
	evaluator/commands/tables/cmd_path.c evaluator/commands/bandwidth/cmd_pattern.c evaluator/commands/workload/cmd_provision.c evaluator/commands/compare/cmd_report.c \
	evaluator/commands/tables/cmd_routes.c evaluator/commands/workload/cmd_tara.c \
	evaluator/commands/change/cmd_rehearse.c evaluator/commands/change/jobs_together.c evaluator/commands/change/jobs_together.h evaluator/commands/change/rehearse_jobs.c evaluator/commands/change/rehearse_jobs.h \
	evaluator/commands/change/rehearse_report.c evaluator/commands/change/rehearse_report.h evaluator/commands/change/rehearse_tables.c \
	evaluator/commands/change/plan_file.c evaluator/commands/change/plan_file.h evaluator/commands/change/plan_judge.c evaluator/commands/change/plan_judge.h \
	evaluator/commands/change/plan_made.c evaluator/commands/change/plan_made.h evaluator/commands/change/plan_pairs.c evaluator/commands/change/plan_pairs.h \
	evaluator/commands/change/plan_report.c evaluator/commands/programs.c evaluator/commands/programs.h \
	evaluator/commands/simulate/cmd_simulate.c evaluator/commands/simulate/simulate_options.c evaluator/commands/simulate/simulate_options.h evaluator/commands/simulate/simulate_classes.c evaluator/commands/simulate/simulate_classes.h evaluator/commands/simulate/simulate_report.c evaluator/commands/simulate/simulate_report.h \
	evaluator/commands/change/cmd_transition.c evaluator/commands/change/transition_judge.c evaluator/commands/change/transition_judge.h \
	evaluator/commands/change/transition_report.c evaluator/commands/change/transition_report.h \
	evaluator/commands/tables/cmd_verify.c evaluator/commands/tables/verify_report.c evaluator/commands/tables/verify_report.h \
	evaluator/commands/workload/cmd_workload.c \
	evaluator/commands/bandwidth/cmd_worst.c evaluator/commands/command.c evaluator/commands/command.h \
	evaluator/commands/compare/compare_options.c evaluator/commands/compare/compare_options.h evaluator/commands/compare/compare_read.c \
	evaluator/commands/compare/compare_read.h evaluator/commands/deadlock/deadlock_any.c \
	evaluator/commands/deadlock/deadlock_previous.c evaluator/commands/deadlock/deadlock_more.h evaluator/commands/dropped.c \
	evaluator/commands/dropped.h evaluator/commands/form.c evaluator/commands/form.h evaluator/commands/deadlock/previous_case.c \
	evaluator/commands/deadlock/previous_case.h evaluator/commands/idle.c evaluator/commands/idle.h \
	evaluator/commands/in_range.c evaluator/commands/drawn_given.c evaluator/commands/drawn_given.h evaluator/commands/bandwidth/pattern_setup.c evaluator/commands/bandwidth/pattern_setup.h \
	evaluator/commands/progress.c evaluator/commands/progress.h evaluator/commands/tables/routes_hot.c evaluator/commands/tables/routes_list.c \
	evaluator/commands/tables/routes_list.h evaluator/commands/tables/routes_others.c evaluator/commands/tables/routes_others.h evaluator/commands/spec_case.c \
	evaluator/commands/spec_case.h evaluator/commands/subset_given.c evaluator/commands/subset_given.h evaluator/commands/team.h evaluator/commands/workload/workload_options.c \
	evaluator/commands/workload/workload_options.h evaluator/commands/workload/workload_simulate.c \
	evaluator/commands/workload/workload_simulate.h \
	evaluator/commands/cluster/cmd_what_if.c evaluator/commands/cluster/reroute_failures.c evaluator/commands/cluster/reroute_failures.h \
	evaluator/commands/cluster/cmd_cabling.c evaluator/commands/cluster/cmd_rails.c evaluator/commands/nodes_given.c evaluator/commands/nodes_given.h
evaluator_commands_libcommands_a_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)
evaluator_commands_libcommands_a_CPPFLAGS = $(AM_CPPFLAGS) -DPROFILES_DIR=\"$(profilesdir)\"

JUDGE_LIBS = evaluator/live/liblive.a evaluator/cabling/libcabling.a evaluator/rails/librails.a evaluator/traffic/libtraffic.a evaluator/workload/libworkload.a evaluator/report/libreport.a evaluator/failures/libfailures.a evaluator/simulate/libsimulate.a evaluator/patterns/libpatterns.a \
	evaluator/transition/libtransition.a evaluator/deadlock/libdeadlock.a evaluator/measures/libmeasures.a evaluator/paths/libpaths.a
EVAL_ROOMS = evaluator/commands/libcommands.a evaluator/plot/libplot.a evaluator/draw/libdraw.a
EVAL_LIBS = $(EVAL_ROOMS) $(PICTURE_LIBS) $(JUDGE_LIBS) $(FORMATS_LIBS) $(JSON_LIBS) $(CAIRO_LIBS)

bin_PROGRAMS += evaluator/sssp-eval
evaluator_sssp_eval_SOURCES = evaluator/main.c
evaluator_sssp_eval_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)

# A new profile stands in configure.ac too, which puts it beside the program that is not installed yet.
profilesdir = $(pkgdatadir)/profiles
dist_profiles_DATA = \
	evaluator/profiles/mimd.profile \
	evaluator/profiles/mpqc.profile \
	evaluator/profiles/octopus.profile \
	evaluator/profiles/pop.profile

# Processes that share the patterns of ebb out: team_mpi.c with --with-mpi. Where there is an MPI to be had the program
# for tests/evaluator/test_eval_mpi.sh is built anyway, so that it is tested.
noinst_LIBRARIES += evaluator/commands/libalone.a
evaluator_commands_libalone_a_SOURCES = evaluator/commands/team_alone.c evaluator/commands/team.h
if HAVE_MPI
noinst_LIBRARIES += evaluator/commands/libteam.a
evaluator_commands_libteam_a_SOURCES = evaluator/commands/team_mpi.c evaluator/commands/team.h
evaluator_commands_libteam_a_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
noinst_PROGRAMS += evaluator/sssp-eval-mpi
evaluator_sssp_eval_mpi_SOURCES = $(evaluator_sssp_eval_SOURCES)
evaluator_sssp_eval_mpi_CFLAGS = $(evaluator_sssp_eval_CFLAGS)
evaluator_sssp_eval_mpi_LDADD = evaluator/commands/libcommands.a evaluator/commands/libteam.a $(EVAL_LIBS) $(MPI_LIBS)
endif
if WITH_MPI
evaluator_sssp_eval_LDADD = evaluator/commands/libcommands.a evaluator/commands/libteam.a $(EVAL_LIBS) $(MPI_LIBS)
else
evaluator_sssp_eval_LDADD = evaluator/commands/libcommands.a evaluator/commands/libalone.a $(EVAL_LIBS)
endif
