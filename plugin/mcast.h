/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Multicast as OpenSM asks for it, group by group: the part of the routing's one multicast tree that the members need.
 *
 * OpenSM asks at the end of a sweep and whenever somebody has joined or left since, so what it has of the subnet may
 * by then differ from what was routed: switches and cables are looked up anew for each group. Nothing but cables of
 * the tree is ever used, so that a group makes no turn that the proof does not know. Members that it does not reach,
 * because a part is gone or cannot do multicast, are told in the log; they hear those in the same piece of the tree,
 * at least those at the same switch.
 */
#ifndef SSSP_PLUGIN_MCAST_H
#define SSSP_PLUGIN_MCAST_H

#include "plugin/engine_state.h"

/*
 * After a routing is published: OpenSM is to ask this engine for multicast trees if the routing has one, and is to
 * make its own, with a line in the log, if not. Under OpenSM's exclusive lock.
 */
void mcast_offer(Engine *engine);

#endif
