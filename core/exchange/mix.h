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
#define MIX_SAME (G_MAXUINT32 - 2) /* no further entry: the same as what the switch has */

/* Whether an entry is a channel, and none of the above. O(1). */
static inline gboolean mix_is_channel(guint32 entry)
{
	return entry < MIX_SAME;
}

/* The entries of a switch: what it has, what it may have instead, what it shall have. */
enum { MIX_HAVE, MIX_MAYBE, MIX_SHALL };

/* Bits of fate[v]: what becomes of a packet at v, by present entries, by new ones, by a mixture. */
enum { MIX_ARRIVES_NOW = 1, MIX_ARRIVES_LATER = 2, MIX_CAN_BE_LOST = 4 };

typedef struct {
	const Graph *graph;
	const guint8 *sends; /* [n_switches] 1: packets are sent from there */
	/* of the mixture at hand, as mix_sort() got them */
	const guint32 *entry[MIX_ENTRIES];
	const LaneMask *from;
	/* filled by mix_sort() */
	LaneMask *lanes; /* [n_switches] lanes on which some packet can come by */
	guint32 *order;  /* [n_order] switches that packets can come to, those upstream first */
	guint32 n_order;
	guint8 *fate;   /* [n_switches] MIX_ARRIVES_NOW and so on, of switches in `order` */
	gboolean loses; /* a packet can be lost from a switch whose packets arrive by present entries and by new ones */
	/* private */
	guint8 *state; /* [n_switches] */
	guint32 *path; /* [n_switches] */
} Mix;

/* An entry of switch v; MIX_SAME: it is the one that v has. O(1). */
static inline guint32 mix_entry(const Mix *mix, guint32 v, guint which)
{
	guint32 entry = mix->entry[which][v];
	return which != MIX_HAVE && entry == mix->entry[MIX_HAVE][v] ? MIX_SAME : entry;
}

/* `sends` must outlive it. Takes the other arrays from the arena, which the caller asks afterwards (arena_check()). */
void mix_init(Mix *mix, const Graph *graph, const guint8 *sends, Arena *arena);

/*
 * Follows packets while each switch has one of three entries: channels or one of the above, [n_switches] each. They are
 * sent on the lanes from[n_switches], as far as lanes are looked at. FALSE if packets can go round in a loop; `order`
 * is then not complete. O(switches).
 */
gboolean mix_sort(Mix *mix, const LaneMask *from, const guint32 *have, const guint32 *maybe, const guint32 *shall);

#endif
