/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What multicast tables do with a packet of a group: copies leave a switch by every port of its set but the one the
 * packet came in by. No table knows where a packet has been, so it goes round for ever, and multiplies, unless the
 * group's ports make a tree of cables; then every entry to the tree reaches all of it, over one way each.
 *
 * Copies hold one channel while they wait for each of the next ones, on the virtual lanes of the group's SL: these
 * dependencies belong to the same graph as those of the unicast routes.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_MULTICAST_H
#define SSSP_EVALUATOR_DEADLOCK_MULTICAST_H

#include "core/tables/mft.h"
#include "evaluator/deadlock/lanes.h"

#include <glib.h>

typedef struct {
	guint16 mlid;
	guint32 switches;  /* with a set of ports */
	guint32 members;   /* endpoints, and port 0 of switches, that get the packets */
	guint32 cables;    /* between switches that are in the sets of both ends */
	guint32 one_sided; /* in that of one end only: packets pass one way */
	guint32 surplus;   /* cables beyond a tree, each of which closes a loop or makes duplicates */
	guint32 parts;     /* pieces the members are in that do not hear one another; 1 (0 without members) is right */
	guint32 astray;    /* ports without a cable, or to a switch that knows nothing of the group */
} MulticastGroup;

typedef struct {
	const Paths *paths;    /* not owned, must outlive this */
	const Mft *mft;        /* not owned, must outlive this */
	guint32 *row;          /* [n_entries] row of an entry's switch, PATHS_NONE when it is not in the fabric */
	MulticastGroup *group; /* [mft->n_groups] */
	guint32 n_foreign;     /* entries of switches that are not in the fabric */
	guint64 members;       /* of all groups */
	guint32 loops;         /* groups with surplus cables */
	guint32 split;         /* groups in more than one part */
	guint64 astray;        /* of all groups */
} Multicast;

/* Joins the tables with a fabric and judges each group's tree. NULL with SSSP_ERROR_MEMORY. O(switches + entries x
 * ports). */
Multicast *multicast_new(const Paths *paths, const Mft *mft, GError **error);
void multicast_free(Multicast *multicast); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Multicast, multicast_free)

/*
 * Called for each step of a copy from `from` (LANES_NONE: it was sent there) to `to`, nodes as in lanes.h; each step
 * that the tables of a group make possible is seen once or more, in the same order every time. FALSE ends the walk.
 */
typedef gboolean (*MulticastVisitor)(gpointer user, guint32 from, guint32 to, guint16 mlid);

/*
 * Sends a packet of every group into the network from every endpoint and port 0 of every switch that has a set for it
 * (senders need not be members). The lanes must know `sl`; of joined lanes, the SL to VL tables of both count.
 * `dropped` (may be NULL) gets the number of steps that a table maps to VL 15. FALSE with SSSP_ERROR_MEMORY. O(groups x
 * (switches + channels x lanes x ports)).
 */
gboolean multicast_walk(const Multicast *multicast, const Lanes *lanes, guint sl, MulticastVisitor visitor,
			gpointer user, guint64 *dropped, GError **error);

#endif
