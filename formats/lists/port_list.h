/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads lists of switch ports, as OpenSM's port_prof_ignore_file has them: the switch's node GUID and a port number a
 * line; what follows them, and what follows a '#', is a comment.
 */
#ifndef SSSP_FORMATS_LISTS_PORT_LIST_H
#define SSSP_FORMATS_LISTS_PORT_LIST_H

#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"

#include <glib.h>

/* The ports (SwitchPort) in the order of the text. NULL with SSSP_ERROR_INPUT. */
GArray *port_list_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

#endif
