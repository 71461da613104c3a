/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the order in which destinations are routed. The first destination finds no loads on the fabric, so those that
 * come first are balanced best.
 */
#ifndef SSSP_PLUGIN_VALUES_ORDER_H
#define SSSP_PLUGIN_VALUES_ORDER_H

#include "core/fabric/fabric.h"

#include <glib.h>

typedef struct {
	const guint64 *guids; /* of nodes or ports */
	gsize n;
} OrderList;

/*
 * The GUIDs for RoutingOptions.order, *n of them: `first` as it is, compute nodes, all other hosts, I/O nodes; a GUID
 * that is named twice counts where it stands first. Without I/O nodes the other hosts are not named (they follow in the
 * order they have). Switches' own LIDs come last unless they are named. NULL with SSSP_ERROR_MEMORY; free with
 * g_free(). O(n log n) in hosts and names.
 */
guint64 *order_build(const Fabric *fabric, OrderList first, OrderList compute, OrderList io, gsize *n, GError **error);

#endif
