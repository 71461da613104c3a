/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/slvl.h"
#include "tests/fuzz.h"

/* Two switches and a CA, the nodes of the corpus. */
static Fabric *make_fabric(void)
{
	Fabric *fabric = fabric_new();
	guint32 a = fabric_add_node(fabric, FABRIC_SWITCH, 0x10, 4, "a", NULL);
	guint32 b = fabric_add_node(fabric, FABRIC_SWITCH, 0x20, 36, "b", NULL);
	guint32 h = fabric_add_node(fabric, FABRIC_CA, 0x30, 1, "h", NULL);
	fabric_cable(fabric, fabric_port_index(fabric, a, 1), fabric_port_index(fabric, b, 36), NULL);
	fabric_cable(fabric, fabric_port_index(fabric, a, 2), fabric_port_index(fabric, h, 1), NULL);
	g_assert_true(fabric_seal(fabric, NULL));
	return fabric;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Fabric) fabric = make_fabric();
	g_autoptr(Sl2vl) sl2vl = slvl_parse((const char *)data, size, "fuzz", fabric, log, &error);
	if (!sl2vl) {
		fuzz_refused(error);
		return 0;
	}
	for (guint32 map = 0; map < sl2vl->n_maps; map++)
		for (guint sl = 0; sl < SL_COUNT; sl++)
			g_assert_cmpuint(sl2vl->maps[map].vl[sl], <, 16);
	GString *text = slvl_write(sl2vl, fabric);
	g_autoptr(Sl2vl) again = slvl_parse(text->str, text->len, "fuzz", fabric, NULL, &error);
	g_assert_no_error(error);
	GString *twice = slvl_write(again, fabric);
	g_assert_true(g_string_equal(twice, text));
	g_string_free(twice, TRUE);
	g_string_free(text, TRUE);
	return 0;
}
