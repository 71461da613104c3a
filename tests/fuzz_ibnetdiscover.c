/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/ibnetdiscover.h"
#include "tests/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Fabric) fabric = ibnetdiscover_parse((const char *)data, size, "fuzz", log, &error);
	if (!fabric) {
		fuzz_refused(error);
		return 0;
	}
	g_assert_true(fabric_check(fabric, NULL));
	g_autofree char *summary = parse_log_summary(log);
	GString *text = ibnetdiscover_write(fabric, summary);
	g_autoptr(Fabric) again = ibnetdiscover_parse(text->str, text->len, "fuzz", NULL, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(again->n_nodes, ==, fabric->n_nodes);
	g_assert_cmpuint(again->n_switches, ==, fabric->n_switches);
	g_assert_cmpuint(again->n_endpoints, ==, fabric->n_endpoints);
	GString *twice = ibnetdiscover_write(again, summary);
	g_assert_true(g_string_equal(twice, text));
	g_string_free(twice, TRUE);
	g_string_free(text, TRUE);
	return 0;
}
