/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Maps the ranks of a pattern (processes of a parallel program) to endpoints. A mapping is an order of endpoints; rank
 * r runs on the endpoint at place r / ppn, so that each has `ppn` ranks. Endpoints are indices into fabric->endpoints.
 *
 *	random   a new order for each mapping, drawn as ebb_draw() does
 *	linear   ascending LID
 *	guid     ascending node GUID, then port
 *	file     as a file lists them
 */
#ifndef SSSP_EVALUATOR_PATTERNS_MAPPING_H
#define SSSP_EVALUATOR_PATTERNS_MAPPING_H

#include "evaluator/paths/paths.h"
#include "formats/lists/name_list.h"

#include <glib.h>

typedef enum { MAPPING_RANDOM, MAPPING_LINEAR, MAPPING_GUID, MAPPING_FILE } MappingKind;

typedef struct {
	MappingKind kind;
	guint32 *endpoint; /* [n] that take part, in order; for random mappings ascending */
	guint32 n;
	guint32 ppn;
	guint32 group; /* endpoints of a node, which follow one another and are drawn as a whole; 1: each alone */
} Mapping;

/*
 * A mapping on the endpoints of `list` (subset.h); when NULL, on all hosts, or on all endpoints where there is no host.
 * With MAPPING_FILE the list (not NULL) is the mapping: an endpoint may stand in it several times, and gets as many
 * times `ppn` ranks, and a name must mean one endpoint. In other lists an endpoint may stand once, and a name may mean
 * several. NULL with SSSP_ERROR_INPUT "FILE:LINE: .." or SSSP_ERROR_MEMORY. O(n log n) in endpoints and names.
 */
Mapping *mapping_new(const Fabric *fabric, MappingKind kind, const NameList *list, guint32 ppn, GError **error);

/* The same; without a list on all endpoints, aggregation nodes too. */
Mapping *mapping_new_all(const Fabric *fabric, MappingKind kind, const NameList *list, guint32 ppn, GError **error);

/* mapping_new_all() where all endpoints take part in `paths`, else mapping_new(); both without paths_is_unsaid(). */
Mapping *mapping_new_for(const Paths *paths, MappingKind kind, const NameList *list, guint32 ppn, GError **error);

/*
 * The same kind of mapping on nodes of `group` endpoints each, n in all, one node after the other; not of MAPPING_GUID
 * or MAPPING_FILE. NULL with SSSP_ERROR_MEMORY.
 */
Mapping *mapping_new_nodes(MappingKind kind, const guint32 *endpoint, guint32 n, guint32 group, guint32 ppn,
			   GError **error);
void mapping_free(Mapping *mapping); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Mapping, mapping_free)

/* The most ranks there is room for. */
guint64 mapping_room(const Mapping *mapping);

/*
 * The endpoints at the places of mapping `index` of a seed: order[n]. A pattern may go on drawing from the twister.
 */
void mapping_draw(const Mapping *mapping, GRand *twister, guint64 seed, guint32 index, guint32 *order);

const char *mapping_kind_name(MappingKind kind);

/* FALSE when there is none of that name. */
gboolean mapping_kind_find(const char *name, MappingKind *kind);

#endif
