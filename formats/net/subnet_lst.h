/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the list of links that OpenSM and ibdiagnet write (opensm-subnet.lst, subnet.lst, ibdiagnet.lst,
 * ibdiagnet2.lst): a line for each end of a cable, or one line for both:
 *
 *	{ CA Ports:02 SystemGUID:.. NodeGUID:.. PortGUID:.. VenID:.. DevID:.. Rev:.. {name} LID:0005 PN:01 }
 *	{ SW Ports:24 .. } PHY=4x LOG=ACT SPD=10	(all on one line; SPD= came later; numbers are hexadecimal)
 */
#ifndef SSSP_FORMATS_NET_SUBNET_LST_H
#define SSSP_FORMATS_NET_SUBNET_LST_H

#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"

#include <glib.h>

/*
 * The fabric of a list, sealed. The labels CA and SW are not always true: a node is a switch when any line calls it
 * one, when two of its ports have one port GUID, or when it has more than four ports. LMCs are not in this format.
 * Links that are down and lines that do not begin with { are passed over. Cables, LIDs and GUIDs are settled as in
 * ibnetdiscover_parse(), and so are errors.
 */
Fabric *subnet_lst_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/* Whether a text is such a list: its first line that begins with { speaks of a NodeGUID. O(length). */
gboolean subnet_lst_recognise(const char *buffer, gsize length);

#endif
