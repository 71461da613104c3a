/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts the cables of a fabric into classes, and finds the most frequent width and speed of each class. A cable that is
 * slower or narrower can then be reported. Cables between switches are classed by the levels that they join (level 1:
 * switches with hosts; levels.h); all cables to adapters and routers are one class.
 */
#ifndef SSSP_EVALUATOR_MEASURES_CABLE_CLASSES_H
#define SSSP_EVALUATOR_MEASURES_CABLE_CLASSES_H

#include "evaluator/measures/levels.h"

#include <glib.h>

typedef struct {
	gboolean adapters; /* cables between a switch and an adapter or router, whatever the levels */
	guint32 low, high; /* else the levels that they join, low <= high */
	guint32 n;
	guint32 *port;       /* [n] a port of each cable: that of the switch, or of the lower switch; ascending */
	guint8 width, speed; /* the most frequent ones among cables of known rate; 0: none is known */
	guint32 usual;       /* how many cables have them */
} CableClass;

typedef struct {
	guint32 n;
	CableClass *class; /* adapters first, then by levels; none is empty */
	guint32 *ports;    /* private */
} CableClasses;

/*
 * `levels` are of the same fabric. A cable from a switch to itself is in no class. NULL with SSSP_ERROR_MEMORY.
 * O(cables log cables).
 */
CableClasses *cable_classes_new(const Fabric *fabric, const Levels *levels, GError **error);
void cable_classes_free(CableClasses *classes); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CableClasses, cable_classes_free)

/* Width and speed that both ends of a port's cable state, of two different ones the lower; 0 where neither does. */
void cable_rate(const Fabric *fabric, guint32 port, guint8 *width, guint8 *speed);

/* Whether the cable is known to be slower or narrower than is most frequent in its class. */
gboolean cable_is_slow(const Fabric *fabric, const CableClass *class, guint32 port);

#endif
