/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Follows the route to one LID through the forwarding tables, switch by switch, and finds where and why it ends. */
#ifndef SSSP_EVALUATOR_PATHS_ROUTE_STEPS_H
#define SSSP_EVALUATOR_PATHS_ROUTE_STEPS_H

#include "evaluator/paths/paths.h"

#include <glib.h>

/* A switch on the route. */
typedef struct {
	guint32 row;
	guint32 channel;          /* by which the packet leaves, PATHS_NONE: by none */
	guint8 in_port, out_port; /* 0: its own port; out_port LFT_NO_PATH: no entry */
} RouteStep;

typedef enum {
	ROUTE_ARRIVES,
	ROUTE_NO_TABLE,   /* the last switch has none */
	ROUTE_NO_ENTRY,   /* its table has none for the LID */
	ROUTE_NO_CABLE,   /* its entry is a port without a cable */
	ROUTE_WRONG_PORT, /* its entry leads to a port that does not have this LID */
	ROUTE_LOOP,       /* the last switch was on the route before */
} RouteEnd;

/* An end in words. */
const char *route_end_name(RouteEnd end);

/*
 * The end of a route that leaves the switches by a port (no channel): ROUTE_ARRIVES, _NO_ENTRY, _NO_CABLE or
 * _WRONG_PORT. O(1).
 */
RouteEnd route_end_at(const Paths *paths, guint32 row, guint8 port, guint32 lid);

/*
 * Follows the tables from `row`, where a packet for `lid` comes in by `in_port`. `steps` (RouteStep) is emptied and
 * gets the switches, at least one. O(h) room and O(h^2) time for h switches on the route.
 */
RouteEnd route_steps_follow(const Paths *paths, guint32 row, guint8 in_port, guint32 lid, GArray *steps);

#endif
