/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The rooms of the plugin. This one has OpenSM's callbacks, in this order:
 *
 *	plugin           what OpenSM loads: registers the engine, hears of sweeps
 *	engine_osm       the engine's callbacks: import, routing, export; engine_state: what they share
 *	engine_route     the part of these that can fail: from the subnet to a routing
 *	engine_jobs      which hosts make a job, by a file or by partitions
 *	last_routing     what a routing starts from
 *	found            the tables of switches that OpenSM has never written to
 *	phases           tables written in two phases, where old and new ones cannot be in force together
 *	mcast            multicast, group by group
 *	sweep            what follows a sweep that has routed: dumps, the state file
 *	status           a file for monitors
 *	admin_files      GUIDs and ports that administrators give OpenSM in files
 *	built_for        what sssp-check knows the OpenSM by that the plugin was built for
 *	layout           whether OpenSM is laid out as its headers were
 *	log              lines in OpenSM's log; messages: all of them
 *
 * plugin/subnet is what OpenSM knows and takes of the subnet, and sees its headers too:
 *
 *	import           OpenSM's subnet as a Fabric
 *	export           a routing into OpenSM's switches
 *	vls              how many lanes may be used, and what OpenSM must do for them; vls_there: whether it did
 *
 * plugin/values is what needs no OpenSM, plain values and files:
 *
 *	options          the text of event_plugin_options
 *	order            of destinations
 *	snapshot         a finished routing, what queries are answered from
 *	mcast_prune      the part of the multicast tree that a group needs
 *	jobs             which hosts make a job; job_file: the file that says so
 *	folder           finished tables, taken over if they fit and are proven
 *	state_file       how a routing outlives the process
 *	dump             sssp.psl and sssp.slvl
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
