/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds which classes of endpoints a credit loop needs: hosts, aggregation nodes or management ports. A loop that needs
 * a switch's management port is less grave than a loop of hosts among themselves.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_DEADLOCK_CLASSES_H
#define SSSP_EVALUATOR_DEADLOCK_DEADLOCK_CLASSES_H

#include "evaluator/deadlock/lanes.h"
#include "evaluator/deadlock/multicast.h"

#include <glib.h>

/*
 * For lanes that have a credit loop: finds the first set of classes whose packets among themselves have a loop, as
 * FabricClass bits in *classes. Sets are tried in this order: hosts; aggregation nodes; both; hosts and management
 * ports; aggregation nodes and management ports; all. Multicast packets count with each set; the set is empty when they
 * alone have a loop. FALSE with SSSP_ERROR_MEMORY. Cost: that of lanes_walk() for each set tried; without aggregation
 * nodes and multicast it is one.
 */
gboolean deadlock_classes(const Lanes *lanes, gboolean reverse, const Multicast *multicast, guint mcast_sl,
			  guint32 *classes, GError **error);

#endif
