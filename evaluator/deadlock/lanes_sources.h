/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Enumerates the sources of data for each LID, and the SLs that they use. The walks over lanes (lanes_walk.c,
 * lanes_mixed.c) are driven by it.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_LANES_SOURCES_H
#define SSSP_EVALUATOR_DEADLOCK_LANES_SOURCES_H

#include "evaluator/deadlock/lanes.h"

#include <glib.h>

/*
 * Where packets of a source enter the network: its switch, and the port by which they come in (0: port 0 of the switch
 * sends). A source may stand for several endpoints of its class that send on the same SL.
 */
typedef struct {
	guint32 row;
	guint32 n;     /* endpoints that it stands for, at least 1 */
	guint32 class; /* class of these endpoints, LANES_NONE: none */
	guint8 in;
} LaneSource;

/*
 * For each LID that data is sent to, in the same order every time, calls `begin`, and then `send` for each source and
 * each of its SLs. These are the SL of its path; with `also` (may be NULL) that of the path in those lanes, where it is
 * another SL; with `reverse`, as replies, those of the paths in the opposite direction. send() returns FALSE to end
 * everything. The endpoints of a class are one source where their SLs are sure to be the same. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean lanes_send_all(const Lanes *lanes, const Lanes *also, gboolean reverse,
			void (*begin)(gpointer user, guint32 lid),
			gboolean (*send)(gpointer user, const LaneSource *source, const LaneRoute *route),
			gpointer user, GError **error);

/* lanes_walk() of joined lanes; the same parameters and result. */
gboolean lanes_walk_mixed(const Lanes *lanes, gboolean reverse, LaneVisitor visitor, gpointer user, LaneCounts *counts,
			  GError **error);

#endif
