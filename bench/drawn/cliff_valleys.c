/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Two floods from each switch with hosts: over all channels, and over those that climb and then descend. Where the
 * second one takes longer, damage has left no minimal route without a valley, and one lane may be too few.
 */
#include "bench/drawn/cliff.h"

#include "core/base/error.h"
#include "evaluator/measures/levels.h"
#include "evaluator/paths/paths.h"

#include <string.h>

#define FAR G_MAXUINT16

typedef struct {
	const Paths *paths;
	const Levels *levels;
	guint32 *queue;  /* [2 * n_rows] rows, + n_rows once they descend */
	guint16 *any;    /* [n_rows] hops */
	guint16 *proper; /* [2 * n_rows] hops of routes that climb still, and of those that descend */
} Floods;

static void flood_any(Floods *f, guint32 from)
{
	const Paths *p = f->paths;
	guint32 tail = 0;
	memset(f->any, 0xff, p->n_rows * sizeof *f->any);
	f->any[from] = 0;
	f->queue[tail++] = from;
	for (guint32 head = 0; head < tail; head++)
		for (guint32 c = p->first[f->queue[head]]; c < p->first[f->queue[head] + 1]; c++)
			if (f->any[p->to[c]] == FAR) {
				f->any[p->to[c]] = (guint16)(f->any[f->queue[head]] + 1);
				f->queue[tail++] = p->to[c];
			}
}

/* The state that a channel leads to, LEVELS_NONE's row where it may not be taken. */
static guint32 next_state(const Floods *f, guint32 state, guint32 channel)
{
	const Paths *p = f->paths;
	const guint32 *level = f->levels->level;
	guint32 from = p->from[channel], to = p->to[channel];
	if (level[to] < level[from])
		return to + p->n_rows;
	return level[to] > level[from] && state < p->n_rows ? to : PATHS_NONE;
}

static void flood_proper(Floods *f, guint32 from)
{
	const Paths *p = f->paths;
	guint32 tail = 0;
	memset(f->proper, 0xff, 2 * (gsize)p->n_rows * sizeof *f->proper);
	f->proper[from] = 0;
	f->queue[tail++] = from;
	for (guint32 head = 0; head < tail; head++) {
		guint32 state = f->queue[head], row = state % p->n_rows;
		for (guint32 c = p->first[row]; c < p->first[row + 1]; c++) {
			guint32 next = next_state(f, state, c);
			if (next == PATHS_NONE || f->proper[next] != FAR)
				continue;
			f->proper[next] = (guint16)(f->proper[state] + 1);
			f->queue[tail++] = next;
		}
	}
}

static guint64 count_from(Floods *f, guint32 from)
{
	const Paths *p = f->paths;
	guint64 pairs = 0;
	flood_any(f, from);
	flood_proper(f, from);
	for (guint32 to = 0; to < p->n_rows; to++)
		if (f->any[to] != FAR && MIN(f->proper[to], f->proper[to + p->n_rows]) > f->any[to])
			pairs += (guint64)p->hosts[from] * p->hosts[to];
	return pairs;
}

gboolean cliff_valleys(const Fabric *fabric, const Lft *lft, guint64 *pairs, GError **error)
{
	g_autoptr(Paths) paths = paths_new(fabric, lft, error);
	g_autoptr(Levels) levels = paths ? levels_new(paths, error) : NULL;
	if (!levels)
		return FALSE;
	g_autofree guint32 *queue = g_new(guint32, 2 * (gsize)paths->n_rows);
	g_autofree guint16 *any = g_new(guint16, paths->n_rows), *proper = g_new(guint16, 2 * (gsize)paths->n_rows);
	Floods floods = {paths, levels, queue, any, proper};
	*pairs = 0;
	for (guint32 row = 0; row < paths->n_rows; row++)
		if (paths->hosts[row])
			*pairs += count_from(&floods, row);
	return TRUE;
}
