/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Names a switch's port by the switch's node GUID, as administrators do. */
#ifndef SSSP_CORE_FABRIC_SWITCH_PORT_H
#define SSSP_CORE_FABRIC_SWITCH_PORT_H

#include <glib.h>

typedef struct {
	guint64 guid;
	guint8 port;
} SwitchPort;

#endif
