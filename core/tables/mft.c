/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes multicast forwarding tables from a list of entries. Entries are sorted, those of one switch and group joined,
 * and the groups' beginnings noted.
 */
#include "core/tables/mft.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"

#include <stdlib.h>
#include <string.h>

#define WORDS G_N_ELEMENTS(((MftPorts *)NULL)->bits)

static int compare(const void *a, const void *b)
{
	const MftEntry *ea = a, *eb = b;
	return BY_KEYS({ea->mlid, eb->mlid}, {ea->guid, eb->guid});
}

/* Joins entries of one (MLID, GUID), which stand side by side once sorted. */
static void join(Mft *mft)
{
	guint32 kept = 0;
	for (guint32 i = 0; i < mft->n_entries; i++) {
		if (kept && compare(&mft->entry[kept - 1], &mft->entry[i]) == 0)
			for (guint w = 0; w < WORDS; w++)
				mft->entry[kept - 1].ports.bits[w] |= mft->entry[i].ports.bits[w];
		else
			mft->entry[kept++] = mft->entry[i];
	}
	mft->n_entries = kept;
}

static void find_groups(Mft *mft)
{
	for (guint32 i = 0; i < mft->n_entries; i++)
		if (i == 0 || mft->entry[i].mlid != mft->entry[i - 1].mlid)
			mft->first[mft->n_groups++] = i;
	mft->first[mft->n_groups] = mft->n_entries;
}

Mft *mft_new(const MftEntry *entries, guint32 n, GError **error)
{
	g_autoptr(Mft) mft = g_new0(Mft, 1);
	mft->n_entries = n;
	mft->entry = g_try_new(MftEntry, (gsize)n + 1);
	mft->first = g_try_new(guint32, (gsize)n + 1); /* there are at most as many groups as entries */
	if (!mft->entry || !mft->first)
		return sssp_error_memory_null(error, "multicast tables", n * sizeof(MftEntry));
	if (n) {
		memcpy(mft->entry, entries, n * sizeof(MftEntry));
		qsort(mft->entry, n, sizeof(MftEntry), compare);
	}
	join(mft);
	find_groups(mft);
	return g_steal_pointer(&mft);
}

void mft_free(Mft *mft)
{
	if (!mft)
		return;
	g_free(mft->entry);
	g_free(mft->first);
	g_free(mft);
}

gint mft_next(const MftPorts *ports, guint port)
{
	for (guint word = port / 64; word < WORDS; word++, port = word * 64) {
		guint64 rest = ports->bits[word] >> (port % 64);
		if (rest)
			return (gint)port + __builtin_ctzll(rest);
	}
	return -1;
}
