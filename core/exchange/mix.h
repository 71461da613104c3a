/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Packets to one destination while each switch has one of a few entries, whatever others have. */
#ifndef SSSP_CORE_EXCHANGE_MIX_H
#define SSSP_CORE_EXCHANGE_MIX_H

#include "core/graph/graph.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

#define MIX_ENTRIES 3
#define MIX_HERE (G_MAXUINT32 - 1) /* an entry that delivers */
#define MIX_DEAD GRAPH_NONE        /* one that leads nowhere */
#define MIX_SAME (G_MAXUINT32 - 2) /* no entry of its own: that before it is the only one */

/* Whose entry. */
enum { MIX_HAVE, MIX_MAYBE, MIX_SHALL };

typedef struct {
	const Graph *graph;
	guint32 (*entry)
		[MIX_ENTRIES]; /* [n_switches] channels, or one of the above; entry[v][MIX_HAVE] is never MIX_SAME */
	guint8 *sends;         /* [n_switches] 1: packets are sent from there */
	LaneMask *from;        /* [n_switches] on lanes that are looked at: these */
	LaneMask *lanes;       /* [n_switches] lanes on which some packet can come by */
	guint32 *order;        /* [n_order] switches that packets can come to, those upstream first */
	guint32 n_order;
	/* private */
	guint8 *state; /* [n_switches] */
	guint32 *path; /* [n_switches] */
	guint8 *fate;  /* [n_switches] */
} Mix;

/* NULL with SSSP_ERROR_MEMORY. */
Mix *mix_new(const Graph *graph, GError **error);
void mix_free(Mix *mix); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Mix, mix_free)

/* Fills order and lanes from entries, `sends` and `from`. FALSE when packets can go round in a loop. O(switches). */
gboolean mix_sort(Mix *mix);

/*
 * Whether a packet can be lost on its path from a switch from which it arrives by what there is and by what shall be.
 * To be asked after mix_sort(). O(switches).
 */
gboolean mix_loses(Mix *mix);

/* fate[v] after mix_loses(): of what comes to v. */
enum { MIX_ARRIVES_NOW = 1, MIX_ARRIVES_LATER = 2, MIX_CAN_BE_LOST = 4 };

#endif
