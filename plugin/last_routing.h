/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the next routing starts from: the one that this engine published last, whatever other engines did meanwhile; if
 * there is none, the state file; if that is none of this subnet, the tables of `routes=`.
 */
#ifndef SSSP_PLUGIN_LAST_ROUTING_H
#define SSSP_PLUGIN_LAST_ROUTING_H

#include "plugin/engine_state.h"

/* Where options say nothing: files in OpenSM's cache folder. */
void last_routing_init(Engine *engine);

/* Waits until the state file is written. */
void last_routing_end(Engine *engine);

/*
 * Fills in what `options` say of a previous routing, for this fabric. What they then point to is the engine's and stays
 * until the next call. To be called by the sweeping thread, with OpenSM's lock.
 */
void last_routing_choose(Engine *engine, const Fabric *fabric, RoutingOptions *options);

/*
 * Before anything is published: the jobs of an earlier process, as last_routing_choose() would have them, StateMember; NULL:
 * none. For routings that are loaded and start from no previous one. The caller's to unref.
 */
GArray *last_routing_jobs(const Engine *engine, const Fabric *fabric);

/* A line of what the routing that is about to be published changed. `loaded`: from the tables of `routes=`. */
void last_routing_tell(const Engine *engine, const Routing *routing);

/* After it is published: what was only there for the first one goes. */
void last_routing_published(Engine *engine);

/* Has the published routing written into the state file. By the sweeping thread, without a lock. */
void last_routing_write(Engine *engine);

/* Says once when the state file cannot be written, and when it can be again. */
void last_routing_report(Engine *engine);

#endif
