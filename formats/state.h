/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes opensm-sssp.state: a routing and the fabric it was made for, so that the next routing can start from
 * it. The file is binary; numbers have their lowest byte first:
 *
 *	8 bytes  "ssspstat"
 *	u32      version (1); all that follows is that version's
 *	u32      bits: 1 s->d and d->s may use different SLs, 2 connections follow, 4 jobs follow (after these), 8 a
 *	         multicast tree follows (after these), 16 VLs by ports follow (last)
 *	u64      bytes of the file
 *	u64      edge-forwarding index of the last routing that was made afresh, 0: not known
 *	u32 x 2  most lanes that were allowed (0: no limit), lanes without which routes would close a cycle (0: not
 *	         known)
 *	u32 x 6  nodes, ports, cables, LIDs of forwarding tables, rows of SLs (0: one lane), LIDs of these
 *	nodes    by GUID: u64 GUID, u8 kind (0 switch, 1 channel adapter, 2 router), u8 ports, u8 bits: 1 enhanced port
 *	         0, 2 a subnet manager runs there, 4 an aggregation node
 *	ports    those with a LID or a GUID of their own, by node and number: u32 node (its place among the nodes), u8
 *	         number, u8 LMC, u16 LID, u64 GUID
 *	cables   by the first of their ends: u32 node, u8 port, u32 node, u8 port
 *	tables   a row for each switch, by GUID: see below
 *	SLs      rows alike
 *	connections, where the bits say so: u64 pairs of hosts with a detour, so that they keep their SL, u32 pairs of
 *	         switches whose connections may have further SLs; of each u32, u32 places of its switches among them,
 *	         u16 a bit for each of these SLs
 *	jobs, where the bits say so: u32 hosts in jobs, of each, ascending, u64 port GUID, u32 number of its job
 *	tree, where the bits say so: of each switch, by GUID, u8 how many of its ports are in the tree, and these,
 *	         ascending, a byte each
 *	VLs by ports, where the bits say so: of each switch, by GUID, a row for each input port from 0 on, with a VL
 *	         for each output port from 0 on
 *	32 bytes SHA-256 of all before
 *
 * A row is a byte 0 and its values, one a LID (or port), or a byte 1, a u32 and so many runs of u8 value, u16 length,
 * whichever is shorter. The same fabric and tables give the same bytes.
 */
#ifndef SSSP_FORMATS_STATE_H
#define SSSP_FORMATS_STATE_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

#define STATE_VERSION 1
#define STATE_FILE "opensm-sssp.state"
#define STATE_MOST ((gsize)1 << 31) /* bytes of the largest file that is read */

/* A host's port in a job for which routes were weighed. */
typedef struct {
	guint64 guid;
	guint32 job;
} StateMember;

typedef struct {
	Fabric *fabric;    /* sealed; names, widths, speeds and lanes of links are not kept */
	Lft *lft;          /* rows as fabric->switches */
	PathSl *path_sl;   /* rows alike; NULL: packets may be on any SL */
	Sl2vl *sl2vl;      /* rows alike, without path_sl only: VLs by ports, the same for all SLs; NULL: one lane */
	guint64 fresh_efi; /* as in PreviousTables (core/previous/previous.h) */
	guint vls_needed;  /* likewise */
	guint max_vls;     /* the options it was made with */
	gboolean asymmetric;
	const GArray *older; /* SlOlder, by GUID, of switches of the fabric: further SLs that connections may have */
	guint64 detours;     /* as in PreviousTables, too */
	GArray *read_older;  /* the same array if state_parse() has made it */
	const GArray *jobs;  /* StateMember, ascending by GUID, each once; NULL: routes know of none */
	GArray *read_jobs;   /* likewise */
	const guint8 *mcast; /* [row << 8 | port] 1: of the multicast tree, as in Routing; NULL: there is none */
	guint8 *read_mcast;  /* likewise */
} State;

/* Frees what it points to. */
void state_clear(State *state);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(State, state_clear)

/*
 * Returns the bytes of a state, *length of them. The digest is not filled in yet, to cost little where time counts;
 * state_sign() adds it. Free with g_free(). NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_INPUT when the rows are not
 * those of the fabric's switches. O(ports + switches x LIDs).
 */
guint8 *state_write(const State *state, gsize *length, GError **error);
void state_sign(guint8 *bytes, gsize length);

/*
 * Fills `state`, which is to be cleared in any case. If `subnet`, a sealed fabric, is not NULL, the state must be of
 * that subnet at another time: at least half of its switches must be in `subnet`. FALSE with SSSP_ERROR_INPUT ("FILE:
 * ..": no such file, another version, cut off, damaged, numbers that make no sense, another subnet) or
 * SSSP_ERROR_MEMORY. Nothing is allocated that the bytes cannot fill, nor tables of another subnet. O(length + ports +
 * switches x LIDs).
 */
gboolean state_parse(const guint8 *bytes, gsize length, const char *file, const Fabric *subnet, State *state,
		     GError **error);

/* Whether bytes, the first of a file or all, are of this format, whatever the version. */
gboolean state_recognise(const guint8 *bytes, gsize length);

#endif
