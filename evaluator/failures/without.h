/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes the fabric as it would be without a switch or a cable, so that a failure can be evaluated before it happens. */
#ifndef SSSP_EVALUATOR_FAILURES_WITHOUT_H
#define SSSP_EVALUATOR_FAILURES_WITHOUT_H

#include "core/fabric/fabric.h"

#include <glib.h>

/*
 * A sealed copy without a node, the adapters that are cabled to it alone, and the cable of a port (indices;
 * FABRIC_NONE: none). GUIDs, names and LIDs stay. NULL with SSSP_ERROR_MEMORY. O(ports + n log n).
 */
Fabric *fabric_without(const Fabric *fabric, guint32 node, guint32 port, GError **error);

#endif
