/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds multicast forwarding tables as plain values: for each switch and multicast LID (MLID) the set of ports that a
 * packet leaves by. A switch sends a copy through every port of the set except the one the packet came in by.
 *
 * Most switches take part in few groups, so only the sets that have a port are kept, group by group.
 */
#ifndef SSSP_CORE_TABLES_MFT_H
#define SSSP_CORE_TABLES_MFT_H

#include <glib.h>

#define MFT_FIRST_MLID 0xC000
#define MFT_LAST_MLID 0xFFFE /* 0xFFFF is the permissive LID */

typedef struct {
	guint64 bits[4]; /* port n: bit n % 64 of bits[n / 64]; port 0 is the switch itself */
} MftPorts;

typedef struct {
	guint64 guid; /* node GUID of the switch */
	MftPorts ports;
	guint16 mlid;
} MftEntry;

typedef struct {
	MftEntry *entry; /* [n_entries] ascending (MLID, GUID), each pair once */
	guint32 n_entries;
	guint32 *first; /* [n_groups + 1] entries of a group: first[g] .. first[g + 1] - 1 */
	guint32 n_groups;
} Mft;

/*
 * Tables with these entries, in any order; the array is copied. Where one (MLID, GUID) has several, their ports are
 * joined. NULL with SSSP_ERROR_MEMORY. O(n log n).
 */
Mft *mft_new(const MftEntry *entries, guint32 n, GError **error);
void mft_free(Mft *mft); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Mft, mft_free)

/* Whether `port` (0 .. 255) is in the set. */
static inline gboolean mft_has(const MftPorts *ports, guint port)
{
	return ports->bits[port / 64] >> (port % 64) & 1;
}

/* Puts `port` (0 .. 255) into the set. */
static inline void mft_set(MftPorts *ports, guint port)
{
	ports->bits[port / 64] |= G_GUINT64_CONSTANT(1) << (port % 64);
}

/* The first port of the set that is not below `port`, -1 when there is none. */
gint mft_next(const MftPorts *ports, guint port);

#endif
