/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The endpoints that a list of names means, such as the hosts of a job. An entry of the list is what an endpoint is
 * called (endpoint_names.h), or else a host list (formats/lists/hostlist.h) of such names.
 */
#ifndef SSSP_EVALUATOR_PATHS_SUBSET_H
#define SSSP_EVALUATOR_PATHS_SUBSET_H

#include "core/fabric/fabric.h"
#include "formats/lists/name_list.h"

#include <glib.h>

/*
 * guint32 indices in fabric->endpoints, in the order of the list. As a set, a name that several endpoints answer to
 * means all of them, and none may come twice; in an order it must be of one, and may come again. NULL with
 * SSSP_ERROR_INPUT "FILE:LINE: .." for what is no name or no list, with SSSP_ERROR_MEMORY. O(n log n) in endpoints and
 * names.
 */
GArray *subset_endpoints(const Fabric *fabric, const NameList *list, gboolean order, GError **error);

#endif
