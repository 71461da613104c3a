/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/ibnetdiscover.h"
#include "formats/subnet_lst.h"
#include "tests/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	subnet_lst_recognise((const char *)data, size);
	g_autoptr(Fabric) fabric = subnet_lst_parse((const char *)data, size, "fuzz", log, &error);
	if (!fabric) {
		fuzz_refused(error);
		return 0;
	}
	g_assert_true(fabric_check(fabric, NULL));
	GString *text = ibnetdiscover_write(fabric, NULL);
	g_autoptr(Fabric) again = ibnetdiscover_parse(text->str, text->len, "fuzz", NULL, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(again->n_nodes, ==, fabric->n_nodes);
	g_assert_cmpuint(again->n_endpoints, ==, fabric->n_endpoints);
	g_string_free(text, TRUE);
	return 0;
}
