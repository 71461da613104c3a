/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One route, switch by switch, and where and why it ends. */
#ifndef SSSP_EVALUATOR_PATHS_ROUTE_STEPS_H
#define SSSP_EVALUATOR_PATHS_ROUTE_STEPS_H

#include "evaluator/paths/paths.h"

#include <glib.h>

/* A switch on the route. */
typedef struct {
	guint32 row;
	guint32 channel;          /* that it is left by, PATHS_NONE where none is */
	guint8 in_port, out_port; /* 0: its own port; out_port LFT_NO_PATH: no entry */
} RouteStep;

typedef enum {
	ROUTE_ARRIVES,
	ROUTE_NO_TABLE,   /* the last switch has none */
	ROUTE_NO_ENTRY,   /* its table has none for the LID */
	ROUTE_NO_CABLE,   /* to a port that nothing hangs on */
	ROUTE_WRONG_PORT, /* to a port that does not have this LID */
	ROUTE_LOOP,       /* the last switch was on the route before */
} RouteEnd;

/* The words for an end. */
const char *route_end_name(RouteEnd end);

/* What becomes of a packet that leaves the switches by a port (no channel): arrives, or one of the next three. O(1). */
RouteEnd route_end_at(const Paths *paths, guint32 row, guint8 port, guint32 lid);

/*
 * Follows the tables from `row`, where a packet for `lid` comes in by `in_port`, into `steps` (RouteStep), whose
 * content before is dropped; it has one switch at least. O(switches) time and room.
 */
RouteEnd route_steps_follow(const Paths *paths, guint32 row, guint8 in_port, guint32 lid, GArray *steps);

#endif
