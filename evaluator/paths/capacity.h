/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the weight of each channel from the width and speed of its cable: what one stream (the packets from one
 * endpoint to another) costs there.
 *
 * The reference is the fastest cable of an endpoint that takes part (a host, unless others are chosen: paths.h). A
 * cable of the same rate has weight 1, a cable of half the rate 2, a cable of twice the rate 1/2. The load of a channel
 * is its streams times its weight; the bandwidth of a stream, in units of the reference, is one over the highest load
 * on its path. Where all cables are equal, all weights are exactly 1, and loads are numbers of streams.
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
 * If the ends of a cable state different rates, the lower one counts; an end without a rate does not count. The cable
 * of an endpoint that does not take part weighs 1 where its rate is unknown. NULL with SSSP_ERROR_INPUT, which names
 * the first other cable of unknown rate, or SSSP_ERROR_MEMORY. O(channels + endpoints).
 */
Capacity *capacity_new(const Paths *paths, GError **error);
void capacity_free(Capacity *capacity); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Capacity, capacity_free)

/* Data rate of the cable at a port (index) in Mbit/s; 0 when neither end states it. O(1). */
guint32 capacity_cable_mbps(const Fabric *fabric, guint32 port);

#endif
