# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
noinst_LTLIBRARIES += core/libcore.la
core_libcore_la_SOURCES = \
	core/synth.c core/synth_spec.c core/synth_plan.c core/synth_realise.c core/synth_fail.c core/synth_cuts.c \
	core/synth_tree.c core/synth_xgft.c core/synth_grid.c core/synth_group.c core/synth_slimfly.c \
	core/synth_random.c core/synth_cluster.c core/synth.h core/synth_plan.h \
	core/error.c core/error.h core/printable.c core/printable.h \
	core/fabric.c core/fabric_seal.c core/fabric_lids.c core/fabric_speed.c core/fabric.h \
	core/fabric_digest.c core/fabric_digest.h \
	core/lft.c core/lft.h \
	core/mft.c core/mft.h \
	core/search.h \
	core/graph.c core/graph_order.c core/graph_marks.c core/graph.h \
	core/crew.c core/crew.h \
	core/bfs.c core/bfs.h \
	core/bfs_ahead.c core/bfs_ahead.h \
	core/routes.c core/routes.h \
	core/trunk.c core/trunk.h \
	core/direct.c core/direct.h \
	core/balance.c core/balance_run.c core/balance_run.h core/balance.h \
	core/engine.c core/engine.h core/engines.h core/engine_psssp.c core/engine_p2sssp.c \
	core/engine_minhop.c core/engine_updn.c core/port_counts.c core/port_counts.h core/updown.c core/updown.h \
	core/cdg.c core/cdg.h \
	core/layers.c core/layers_first_fit.c core/layers.h core/layer_routes.h \
	core/lane_set.c core/lane_set_flow.c core/lane_set_order.c core/lane_set.h \
	core/lane_growth.c core/lane_growth.h \
	core/lane_order.c core/lane_order.h \
	core/levels.c core/levels.h \
	core/grid.c core/grid.h core/grid_cuts.c core/grid_cuts.h core/grid_tree.c core/grid_tree.h \
	core/lane_demand.c core/lane_demand.h \
	core/lane_flow.c core/lane_flow.h \
	core/lane_escape.c core/lane_escape.h \
	core/lane_search.c core/lane_search.h \
	core/lane_tree.c core/lane_tree.h \
	core/lane_trees.c core/lane_trees.h \
	core/lane_mend.c core/lane_mend.h \
	core/lane_routes.c core/lane_routes.h \
	core/lane_assign.c core/lane_assign.h \
	core/probe.c core/probe.h \
	core/layered.c core/layered_quick.c core/layered_grow.c core/layered_grid.c core/layered_work.h core/layered.h \
	core/mcast_tree.c core/mcast_tree.h \
	core/sl_from_layers.c core/sl_from_layers.h \
	core/routing.c core/routing.h core/routing_parts.h \
	core/prove.c core/prove.h \
	core/sl.c core/sl2vl.c core/sl.h
core_libcore_la_LIBADD = $(GLIB_LIBS)
