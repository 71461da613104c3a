/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Both kinds of lists of GUIDs. */
#include "formats/guid2lid.h"
#include "formats/guid_list.h"
#include "tests/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GError *error = NULL;
	GArray *guids = guid_list_parse((const char *)data, size, "fuzz", NULL, &error);
	if (guids)
		g_array_free(guids, TRUE);
	else
		fuzz_refused(error);
	error = NULL;
	GArray *lids = guid2lid_parse((const char *)data, size, "fuzz", NULL, &error);
	if (!lids) {
		fuzz_refused(error);
		return 0;
	}
	for (guint i = 0; i < lids->len; i++) {
		const GuidLids *entry = &g_array_index(lids, GuidLids, i);
		g_assert_true(entry->first >= 1 && entry->last >= entry->first && entry->last <= FABRIC_MAX_LID);
	}
	g_array_free(lids, TRUE);
	return 0;
}
