/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Texts of ibnetdiscover: each field of a record, the clothes that a text may come in, and what is no such text. */
#include "tests/formats/net/net_case.h"

START_TEST(all_fields)
{
	g_autoptr(Fabric) fabric =
		read_clean("#\n# Topology file: generated on Sun Oct  5 21:59:42 2014\n#\n\n" SIMPLE);
	ck_assert_uint_eq(fabric->n_nodes, 2);
	const FabricNode *sw = &fabric->nodes[0], *ca = &fabric->nodes[1];
	ck_assert_uint_eq(sw->guid, SW(1));
	ck_assert_uint_eq(sw->system_guid, SW(f));
	ck_assert_uint_eq(sw->vendor_id, 0x2c9);
	ck_assert_uint_eq(sw->device_id, 0xbd36);
	ck_assert_uint_eq(sw->n_ports, 36);
	ck_assert_uint_eq(sw->enhanced, 1);
	ck_assert_str_eq(fabric_name(fabric, 0), "leaf 1");
	ck_assert_uint_eq(port_of(fabric, SW(1), 0)->guid, SW(e));
	ck_assert_uint_eq(port_of(fabric, SW(1), 0)->lid, 3);
	ck_assert_uint_eq(ca->type, FABRIC_CA);
	ck_assert_uint_eq(ca->system_guid, 0);
	ck_assert_uint_eq(ca->device_id, 0x1003);
	ck_assert_str_eq(fabric_name(fabric, 1), "node01 HCA-1");
	const FabricPort *port = port_of(fabric, CA(1), 2);
	ck_assert_uint_eq(port->guid, CA(3));
	ck_assert_uint_eq(port->lid, 8);
	ck_assert_uint_eq(port->lmc, 2);
	ck_assert_uint_eq(port->width, 4);
	ck_assert_uint_eq(port->speed, FABRIC_QDR);
	ck_assert_uint_eq(port->vls, 0);
	ck_assert_uint_eq(port_of(fabric, SW(1), 5)->speed, FABRIC_QDR);
	assert_joined(fabric, SW(1), 5, CA(1), 2);
	ck_assert_uint_eq(fabric->n_endpoints, 1);
	ck_assert_uint_eq(fabric->n_lids, 12);
}
END_TEST

/* The same fabric in other clothes. */
START_TEST(same_in_other_clothes)
{
	static const struct {
		const char *text, *logged;
	} clothes[] = {
		{"\xef\xbb\xbf" SIMPLE, ""},
		{"[root@host ~]# ibnetdiscover \"x\"\nLoading [1] done\n" SIMPLE "[root@host ~]# \n",
		 "net:1: warning: passed over: [root@host ~]# ibnetdiscover \"x\" (and 2 more lines that are not of "
		 "the "
		 "format)"},
		/* tabs lost */
		{"vendid=0x2c9\ndevid=0xbd36\nsysimgguid=0x2c90200000000f\nswitchguid=0x2c902000000001(2c90200000000e)"
		 "\n"
		 "Switch36 \"S-002c902000000001\"# \"leaf 1\" enhanced port 0 lid 3 lmc 0\n"
		 "[5]\"H-002c903000000001\"[2](2c903000000003) # \"node01 HCA-1\" lid 8 4xQDR\n"
		 "vendid=0x2c9\ndevid=0x1003\ncaguid=0x2c903000000001\n"
		 "Ca2 \"H-002c903000000001\"# \"node01 HCA-1\"\n"
		 "[2](2c903000000003)\"S-002c902000000001\"[5]# lid 8 lmc 2 \"leaf 1\" lid 3 4xQDR",
		 ""},
		/* tabs turned into blanks, blanks behind */
		{"vendid=0x2c9 \ndevid=0xbd36  \nsysimgguid=0x2c90200000000f \n"
		 "switchguid=0x2c902000000001(2c90200000000e) \n"
		 "Switch  36 \"S-002c902000000001\"         # \"leaf 1\" enhanced port 0 lid 3 lmc 0  \n"
		 "  [5]    \"H-002c903000000001\"[2](2c903000000003)          # \"node01 HCA-1\" lid 8 4xQDR   \n \n"
		 "vendid=0x2c9\ndevid=0x1003\ncaguid=0x2c903000000001\n"
		 "Ca      2 \"H-002c903000000001\"          # \"node01 HCA-1\"   \n"
		 "[2](2c903000000003)     \"S-002c902000000001\"[5]         # lid 8 lmc 2 \"leaf 1\" lid 3 4xQDR  \n",
		 ""},
		/* leading zeros missing, -f, -g, warnings of the tools in between */
		{"Chassis 1 (guid 0x2c90200000000f)\n\n# Spine Nodes\n"
		 "vendid=0x2c9\ndevid=0xbd36\nsysimgguid=0x2c90200000000f\t\t# Chassis 1\n"
		 "switchguid=0x2c902000000001(2c90200000000e)\t# ISR2012 Spine 1 Chip 1\n"
		 "Switch\t36 \"S-2c902000000001\"\t\t# \"leaf 1\" enhanced port 0 lid 3 lmc 0\n"
		 "[5][ext 7]\t\"H-002c903000000001\"[2][ext 3](2c903000000003) \t\t# \"node01 HCA-1\" lid 8 4xQDR s=4 "
		 "w=2 "
		 "v=4 e=4\n"
		 "Non-Chassis Nodes\n" CA_1,
		 ""},
	};
	g_autoptr(Fabric) plain = read_clean(SIMPLE);
	g_autoptr(Fabric) dressed = read_odd(clothes[_i].text, clothes[_i].logged);
	assert_same_fabric(plain, dressed);
}
END_TEST

