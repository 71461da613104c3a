/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds which adapters belong to one machine. They are joined by these, in this order:
 *
 *	a list that says so: lines "NAME: ADAPTERS" (job_list.h)
 *	the ports of one adapter
 *	descriptions: "HOST DEVICE" with one HOST, such as "host-1 mlx5_3" and "host-1 HCA-2", or HOST alone
 *	one system image GUID, where descriptions do not name different hosts
 *
 * A HOST whose DEVICE comes twice in adapters of different system image GUIDs is the name of several machines, and
 * joins nothing; nor do "localhost" and descriptions that are of no host ("MT4129 ConnectX7   Mellanox Technologies").
 *
 * The number of a device tells which of the machine's it is: 3 of mlx5_3, and of HCA-4, which counts from 1.
 */
#ifndef SSSP_FORMATS_LISTS_MACHINES_H
#define SSSP_FORMATS_LISTS_MACHINES_H

#include "core/fabric/fabric.h"
#include "formats/lists/name_list.h"

#include <glib.h>

#define MACHINES_NONE G_MAXUINT32

typedef struct {
	const Fabric *fabric; /* not owned, must outlive this */
	guint32 n;            /* machines, by name as people count (host_fold.h) */
	char **name;          /* [n] the host's; of a machine without one, the first node GUID: 0x.. */
	gboolean *named;      /* [n] it has a host's name */
	guint32 *first;       /* [n + 1] its endpoints are endpoint[first[m]] .. */
	guint32 *endpoint;    /* indices in fabric->endpoints, of a machine by (device, GUID, port) */
	guint32 *of;          /* [n_endpoints] machine, MACHINES_NONE for aggregation nodes */
	guint32 *device;      /* [n_endpoints] number of the device, MACHINES_NONE where nothing tells it */
	char **device_name;   /* [n_endpoints] "mlx5_3"; "" where nothing tells it */
} Machines;

/*
 * Of a sealed fabric with LIDs; `list` may be NULL. NULL with SSSP_ERROR_INPUT ("FILE:LINE: .." of the list) or
 * SSSP_ERROR_MEMORY. O(n log n) in endpoints and names.
 */
Machines *machines_new(const Fabric *fabric, const NameList *list, GError **error);
void machines_free(Machines *machines); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Machines, machines_free)

/* The adapters of a machine. O(1). */
static inline guint32 machines_size(const Machines *m, guint32 machine)
{
	return m->first[machine + 1] - m->first[machine];
}

#endif
