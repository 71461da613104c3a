/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * `make attack`: fabrics that nobody would draw, with any wish of a user, each routed, judged, damaged further and
 * routed again. The core that is attacked is compiled anew, with sanitizers and counters. In the order in which to
 * read:
 *
 *	attack          which cases are run, and what is printed of them
 *	case            nodes, cables, wishes and events as lists that can be changed; case_text: as a text
 *	case_fabric     such a list from a fabric, and a fabric from a list
 *	draw            a case from a seed
 *	shapes          trees with pods of any size, rings with chords, rows, anything at random
 *	mutate          what is cut, merged, moved, doubled and added
 *	invariants      what must hold of any routing (below)
 *	same            whether two routings are alike, to the byte
 *	folder          out into files and back into the plugin
 *	meter           steps and bytes that the core takes: what ends a run that would not end
 *	coverage.sh     which functions of the core no run has entered, and which thresholds had one side only; not-entered:
 *	                those that cannot be
 *	reduce.sh       a case made as small as it can be and still fail
 *
 * A text of a case is what a finding becomes: cases/ has those of before, with which each run begins.
 */
#ifndef SSSP_TESTS_ATTACK_ATTACK_H
#define SSSP_TESTS_ATTACK_ATTACK_H

#include "core/fabric/fabric.h"
#include "core/routing.h"

#include <glib.h>

typedef struct {
	guint64 guid;
	FabricNodeType type;
	guint ports; /* 1 .. FABRIC_MAX_PORTS */
	guint last;  /* the highest with a cable */
	gboolean manager, enhanced, aggregation;
} CaseNode;

/* Ends are nodes by their place in the list. */
typedef struct {
	guint32 a, b;
	guint8 port_a, port_b;
	guint8 width, speed, vls;
} CaseCable;

/* The cable at this port goes, or comes back; port 0: all cables of the node. */
typedef struct {
	guint64 guid;
	guint8 port;
} CaseEvent;

typedef struct {
	char engine[16];
	guint max_vls, passes, lmc, lmc_routes;
	gboolean asymmetric, no_spread, capacities, stand, stay;
	gboolean sparse;  /* LIDs all over the place */
	gboolean files;   /* by way of a folder too */
	gboolean foreign; /* the first tables are another subnet manager's, who knows nothing of lanes */
	guint jobs;       /* 1: three in four LIDs are in one of three jobs, 2: of which the first ran before; 0: none are */
	gint budget;      /* of rerouting, in percent; below 0: as it is without */
} CaseWishes;

typedef struct {
	GArray *nodes;   /* CaseNode */
	GArray *cables;  /* CaseCable */
	GArray *events;  /* CaseEvent */
	GArray *order;   /* guint64: destinations to route first */
	GArray *roots;   /* guint64 */
	GArray *ignored; /* SwitchPort */
	CaseWishes wishes;
	guint32 *job_of_lid; /* [FABRIC_MAX_LID + 1] for any fabric */
	RoutingJobs jobs;
	guint8 settled[3];
} Case;

/* ---- case, case_text, case_fabric */

Case *case_new(void);
void case_free(Case *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Case, case_free)

static inline CaseNode *case_node(const Case *c, guint32 node)
{
	return &g_array_index(c->nodes, CaseNode, node);
}

static inline CaseCable *case_cable(const Case *c, guint cable)
{
	return &g_array_index(c->cables, CaseCable, cable);
}

guint32 case_add_node(Case *c, FabricNodeType type, guint64 guid, guint ports);

void case_add_cable(Case *c, CaseCable cable);

/* A cable between free ports of two nodes, which may be one; nodes grow ports if they must and may. */
gboolean case_join(Case *c, guint32 a, guint32 b);

/* Takes out what is marked, [nodes], with all its cables. */
void case_remove(Case *c, const guint8 *marked);

guint case_count(const Case *c, FabricNodeType type);

/* What the case says, a line for each thing; case_parse() reads it, and passes over what it does not know. */
GString *case_text(const Case *c);
Case *case_parse(const char *text);

/* Nodes and cables of a fabric, without LIDs. */
void case_take_fabric(Case *c, const Fabric *fabric);

/*
 * The fabric after so many of the events, with LIDs: those of the fabric before (NULL: there was none) stay. NULL when
 * there are not enough of these.
 */
Fabric *case_fabric(const Case *c, guint events, const Fabric *before);

/* The lists in the options are the case's. */
RoutingOptions case_options(const Case *c, const Fabric *fabric);

/* ---- draw, shapes, mutate */

/*
 * The same case for the same seed. `base` (may be NULL) is what it starts from, else it draws that too. `light`: what
 * takes little time, so that there can be many: few hosts, on some of the switches, few events.
 */
Case *draw_case(guint32 seed, guint least, guint most, gboolean light, const Fabric *base);

/* Switches and cables of a shape of our own, about so many. */
void shape_draw(Case *c, GRand *rand, guint switches);

/* What is done to it. */
void mutate(Case *c, GRand *rand);

/* 0 .. n - 1, 0 for none */
static inline guint pick(GRand *rand, guint n)
{
	return n ? (guint)g_rand_int_range(rand, 0, (gint32)n) : 0;
}

static inline gboolean once_in(GRand *rand, guint n)
{
	return pick(rand, n) == 0;
}

/* ---- invariants, same, folder */

typedef struct {
	guint routings, rerouted, large, unproven, longer; /* that were right; large: above LARGE_SWITCHES */
	guint large_cases;
	guint refused; /* published routes for which lanes do not do */
	guint64 pairs;
	guint64 steps;                 /* of the first routings */
	double most_steps, most_bytes; /* the most, as part of what is allowed */
	GHashTable *strategies;        /* name -> how many, as a number */
} Tally;

enum { LARGE_SWITCHES = 300 };

/*
 * Routes a case and after each of its events again. What is wrong goes into `failure`, "" for nothing:
 * each pair of ports that is connected arrives; no lane has a cycle; SLs are the same both ways, unless that was not
 * wished; all that the routing says of itself is so; three threads make the same (of large fabrics one of the
 * routings); prove_tables() takes it over and makes the same; so does the plugin's reader from the files that
 * sssp-route writes; steps and bytes are within bounds. Published routes may be refused for want of lanes, and for
 * nothing else.
 */
void invariants_check(const Case *c, Tally *tally, GString *failure);

/* NULL when they are. */
const char *same_routing(const Routing *one, const Routing *other);

/* Writes a folder as sssp-route does and loads it as the plugin does; NULL when it holds the same. */
char *folder_round_trip(const Fabric *fabric, const RoutingOptions *options, const Routing *routing);

/* ---- meter */

/* From here on steps of this thread and bytes of all are counted; past `most` steps the process ends with a message. */
void meter_start(guint64 most);
guint64 meter_stop(guint64 *bytes);

#endif
