/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/fabric_id.h"
#include "tests/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GError *error = NULL;
	FabricId id, again;
	if (!fabric_id_parse((const char *)data, size, "fuzz", NULL, &id, &error)) {
		fuzz_refused(error);
		return 0;
	}
	GString *text = fabric_id_write(&id);
	g_assert_true(fabric_id_parse(text->str, text->len, "fuzz", NULL, &again, &error));
	g_assert_true(fabric_digest_compare(&again.fabric, &id.fabric) == FABRIC_DIGEST_SAME);
	g_assert_cmpuint(again.fabric.n_switches, ==, id.fabric.n_switches);
	g_assert_cmpuint(again.fabric.n_endpoints, ==, id.fabric.n_endpoints);
	g_assert_cmpstr(again.engine, ==, id.engine);
	g_assert_cmpuint(again.lanes, ==, id.lanes);
	g_assert_true(id.lanes >= 1 && id.lanes <= 15);
	g_assert_true(again.asymmetric == id.asymmetric);
	g_string_free(text, TRUE);
	return 0;
}
