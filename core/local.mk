# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A convenience library a room, without the others in it: who links one names what it stands on, as the lists at the end do.

noinst_LIBRARIES += core/base/libbase.a
core_base_libbase_a_SOURCES = \
	core/base/ahead.c core/base/ahead.h core/base/arena.c core/base/arena.h core/base/by_keys.h core/base/crew.c core/base/crew.h core/base/error.c core/base/error.h \
	core/base/guid_search.h core/base/least.c core/base/least.h \
	core/base/near.c core/base/near.h core/base/number_sort.c core/base/number_sort.h core/base/printable.c core/base/printable.h \
	core/base/union_find.h

noinst_LIBRARIES += core/fabric/libfabric.a
core_fabric_libfabric_a_SOURCES = \
	core/fabric/fabric.c core/fabric/fabric.h core/fabric/fabric_class.c core/fabric/fabric_class.h \
	core/fabric/fabric_digest.c core/fabric/fabric_digest.h core/fabric/fabric_lids.c \
	core/fabric/fabric_seal.c core/fabric/fabric_speed.c

noinst_LIBRARIES += core/tables/libtables.a
core_tables_libtables_a_SOURCES = \
	core/tables/lft.c core/tables/lft.h core/tables/mft.c core/tables/mft.h core/tables/sl.c core/tables/sl.h

noinst_LIBRARIES += core/graph/libgraph.a
core_graph_libgraph_a_SOURCES = \
	core/graph/bfs.c core/graph/bfs.h core/graph/cdg.c \
	core/graph/cdg.h core/graph/graph.c core/graph/graph.h \
	core/graph/graph_marks.c core/graph/graph_order.c core/graph/hops.c core/graph/port_vls.c core/graph/port_vls.h core/graph/routes.c \
	core/graph/routes.h core/graph/routes_longer.c core/graph/spanning_tree.c core/graph/spanning_tree.h core/graph/spanning_tree_ascending.c

noinst_LIBRARIES += core/dependency/libdependency.a
core_dependency_libdependency_a_SOURCES = \
	core/dependency/dependency.c core/dependency/dependency.h core/dependency/dependency_graph.h \
	core/dependency/dependency_fill.c core/dependency/dependency_tree.c core/dependency/dependency_tree.h \
	core/dependency/dependency_order.c core/dependency/dependency_order.h \
	core/dependency/dependency_witness.c core/dependency/dependency_witness.h \
	core/dependency/dependency_state.c

noinst_LIBRARIES += core/guide/libguide.a
core_guide_libguide_a_SOURCES = \
	core/guide/class_paths.c core/guide/class_paths.h core/guide/class_search.c core/guide/class_search.h \
	core/guide/coordinates.c core/guide/coordinates.h \
	core/guide/dimensions.c core/guide/dimensions.h \
	core/guide/guide.c core/guide/guide.h \
	core/guide/guide_sample.c core/guide/guide_sample.h core/guide/guide_exits.c core/guide/guide_exits.h core/guide/guide_lacks.c core/guide/guide_lacks.h core/guide/improve.c core/guide/improve.h \
	core/guide/places.c core/guide/places.h \
	core/guide/rings.c core/guide/rings.h core/guide/roles.c core/guide/roles.h core/guide/squares.c core/guide/squares.h \
	core/guide/twins.c core/guide/twins.h core/guide/up_down.c core/guide/up_down.h

noinst_LIBRARIES += core/balance/libbalance.a
core_balance_libbalance_a_SOURCES = \
	core/balance/balance.c core/balance/balance.h core/balance/balance_guide.c core/balance/balance_guide.h \
	core/balance/balance_run.c core/balance/balance_run.h core/balance/balance_slots.c core/balance/balance_slots.h \
	core/balance/score.c core/balance/score.h core/balance/trunk.c core/balance/trunk.h

noinst_LIBRARIES += core/admit/libadmit.a
core_admit_libadmit_a_SOURCES = \
	core/admit/careful.c core/admit/careful.h core/admit/careful_attach.c core/admit/careful_state.h \
	core/admit/careful_repair.c core/admit/careful_repair.h \
	core/admit/careful_step.c core/admit/careful_step.h \
	core/admit/guard.c core/admit/guard.h core/admit/guard_among.c core/admit/guard_marks.c core/admit/guard_rest.c core/admit/guard_rest.h core/admit/guard_rest_fit.c core/admit/guard_rest_serve.c core/admit/guard_room.c core/admit/guard_tree.c core/admit/assign_vls.c

# What the engine is made of; apart from it, the engines to compare it with, which the plugin has no use for.
noinst_LIBRARIES += core/engines/libengines.a
core_engines_libengines_a_SOURCES = \
	core/engines/engine.h core/engines/guarded.c core/engines/guarded.h \
	core/engines/port_lanes.c core/engines/port_lanes.h core/engines/psssp.c core/engines/psssp.h \
	core/engines/published.c core/engines/updown.c core/engines/updown.h

