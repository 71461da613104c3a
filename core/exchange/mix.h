/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows packets to one destination while each switch has one of up to three entries, whatever other switches have.
 */
#ifndef SSSP_CORE_EXCHANGE_MIX_H
#define SSSP_CORE_EXCHANGE_MIX_H

#include "core/base/arena.h"
#include "core/graph/graph.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

#define MIX_ENTRIES 3
#define MIX_HERE (G_MAXUINT32 - 1) /* an entry that delivers the packet */
#define MIX_DEAD GRAPH_NONE        /* an entry by which the packet is lost */
#define MIX_SAME (G_MAXUINT32 - 2) /* no further entry: the same as entry[v][MIX_HAVE] */

/* Whether an entry is a channel, and none of the above. O(1). */
static inline gboolean mix_is_channel(guint32 entry)
{
	return entry < MIX_SAME;
}

/* The entries of a switch: what it has, what it may have instead, what it shall have. */
enum { MIX_HAVE, MIX_MAYBE, MIX_SHALL };

typedef struct {
	const Graph *graph;
	guint32 (*entry)
		[MIX_ENTRIES]; /* [n_switches] channels, or one of the above; entry[v][MIX_HAVE] is never MIX_SAME */
	guint8 *sends;         /* [n_switches] 1: packets are sent from there */
	LaneMask *from;        /* [n_switches] lanes on which they are sent, as far as lanes are looked at */
	LaneMask *lanes;       /* [n_switches] lanes on which some packet can come by */
	guint32 *order;        /* [n_order] switches that packets can come to, those upstream first */
	guint32 n_order;
	/* private */
	guint8 *state; /* [n_switches] */
	guint32 *path; /* [n_switches] */
	guint8 *fate;  /* [n_switches] */
} Mix;

/* Takes the arrays from the arena, which the caller asks afterwards (arena_check()). */
void mix_init(Mix *mix, const Graph *graph, Arena *arena);

/* Fills `order` and `lanes` from `entry`, `sends` and `from`. FALSE if packets can go round in a loop. O(switches). */
gboolean mix_sort(Mix *mix);

/*
 * Whether the mixture can lose a packet from a switch whose packets arrive by the entries that switches have and by
 * those that they shall have. Fills mix->fate. To be called after mix_sort() has returned TRUE. O(switches).
 */
gboolean mix_loses(Mix *mix);

/* Bits of fate[v] after mix_loses(): what becomes of a packet at v, by present entries, by new ones, by a mixture. */
enum { MIX_ARRIVES_NOW = 1, MIX_ARRIVES_LATER = 2, MIX_CAN_BE_LOST = 4 };

#endif
