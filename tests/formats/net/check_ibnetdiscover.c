/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/net/ibnetdiscover.h"
#include "formats/input.h"
#include "tests/formats/formats_common.h"

#define SW(n) G_GUINT64_CONSTANT(0x2c90200000000##n)
#define CA(n) G_GUINT64_CONSTANT(0x2c90300000000##n)

/* The fabric of a text without errors and without oddities. */
static Fabric *read_clean(const char *text)
{
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	Fabric *fabric = ibnetdiscover_parse(text, strlen(text), "net", log, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert(fabric_check(fabric, NULL));
	assert_logged(log, "");
	return fabric;
}

/* The fabric of a text with one kind of oddity. */
static Fabric *read_odd(const char *text, const char *logged)
{
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	Fabric *fabric = ibnetdiscover_parse(text, strlen(text), "net", log, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert(fabric_check(fabric, NULL));
	assert_logged(log, logged);
	return fabric;
}

static const FabricPort *port_of(const Fabric *fabric, guint64 guid, guint num)
{
	guint32 node = fabric_find_node(fabric, guid);
	ck_assert_msg(node != FABRIC_NONE, "no node 0x%" G_GINT64_MODIFIER "x", guid);
	ck_assert_uint_le(num, fabric->nodes[node].n_ports);
	return &fabric->ports[fabric_port_index(fabric, node, num)];
}

static void assert_joined(const Fabric *fabric, guint64 a, guint na, guint64 b, guint nb)
{
	guint num;
	guint64 guid = peer_of(fabric, port_of(fabric, a, na), &num);
	ck_assert_uint_eq(guid, b);
	ck_assert_uint_eq(num, nb);
}

/* ---- a record as ibnetdiscover writes it */

#define SWITCH_1                                                                                                       \
	"vendid=0x2c9\ndevid=0xbd36\nsysimgguid=0x2c90200000000f\nswitchguid=0x2c902000000001(2c90200000000e)\n"       \
	"Switch\t36 \"S-002c902000000001\"\t\t# \"leaf 1\" enhanced port 0 lid 3 lmc 0\n"
#define PORT_TO_CA "[5]\t\"H-002c903000000001\"[2](2c903000000003) \t\t# \"node01 HCA-1\" lid 8 4xQDR\n"
#define CA_1                                                                                                           \
	"\nvendid=0x2c9\ndevid=0x1003\ncaguid=0x2c903000000001\n"                                                      \
	"Ca\t2 \"H-002c903000000001\"\t\t# \"node01 HCA-1\"\n"                                                         \
	"[2](2c903000000003) \t\"S-002c902000000001\"[5]\t\t# lid 8 lmc 2 \"leaf 1\" lid 3 4xQDR\n"
#define SIMPLE SWITCH_1 PORT_TO_CA CA_1

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

/* ---- LIDs */

START_TEST(bad_lids)
{
	static const struct {
		const char *lid, *logged;
	} lids[] = {
		{"lid 0 lmc 0", ""},
		{"lid  lmc 0", ""},
		{"lid 65535 lmc 0", "net:1: warning: 65535 is no unicast LID"},
		{"lid -1 lmc 0", "net:1: warning: -1 is no unicast LID"},
		{"lid 49152 lmc 0", "net:1: warning: 49152 is no unicast LID"},
	};
	g_autofree char *text =
		g_strconcat("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 ", lids[_i].lid, "\n", NULL);
	g_autoptr(Fabric) fabric = read_odd(text, lids[_i].logged);
	ck_assert_uint_eq(port_of(fabric, SW(1), 0)->lid, 0);
	ck_assert_uint_eq(fabric->n_lids, 1);
}
END_TEST

START_TEST(bad_lids_of_hosts)
{
	static const struct {
		const char *own, *at_switch, *logged;
		guint lid;
	} lids[] = {
		{"lid 0 lmc 0", "lid 0", "", 0},
		{"lid  lmc 0", "lid", "", 0},
		{"lid 65535 lmc 0", "lid 65535",
		 "net:4: warning: 65535 is no unicast LID (and 1 more numbers that are no unicast LID)", 0},
		{"lid -1 lmc 0", "lid 0", "net:4: warning: -1 is no unicast LID", 0},
		{"lid 0 lmc 0", "lid 9", "", 9}, /* what the other end knows fills in */
		{"", "lid 9", "", 9},
	};
	g_autofree char *text = g_strconcat("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
					    "[1]\t\"H-002c903000000001\"[1]\t# \"h\" ",
					    lids[_i].at_switch,
					    " 4xQDR\nCa 1 \"H-002c903000000001\" # \"h\"\n"
					    "[1]\t\"S-002c902000000001\"[1]\t# ",
					    lids[_i].own, " \"a\" lid 1 4xQDR\n", NULL);
	g_autoptr(Fabric) fabric = read_odd(text, lids[_i].logged);
	ck_assert_uint_eq(port_of(fabric, CA(1), 1)->lid, lids[_i].lid);
	ck_assert_uint_eq(fabric->n_endpoints, lids[_i].lid != 0);
	assert_joined(fabric, SW(1), 1, CA(1), 1);
}
END_TEST

START_TEST(misaligned_lmc)
{
	g_autoptr(Fabric) fabric = read_odd("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 6 lmc 2\n",
					    "net:1: warning: LID 6 with LMC 2: LMC 0 is taken");
	ck_assert_uint_eq(port_of(fabric, SW(1), 0)->lid, 6);
	ck_assert_uint_eq(port_of(fabric, SW(1), 0)->lmc, 0);
}
END_TEST

START_TEST(duplicate_lids)
{
	g_autoptr(Fabric) fabric =
		read_odd("Switch 8 \"S-002c902000000001\" # \"a\" enhanced port 0 lid 8 lmc 2\n"
			 "Switch 8 \"S-002c902000000002\" # \"b\" base port 0 lid 10 lmc 1\n"
			 "Switch 8 \"S-002c902000000003\" # \"c\" base port 0 lid 12 lmc 0\n",
			 "net:2: warning: LID 10 is that of a port in line 1, too: that one keeps it");
	ck_assert_uint_eq(port_of(fabric, SW(1), 0)->lid, 8);
	ck_assert_uint_eq(port_of(fabric, SW(2), 0)->lid, 0);
	ck_assert_uint_eq(port_of(fabric, SW(2), 0)->lmc, 0);
	ck_assert_uint_eq(port_of(fabric, SW(3), 0)->lid, 12);
}
END_TEST

/* ---- cables */

START_TEST(cable_within_a_switch)
{
	g_autoptr(Fabric) fabric = read_clean("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
					      "[3]\t\"S-002c902000000001\"[4]\t\t# \"a\" lid 1 4xHDR\n"
					      "[4]\t\"S-002c902000000001\"[3]\t\t# \"a\" lid 1 4xHDR\n");
	assert_joined(fabric, SW(1), 3, SW(1), 4);
}
END_TEST

START_TEST(port_joined_to_itself)
{
	g_autoptr(Fabric) fabric = read_odd("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
					    "[3]\t\"S-002c902000000001\"[3]\t\t# \"a\" lid 1 4xHDR\n",
					    "net:2: warning: port 3 is joined to itself: the cable is dropped");
	ck_assert_uint_eq(count_cables(fabric), 0);
}
END_TEST

START_TEST(one_end_only)
{
	g_autoptr(Fabric) fabric =
		read_odd("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
			 "[3]\t\"S-002c902000000002\"[5]\t\t# \"b\" lid 2 4xHDR\n\n"
			 "Switch 8 \"S-002c902000000002\" # \"b\" base port 0 lid 2 lmc 0\n",
			 "net:2: warning: port 3: the record of its peer knows nothing of the cable");
	assert_joined(fabric, SW(1), 3, SW(2), 5);
	ck_assert_uint_eq(port_of(fabric, SW(2), 5)->width, 4);
	ck_assert_uint_eq(port_of(fabric, SW(2), 5)->speed, FABRIC_HDR);
}
END_TEST

/* a[1] says b[1]; b[1] and c[1] say each other: those two are joined. */
START_TEST(ends_that_disagree)
{
	g_autoptr(Fabric) fabric = read_odd("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
					    "[1]\t\"S-002c902000000002\"[1]\t\t# \"b\" lid 2 4xHDR\n"
					    "Switch 8 \"S-002c902000000002\" # \"b\" base port 0 lid 2 lmc 0\n"
					    "[1]\t\"S-002c902000000003\"[1]\t\t# \"c\" lid 3 4xHDR\n"
					    "Switch 8 \"S-002c902000000003\" # \"c\" base port 0 lid 3 lmc 0\n"
					    "[1]\t\"S-002c902000000002\"[1]\t\t# \"b\" lid 2 4xHDR\n",
					    "net:2: warning: port 1: the other end is described otherwise in line 4");
	assert_joined(fabric, SW(2), 1, SW(3), 1);
	ck_assert_uint_eq(port_of(fabric, SW(1), 1)->peer, FABRIC_NONE);
}
END_TEST

START_TEST(port_described_twice)
{
	g_autoptr(Fabric) fabric = read_odd("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
					    "[1]\t\"S-002c902000000002\"[1]\t\t# \"b\" lid 2 4xHDR\n"
					    "[1]\t\"S-002c902000000002\"[2]\t\t# \"b\" lid 2 4xHDR\n"
					    "Switch 8 \"S-002c902000000002\" # \"b\" base port 0 lid 2 lmc 0\n"
					    "[1]\t\"S-002c902000000001\"[1]\t\t# \"a\" lid 1 4xHDR\n",
					    "net:3: warning: line 2 joins port 1 to another port: that one is kept");
	assert_joined(fabric, SW(1), 1, SW(2), 1);
	ck_assert_uint_eq(count_cables(fabric), 1);
}
END_TEST

START_TEST(rates)
{
	static const struct {
		const char *text;
		guint width, speed;
	} cases[] = {
		{"1xSDR", 1, FABRIC_SDR},   {"4xDDR", 4, FABRIC_DDR},           {"8xQDR", 8, FABRIC_QDR},
		{"12xSDR", 12, FABRIC_SDR}, {"4xFDR10", 4, FABRIC_FDR10},       {"4xFDR", 4, FABRIC_FDR},
		{"4xEDR", 4, FABRIC_EDR},   {"2xHDR", 2, FABRIC_HDR},           {"2xNDR", 2, FABRIC_NDR},
		{"1xXDR", 1, FABRIC_XDR},   {"4x???", 4, FABRIC_SPEED_UNKNOWN},
	};
	g_autofree char *text =
		g_strconcat("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
			    "[3]\t\"S-002c902000000001\"[4]\t\t# \"a\" lid 1 ",
			    cases[_i].text, "\n[4]\t\"S-002c902000000001\"[3]\t\t# \"a\" lid 1 4xSDR\n", NULL);
	g_autoptr(Fabric) fabric = read_clean(text);
	ck_assert_uint_eq(port_of(fabric, SW(1), 3)->width, cases[_i].width);
	ck_assert_uint_eq(port_of(fabric, SW(1), 3)->speed, cases[_i].speed);
}
END_TEST

START_TEST(rate_unknown)
{
	g_autoptr(Fabric) fabric =
		read_odd("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
			 "[3]\t\"S-002c902000000001\"[4]\t\t# \"a\" lid 1 3xQDR\n"
			 "[4]\t\"S-002c902000000001\"[3]\t\t# \"a\" lid 1 4xGDR\n",
			 "net:2: warning: width 3, speed QDR is not known (and 1 more unknown widths "
			 "or speeds)");
	ck_assert_uint_eq(port_of(fabric, SW(1), 3)->width, 0);
	ck_assert_uint_eq(port_of(fabric, SW(1), 3)->speed, FABRIC_QDR);
	ck_assert_uint_eq(port_of(fabric, SW(1), 4)->width, 4);
	ck_assert_uint_eq(port_of(fabric, SW(1), 4)->speed, FABRIC_SPEED_UNKNOWN);
}
END_TEST

/* ---- nodes */

START_TEST(peers_without_a_record)
{
	g_autoptr(Fabric) fabric =
		read_odd("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
			 "[1]\t\"H-002c903000000001\"[2](2c903000000009)\t\t# \"host\" lid 7 4xHDR\n"
			 "[2]\t\"S-002c902000000002\"[5]\t\t# \"other\" lid 9 2xNDR\n"
			 "[3]\t\"S-002c902000000002\"[17]\t\t# \"other\" lid 9 2xNDR\n"
			 "[4]\t\"R-002c903000000004\"[1](2c903000000005)\t\t# \"router\" lid 11 4xHDR\n",
			 "net:2: warning: \"H-002c903000000001\" has no record of its own (and 1 more nodes without a "
			 "record)\nnet:3: warning: switch \"S-002c902000000002\" has no record of its own: a part of the "
			 "file may be missing");
	ck_assert_uint_eq(fabric->n_nodes, 4);
	ck_assert_uint_eq(fabric->nodes[1].type, FABRIC_CA);
	ck_assert_uint_eq(fabric->nodes[1].n_ports, 2);
	ck_assert_str_eq(fabric_name(fabric, 1), "host");
	ck_assert_uint_eq(port_of(fabric, CA(1), 2)->guid, CA(9));
	ck_assert_uint_eq(port_of(fabric, CA(1), 2)->lid, 7);
	ck_assert_uint_eq(port_of(fabric, CA(1), 2)->speed, FABRIC_HDR);
	ck_assert_uint_eq(fabric->nodes[2].type, FABRIC_SWITCH);
	ck_assert_uint_eq(fabric->nodes[2].n_ports, 17);
	ck_assert_uint_eq(port_of(fabric, SW(2), 0)->lid, 9);
	assert_joined(fabric, SW(1), 3, SW(2), 17);
	ck_assert_uint_eq(fabric->nodes[3].type, FABRIC_ROUTER);
	ck_assert_uint_eq(port_of(fabric, CA(4), 1)->lid, 11);
	ck_assert_uint_eq(fabric->n_endpoints, 2);
}
END_TEST

START_TEST(routers)
{
	g_autoptr(Fabric) fabric =
		read_clean("switchguid=0x2c902000000001(2c902000000001)\n"
			   "Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
			   "[1]\t\"R-002c903000000001\"[1](2c903000000002)\t# \"rt\" lid 7 4xHDR\n\n"
			   "rtguid=0x2c903000000001\n"
			   "Rt\t2 \"R-002c903000000001\"\t\t# \"rt\"\n"
			   "[1](2c903000000002)\t\"S-002c902000000001\"[1]\t# lid 7 lmc 0 \"a\" lid 1 "
			   "4xHDR\n");
	ck_assert_uint_eq(fabric->nodes[1].type, FABRIC_ROUTER);
	ck_assert_uint_eq(fabric->n_endpoints, 1);
	assert_joined(fabric, SW(1), 1, CA(1), 1);
}
END_TEST

START_TEST(many_ports)
{
	g_autoptr(Fabric) fabric = read_clean("Switch 129 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
					      "[129]\t\"S-002c902000000002\"[254]\t# \"b\" lid 2 4xNDR\n"
					      "Switch 254 \"S-002c902000000002\" # \"b\" base port 0 lid 2 lmc 0\n"
					      "[254]\t\"S-002c902000000001\"[129]\t# \"a\" lid 1 4xNDR\n");
	assert_joined(fabric, SW(1), 129, SW(2), 254);
}
END_TEST

START_TEST(two_records_of_one_node)
{
	g_autoptr(Fabric) fabric = read_odd(
		"Switch 4 \"S-002c902000000001\" # \"a\" base port 0 lid 0 lmc 0\n"
		"[1]\t\"S-002c902000000001\"[2]\t# \"a\" lid 0 4xNDR\n"
		"[2]\t\"S-002c902000000001\"[1]\t# \"a\" lid 0 4xNDR\n"
		"Switch 8 \"S-2c902000000001\" # \"again\" base port 0 lid 5 lmc 0\n"
		"[7]\t\"S-002c902000000001\"[8]\t# \"a\" lid 0 4xNDR\n"
		"[8]\t\"S-002c902000000001\"[7]\t# \"a\" lid 0 4xNDR\n",
		"net:4: warning: \"S-2c902000000001\" has a record in line 1 already: both are taken together");
	ck_assert_uint_eq(fabric->n_nodes, 1);
	ck_assert_uint_eq(fabric->nodes[0].n_ports, 8);
	ck_assert_str_eq(fabric_name(fabric, 0), "a");
	ck_assert_uint_eq(port_of(fabric, SW(1), 0)->lid, 5);
	ck_assert_uint_eq(count_cables(fabric), 2);
}
END_TEST

START_TEST(wrong_prefix)
{
	g_autoptr(Fabric) fabric = read_odd("Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
					    "[1]\t\"S-002c903000000001\"[1]\t# \"h\" lid 2 4xNDR\n"
					    "Ca 1 \"H-002c903000000001\" # \"h\"\n"
					    "[1]\t\"S-002c902000000001\"[1]\t# lid 2 lmc 0 \"a\" lid 1 4xNDR\n",
					    "net:2: warning: \"S-002c903000000001\" has a record under another prefix");
	ck_assert_uint_eq(fabric->n_nodes, 2);
	assert_joined(fabric, SW(1), 1, CA(1), 1);
}
END_TEST

/* Numbered nets give a switch and a CA one number. */
START_TEST(shared_guid)
{
	g_autoptr(Fabric) fabric =
		read_odd("Ca 1 \"H-0000000000000001\"\n[1]\t\"S-0000000000000001\"[1]\n\n"
			 "Switch 8 \"S-0000000000000001\"\n[1]\t\"H-0000000000000001\"[1]\n",
			 "net:4: warning: GUID 0x0000000000000001 is that of the node in line 1, too: "
			 "0x0000000000200000 stands for this one");
	assert_joined(fabric, 1, 1, 0x200000, 1);
}
END_TEST

/* The switches in a director may all be assigned the GUID of its chassis; OpenSM knows them by their identifiers. */
START_TEST(chassis_guid)
{
	g_autoptr(Fabric) fabric =
		read_odd("switchguid=0x7000000070(7000000071)\nSwitch 4 \"S-0000007000000001\"\n"
			 "[1]\t\"S-0000007000000002\"[2]\n[2]\t\"S-0000007000000070\"[1]\n\n"
			 "switchguid=0x7000000070(7000000072)\nSwitch 4 \"S-0000007000000002\"\n"
			 "[2]\t\"S-0000007000000001\"[1]\n\n"
			 "switchguid=0x7000000070(7000000073)\nSwitch 4 \"S-0000007000000070\"\n"
			 "[1]\t\"S-0000007000000001\"[2]\n",
			 "net:2: warning: GUID 0x0000007000000070 is assigned to other nodes, too: "
			 "\"S-0000007000000001\" is taken by its identifier (and 2 more nodes that share an assigned GUID)");
	ck_assert_uint_eq(fabric->n_nodes, 3);
	assert_joined(fabric, 0x7000000001, 1, 0x7000000002, 2);
	assert_joined(fabric, 0x7000000001, 2, 0x7000000070, 1);
}
END_TEST

/* ---- nets written by hand for ibsim */

START_TEST(ibsim_net)
{
	g_autoptr(Fabric) fabric =
		read_clean("# a net\nSwitch\t8 \"Switch1\"\n[1]\t\"Hca1\"[1]\n[2]\t\"Hca2\"[2]\n"
			   "[3]\t\"S-2\"[3]\tw=2\n\nSwitch 8 \"S-2\"\n[3] \"Switch1\" [3]\n\n"
			   "Hca 2 \"Hca1\"\n[1]\t\"Switch1\"\n\nHca 2 \"Hca2\"\n[2]\t\"Switch1\"[2]\n");
	/* the GUIDs that ibsim gives them */
	ck_assert_uint_eq(fabric->n_nodes, 4);
	assert_joined(fabric, 0x200000, 1, 0x100000, 1);
	assert_joined(fabric, 0x200000, 2, 0x100003, 2);
	assert_joined(fabric, 0x200000, 3, 0x200001, 3);
	ck_assert_str_eq(fabric_name(fabric, 0), "Switch1");
	ck_assert_str_eq(fabric_name(fabric, 1), "S-2");
	ck_assert_uint_eq(port_of(fabric, 0x200000, 0)->guid, 0x200000);
	ck_assert_uint_eq(port_of(fabric, 0x100003, 2)->guid, 0x100005);
}
END_TEST

START_TEST(ibsim_guid_bases)
{
	g_autoptr(Fabric) fabric = read_clean("switchguids=0x1000\nhcaguids=0x500\nSwitch 4 \"a\"\n\nSwitch 4 \"b\"\n\n"
					      "switchguids+16\nSwitch 4 \"c\"\n\nHca 1 \"d\"\n\nHca 1 \"e\"\n\n"
					      "switchguid=0x7\nSwitch 4 \"f\"\n\nSwitch 4 \"g\"\n");
	static const guint64 guids[] = {0x1000, 0x1001, 0x1010, 0x500, 0x502, 7, 8};
	ck_assert_uint_eq(fabric->n_nodes, G_N_ELEMENTS(guids));
	for (guint i = 0; i < G_N_ELEMENTS(guids); i++)
		ck_assert_uint_eq(fabric->nodes[i].guid, guids[i]);
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

/* ---- writing */

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
	Suite *suite = suite_create("ibnetdiscover");
	TCase *reading = tcase_create("reading"), *writing = tcase_create("writing"),
	      *files = tcase_create("real files");
	tcase_add_test(reading, all_fields);
	tcase_add_loop_test(reading, same_in_other_clothes, 0, 5);
	tcase_add_test(reading, line_ends_of_windows);
	tcase_add_loop_test(reading, names, 0, 7);
	tcase_add_test(reading, two_nodes_of_one_name);
	tcase_add_test(reading, labels_that_are_no_guids);
	tcase_add_loop_test(reading, bad_lids, 0, 5);
	tcase_add_loop_test(reading, bad_lids_of_hosts, 0, 6);
	tcase_add_test(reading, misaligned_lmc);
	tcase_add_test(reading, duplicate_lids);
	tcase_add_test(reading, cable_within_a_switch);
	tcase_add_test(reading, port_joined_to_itself);
	tcase_add_test(reading, one_end_only);
	tcase_add_test(reading, ends_that_disagree);
	tcase_add_test(reading, port_described_twice);
	tcase_add_loop_test(reading, rates, 0, 11);
	tcase_add_test(reading, rate_unknown);
	tcase_add_test(reading, peers_without_a_record);
	tcase_add_test(reading, routers);
	tcase_add_test(reading, many_ports);
	tcase_add_test(reading, two_records_of_one_node);
	tcase_add_test(reading, wrong_prefix);
	tcase_add_test(reading, shared_guid);
	tcase_add_test(reading, chassis_guid);
	tcase_add_test(reading, ibsim_net);
	tcase_add_test(reading, ibsim_guid_bases);
	tcase_add_loop_test(reading, malformed, 0, 25);
	tcase_add_test(reading, zero_bytes);
	tcase_add_test(writing, written_text);
	tcase_add_test(writing, round_trip);
	tcase_set_timeout(files, 60);
	tcase_add_loop_test(files, real_files, 0, G_N_ELEMENTS(real));
	suite_add_tcase(suite, reading);
	suite_add_tcase(suite, writing);
	suite_add_tcase(suite, files);
	return run_suite(suite);
}
