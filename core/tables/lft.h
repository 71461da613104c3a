/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/tables: the tables that a subnet is programmed with, as plain values that do not tell how they came
 * about. The routing side and the evaluator share them. Each stands alone:
 *
 *   lft         output port for each LID (below), and a digest that tells tables apart
 *   mft         output ports for each multicast LID
 *   sl          service level of each path, and the virtual lane of each service level
 */

/*
 * Holds linear forwarding tables as plain values: for each switch the output port for each LID.
 *
 * One row a switch, rows ascending by switch GUID, all rows n_lids wide. This is what the formats read and write and
 * what the evaluator judges.
 */
#ifndef SSSP_CORE_TABLES_LFT_H
#define SSSP_CORE_TABLES_LFT_H

#include <glib.h>

#define LFT_NO_PATH 255
#define LFT_DIGEST_LENGTH 32 /* of lft_digest() */

typedef struct {
	guint64 *guid; /* [n_switches] node GUIDs, ascending */
	guint8 *port;  /* [n_switches][n_lids] output port, 0 the switch itself, LFT_NO_PATH none */
	guint32 n_switches;
	guint32 n_lids; /* highest LID with an entry + 1 */
	guint32 unsaid; /* a LID that may have entries, but that the text they were read from leaves out; 0: none */
} Lft;

/* All entries LFT_NO_PATH, all GUIDs 0 for the caller to fill in ascending order. NULL with SSSP_ERROR_MEMORY. */
Lft *lft_new(guint32 n_switches, guint32 n_lids, GError **error);
Lft *lft_copy(const Lft *lft, GError **error); /* NULL with SSSP_ERROR_MEMORY */
void lft_free(Lft *lft);                       /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lft, lft_free)

/* The row of a switch, NULL when there is none. O(log n). */
const guint8 *lft_row(const Lft *lft, guint64 guid);

/* The output port for a LID; LFT_NO_PATH for LIDs beyond n_lids. `row` must be a row of `lft`. */
static inline guint8 lft_port(const Lft *lft, const guint8 *row, guint32 lid)
{
	return lid < lft->n_lids ? row[lid] : LFT_NO_PATH;
}

/*
 * Computes a digest of forwarding tables, by which files of SLs and of SL to VL tables tell whether they were
 * written for these tables, whichever program wrote them. It is over the GUIDs of switches and all entries but those of
 * the highest LID where that is a multiple of 64, which some programs leave out (formats/tables/lfts.h). In
 * hexadecimal, a zero behind. Two passes, O(entries).
 */
void lft_digest(const Lft *lft, char digest[LFT_DIGEST_LENGTH + 1]);

#endif
