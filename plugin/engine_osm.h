/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room of the plugin, the only one that sees OpenSM. In this order:
 *
 *	plugin           what OpenSM loads: registers the engine, hears of sweeps
 *	engine_osm       the engine's callbacks: import, routing, export; engine_state: what they share
 *	engine_route     the part of these that can fail: from the subnet to a routing
 *	sweep            what follows a sweep that has routed: dumps, the state file
 *	import           OpenSM's subnet as a Fabric
 *	layout           whether OpenSM is laid out as its headers were
 *	options          the text of event_plugin_options
 *	admin_files      GUIDs and ports that administrators give OpenSM in files; order: of destinations, from these
 *	vls              how many lanes may be used, and what OpenSM must do for them
 *	folder           finished tables, taken over if they fit and are proven
 *	keep             what a routing starts from; state_file: how that outlives the process
 *	engine_jobs      which hosts make a job, by a file (job_file) or by partitions; jobs: as plain values
 *	snapshot         a finished routing, what queries are answered from
 *	found            the tables of switches that OpenSM has never written to
 *	export           a routing into OpenSM's switches
 *	stages           the same in two stages, where old and new tables cannot live side by side
 *	mcast            multicast, group by group; mcast_prune: the part of the tree that a group needs
 *	dump             sssp.psl and sssp.slvl
 *	status           a file for monitors
 *	log              lines in OpenSM's log
 */
/*
 * The routing engine as OpenSM sees it: its callbacks and the context they share.
 *
 * One Engine serves every entry of OpenSM's list of routing engines that names it (`psssp`, and `sssp` once taken
 * over), so OpenSM may end each of them without ending it: it lives as long as the plugin.
 */
#ifndef SSSP_PLUGIN_ENGINE_OSM_H
#define SSSP_PLUGIN_ENGINE_OSM_H

#include "plugin/engine_state.h"

/* An engine for this OpenSM; takes what `options` owns. */
Engine *engine_new(osm_opensm_t *osm, PluginOptions *options);
void engine_free(Engine *engine); /* NULL is fine */

/* Sets context and callbacks of an entry in OpenSM's list of routing engines; its name, type and `next` stay. */
void engine_install(Engine *engine, osm_routing_engine_t *entry);

#endif
