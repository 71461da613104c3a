/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who sends data to whom on which SL: what the walks over the lanes have in common. */
#ifndef SSSP_EVALUATOR_DEADLOCK_LANES_SOURCES_H
#define SSSP_EVALUATOR_DEADLOCK_LANES_SOURCES_H

#include "evaluator/deadlock/lanes.h"

#include <glib.h>

/*
 * Where packets of a source enter the network: its switch, and the port that they come in by (0: port 0 sends). It may
 * stand for several endpoints of its class that send on the same SL.
 */
typedef struct {
	guint32 row;
	guint32 n;     /* endpoints that it stands for, 1 at least */
	guint32 class; /* LANES_NONE: in none */
	guint8 in;
} LaneSource;

/*
 * For each LID that data is sent to, in the same order every time, calls `begin` and then `send` for each source and
 * SL: the one of its path, with `also` (may be NULL) the one that these lanes have for it where that is another, and
 * with `reverse` as replies those of the path the other way. send() returns FALSE to end it all. Where nobody is told
 * of an SL, the endpoints of a class are one source. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean lanes_send_all(const Lanes *lanes, const Lanes *also, gboolean reverse,
			void (*begin)(gpointer user, guint32 lid),
			gboolean (*send)(gpointer user, const LaneSource *source, const LaneRoute *route),
			gpointer user, GError **error);

/* lanes_walk() of joined lanes. */
gboolean lanes_walk_mixed(const Lanes *lanes, gboolean reverse, LaneVisitor visitor, gpointer user, LaneCounts *counts,
			  GError **error);

#endif
