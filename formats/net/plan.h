/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads plans of cables, which have names and no GUIDs, in two forms:
 *
 *	CSV           lines FROM,PORT,TO,PORT[,LINK], such as "leaf-1,17,spine-1,1,4xNDR"; a first line without numbers is
 *	              a heading; a name with commas or blanks around it stands in quotes
 *	ibdm's .topo  "TYPE NAME" at the begin of a line, below it its cables: " P1 -4x-10G-> TYPE NAME P1"
 *
 * # begins a comment line. Ports are numbers, with or without a P.
 */
#ifndef SSSP_FORMATS_NET_PLAN_H
#define SSSP_FORMATS_NET_PLAN_H

#include "core/fabric/fabric.h"

#include <glib.h>

/* Whether a text is one of them. O(length). */
gboolean plan_is(const char *text);

/*
 * A sealed fabric of these cables. GUIDs are made up, in the order of the text; a node whose only cable is at port 1 or
 * 2 is a channel adapter, all others are switches; no port has a LID. NULL with SSSP_ERROR_INPUT "FILE:LINE: .." (no
 * port number, a port that has a cable already) or SSSP_ERROR_MEMORY. `text` is changed. O(n log n).
 */
Fabric *plan_parse(char *text, const char *file, GError **error);

#endif
