/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What stands out among its likes, where there is no plan. Switches are alike when they are of one fabric (a file may have
 * several), of one level (how far from a switch with hosts) and have as many ports. Of each such group these are
 * compared: cables to the level above and to that below, different switches above, cables to each switch above (bundles),
 * and the rate of cables between switches. A value that OUTLIERS_USUAL of the group have is usual; whoever has fewer (of
 * rates: a lower one, to a switch whose likes have more)
 * stands out. A switch without a name does where most have one. Upwards only switches are compared that have cables there:
 * one without, beside a leaf, is made so, as a leaf that lost all of them would not be found at all.
 */
#ifndef SSSP_EVALUATOR_CABLING_OUTLIERS_H
#define SSSP_EVALUATOR_CABLING_OUTLIERS_H

#include "core/fabric/fabric.h"

#include <glib.h>

#define OUTLIERS_USUAL 0.75 /* of a group */
#define OUTLIERS_LEAST 4    /* switches of a group, of which the usual can be told */

typedef enum {
	OUTLIER_UPLINKS,   /* cables to the level above */
	OUTLIER_ABOVE,     /* different switches there */
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
	guint32 level, alike; /* from 1; how many there are in the group */
} Outlier;

#define OUTLIERS_NO_LEVEL G_MAXUINT32

/* Levels of switches, level[n_nodes]: 1 of those with hosts, OUTLIERS_NO_LEVEL where no host is. O(ports). */
void outliers_levels(const Fabric *fabric, guint32 *level);

/* Outlier, by kind and then name of node; hosts are of no matter, as machines come and go. O(ports + n log n). */
GArray *outliers_new(const Fabric *fabric);

/* Switches whose description says nothing. O(switches). */
guint32 outliers_nameless(const Fabric *fabric);

/* "uplinks", .. */
const char *outlier_kind_name(OutlierKind kind);

#endif
