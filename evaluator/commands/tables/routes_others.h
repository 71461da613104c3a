/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the routes of all endpoints over some channels: those that the routes of chosen endpoints (--subset) fill
 * most. For each endpoint that was not chosen it also counts the routes from it and to it over each of these channels.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_TABLES_ROUTES_OTHERS_H
#define SSSP_EVALUATOR_COMMANDS_TABLES_ROUTES_OTHERS_H

#include "evaluator/paths/paths.h"
#include "evaluator/report/report.h"

#include <glib.h>

#define OTHERS_NO_RANK G_MAXUINT32

typedef struct {
	guint64 *load;     /* [n] routes over the channel of a rank, those of all endpoints that are measured */
	GHashTable *hosts; /* private */
} Others;

/*
 * Follows the routes of all endpoints that would take part if none were chosen. rank[n_channels] numbers `n` channels,
 * and is OTHERS_NO_RANK for the rest. NULL with SSSP_ERROR_MEMORY. O(LIDs x switches x hops + endpoints x n).
 */
Others *others_new(const Paths *paths, const guint32 *rank, guint32 n, GError **error);
void others_free(Others *others); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Others, others_free)

/*
 * Reports the figure hot_others: endpoints that do not take part, by name, with the routes from and to each over the
 * channel of a rank.
 */
void others_report(Report *report, const Others *others, const Paths *paths);

#endif
