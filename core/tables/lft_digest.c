/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the digest of forwarding tables. Rows go into it as they are, all cut or filled up to the same width.
 */
#include "core/tables/lft_digest.h"

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
