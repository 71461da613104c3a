/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Links are not equal: what a stream costs on each channel, from the width and speed of the cables.
 *
 * The reference is the fastest cable of an endpoint that takes part (paths.h). A cable that carries as much has weight
 * 1, one of half the rate 2, one of twice the rate 1/2: streams times weight is the load of a channel, and one over the
 * highest load on its path the bandwidth of a stream, in units of the reference. Where all cables are equal all weights
 * are exactly 1, and the figures those of counting streams.
 */
#ifndef SSSP_EVALUATOR_PATHS_CAPACITY_H
#define SSSP_EVALUATOR_PATHS_CAPACITY_H

#include "evaluator/paths/paths.h"

#include <glib.h>

typedef struct {
	gdouble *channel;       /* [n_channels] weight of a switch-to-switch channel */
	gdouble *endpoint;      /* [n_endpoints] weight of both channels between an endpoint and its switch */
	guint32 reference_mbps; /* data rate of the reference, above 0 unless there are no endpoints */
} Capacity;

/*
 * The cable of an endpoint that does not take part weighs 1 where its rate is unknown.
 * A cable whose ends say different things is as fast as the slower says; an end that says nothing is not asked. NULL
 * with SSSP_ERROR_INPUT, which names the first cable of unknown rate, or SSSP_ERROR_MEMORY. O(channels + endpoints).
 */
Capacity *capacity_new(const Paths *paths, GError **error);
void capacity_free(Capacity *capacity); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Capacity, capacity_free)

/* Data rate of the cable at a port (index) in Mbit/s; 0 when neither end says. O(1). */
guint32 capacity_cable_mbps(const Fabric *fabric, guint32 port);

#endif
