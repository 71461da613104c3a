/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The nodes that texts of ibnetdiscover and nets of ibsim speak of: which there are, of what kind, with what GUIDs. */
#include "tests/formats/net/net_case.h"

START_TEST(peers_without_a_record)
{
	g_autoptr(Fabric) fabric = read_odd(
		"Switch 8 \"S-002c902000000001\" # \"a\" base port 0 lid 1 lmc 0\n"
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
	g_autoptr(Fabric) fabric = read_odd(
		"switchguid=0x7000000070(7000000071)\nSwitch 4 \"S-0000007000000001\"\n"
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

int main(void)
{
	Suite *suite = suite_create("ibnetdiscover_nodes");
	TCase *nodes = tcase_create("nodes");
	tcase_add_test(nodes, peers_without_a_record);
	tcase_add_test(nodes, routers);
	tcase_add_test(nodes, many_ports);
	tcase_add_test(nodes, two_records_of_one_node);
	tcase_add_test(nodes, wrong_prefix);
	tcase_add_test(nodes, shared_guid);
	tcase_add_test(nodes, chassis_guid);
	tcase_add_test(nodes, ibsim_net);
	tcase_add_test(nodes, ibsim_guid_bases);
	suite_add_tcase(suite, nodes);
	return run_suite(suite);
}
