/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/net/ibnetdiscover.h"
#include "formats/input.h"
#include "formats/net/subnet_lst.h"
#include "tests/formats/formats_common.h"

#define END_(label, ports, node, port, name, lid, num)                                                                 \
	"{ " label " Ports:" ports " SystemGUID:00000000000000ff NodeGUID:" node " PortGUID:" port                     \
	" VenID:0002C9 DevID:5A44 Rev:000000A1 {" name "} LID:" lid " PN:" num " } "
#define OLD(label, ports, node, port, name, lid, num)                                                                  \
	"{ " label " Ports:" ports " SystemGUID:00000000000000FF NodeGUID:" node " PortGUID:" port                     \
	" VenID:000002C9 DevID:5A440000 Rev:000000A1 {" name "} LID:" lid " PN:" num " } "

#define SWITCH_1(num) END_("SW", "18", "0002c90200000001", "0002c90200000001", "leaf", "000A", num)
#define CA_1(num) END_("CA-SM", "02", "0002c90300000001", "0002c90300000003", "host HCA-1", "001f", num)

static Fabric *read_odd(const char *text, const char *logged)
{
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	ck_assert(subnet_lst_recognise(text, strlen(text)));
	Fabric *fabric = subnet_lst_parse(text, strlen(text), "l", log, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert(fabric_check(fabric, NULL));
	assert_logged(log, logged);
	return fabric;
}

START_TEST(all_fields)
{
	g_autoptr(Fabric) fabric = read_odd(SWITCH_1("12") CA_1("02") "PHY=4x LOG=ACT SPD=10\n" CA_1("02")
						    SWITCH_1("12") "PHY=4x LOG=ACT SPD=10\n",
					    "");
	ck_assert_uint_eq(fabric->n_nodes, 2);
	const FabricNode *sw = &fabric->nodes[0], *ca = &fabric->nodes[1];
	ck_assert_uint_eq(sw->type, FABRIC_SWITCH);
	ck_assert_uint_eq(sw->guid, G_GUINT64_CONSTANT(0x2c90200000001));
	ck_assert_uint_eq(sw->n_ports, 24);
	ck_assert_uint_eq(sw->vendor_id, 0x2c9);
	ck_assert_uint_eq(sw->device_id, 0x5a44);
	ck_assert_uint_eq(sw->system_guid, 0xff);
	ck_assert_str_eq(fabric_name(fabric, 0), "leaf");
	ck_assert_uint_eq(fabric->ports[sw->first_port].lid, 10);
	ck_assert_uint_eq(fabric->ports[sw->first_port].guid, G_GUINT64_CONSTANT(0x2c90200000001));
	ck_assert_uint_eq(ca->type, FABRIC_CA);
	ck_assert_str_eq(fabric_name(fabric, 1), "host HCA-1");
	const FabricPort *port = &fabric->ports[ca->first_port + 2];
	ck_assert_uint_eq(port->lid, 31);
	ck_assert_uint_eq(port->guid, G_GUINT64_CONSTANT(0x2c90300000003));
	ck_assert_uint_eq(port->peer, sw->first_port + 18);
	ck_assert_uint_eq(port->width, 4);
	ck_assert_uint_eq(port->speed, FABRIC_QDR);
	ck_assert_uint_eq(fabric->n_endpoints, 1);
}
END_TEST

/* Upper case, DevID with four more digits, no SPD, a name with braces, CRLF. */
START_TEST(old_form)
{
	g_autoptr(Fabric) fabric = read_odd(
		OLD("SW", "18", "0002C90200000001", "0002C90200000001", "le{a}f", "000A", "12")
			OLD("CA", "02", "0002C90300000001", "0002C90300000003", "", "001F", "02") "PHY=12x LOG=INI\r\n",
		"");
	ck_assert_uint_eq(fabric->nodes[0].device_id, 0x5a44);
	ck_assert_str_eq(fabric_name(fabric, 0), "le{a}f");
	ck_assert_str_eq(fabric_name(fabric, 1), "");
	ck_assert_uint_eq(fabric->ports[fabric->nodes[1].first_port + 2].lid, 31);
	ck_assert_uint_eq(fabric->ports[fabric->nodes[1].first_port + 2].width, 12);
	ck_assert_uint_eq(fabric->ports[fabric->nodes[1].first_port + 2].speed, FABRIC_SPEED_UNKNOWN);
	ck_assert_uint_eq(count_cables(fabric), 1);
}
END_TEST

/* ibdiagnet2: lower case, one line a cable, short and long DevIDs, nodes without a name and without its braces. */
START_TEST(ibdiagnet2_form)
{
	g_autoptr(Fabric) fabric = read_odd(
		"# This file was made by hand\n\n"
		"{ CA Ports:02 SystemGUID:0002c90300165e63 NodeGUID:0002c90300000001 PortGUID:0002c90300000003 "
		"VenID:000002c9 DevID:1003 Rev:00000000  LID:001f PN:02 } "
		"{ SW Ports:24 SystemGUID:0002c90300688830 NodeGUID:0002c90200000001 PortGUID:0002c90200000001 "
		"VenID:000002c9 DevID:0000c738 Rev:000000a1 {a} LID:1 {b}} LID:000a PN:14 } PHY=4x LOG=ACT SPD=14\n",
		"");
	ck_assert_uint_eq(fabric->nodes[1].device_id, 0x1003);
	ck_assert_str_eq(fabric_name(fabric, 1), "");
	ck_assert_uint_eq(fabric->nodes[0].device_id, 0xc738);
	ck_assert_str_eq(fabric_name(fabric, 0), "a} LID:1 {b}");
	ck_assert_uint_eq(fabric->nodes[0].n_ports, 36);
	const FabricPort *port = &fabric->ports[fabric->nodes[1].first_port + 2];
	ck_assert_uint_eq(port->peer, fabric->nodes[0].first_port + 20);
	ck_assert_uint_eq(port->speed, FABRIC_FDR);
	ck_assert_uint_eq(port->lid, 31);
	ck_assert_uint_eq(fabric->ports[fabric->nodes[0].first_port].lid, 10);
}
END_TEST

/* Three ways to see that a CA is none. */
START_TEST(labels_that_lie)
{
	static const char host[] = END_("CA", "01", "0000000000000009", "000000000000000a", "h", "0005", "01");
	static const char *const switches[] = {
		END_("CA", "18", "0000000000000001", "0000000000000001", "s", "0001",
		     "01") "%s PHY=4x LOG=ACT SPD=2.5\n",
		END_("SW", "02", "0000000000000001", "0000000000000001", "s", "0001",
		     "01") "%s PHY=4x LOG=ACT SPD=2.5\n",
		END_("CA", "02", "0000000000000001", "0000000000000001", "s", "0001",
		     "01") "%s PHY=4x LOG=ACT SPD=2.5\n" END_("CA", "02", "0000000000000001", "0000000000000001", "s",
							      "0001", "02")
			END_("CA", "01", "000000000000000b", "000000000000000c", "g", "0006", "01") "PHY=4x LOG=ACT\n",
	};
	char **parts = g_strsplit(switches[_i], "%s", 2);
	g_autofree char *text = g_strconcat(parts[0], host, parts[1], NULL);
	g_autoptr(Fabric) fabric = read_odd(text, "");
	ck_assert_uint_eq(fabric->n_switches, 1);
	ck_assert_uint_eq(fabric->nodes[fabric->switches[0]].guid, 1);
	ck_assert_uint_eq(fabric->ports[fabric->nodes[fabric->switches[0]].first_port].lid, 1);
	ck_assert_uint_eq(fabric->n_endpoints, count_cables(fabric));
	g_strfreev(parts);
}
END_TEST

/* A real CA of two ports has two port GUIDs. */
START_TEST(two_port_ca)
{
	g_autoptr(Fabric) fabric = read_odd(
		END_("CA", "02", "0000000000000001", "0000000000000002", "h", "0001", "01")
			SWITCH_1("01") "PHY=4x LOG=ACT\n" END_("CA", "02", "0000000000000001", "0000000000000003", "h",
							       "0002", "02") SWITCH_1("02") "PHY=4x LOG=ACT\n",
		"");
	ck_assert_uint_eq(fabric->n_switches, 1);
	ck_assert_uint_eq(fabric->n_endpoints, 2);
	ck_assert_uint_eq(fabric->ports[fabric->nodes[0].first_port + 2].guid, 3);
}
END_TEST

START_TEST(speeds)
{
	static const struct {
		const char *text;
		guint speed;
	} cases[] = {{"2.5", FABRIC_SDR}, {"5", FABRIC_DDR},           {"10", FABRIC_QDR}, {"FDR10", FABRIC_FDR10},
		     {"14", FABRIC_FDR},  {"25", FABRIC_EDR},          {"50", FABRIC_HDR}, {"100", FABRIC_NDR},
		     {"200", FABRIC_XDR}, {"??", FABRIC_SPEED_UNKNOWN}};
	g_autofree char *text =
		g_strconcat(SWITCH_1("12") CA_1("02") "PHY=2x LOG=ACT SPD=", cases[_i].text, "\n", NULL);
	g_autoptr(Fabric) fabric = read_odd(text, "");
	ck_assert_uint_eq(fabric->ports[fabric->nodes[0].first_port + 18].speed, cases[_i].speed);
	ck_assert_uint_eq(fabric->ports[fabric->nodes[0].first_port + 18].width, 2);
}
END_TEST

START_TEST(links_that_are_down)
{
	g_autoptr(Fabric) fabric = read_odd(SWITCH_1("12") CA_1("02") "PHY=4x LOG=ACT SPD=10\n" SWITCH_1("11")
						    CA_1("01") "PHY=4x LOG=DWN SPD=10\n",
					    "l:2: warning: the link is down: passed over");
	ck_assert_uint_eq(count_cables(fabric), 1);
}
END_TEST

START_TEST(malformed)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{"", "l: no link: not an OpenSM subnet list"},
		{"hello\n", "l: no link: not an OpenSM subnet list"},
		{"{ NodeGUID: }\n", "l:1: not a link between two ports: { NodeGUID: }"},
		{SWITCH_1("12") "PHY=4x LOG=ACT\n", "l:1: not a link between two ports: PHY=4x LOG=ACT"},
		{"\n" SWITCH_1("19") CA_1("01") "\n", "l:2: port 25 of a node of 24 ports"},
		{SWITCH_1("00") CA_1("01") "\n", "l:1: port 0 of a node of 24 ports"},
		{SWITCH_1("01") END_("CA", "00", "0000000000000001", "0000000000000002", "h", "0001", "01") "\n",
		 "l:1: not a link between two ports: { CA Ports:00 SystemGUID:00000000000000f"},
		{SWITCH_1("01") END_("CA", "01", "00000000000000011", "0000000000000002", "h", "10001", "01") "\n",
		 "l:1: not a link between two ports: { CA Ports:01 SystemGUID:00000000000000f"},
	};
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(subnet_lst_parse(cases[_i].text, strlen(cases[_i].text), "l", NULL, &error));
	assert_input_error(&error, cases[_i].error);
}
END_TEST

