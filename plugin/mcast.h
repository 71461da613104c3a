/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds multicast trees when OpenSM asks for them, group by group: the part of the routing's one multicast tree that
 * the members of the group need.
 *
 * OpenSM asks at the end of a sweep and whenever a member has joined or left, so the subnet may by then differ from
 * what was routed. Switches and cables are therefore looked up anew for each group. Only cables of the tree are used,
 * so that a group makes no turn that was not proven. Members that the group's tree does not reach, because a part is
 * gone or cannot do multicast, are logged; they receive from the members in the same component of the tree, at least
 * those on the same switch.
 */
#ifndef SSSP_PLUGIN_MCAST_H
#define SSSP_PLUGIN_MCAST_H

#include "plugin/engine_state.h"

/*
 * Has OpenSM ask this engine for multicast trees if the published routing has one; else OpenSM makes its own, and a
 * line in the log says so. To be called after a routing is published, under OpenSM's exclusive lock.
 */
void mcast_offer(Engine *engine);

#endif
