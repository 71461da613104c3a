/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a port of a fabric by name, LID or GUID: that of an endpoint (endpoint_names.h), else port 0 of a switch. The
 * command path calls it for the two ends of a path.
 */
#ifndef SSSP_EVALUATOR_PATHS_PORT_FIND_H
#define SSSP_EVALUATOR_PATHS_PORT_FIND_H

#include "core/fabric/fabric.h"

#include <glib.h>

/*
 * The index of the port in the fabric; FABRIC_NONE with SSSP_ERROR_USAGE when none or several are called so. Endpoints
 * come before switches, whole descriptions before first words. O(n log n).
 */
guint32 port_find(const Fabric *fabric, const char *name, GError **error);

/* The LID that a name means: itself where it is one, else the port's first; 0 where the port has none. O(1). */
guint32 port_find_lid(const Fabric *fabric, guint32 port, const char *name);

#endif
