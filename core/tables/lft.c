/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes, copies and looks up linear forwarding tables: a flat table with a row for each switch, found by a binary
 * search for its GUID. Computes their digest (SHA-256), over all rows cut or filled to one width. They end with the
 * last LID that leads somewhere from any switch; that LID is left out, too, if it is a multiple of 64 (lft.h).
 */
#include "core/tables/lft.h"

#include "core/base/error.h"
#include "core/base/guid_search.h"

#include <string.h>

Lft *lft_new(guint32 n_switches, guint32 n_lids, GError **error)
{
	gsize entries = (gsize)n_switches * n_lids;
	g_autoptr(Lft) lft = g_new0(Lft, 1);
	lft->n_switches = n_switches;
	lft->n_lids = n_lids;
	lft->guid = g_try_new0(guint64, n_switches + 1);
	lft->port = g_try_malloc(entries + 1);
	if (!lft->guid || !lft->port)
		return sssp_error_memory_null(error, "forwarding tables", entries);
	memset(lft->port, LFT_NO_PATH, entries + 1);
	return g_steal_pointer(&lft);
}

Lft *lft_copy(const Lft *lft, GError **error)
{
	Lft *copy = lft_new(lft->n_switches, lft->n_lids, error);
	if (!copy)
		return NULL;
	copy->unsaid = lft->unsaid;
	memcpy(copy->guid, lft->guid, lft->n_switches * sizeof *lft->guid);
	memcpy(copy->port, lft->port, (gsize)lft->n_switches * lft->n_lids);
	return copy;
}

void lft_free(Lft *lft)
{
	if (!lft)
		return;
	g_free(lft->guid);
	g_free(lft->port);
	g_free(lft);
}

const guint8 *lft_row(const Lft *lft, guint64 guid)
{
	gssize row = guid_search(lft->guid, lft->n_switches, guid);
	return row < 0 ? NULL : lft->port + (gsize)row * lft->n_lids;
}

/* ---- digest */

/* LIDs in a block of a table; some programs leave out a highest LID that begins one. */
#define BLOCK 64

static gboolean leads_somewhere(const Lft *lft, guint32 lid)
{
	for (guint32 row = 0; row < lft->n_switches; row++)
		if (lft->port[(gsize)row * lft->n_lids + lid] != LFT_NO_PATH)
			return TRUE;
	return FALSE;
}

/* One more than the last LID that counts: the last that leads somewhere, or the one before if that begins a block. */
static guint32 width_of(const Lft *lft)
{
	guint32 last = lft->n_lids ? lft->n_lids - 1 : 0;
	while (last && !leads_somewhere(lft, last))
		last--;
	last = MAX(last, lft->unsaid);
	return last % BLOCK == 0 ? last : last + 1;
}

void lft_digest(const Lft *lft, char digest[LFT_DIGEST_LENGTH + 1])
{
	static const guchar none = LFT_NO_PATH;
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	guint32 width = width_of(lft), there = MIN(width, lft->n_lids);
	for (guint32 row = 0; row < lft->n_switches; row++) {
		guint64 guid = GUINT64_TO_BE(lft->guid[row]);
		g_checksum_update(sum, (const guchar *)&guid, sizeof guid);
		/* no port has LID 0 */
		if (there > 1)
			g_checksum_update(sum, lft->port + (gsize)row * lft->n_lids + 1, (gssize)there - 1);
		for (guint32 lid = MAX(there, 1); lid < width; lid++)
			g_checksum_update(sum, &none, 1);
	}
	g_strlcpy(digest, g_checksum_get_string(sum), LFT_DIGEST_LENGTH + 1);
	g_checksum_free(sum);
}
