/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder plugin: what OpenSM calls, and what is done then; its folders stand at the end. In this order:
 *
 *	plugin           what OpenSM loads: registers the engine and hears of sweeps
 *	engine_osm       the callbacks of the routing engine; engine_state: the data that the callbacks share
 *	engine_route     the part of the callbacks that can fail: makes a routing of OpenSM's subnet
 *	engine_jobs      which hosts make a job, by a file or by partitions
 *	last_routing     the previous routing that the next one starts from
 *	found            reads the tables of switches that OpenSM has never written to
 *	phases           writes tables, in two phases where old and new ones cannot be in force together; second_phase:
 *	                 writes what the first left
 *	sl2vl            answers OpenSM when it asks for SL to VL tables, and writes those that OpenSM leaves undone
 *	mcast            builds multicast trees, group by group
 *	sweep            what is done after OpenSM has routed: dumps, the state file
 *	status           writes a file for monitors
 *	admin_files      reads GUIDs and ports that administrators give OpenSM in files
 *	built_for        marks in the plugin's file that tell sssp-check for which OpenSM it was built
 *	layout           whether the running OpenSM has the memory layout of the headers
 *	log              writes lines into OpenSM's log; messages: the text of all lines
 *
 * plugin/subnet reads OpenSM's subnet and writes into it, and includes OpenSM's headers too:
 *
 *	import           makes a Fabric of OpenSM's subnet
 *	export           writes a routing into OpenSM's switches
 *	vls              how many lanes may be used, and what OpenSM must do for them; vls_there: whether OpenSM did
 *	vls_write        writes SL to VL tables and finds out which were taken
 *
 * plugin/values needs no OpenSM; it has plain values and files:
 *
 *	options          reads the text of event_plugin_options
 *	order            the order in which destinations are routed
 *	snapshot         a finished routing with its fabric, from which queries are answered
 *	mcast_prune      finds the part of the multicast tree that a group needs
 *	jobs             which hosts make a job; job_file: reads the file that says so
 *	folder           loads finished tables if they fit and are proven
 *	state_file       keeps a routing for the next process
 *	dump             writes sssp.psl, sssp.slvl and other files
 *
 * plugin/check has programs of its own (osm_conf.h).
 */

/*
 * Installs the callbacks of the routing engine in OpenSM.
 *
 * One Engine serves all its entries in OpenSM's list of routing engines (`psssp`, and `sssp` once that is taken over).
 * OpenSM may end an entry, but the Engine lives as long as the plugin.
 */
#ifndef SSSP_PLUGIN_ENGINE_OSM_H
#define SSSP_PLUGIN_ENGINE_OSM_H

#include "plugin/engine_state.h"

/* Makes an engine for this OpenSM. Takes what `options` owns. Never NULL. */
Engine *engine_new(osm_opensm_t *osm, PluginOptions *options);
void engine_free(Engine *engine); /* NULL is fine */

/* Sets context and callbacks of an entry in OpenSM's list of routing engines; its name, type and `next` stay. */
void engine_install(Engine *engine, osm_routing_engine_t *entry);

#endif
