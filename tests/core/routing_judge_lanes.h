/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects the dependencies that routes leave between (channel, virtual lane) pairs, for the judge of routings. A
 * packet may change its lane from one switch to the next, so this is one graph over all lanes. A channel is called by
 * the index of its out port in fabric->ports.
 */
#ifndef SSSP_TESTS_CORE_ROUTING_JUDGE_LANES_H
#define SSSP_TESTS_CORE_ROUTING_JUDGE_LANES_H

#include "core/fabric/fabric.h"

typedef struct JudgeLanes JudgeLanes;

JudgeLanes *judge_lanes_new(const Fabric *fabric);
void judge_lanes_free(JudgeLanes *lanes);

/*
 * A route takes this channel on this lane after `before`, what this function returned for the channel before it
 * (FABRIC_NONE at the start of a route). JudgeLanes beyond 15 count as 15.
 */
guint32 judge_lanes_pass(JudgeLanes *lanes, guint32 before, guint32 channel, guint vl);

/* How many lanes have a channel that is left over when all that wait for nothing are taken out; 0: no credit loop. */
guint judge_lanes_cyclic(const JudgeLanes *lanes);

#endif
