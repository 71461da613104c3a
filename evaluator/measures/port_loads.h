/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lays out the loads of channels (RouteFacts, efi.h) by the port that sends, for callers that have the fabric but not
 * the Paths in which channels are numbered.
 */
#ifndef SSSP_EVALUATOR_MEASURES_PORT_LOADS_H
#define SSSP_EVALUATOR_MEASURES_PORT_LOADS_H

#include "evaluator/measures/efi.h"

/*
 * Returns [fabric->n_ports] routes over the channel that each switch port sends into, 0 for ports that lead to no
 * switch and for ports of other nodes. NULL with SSSP_ERROR_MEMORY. O(ports).
 */
guint64 *port_loads(const Fabric *fabric, const RouteFacts *facts, GError **error);

#endif
