/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds service levels of paths and their mapping to virtual lanes, as plain values.
 *
 * PathSl: which SL a source uses towards a destination LID. A row belongs to a source node GUID: a switch's row holds
 * for its own port 0 and for every CA cabled to it that has no row of its own. (The engine knows switches only and
 * writes one row a switch; a psl file names CAs.)
 * Sl2vl: for a switch, the VL that a packet of an SL gets when it came in by one port (0: from the switch itself) and
 * leaves by another. Few maps differ, so each is stored once and (switch, in, out) holds its number.
 */
#ifndef SSSP_CORE_TABLES_SL_H
#define SSSP_CORE_TABLES_SL_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"

#define SL_COUNT 16
#define SL_NONE 255 /* nothing is said about this path; users take SL 0 */

typedef struct {
	guint64 *guid; /* [n_sources] source node GUIDs, ascending */
	guint8 *sl;    /* [n_sources][n_lids] SL towards a LID, or SL_NONE */
	guint32 n_sources;
	guint32 n_lids;
	char of[LFT_DIGEST_LENGTH + 1]; /* lft_digest() of the tables that they belong to; "": not known */
	gboolean none_on_purpose;       /* with n_sources 0: the text that was read says that there are no SLs */
} PathSl;

/* All SL_NONE, all GUIDs 0 for the caller to fill in ascending order. NULL with SSSP_ERROR_MEMORY. */
PathSl *path_sl_new(guint32 n_sources, guint32 n_lids, GError **error);
void path_sl_free(PathSl *sl); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PathSl, path_sl_free)

/* The row of a source node, NULL when there is none, or no table (`sl` is NULL). O(log n). */
const guint8 *path_sl_row(const PathSl *sl, guint64 guid);

/* SLs, a bit each, that connections from a switch to another were opened with earlier, beside that of their path. */
typedef struct {
	guint64 from, to; /* GUIDs */
	guint16 sls;
} SlOlder;

typedef struct {
	guint8 vl[SL_COUNT]; /* VL of each SL; 15: packets of that SL are dropped */
} SlMap;

typedef struct {
	guint64 *guid;   /* [n_switches] switch GUIDs, ascending */
	guint32 *first;  /* [n_switches] index of (in 0, out 0) in `index` */
	guint8 *n_ports; /* [n_switches] ports 0 .. n_ports, in and out */
	guint16 *index;  /* [sum of (n_ports+1)^2] number of the SlMap in `maps`, in-port major */
	SlMap *maps;     /* [n_maps]; maps[0] is the identity */
	guint32 n_switches;
	guint32 n_maps;
	guint32 maps_capacity;          /* private */
	guint16 *sorted;                /* private: [n_maps] numbers of the maps, ascending by what they say */
	char of[LFT_DIGEST_LENGTH + 1]; /* lft_digest() of the tables that they belong to; "": not known */
} Sl2vl;

/*
 * Tables for these switches (GUIDs ascending, ports 1 .. n_ports[i]), every (in, out) the identity map.
 * The arrays are copied. NULL with SSSP_ERROR_MEMORY.
 */
Sl2vl *sl2vl_new(guint32 n_switches, const guint64 *guid, const guint8 *n_ports, GError **error);
Sl2vl *sl2vl_of_fabric(const Fabric *fabric, GError **error); /* the same for all its switches, in their order */
void sl2vl_free(Sl2vl *sl2vl);                                /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sl2vl, sl2vl_free)

/* Position of a switch, or -1. O(log n). */
gssize sl2vl_find(const Sl2vl *sl2vl, guint64 guid);

/*
 * Sets one map (ports must exist). FALSE with SSSP_ERROR_MEMORY, also for more than 65536 different maps. O(log of
 * their number), for a new one O(their number).
 */
gboolean sl2vl_set(Sl2vl *sl2vl, guint32 sw, guint in, guint out, const SlMap *map, GError **error);

/* The map of (switch position, in port, out port); the identity where the ports do not exist. */
const SlMap *sl2vl_get(const Sl2vl *sl2vl, guint32 sw, guint in, guint out);

#endif