noinst_LIBRARIES += core/engines/libcomparison.a
core_engines_libcomparison_a_SOURCES = \
	core/engines/minhop.c core/engines/p2sssp.c core/engines/updn.c core/engines/engine_list.c \
	core/engines/port_counts.c core/engines/port_counts.h

noinst_LIBRARIES += core/lanes/liblanes.a
core_lanes_liblanes_a_SOURCES = \
	core/lanes/first_fit.c core/lanes/lane_set.c core/lanes/lane_set.h core/lanes/lane_use.c core/lanes/lane_use.h \
	core/lanes/layers.c core/lanes/layers.h core/lanes/layers_marks.c core/lanes/layers_proof.c \
	core/lanes/sl2vl_from_port_vls.c core/lanes/sl2vl_from_port_vls.h core/lanes/sl_from_layers.c core/lanes/sl_from_layers.h

noinst_LIBRARIES += core/fit/libfit.a
core_fit_libfit_a_SOURCES = \
	core/fit/class_order.c core/fit/class_order.h core/fit/fit_frozen.c core/fit/fit_frozen.h core/fit/fit_hosts.c core/fit/fit_hosts.h core/fit/fit_lanes.c \
	core/fit/fit_beside_tree.c core/fit/fit_beside_tree.h core/fit/fit_lanes.h core/fit/fit_left.c core/fit/fit_left.h core/fit/fit_pairs.c core/fit/fit_pairs.h core/fit/fit_trees.c core/fit/fit_trees.h \
	core/fit/fit_rest.c core/fit/fit_rest.h core/fit/fit_room.c core/fit/fit_room.h core/fit/fit_round.c core/fit/fit_round.h core/fit/fit_try.c core/fit/fit_try.h core/fit/fit_path.c core/fit/fit_path.h \
	core/fit/infrastructure.c core/fit/infrastructure.h core/fit/unproven.c core/fit/unproven.h

noinst_LIBRARIES += core/torus/libtorus.a
core_torus_libtorus_a_SOURCES = \
	core/torus/approach.c core/torus/approach.h core/torus/balance_lanes.c core/torus/balance_lanes.h \
	core/torus/grid.c core/torus/grid.h core/torus/grid_cuts.c core/torus/grid_cuts.h \
	core/torus/grid_longer.c core/torus/grid_longer.h core/torus/grid_plan.c core/torus/grid_plan.h core/torus/grid_rule.c core/torus/grid_rule.h \
	core/torus/grid_trees.c core/torus/grid_trees.h core/torus/lane_assign.c core/torus/lane_assign.h \
	core/torus/pair_routes.c core/torus/pair_routes.h core/torus/pinned_tree.c core/torus/pinned_tree.h core/torus/torus_lanes.c \
	core/torus/torus_lanes.h

noinst_LIBRARIES += core/previous/libprevious.a
core_previous_libprevious_a_SOURCES = \
	core/previous/away.c core/previous/away.h core/previous/history.c core/previous/history.h core/previous/previous.h \
	core/previous/previous_routes.c core/previous/stand.c core/previous/stand.h \
	core/previous/stand_of_tables.c

noinst_LIBRARIES += core/reroute/libreroute.a
core_reroute_libreroute_a_SOURCES = \
	core/reroute/beside_tree.c core/reroute/beside_tree.h core/reroute/changes.c core/reroute/changes.h core/reroute/conclude.c \
	core/reroute/even.c core/reroute/keep.c core/reroute/port_routes.c core/reroute/port_routes.h \
	core/reroute/refill.c core/reroute/relieve.c core/reroute/relieve.h \
	core/reroute/reroute.c core/reroute/reroute.h core/reroute/reroute_by_ports.c core/reroute/reroute_options.h \
	core/reroute/serve.c core/reroute/spanning.c core/reroute/spanning.h \
	core/reroute/tree.c core/reroute/tree.h core/reroute/work.h

noinst_LIBRARIES += core/lmc/liblmc.a
core_lmc_liblmc_a_SOURCES = \
	core/lmc/lmc.c core/lmc/lmc.h core/lmc/lmc_dests.c core/lmc/lmc_dests.h core/lmc/lmc_options.h core/lmc/lmc_gate.c core/lmc/lmc_gate.h core/lmc/lmc_probe.c \
	core/lmc/lmc_improve.c core/lmc/lmc_tree.c core/lmc/lmc_tree.h core/lmc/lmc_variant.c core/lmc/lmc_variant.h

