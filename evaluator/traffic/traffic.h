/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/traffic: traffic that was measured. In this order:
 *
 *	traffic      what ports have counted between two readings
 *	cables       these counts beside the predicted ones, cable by cable: slow, hot and erroneous cables
 */

/*
 * Computes what each port has counted between two readings of its counters, or since they were cleared.
 *
 * A counter of 64 bits goes on at 0 after its highest value; a narrow one stops there, and then has counted at least so
 * much. A counter that is lower than before (one of 64 bits: by no more than half its range) was cleared in between: it
 * has counted what it shows.
 */
#ifndef SSSP_EVALUATOR_TRAFFIC_TRAFFIC_H
#define SSSP_EVALUATOR_TRAFFIC_TRAFFIC_H

#include "core/fabric/fabric.h"
#include "formats/counters/counters.h"

#include <glib.h>

typedef struct {
	guint known, full; /* bits of counters: of both readings; narrow ones that have stopped */
	guint64 value[COUNTER_N];
} TrafficPort;

typedef struct {
	TrafficPort *port;                    /* [fabric->n_ports] */
	guint32 n_ports;                      /* of which something is known */
	guint32 n_foreign;                    /* rows of ports that the fabric does not have */
	guint32 n_alone;                      /* ports of one reading only */
	guint64 first_foreign;                /* GUID or LID of the first of these rows */
	guint32 n_full, n_wrapped, n_cleared; /* counters */
	guint32 n_risen;                      /* that show more than before */
} Traffic;

/*
 * From rows (CounterRow) of two readings; `before` NULL: counters were cleared. A port is found by the GUID of its node
 * or its own, or by a LID of the fabric, and its number. NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_INPUT when no row
 * is of a port of the fabric. O(ports + rows log nodes).
 */
Traffic *traffic_new(const Fabric *fabric, const GArray *before, const GArray *after, GError **error);
void traffic_free(Traffic *traffic); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Traffic, traffic_free)

#endif
