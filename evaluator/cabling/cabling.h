/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/cabling: the cabling that was planned beside the cabling that is there. In this order:
 *
 *	cabling          both by names: which cables are not where they should be, and what to do with them; cabling_text:
 *	                 that in words
 *	plan_match       where names say nothing: a good matching of the switches, and what does not fit it
 *	outliers         without a plan: what stands out among its likes
 */

/*
 * Compares a planned fabric with the fabric that is there (NOW), by names, and lists what to change at the racks.
 *
 * A node of the plan is matched with a node of NOW by the first of these that finds one: the same description; the
 * short form of it (of "MF0;leaf-1:MQM9700/U1" leaf-1, of "host-1 HCA-1" host-1, where that is one node); the same
 * GUID; for an adapter, the same port of a switch. Nodes that only the last two match count as renamed. Aggregation
 * nodes are not compared.
 *
 * Each difference becomes an order, what to do with a cable or a node. Each cable is in one order at most. Looked for
 * in this order: cables that are slower than planned; two cables whose ends are exchanged; a cable with one end in a
 * wrong port, on the same node first; cables missing and extra.
 */
#ifndef SSSP_EVALUATOR_CABLING_CABLING_H
#define SSSP_EVALUATOR_CABLING_CABLING_H

#include "core/fabric/fabric.h"

#include <glib.h>

#define CABLING_NONE G_MAXUINT32

typedef enum {
	CABLING_SWAPPED,      /* the cables in ports a and b of NOW are to be exchanged */
	CABLING_MOVED,        /* the cable from c has its end in port a of NOW, and that belongs in port b */
	CABLING_MISSING,      /* the plan has a cable between ports a and b of NOW */
	CABLING_EXTRA,        /* the plan has no cable between ports a and b of NOW */
	CABLING_SLOW,         /* the cable between ports a and b of NOW is slower than that of port c of PLAN */
	CABLING_NODE_MISSING, /* node a of PLAN is not in NOW */
	CABLING_NODE_EXTRA,   /* node a of NOW is not in PLAN */
	CABLING_RENAMED,      /* node a of PLAN is node b of NOW, which has another name */
	CABLING_NO_PORT,      /* the plan has a cable in port b (number) of node a of NOW, which has no such port */
	CABLING_N_KINDS
} CablingKind;

typedef struct {
	CablingKind kind;
	guint32 a, b, c; /* indices of ports or nodes in their fabric, as CablingKind says */
} CablingOrder;

typedef struct {
	const Fabric *plan, *now; /* not owned */
	guint32 *node;            /* [plan->n_nodes] node of NOW that it is, CABLING_NONE */
	guint32 matched;          /* nodes of the plan that are found in NOW */
	guint32 switches_matched; /* of these: switches */
	guint32 right;            /* cables that are as planned */
	GArray *orders;           /* CablingOrder, by kind, then by a */
	guint32 count[CABLING_N_KINDS];
} Cabling;

/* NULL with SSSP_ERROR_MEMORY. Both fabrics are sealed, and must outlive the result. O(n log n) in nodes and ports. */
Cabling *cabling_new(const Fabric *plan, const Fabric *now, GError **error);
void cabling_free(Cabling *cabling); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Cabling, cabling_free)

/* "swapped", "moved", ..; a constant. */
const char *cabling_kind_name(CablingKind kind);

/* The order as a sentence. Free with g_free(). */
char *cabling_order_text(const Cabling *cabling, const CablingOrder *order);

/*
 * TRUE: a switch's description tells nothing, as it is empty or the one that the maker gives all of its kind.
 * O(length).
 */
gboolean cabling_is_nameless(const char *description);

#endif