START_TEST(line_ends_of_windows)
{
	g_autoptr(Fabric) plain = read_clean(SIMPLE);
	GString *text = g_string_new(SIMPLE);
	for (gsize i = text->len; i-- > 0;)
		if (text->str[i] == '\n')
			g_string_insert_c(text, (gssize)i, '\r');
	g_autoptr(Fabric) dressed = read_clean(text->str);
	assert_same_fabric(plain, dressed);
	g_string_free(text, TRUE);
}
END_TEST

/* ---- names */

START_TEST(names)
{
	static const struct {
		const char *in_file, *name;
	} cases[] = {
		{"# \"a # b\" base port 0 lid 3 lmc 0", "a # b"},
		{"# \"say \"hello\" lid 7\" base port 0 lid 3 lmc 0", "say \"hello\" lid 7"},
		{"# \"QLogic 12800 GUID=0x00066a00e8001310 L112\" base port 0 lid 3 lmc 0",
		 "QLogic 12800 GUID=0x00066a00e8001310 L112"},
		{"# \"blanks behind   \" base port 0 lid 3 lmc 0", "blanks behind   "},
		{"# \"Z\xc3\xbcrich \xff\" base port 0 lid 3 lmc 0", "Z\xc3\xbcrich \xff"},
		{"# \"\" base port 0 lid 3 lmc 0", ""},
		{"# without quotes base port 0 lid 3 lmc 0", "without quotes"},
	};
	g_autofree char *text = g_strconcat("Switch\t8 \"S-002c902000000001\"\t\t", cases[_i].in_file, "\n", NULL);
	g_autoptr(Fabric) fabric = read_clean(text);
	ck_assert_str_eq(fabric_name(fabric, 0), cases[_i].name);
	ck_assert_uint_eq(port_of(fabric, SW(1), 0)->lid, 3);
}
END_TEST

START_TEST(two_nodes_of_one_name)
{
	g_autoptr(Fabric) fabric = read_clean("Ca 1 \"H-002c903000000001\" # \"same\"\n"
					      "Ca 1 \"H-002c903000000002\" # \"same\"\n");
	ck_assert_uint_eq(fabric->n_nodes, 2);
	ck_assert_str_eq(fabric_name(fabric, 0), fabric_name(fabric, 1));
}
END_TEST

/* ---- labels */

START_TEST(labels_that_are_no_guids)
{
	g_autoptr(Fabric) fabric = read_clean("Switch 36 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
					      "[10](10)\t\"H-002c903000000001\"[1](11)\t# \"h\" lid 5 4xQDR\n"
					      "[1](1/1/1)\t\"S-002c902000000002\"[3]\t# \"b\" lid 2 4xQDR\n"
					      "Switch 36 \"S-002c902000000002\" # \"b\" base port 0 lid 2 lmc 0\n"
					      "[3](1/1/3)\t\"S-002c902000000001\"[1]\t# \"a\" lid 1 4xQDR\n"
					      "Ca 1 \"H-002c903000000001\" # \"h\"\n"
					      "[1](11)\t\"S-002c902000000001\"[10]\t# lid 5 lmc 0 \"a\" lid 1 4xQDR\n");
	assert_joined(fabric, SW(1), 10, CA(1), 1);
	assert_joined(fabric, SW(1), 1, SW(2), 3);
	ck_assert_uint_eq(port_of(fabric, CA(1), 1)->guid, CA(2)); /* made: node GUID + port */
	ck_assert_uint_eq(port_of(fabric, SW(1), 10)->guid, 0);
}
END_TEST

