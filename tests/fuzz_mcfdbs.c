/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/fabric.h"
#include "formats/mcfdbs.h"
#include "tests/fuzz.h"

static gboolean precedes(const MftEntry *a, const MftEntry *b)
{
	return a->mlid < b->mlid || (a->mlid == b->mlid && a->guid < b->guid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Mft) mft = mcfdbs_parse((const char *)data, size, "fuzz", log, &error);
	if (!mft) {
		fuzz_refused(error);
		return 0;
	}
	guint32 i = 0;
	for (guint32 group = 0; group < mft->n_groups; group++) {
		g_assert_cmpuint(mft->first[group], ==, i);
		g_assert_cmpuint(mft->first[group + 1], >, i);
		for (; i < mft->first[group + 1]; i++) {
			const MftEntry *entry = &mft->entry[i];
			g_assert_cmpuint(entry->mlid, ==, mft->entry[mft->first[group]].mlid);
			g_assert_cmpuint(entry->mlid, >=, MFT_FIRST_MLID);
			g_assert_cmpuint(entry->mlid, <=, MFT_LAST_MLID);
			g_assert_true(i == 0 || precedes(entry - 1, entry));
			g_assert_cmpint(mft_next(&entry->ports, 0), >=, 0);
			g_assert_cmpint(mft_next(&entry->ports, FABRIC_MAX_PORTS + 1), <, 0);
		}
	}
	g_assert_cmpuint(i, ==, mft->n_entries);
	return 0;
}
