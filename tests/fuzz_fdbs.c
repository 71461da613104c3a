/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/fdbs.h"
#include "formats/lfts.h"
#include "tests/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Fabric) nobody = fabric_new();
	g_autoptr(Lft) lft = fdbs_parse((const char *)data, size, "fuzz", log, &error);
	if (!lft) {
		fuzz_refused(error);
		return 0;
	}
	for (guint32 i = 1; i < lft->n_switches; i++)
		g_assert_cmpuint(lft->guid[i - 1], <, lft->guid[i]);
	g_assert_true(fabric_seal(nobody, NULL));
	GString *text = lfts_write(lft, nobody);
	g_autoptr(Lft) again = lfts_parse(text->str, text->len, "fuzz", NULL, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(again->n_switches, ==, lft->n_switches);
	for (guint32 i = 0; i < lft->n_switches; i++)
		for (guint32 lid = 0; lid < lft->n_lids; lid++)
			g_assert_cmpuint(lft->port[(gsize)i * lft->n_lids + lid], ==,
					 lft_port(again, lft_row(again, lft->guid[i]), lid));
	g_string_free(text, TRUE);
	return 0;
}
