/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds switches and cables that stand out among their likes, where there is no plan of the cabling. Switches are alike
 * (a group) when they are of one fabric (a file may have several), of one level (how far from a switch with hosts) and
 * have as many ports. Within a group these values are compared: cables to the level above and to the level below,
 * different switches above, cables to each switch above (bundles), and the rate of cables between switches. A value is
 * usual if at least a part OUTLIERS_USUAL of the group has it. A lower value stands out. A low rate does not, if it is
 * no lower than the usual rate in the group of the switch at the other end.
 *
 * A switch without a name stands out, unless there are OUTLIERS_LEAST switches or more and more than 1 - OUTLIERS_USUAL
 * of them have none.
 *
 * Switches without cables upwards are left out of the comparisons upwards: a top level has none. So a leaf that lost
 * all of its cables upwards is not found.
 */
#ifndef SSSP_EVALUATOR_CABLING_OUTLIERS_H
#define SSSP_EVALUATOR_CABLING_OUTLIERS_H

#include "core/fabric/fabric.h"

#include <glib.h>

#define OUTLIERS_USUAL 0.75 /* part of a group that a usual value needs */
#define OUTLIERS_LEAST 4    /* values that a group needs to have a usual one */

typedef enum {
	OUTLIER_UPLINKS,   /* cables to the level above */
	OUTLIER_ABOVE,     /* different switches on the level above */
	OUTLIER_DOWNLINKS, /* cables to the level below */
	OUTLIER_BUNDLE,    /* cables to the switch `other` above */
	OUTLIER_RATE,      /* Mbit/s of the cable in `port` */
	OUTLIER_NAMELESS,  /* a switch whose description says nothing */
	OUTLIER_N_KINDS
} OutlierKind;

typedef struct {
	OutlierKind kind;
	guint32 node;
	guint32 other; /* node at the other end, FABRIC_NONE */
	guint32 port;
	guint32 has, usual;
	guint32 level, alike; /* level from 1 (0: no host can be reached); values in the group (0: of no group) */
} Outlier;

#define OUTLIERS_NO_LEVEL G_MAXUINT32

/*
 * Fills level[n_nodes]: 1 for switches with hosts, OUTLIERS_NO_LEVEL for adapters and switches that reach none.
 * O(ports).
 */
void outliers_levels(const Fabric *fabric, guint32 *level);

/* Array of Outlier, by kind and then name of node. Hosts are not compared: they come and go. O(ports + n log n). */
GArray *outliers_new(const Fabric *fabric);

/* The number of switches whose description says nothing. O(switches). */
guint32 outliers_nameless(const Fabric *fabric);

/* "uplinks", ..; a constant. */
const char *outlier_kind_name(OutlierKind kind);

#endif
