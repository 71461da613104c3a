/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evaluates whether the ports of each multicast group make a tree, from the multicast tables of switches. Copies of a
 * packet leave a switch by every port of its set but the port that the packet came in by. No table knows where a packet
 * has been. So packets circulate for ever, and multiply, unless the group's ports make a tree of cables; in a tree
 * every packet reaches each member once.
 *
 * A copy holds one channel while it waits for each of the next ones, on the virtual lanes of the group's SL: these
 * dependencies belong to the same graph as those of the unicast routes.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_MULTICAST_H
#define SSSP_EVALUATOR_DEADLOCK_MULTICAST_H

#include "core/tables/mft.h"
#include "evaluator/deadlock/lanes.h"

#include <glib.h>

typedef struct {
	guint16 mlid;
	guint32 switches;  /* switches with a set of ports for the group */
	guint32 members;   /* endpoints, and port 0 of switches, that get the packets */
	guint32 cables;    /* cables between switches that both ends use */
	guint32 one_sided; /* cables that one end only uses: packets pass in one direction */
	guint32 surplus;   /* cables beyond a tree: each closes a loop or makes duplicates */
	guint32 parts;     /* sets of members that get each other's packets; 1 is right (0 without members) */
	guint32 astray;    /* ports without a cable, or to a switch without a set for the group */
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

/*
 * Joins the tables with a fabric and evaluates each group's tree. NULL with SSSP_ERROR_MEMORY. O(switches + entries x
 * ports).
 */
Multicast *multicast_new(const Paths *paths, const Mft *mft, GError **error);
void multicast_free(Multicast *multicast); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Multicast, multicast_free)

/*
 * Called for each step of a copy from node `from` (LANES_NONE: a sender sends it) to node `to`, nodes as in lanes.h.
 * Each step that the tables of a group make possible is seen at least once, in the same order every time. Returns FALSE
 * to end the walk.
 */
typedef gboolean (*MulticastVisitor)(gpointer user, guint32 from, guint32 to, guint16 mlid);

/*
 * Sends a packet of every group into the network from every switch that has a set for the group, and from each endpoint
 * on such a switch (senders need not be members). The lanes must know `sl`; of joined lanes, the SL to VL tables of
 * both sets count. `dropped` (may be NULL) gets the number of steps that a table maps to VL 15. FALSE with
 * SSSP_ERROR_MEMORY. O(groups x (switches + channels x lanes x ports)).
 */
gboolean multicast_walk(const Multicast *multicast, const Lanes *lanes, guint sl, MulticastVisitor visitor,
			gpointer user, guint64 *dropped, GError **error);

#endif
