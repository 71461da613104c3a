/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/psl.h"
#include "tests/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(PathSl) sl = psl_parse((const char *)data, size, "fuzz", NULL, log, &error);
	if (!sl) {
		fuzz_refused(error);
		return 0;
	}
	for (guint32 i = 1; i < sl->n_sources; i++)
		g_assert_cmpuint(sl->guid[i - 1], <, sl->guid[i]);
	for (gsize i = 0; i < (gsize)sl->n_sources * sl->n_lids; i++)
		g_assert_true(sl->sl[i] < SL_COUNT || sl->sl[i] == SL_NONE);
	return 0;
}
