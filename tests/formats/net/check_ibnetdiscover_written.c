/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ibnetdiscover_write() writes is read as the same fabric, that of real files among them. */
#include "formats/input.h"
#include "tests/formats/net/net_case.h"

START_TEST(written_text)
{
	g_autoptr(Fabric) fabric = read_clean(SIMPLE);
	GString *text = ibnetdiscover_write(fabric, "two\nlines");
	ck_assert_str_eq(text->str,
			 "# two\n# lines\n\n"
			 "vendid=0x2c9\ndevid=0xbd36\nsysimgguid=0x2c90200000000f\n"
			 "switchguid=0x2c902000000001(2c90200000000e)\n"
			 "Switch\t36 \"S-002c902000000001\"\t\t# \"leaf 1\" enhanced port 0 lid 3 lmc 0\n"
			 "[5]\t\"H-002c903000000001\"[2](002c903000000003) \t\t# \"node01 HCA-1\" lid 8 4xQDR\n\n"
			 "vendid=0x2c9\ndevid=0x1003\ncaguid=0x2c903000000001\n"
			 "Ca\t2 \"H-002c903000000001\"\t\t# \"node01 HCA-1\"\n"
			 "[2](002c903000000003) \t\"S-002c902000000001\"[5]\t\t# lid 8 lmc 2 \"leaf 1\" lid 3 "
			 "4xQDR\n");
	g_string_free(text, TRUE);
}
END_TEST

/* A fabric with all that a text can carry, its nodes in no order. */
static Fabric *make_everything(void)
{
	Fabric *fabric = fabric_new();
	guint32 ca = fabric_add_node(fabric, FABRIC_CA, 0x30, 2, "lid 5 \"s=99\" # x", NULL);
	guint32 b = fabric_add_node(fabric, FABRIC_SWITCH, 0x20, 254, "b w=0 e=77", NULL);
	guint32 a = fabric_add_node(fabric, FABRIC_SWITCH, 0x10, 3, "", NULL);
	guint32 rt = fabric_add_node(fabric, FABRIC_ROUTER, G_MAXUINT64, 1, "two\nlines", NULL);
	fabric_cable(fabric, fabric_port_index(fabric, ca, 2), fabric_port_index(fabric, b, 254), NULL);
	fabric_cable(fabric, fabric_port_index(fabric, a, 1), fabric_port_index(fabric, b, 1), NULL);
	fabric_cable(fabric, fabric_port_index(fabric, a, 2), fabric_port_index(fabric, a, 3), NULL);
	fabric_cable(fabric, fabric_port_index(fabric, rt, 1), fabric_port_index(fabric, b, 7), NULL);
	fabric->nodes[b].enhanced = 1;
	fabric->nodes[a].vendor_id = G_MAXUINT32;
	fabric->nodes[a].system_guid = 5;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		FabricPort *port = &fabric->ports[i];
		if (port->peer != FABRIC_NONE) {
			port->width = i % 2 ? 12 : 2;
			port->speed = (guint8)(FABRIC_SDR + i % (FABRIC_N_SPEEDS - 1));
		}
		if (port->peer != FABRIC_NONE && !fabric_is_switch(fabric, port->node))
			port->guid = 0xabc + i;
	}
	fabric->ports[fabric_port_index(fabric, a, 0)].guid = 0x11;
	fabric->ports[fabric_port_index(fabric, b, 0)].guid = 0x20;
	fabric->ports[fabric_port_index(fabric, a, 0)].lid = 49151;
	fabric->ports[fabric_port_index(fabric, ca, 2)].lid = 128;
	fabric->ports[fabric_port_index(fabric, ca, 2)].lmc = 7;
	ck_assert(fabric_seal(fabric, NULL));
	return fabric;
}

START_TEST(round_trip)
{
	g_autoptr(Fabric) fabric = make_everything();
	GString *text = ibnetdiscover_write(fabric, NULL);
	g_autoptr(Fabric) again = read_clean(text->str);
	/* what the format cannot carry */
	fabric_set_name(fabric, 0, "lid 5 's=99' # x", NULL);
	fabric_set_name(fabric, 3, "two lines", NULL);
	assert_same_fabric(fabric, again);
	GString *twice = ibnetdiscover_write(again, NULL);
	ck_assert_str_eq(twice->str, text->str);
	ck_assert_ptr_null(strstr(strstr(text->str, "[2](0000"), "w=0")); /* ibsim would take it for an option */
	g_string_free(twice, TRUE);
	g_string_free(text, TRUE);
}
END_TEST

/* ---- real files */

static const struct {
	const char *file;
	guint switches, cas, cables;
	guint oddities;
} real[] = {
	{"avakas", 25, 281, 569, 0},      {"plafrim2", 7, 96, 155, 0},   {"selene-storage", 160, 1247, 3286, 0},
	{"dgx-ndr", 40, 582, 1114, 0},    {"stage-qdr", 8, 144, 192, 0}, {"ufm-small", 2, 13, 16, 0},
	{"azure-f-option", 8, 11, 18, 1}, /* ten with a record and one that is only spoken of */
};

START_TEST(real_files)
{
	g_autofree char *name = g_strconcat(real[_i].file, ".ibnetdiscover", NULL);
	g_autofree char *path = shared_file(name);
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(GError) error = NULL;
	if (!path)
		return;
	g_autoptr(Fabric) fabric = input_topology(path, log, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert(fabric_check(fabric, NULL));
	ck_assert_uint_eq(fabric->n_switches, real[_i].switches);
	ck_assert_uint_eq(fabric->n_nodes - fabric->n_switches, real[_i].cas);
	ck_assert_uint_eq(count_cables(fabric), real[_i].cables);
	ck_assert_uint_eq(parse_log_count(log), real[_i].oddities);
	GString *text = ibnetdiscover_write(fabric, name);
	g_autoptr(Fabric) again = ibnetdiscover_parse(text->str, text->len, "again", NULL, &error);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	assert_same_fabric(fabric, again);
	g_string_free(text, TRUE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ibnetdiscover_written");
	TCase *writing = tcase_create("writing"), *files = tcase_create("real files");
	tcase_add_test(writing, written_text);
	tcase_add_test(writing, round_trip);
	tcase_set_timeout(files, 60);
	tcase_add_loop_test(files, real_files, 0, G_N_ELEMENTS(real));
	suite_add_tcase(suite, writing);
	suite_add_tcase(suite, files);
	return run_suite(suite);
}