/* ---- errors */

START_TEST(malformed)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{"", "net: no node: not an ibnetdiscover or ibsim text"},
		{"hello\nworld\n", "net: no node: not an ibnetdiscover or ibsim text"},
		{"# only\nvendid=0x2c9\n", "net: no node: not an ibnetdiscover or ibsim text"},
		{"\n[1]\t\"S-002c902000000001\"[1]\n", "net:2: a port line outside a node"},
		{SIMPLE "caguid=0x1\n[1]\t\"S-002c902000000001\"[1]\n", "net:14: a port line outside a node"},
		{SIMPLE "Swtch 36 \"S-002c902000000005\"\n",
		 "net:13: neither a node nor a port: Swtch 36 \"S-002c902000000005\""},
		{SIMPLE "include \"other.net\"\n", "net:13: neither a node nor a port: include \"other.net\""},
		{SIMPLE "[3]\n", "net:13: a port line without a peer"},
		{SIMPLE "[1]\t\"S-002c902000000001[5]\n", "net:13: a quote is not closed"},
		{SIMPLE "[1]\t\"S-002c902000000001\"[5] # \"leaf\n", "net:13: a quote is not closed"},
		{"Switch 36 \"S-002c902000000001\n", "net:1: a quote is not closed"},
		{"Switch 36 \"S-002c902000000001\" # \"name\n", "net:1: a quote is not closed"},
		{"Switch 36 \"\"\n", "net:1: an identifier is empty"},
		{"Switch 0 \"a\"\n", "net:1: a node of 0 ports, not 1..254"},
		{"Switch 255 \"a\"\n", "net:1: a node of 255 ports, not 1..254"},
		{SIMPLE "[3]\t\"S-002c902000000001\"[5]\n", "net:13: port 3 of a node of 2 ports"},
		{SIMPLE "[0]\t\"S-002c902000000001\"[5]\n", "net:13: port 0 of a node of 2 ports"},
		{SIMPLE "[1]\t\"S-002c902000000001\"[37]\n", "net:13: the peer has 36 ports and no port 37"},
		{SIMPLE "[1]\t\"S-002c902000000001\"[300]\n", "net:13: the peer's port 300 is not 1..254"},
		{SIMPLE "[1]\t\"S-002c902000000001\"[x]\n", "net:13: the peer's port number cannot be read"},
		{"switchguid=0x12345678901234567\nSwitch 2 \"a\"\n", "net:1: switchguid: not a GUID"},
		{"vendid=0x100000000\n", "net:1: vendid: not a number in range"},
		{"devid=blue\n", "net:1: devid: not a number in range"},
		{"Switch 2 \"a\"\n\nCa 2 \"a\"\n", "net:3: \"a\" is another kind of node in line 1"},
		{"switchguid=0x7\nSwitch 2 \"a\"\n\nswitchguid=0x7\nSwitch 2 \"b\"\n",
		 "net:5: GUID 0x0000000000000007 is that of the node in line 2, too"},
	};
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(ibnetdiscover_parse(cases[_i].text, strlen(cases[_i].text), "net", NULL, &error));
	assert_input_error(&error, cases[_i].error);
}
END_TEST

/* Zero bytes neither end the text nor get into names. */
START_TEST(zero_bytes)
{
	static const char text[] = "Switch 4 \"a\" # \"x\0y\" base port 0 lid 3 lmc 0\n\0\nSwitch 4 \"b\"\n";
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = ibnetdiscover_parse(text, sizeof text - 1, "net", NULL, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(fabric->n_nodes, 2);
	ck_assert_str_eq(fabric_name(fabric, 0), "x");
	ck_assert_uint_eq(fabric->ports[0].lid, 3);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ibnetdiscover");
	TCase *reading = tcase_create("reading");
	tcase_add_test(reading, all_fields);
	tcase_add_loop_test(reading, same_in_other_clothes, 0, 5);
	tcase_add_test(reading, line_ends_of_windows);
	tcase_add_loop_test(reading, names, 0, 7);
	tcase_add_test(reading, two_nodes_of_one_name);
	tcase_add_test(reading, labels_that_are_no_guids);
	tcase_add_loop_test(reading, malformed, 0, 25);
	tcase_add_test(reading, zero_bytes);
	suite_add_tcase(suite, reading);
	return run_suite(suite);
}
