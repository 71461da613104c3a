/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/failures: what failures would cost, before they happen. In this order:
 *
 *	failures         hosts, routes and entries that each failure costs, from the cables and the tables as they are
 *	without          the fabric without a switch or a cable
 */

/*
 * Finds what each failure of a switch, or of a cable between two switches, takes with it: the hosts that are cut off,
 * and the routes and entries that lead over it. All counts are of hosts that take part (paths.h). Hosts on a switch
 * that fails are cut off with it. Before the failure, the main part is the connected part of the fabric with most
 * hosts; the failure may split it. A host of the main part is cut off when it is not in the largest part that is left
 * of it; a machine when all its adapters are.
 */
#ifndef SSSP_EVALUATOR_FAILURES_FAILURES_H
#define SSSP_EVALUATOR_FAILURES_FAILURES_H

#include "evaluator/paths/paths.h"
#include "formats/lists/machines.h"

#include <glib.h>

typedef enum { FAILURE_SWITCH, FAILURE_CABLE } FailureKind;

typedef struct {
	guint32 row;       /* of a switch; of a cable the end with the smaller row */
	guint32 channel;   /* of a cable, from there; PATHS_NONE of a switch */
	guint32 own_hosts; /* on the switch that fails */
	guint32 hosts_cut; /* own ones too */
	guint64 pairs_cut; /* (host, host) that were joined by cables and are not any more */
	guint64 routes;    /* of hosts that lead over it: lost until tables change */
	guint64 entries;   /* of switches that are left, to LIDs that are left, that lead there: they have to change */
	guint64 blocks;    /* of 64 LIDs, with such entries */
	GArray *machines;  /* guint32, cut off altogether; NULL: none */
} Failure;

typedef struct {
	guint threads; /* 0: one a core */
	void (*progress)(guint32 done, guint32 of, gpointer user);
	gpointer user;
} FailureOptions;

/*
 * Failure, worst first: by hosts and pairs cut off, then routes, then number. NULL with SSSP_ERROR_MEMORY. The same
 * whatever the threads. O(LIDs x switches + failures x channels).
 */
GArray *failures_new(const Paths *paths, const Machines *machines, FailureKind kind, const FailureOptions *options,
		     GError **error);
void failures_free(GArray *failures); /* NULL is fine */

/* Hosts cut off that do not hang on the switch that fails. O(1). */
static inline guint32 failure_others_cut(const Failure *f)
{
	return f->hosts_cut > f->own_hosts ? f->hosts_cut - f->own_hosts : 0;
}

#endif
