/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the judge of a routing knows while it judges: the fabric from its ports alone, the tables, and what it found. */
#ifndef SSSP_TESTS_CORE_ROUTING_JUDGE_WORK_H
#define SSSP_TESTS_CORE_ROUTING_JUDGE_WORK_H

#include "tests/core/routing_judge.h"
#include "tests/core/routing_judge_lanes.h"

#define JUDGE_FAR 255 /* in tables of hops: no path */
#define JUDGE_NO_PATH 255

/* Whoever has a LID and can send and receive: a switch's port 0, or a CA port that is cabled to a switch. */
typedef struct {
	const FabricPort *port;
	guint32 row;      /* the switch it is or hangs on */
	gboolean talks;   /* with port 0 of switches too */
	guint8 at;        /* that switch's port towards it; 0: the switch itself */
	gboolean host;    /* a CA's or router's port, but no aggregation node's */
	const guint8 *sl; /* SLs of what it sends, by LID; NULL: all 0 */
} JudgeEnd;

typedef struct {
	const Fabric *fabric;
	const Routing *routing;
	const JudgeRules *rules;
	Verdict *verdict;
	guint32 n;          /* switches */
	guint32 *node;      /* [n] node of a row, ascending GUID */
	guint32 *row;       /* [n_nodes] row of a node, FABRIC_NONE where it is no switch */
	const guint8 **lft; /* [n] */
	gssize *sl2vl;      /* [n] position in the routing's sl2vl */
	guint32 *hops;      /* [n][n] JUDGE_FAR where not connected */
	guint64 *load;      /* [n_ports] host pairs over a channel, by its out port */
	GArray *ends;       /* JudgeEnd */
	JudgeLanes *lanes;  /* what all that counts makes */
	JudgeLanes *ports;  /* what CA ports among themselves make */
	guint on;           /* bits of the lanes that something takes between switches */
	gboolean any_sl;    /* lanes go by ports: SL to VL tables are the same for all SLs */
	guint64 astray;     /* hops between switches of CAs' pairs on another lane than their SL means */
} Judge;

/* Says what is wrong, unless something was before. */
void judge_blame(const Judge *j, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The port of another switch at the far end of a switch's port, NULL when it leads to none. */
const FabricPort *judge_switch_behind(const Judge *j, guint32 row, guint num);

/* The port in a switch's table. */
guint8 judge_entry(const Judge *j, guint32 row, guint lid);

/* Fills what the verdict has of pairs, loads and lanes. */
void judge_all_pairs(Judge *j);

/* Adds the lanes that multicast, on SL 0, takes from port to port of the tree. */
void judge_tree(Judge *j);

#endif