/* ---- real files */

static const struct {
	const char *file;
	guint switches, cas, cables;
} real[] = {
	{"osm-old.subnet.lst", 62, 3, 172}, /* the SM's own CA and its cable included */
	{"rhino512.subnet.lst", 216, 512, 2752},
};

START_TEST(real_files)
{
	g_autofree char *path = shared_file(real[_i].file);
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(GError) error = NULL;
	if (!path)
		return;
	g_autoptr(Fabric) fabric = input_topology(path, log, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(fabric->n_switches, real[_i].switches);
	ck_assert_uint_eq(fabric->n_nodes - fabric->n_switches, real[_i].cas);
	ck_assert_uint_eq(count_cables(fabric), real[_i].cables);
	ck_assert_uint_eq(fabric->n_endpoints, real[_i].cas);
	ck_assert_uint_eq(parse_log_count(log), 0);
	GString *text = ibnetdiscover_write(fabric, NULL);
	g_autoptr(Fabric) again = ibnetdiscover_parse(text->str, text->len, "again", NULL, &error);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	assert_same_fabric(fabric, again);
	g_string_free(text, TRUE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("subnet_lst");
	TCase *reading = tcase_create("reading"), *files = tcase_create("real files");
	tcase_add_test(reading, all_fields);
	tcase_add_test(reading, old_form);
	tcase_add_test(reading, ibdiagnet2_form);
	tcase_add_loop_test(reading, labels_that_lie, 0, 3);
	tcase_add_test(reading, two_port_ca);
	tcase_add_loop_test(reading, speeds, 0, 10);
	tcase_add_test(reading, links_that_are_down);
	tcase_add_loop_test(reading, malformed, 0, 8);
	tcase_add_loop_test(files, real_files, 0, G_N_ELEMENTS(real));
	suite_add_tcase(suite, reading);
	suite_add_tcase(suite, files);
	return run_suite(suite);
}