noinst_LIBRARIES += core/exchange/libexchange.a
core_exchange_libexchange_a_SOURCES = \
	core/exchange/both.c core/exchange/both.h core/exchange/both_ways.c core/exchange/exchange.c core/exchange/exchange.h \
	core/exchange/in_force.h core/exchange/choose_waiting.c core/exchange/mix.c core/exchange/mix.h \
	core/exchange/phase.c core/exchange/phase.h core/exchange/port_tables.c core/exchange/port_tables.h \
	core/exchange/trial.c core/exchange/trial.h core/exchange/trial_settle.c

noinst_LIBRARIES += core/choose/libchoose.a
core_choose_libchoose_a_SOURCES = \
	core/choose/by_sl.c core/choose/by_sl.h core/choose/by_sl_best.c core/choose/by_sl_best.h \
	core/choose/candidates.c core/choose/candidates.h \
	core/choose/choose_lanes.c core/choose/choose_lanes.h \
	core/choose/level_lane.c \
	core/choose/mcast_tree.c core/choose/mcast_tree.h \
	core/choose/other_engine.c \
	core/choose/plain_routes.c core/choose/plain_routes.h \
	core/choose/routing_options.c core/choose/routing_options.h \
	core/choose/attempts.h core/choose/try_admitted.c core/choose/try_on_tree.c core/choose/try_one_lane.c \
	core/choose/try_port_lanes.c \
	core/choose/unload.c core/choose/unload.h \
	core/choose/weigh_hosts.c core/choose/weigh_hosts.h

noinst_LIBRARIES += core/librouting.a
core_librouting_a_SOURCES = \
	core/prove.c core/prove.h \
	core/route_lids.c \
	core/routing.c core/routing.h \
	core/routing_jobs.c core/routing_multicast.c \
	core/routing_previous.c core/routing_work.h \
	core/routing_result.c core/routing_result.h

noinst_LIBRARIES += core/optimize/liboptimize.a
core_optimize_liboptimize_a_SOURCES = \
	core/optimize/change.c core/optimize/change.h core/optimize/crowding.c core/optimize/crowding.h \
	core/optimize/descent.c core/optimize/descent.h core/optimize/fence.c core/optimize/fence.h \
	core/optimize/flows.c core/optimize/flows.h core/optimize/gate.c core/optimize/gate.h core/optimize/gate_ports.c core/optimize/gate_ports.h \
	core/optimize/bandwidth.c core/optimize/bandwidth.h core/optimize/optimize.h \
	core/optimize/rounds.c core/optimize/rounds.h core/optimize/weigh.c core/optimize/weigh.h

# Who has time: no part of the plugin.
noinst_LIBRARIES += core/libanytime.a
core_libanytime_a_SOURCES = \
	core/optimize/improve_routes.c core/optimize/improve_routes.h core/optimize/shape.c core/optimize/shape.h core/routing_optimize.c core/routing_optimize.h

# Plain values: the common ground of the routing side and the judge.
VALUES_LIBS = core/tables/libtables.a core/fabric/libfabric.a core/base/libbase.a $(GLIB_LIBS)
# The one door and all behind it.
ROUTING_LIBS = core/librouting.a core/choose/libchoose.a core/optimize/liboptimize.a core/exchange/libexchange.a core/reroute/libreroute.a core/previous/libprevious.a core/lmc/liblmc.a core/torus/libtorus.a core/fit/libfit.a core/lanes/liblanes.a \
	core/engines/libengines.a core/admit/libadmit.a core/balance/libbalance.a core/guide/libguide.a core/dependency/libdependency.a core/graph/libgraph.a $(VALUES_LIBS)
COMPARISON_LIBS = core/engines/libcomparison.a
# Before ROUTING_LIBS.
OPTIMIZE_LIBS = core/libanytime.a

# All of it, for tests that compile it with flags of their own.
CORE_SOURCES = $(core_librouting_a_SOURCES) $(core_choose_libchoose_a_SOURCES) $(core_optimize_liboptimize_a_SOURCES) $(core_exchange_libexchange_a_SOURCES) $(core_reroute_libreroute_a_SOURCES) $(core_previous_libprevious_a_SOURCES) $(core_lmc_liblmc_a_SOURCES) $(core_torus_libtorus_a_SOURCES) \
	$(core_fit_libfit_a_SOURCES) $(core_lanes_liblanes_a_SOURCES) $(core_engines_libengines_a_SOURCES) $(core_admit_libadmit_a_SOURCES) $(core_balance_libbalance_a_SOURCES) $(core_engines_libcomparison_a_SOURCES) $(core_dependency_libdependency_a_SOURCES) \
	$(core_guide_libguide_a_SOURCES) 	$(core_graph_libgraph_a_SOURCES) $(core_tables_libtables_a_SOURCES) $(core_fabric_libfabric_a_SOURCES) \
	$(core_base_libbase_a_SOURCES)
