/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds endpoints of a fabric by LID, by GUID of the port or the node, or by the node's description or its first word.
 * An index of all names but LIDs is built once, sorted, and then searched for each name.
 */
#ifndef SSSP_EVALUATOR_PATHS_ENDPOINT_NAMES_H
#define SSSP_EVALUATOR_PATHS_ENDPOINT_NAMES_H

#include "core/fabric/fabric.h"

#include <glib.h>

#define ENDPOINT_UNKNOWN G_MAXUINT32         /* the name of no endpoint */
#define ENDPOINT_AMBIGUOUS (G_MAXUINT32 - 1) /* the name of several */

typedef struct {
	char *name;
	guint32 endpoint;
} EndpointName;

typedef struct {
	const Fabric *fabric; /* not owned, must outlive this */
	GArray *full;         /* EndpointName, by name: descriptions and GUIDs */
	GArray *word;         /* EndpointName, by name: first words of descriptions */
} EndpointNames;

/* Never NULL. O(n log n). */
EndpointNames *endpoint_names_new(const Fabric *fabric);
void endpoint_names_free(EndpointNames *names); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(EndpointNames, endpoint_names_free)

/*
 * The index in fabric->endpoints, or one of the above. Decimal digits are a LID, 0x.. is a GUID; else a description is
 * looked for before first words. O(log n).
 */
guint32 endpoint_names_find(const EndpointNames *names, const char *name);

/*
 * All endpoints of that name, descriptions and first words alike, into `endpoints` (guint32, ascending), which is
 * emptied first. FALSE when there is none. O(log n + as many as there are).
 */
gboolean endpoint_names_all(const EndpointNames *names, const char *name, GArray *endpoints);

/* The LIDs of some endpoints with commas between them, the first eight. Free with g_free(). */
char *endpoint_names_lids(const EndpointNames *names, const GArray *endpoints);

/* Up to three names that are spelled like `name`, in quotes; NULL: there are none. Free with g_free(). O(names). */
char *endpoint_names_near(const EndpointNames *names, const char *name);

#endif
