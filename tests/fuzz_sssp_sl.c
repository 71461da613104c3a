/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/sssp_sl.h"
#include "tests/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GError *error = NULL;
	g_autoptr(PathSl) sl = sssp_sl_parse((const char *)data, size, "fuzz", NULL, &error);
	if (!sl) {
		fuzz_refused(error);
		return 0;
	}
	GString *text = sssp_sl_write(sl);
	g_autoptr(PathSl) again = sssp_sl_parse(text->str, text->len, "fuzz", NULL, &error);
	g_assert_no_error(error);
	g_assert_cmpmem(again->guid, again->n_sources * sizeof(guint64), sl->guid, sl->n_sources * sizeof(guint64));
	g_assert_cmpmem(again->sl, (gsize)again->n_sources * again->n_lids, sl->sl, (gsize)sl->n_sources * sl->n_lids);
	g_string_free(text, TRUE);
	return 0;
}
