/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Trials where switches choose lanes by input and output port, by the previous tables or the new ones. What that
 * takes:
 *
 *   port_tables     the VLs that either set of SL to VL tables has
 *   port_phase      what packets make of these and of a mixture of entries
 *
 * SL to VL tables are exchanged as forwarding entries are, port by port: a packet may get its VL from the previous
 * table of one switch and the new one of the next. Where everything stays free of cycles so, all of it can change at
 * any time. In two phases the first is proven so and the last with the new SL to VL tables alone, which switches must
 * have by then. Where previous routes do not live with new SL to VL tables at all, these must wait until switches have
 * the first phase (a third proof, trial->middle): what has no route then does no harm, so something always remains.
 *
 * Which SLs packets are on matters only beside lanes by SL: there it is that of the path, as everywhere in this room.
 * Else they may be on any (PORT_TABLES_ANY).
 */
#ifndef SSSP_CORE_EXCHANGE_TRIAL_PORTS_H
#define SSSP_CORE_EXCHANGE_TRIAL_PORTS_H

#include "core/exchange/trial.h"

/* A trial of which trial->ports is there. NULL with SSSP_ERROR_MEMORY. O(lanes x turns + ports^2 of all switches). */
Trial *trial_ports_new(Both *both, const Fabric *fabric, GError **error);

/* Whether all can change at any time; FALSE with SSSP_ERROR_MEMORY, too. O(switches x LIDs + turns x VLs^2). */
gboolean trial_ports_at_once(Trial *trial, GError **error);

/*
 * Fills trial->first, `middle` and `last`: previous routes, and new ones. `*free`: the previous ones have no cycle.
 * FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs + turns x VLs^2).
 */
gboolean trial_ports_begin(Trial *trial, gboolean *free, GError **error);

#endif
