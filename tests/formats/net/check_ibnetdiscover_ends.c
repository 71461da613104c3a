/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The ports in texts of ibnetdiscover: LIDs that cannot be, cables of which the ends disagree, rates. */
#include "tests/formats/net/net_case.h"

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

int main(void)
{
	Suite *suite = suite_create("ibnetdiscover_ends");
	TCase *ends = tcase_create("ends");
	tcase_add_loop_test(ends, bad_lids, 0, 5);
	tcase_add_loop_test(ends, bad_lids_of_hosts, 0, 6);
	tcase_add_test(ends, misaligned_lmc);
	tcase_add_test(ends, duplicate_lids);
	tcase_add_test(ends, cable_within_a_switch);
	tcase_add_test(ends, port_joined_to_itself);
	tcase_add_test(ends, one_end_only);
	tcase_add_test(ends, ends_that_disagree);
	tcase_add_test(ends, port_described_twice);
	tcase_add_loop_test(ends, rates, 0, 11);
	tcase_add_test(ends, rate_unknown);
	suite_add_tcase(suite, ends);
	return run_suite(suite);
}
