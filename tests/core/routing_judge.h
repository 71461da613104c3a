/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Judges a Routing, for tests. An independent judge of a Routing, for tests. It looks at the fabric's ports and at the
 * tables that would be programmed (lft, path_sl, sl2vl) and works everything else out by itself, one pair after the
 * other: slow, simple, and without a line in common with the code it judges.
 *
 * The pairs are those that carry data: CA port -> each LID of every other CA port, CA port -> switch LIDs, and switch
 * port 0 -> CA LIDs. Routers count as CAs, and so does port 0 of a switch that a subnet manager runs on. All of them
 * arrive; none makes a credit loop but with the management ports of switches, if the routing says that pairs of these
 * are unproven. Hosts are CA ports that are no aggregation nodes'.
 */
#ifndef SSSP_TESTS_CORE_ROUTING_JUDGE_H
#define SSSP_TESTS_CORE_ROUTING_JUDGE_H

#include "core/fabric/fabric.h"
#include "core/routing.h"

#include <glib.h>

typedef struct {
	guint max_vls;        /* lanes that switch-to-switch channels may use */
	gboolean symmetric;   /* demand SL(s,d) == SL(d,s), and put replies on the forward SL into the proof */
	gboolean tables_only; /* the routing is tables gathered somewhere: it has no hops and figures of its own */
	gboolean taken_over;  /* tables of others: lanes may be idle, SLs on one switch differ by direction */
} JudgeRules;

typedef struct {
	guint64 pairs;      /* that the cabling connects */
	guint64 apart;      /* that it does not: ends in two pieces of the fabric */
	guint64 lost;       /* connected, but the tables lead to a dead end or a wrong port */
	guint64 looping;    /* connected, but the tables lead in a circle */
	guint64 nonminimal; /* (source host, host LID) pairs that take more hops than needed */
	guint32 longest;    /* hops of the longest route between hosts */
	guint64 efi;        /* most host-to-host-LID routes over one switch-to-switch channel */
	guint64 stray;      /* entries for LIDs that nobody has or that the switch cannot reach */
	guint64 lopsided;   /* pairs of ends whose SLs differ by direction; counted in symmetric mode only */
	guint lanes;        /* highest VL on a switch-to-switch channel + 1; 0 without any route over one */
	guint cyclic_lanes; /* lanes with a dependency that is on a credit loop or behind one */
	guint cyclic_ports; /* the same of what CA ports have for each other alone */
	char failure[256];  /* the first thing that is wrong; "" when all is right */
} Verdict;

/*
 * Fills `verdict`; TRUE when nothing is wrong, the figures that the routing states of itself included.
 * O(pairs x hops x LIDs of a port).
 */
gboolean routing_judge(const Fabric *fabric, const Routing *routing, const JudgeRules *rules, Verdict *verdict);

#endif
