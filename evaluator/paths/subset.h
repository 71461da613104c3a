/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the endpoints that a list of names means, such as the hosts of a job. An entry of the list is a name of
 * endpoints (endpoint_names.h), or else a host list of such names: node[1-8] (formats/lists/hostlist.h).
 */
#ifndef SSSP_EVALUATOR_PATHS_SUBSET_H
#define SSSP_EVALUATOR_PATHS_SUBSET_H

#include "core/fabric/fabric.h"
#include "formats/lists/name_list.h"

#include <glib.h>

/*
 * guint32 indices in fabric->endpoints, in the order of the list. Without `order`, a name of several endpoints means
 * all of them, and no endpoint may come twice; with `order`, a name must mean one endpoint, which may come again. NULL
 * with SSSP_ERROR_INPUT "FILE:LINE: .." for an entry that is no name and no list, with SSSP_ERROR_MEMORY. O(n log n) in
 * endpoints and names.
 */
GArray *subset_endpoints(const Fabric *fabric, const NameList *list, gboolean order, GError **error);

#endif
