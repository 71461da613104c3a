/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the routes that SLs and SL to VL tables send to VL 15. lanes_walk() follows each route on its lanes and counts
 * several things; only its number of dropped routes is used.
 */
#include "evaluator/commands/dropped.h"

#include "evaluator/deadlock/lanes.h"

static gboolean has_lanes(const Case *subject)
{
	return subject->path_sl || subject->sl2vl;
}

static gboolean ignore_route(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	(void)user, (void)from, (void)to, (void)route;
	return TRUE;
}

gboolean count_dropped(const Case *subject, guint64 *dropped, GError **error)
{
	*dropped = 0;
	if (!has_lanes(subject))
		return TRUE;
	g_autoptr(Lanes) lanes = lanes_new(subject->paths, subject->path_sl, subject->sl2vl, error);
	LaneCounts counts;
	if (!lanes || !lanes_walk(lanes, FALSE, ignore_route, NULL, &counts, error))
		return FALSE;
	*dropped = counts.dropped;
	return TRUE;
}

void report_dropped(Report *report, const Case *subject, guint64 dropped)
{
	if (has_lanes(subject))
		report_integer(report, "dropped", dropped, "routes that an SL to VL table sends to VL 15");
}
