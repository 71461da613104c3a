/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Gives ports the LIDs that they had before, for a topology without LIDs. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_LIDS_H
#define SSSP_GENERATOR_ROUTE_ROUTE_LIDS_H

#include "core/fabric/fabric.h"

#include <glib.h>

/*
 * Ports that have no LID get the one that the port of their GUID has in `previous`, a sealed fabric, or in `listed`
 * (GuidLids of a guid2lid, or NULL), unless another port has it by now. Either may be NULL. The fabric must be sealed,
 * and is again afterwards. FALSE with SSSP_ERROR_INPUT or SSSP_ERROR_MEMORY. O(n log n) in ports.
 */
gboolean route_lids_keep(Fabric *fabric, const Fabric *previous, const GArray *listed, GError **error);

#endif
