/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counters as perfquery, ibqueryerrors and ibdiagnet write them; odd ones; broken ones and what is said of them. */
#include "formats/counters/counters.h"
#include "tests/asserts.h"

#include <stdlib.h>
#include <string.h>

static GArray *parse(const char *text, GError **error)
{
	return counters_parse(text, strlen(text), "c", NULL, error);
}

static GArray *rows_of(const char *text, guint n)
{
	GError *error = NULL;
	GArray *rows = parse(text, &error);
	ck_assert_msg(rows, "%s", error ? error->message : "");
	ck_assert_uint_eq(rows->len, n);
	return rows;
}

static void expect(const GArray *rows, guint i, guint64 guid, guint32 lid, guint port)
{
	const CounterRow *row = &g_array_index(rows, CounterRow, i);
	ck_assert_uint_eq(row->guid, guid);
	ck_assert_uint_eq(row->lid, lid);
	ck_assert_uint_eq(row->port, port);
}

static void expect_value(const GArray *rows, guint i, Counter counter, guint64 value, gboolean wide)
{
	const CounterRow *row = &g_array_index(rows, CounterRow, i);
	ck_assert(row->has >> counter & 1);
	ck_assert_uint_eq(row->value[counter], value);
	ck_assert_int_eq(row->wide >> counter & 1, wide);
}

START_TEST(perfquery)
{
	GArray *rows = rows_of("# Port counters: Lid 4 port 1 (CapMask: 0x1600)\n"
			       "PortSelect:......................1\n"
			       "SymbolErrorCounter:..............3\n"
			       "LinkDownedCounter:...............255\n"
			       "PortXmitData:....................4294967295\n"
			       "PortXmitWait:....................900\r\n"
			       "# Port extended counters: Lid 5 port 12 (CapMask: 0x200 CapMask2: 0x0000002)\n"
			       "PortXmitData:....................4372366170488\n"
			       "timestamp 1279194662.416459\n"
			       "# Port counters: Lid 5 port 255 (CapMask: 0x1600)\n"
			       "PortXmitData:....................7\n"
			       "# Port PortXmitDataSL counters: Lid 5 port 12\n"
			       "PortXmitData:....................8\n",
			       2);
	expect(rows, 0, 0, 4, 1);
	expect_value(rows, 0, COUNTER_SYMBOLS, 3, FALSE);
	expect_value(rows, 0, COUNTER_DOWNED, 255, FALSE);
	expect_value(rows, 0, COUNTER_XMIT_DATA, G_MAXUINT32, FALSE);
	expect_value(rows, 0, COUNTER_XMIT_WAIT, 900, FALSE);
	expect(rows, 1, 0, 5, 12);
	expect_value(rows, 1, COUNTER_XMIT_DATA, G_GUINT64_CONSTANT(4372366170488), TRUE);
	g_array_unref(rows);
}
END_TEST

START_TEST(ibqueryerrors)
{
	GArray *rows = rows_of(
		"Data Counters for 0x2c90200400000 \"leaf [1]\"\n"
		"   GUID 0x2c90200400000 port ALL: [PortXmitData == 9 (36.000B)]\n"
		"   GUID 0x2c90200400000 port 1: [PortXmitData == 15 (60.000B)] [PortUnicastXmitPkts == 5 (5.000)]\n"
		"       Link info:    122   1[  ] ==( 4X 10.0 Gbps Active/ LinkUp)==>  0x1 2 34[  ] \"l-2 [x == 3]\" ( "
		")\n"
		"Errors for \"leaf 2\"\n"
		"   GUID 0x2c90200400010 port 3: [SymbolErrorCounter == 65535] [PortXmitDiscards == 70000]\n"
		"\n## Summary: 2 nodes checked, 1 bad nodes found\n",
		2);
	expect(rows, 0, 0x2c90200400000, 0, 1);
	expect_value(rows, 0, COUNTER_XMIT_DATA, 15, TRUE);
	expect(rows, 1, 0x2c90200400010, 0, 3);
	expect_value(rows, 1, COUNTER_SYMBOLS, 65535, FALSE);
	expect_value(rows, 1, COUNTER_DISCARDS, 70000, TRUE);
	g_array_unref(rows);
}
END_TEST

START_TEST(ibdiagnet_pm)
{
	GArray *rows = rows_of("-------------------------------------\n"
			       "Port=1 Lid=0x00a4 GUID=0xf45214030046a0a1 Device=4115 Port Name=h/U1/P1\n"
			       "-------------------------------------\n"
			       "link_down_counter=0x02\nport_xmit_data=0xffffffff\nport_xmit_wait=NA\n"
			       "port_xmit_data_extended=0x000003fa0b4be0f8\nport_xmit_discard=0x0010\n"
			       "excessive_buffer_errors=0x0f\nsymbol_error_counter_extended=0x7\n",
			       1);
	expect(rows, 0, 0xf45214030046a0a1, 0, 1);
	expect_value(rows, 0, COUNTER_DOWNED, 2, FALSE);
	expect_value(rows, 0, COUNTER_XMIT_DATA, 0x3fa0b4be0f8, TRUE);
	expect_value(rows, 0, COUNTER_DISCARDS, 16, FALSE);
	expect_value(rows, 0, COUNTER_OVERRUNS, 15, FALSE);
	expect_value(rows, 0, COUNTER_SYMBOLS, 7, TRUE);
	ck_assert(!(g_array_index(rows, CounterRow, 0).has >> COUNTER_XMIT_WAIT & 1));
	g_array_unref(rows);
}
END_TEST

START_TEST(ibdiagnet_csv)
{
	GArray *rows = rows_of(
		"START_NODES\nNodeGUID,PortNumber,PortXmitData\n0x1,1,5\nEND_NODES\n"
		"START_PM_INFO\n"
		"NodeGUID,PortGUID,PortNumber,LinkDownedCounter,PortXmitDataExtended,PortXmitData,PortXmitWaitExt\n"
		"0x0002c90200400000,0x0002c90200400000,1,3,1234567890123,4294967295,0xffff\n"
		"0x0002c90200400000,0x0002c90200400000,2,0,NA,17,N/A\n"
		"END_PM_INFO\n",
		2);
	expect(rows, 0, 0x2c90200400000, 0, 1);
	expect_value(rows, 0, COUNTER_XMIT_DATA, G_GUINT64_CONSTANT(1234567890123), TRUE);
	expect_value(rows, 0, COUNTER_XMIT_WAIT, 0xffff, TRUE);
	expect_value(rows, 1, COUNTER_XMIT_DATA, 17, FALSE);
	g_array_unref(rows);
}
END_TEST

static const struct {
	const char *text, *message;
} broken[] = {
	{"", "c: there are no counters of ports in it"},
	{"vendid=0x2c9\n", "c: there are no counters of ports in it"},
	{"# Port counters: Lid 4 port 1\nPortXmitData:....foo\n", "c:2: PortXmitData 'foo' is not a number"},
	{"# Port counters: Lid 4 port 1\nPortXmitData:....99999999999999999999\n",
	 "c:2: PortXmitData '99999999999999999999' is not a number"},
	{"   GUID 0x1 port 300: [PortXmitData == 1]\n", "c:1: no port number after the GUID"},
	{"   GUID 0x1 port 3: [PortXmitData == x]\n", "c:1: PortXmitData 'x' is not a number"},
	{"START_PM_INFO\nNodeGUID,PortXmitData\n", "c:2: section PM_INFO has no columns NodeGUID and PortNumber"},
	{"START_PM_INFO\nNodeGUID,PortNumber,PortXmitData\n0x1,1,five\n",
	 "c:3: 'five' is not a number that may stand there"},
	{"Port=1 Lid=0x4 GUID=0x2\nport_xmit_data=0xzz\n", "c:2: port_xmit_data '0xzz' is not a number"},
};

START_TEST(what_is_broken_is_said)
{
	GError *error = NULL;
	ck_assert_ptr_null(parse(broken[_i].text, &error));
	ck_assert_str_eq(error->message, broken[_i].message);
	g_error_free(error);
}
END_TEST

START_TEST(a_cut_table_is_said)
{
	const char text[] = "START_PM_INFO\nNodeGUID,PortNumber,PortXmitData\n0x1,1,5\n";
	g_autoptr(ParseLog) log = parse_log_new();
	GArray *rows = counters_parse(text, sizeof text - 1, "c", log, NULL);
	ck_assert_uint_eq(rows->len, 1);
	g_autofree char *alarms = parse_log_alarms(log);
	ck_assert(strstr(alarms, "PM_INFO does not end"));
	g_array_unref(rows);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("counters");
	TCase *tests = tcase_create("counters");
	tcase_add_test(tests, perfquery);
	tcase_add_test(tests, ibqueryerrors);
	tcase_add_test(tests, ibdiagnet_pm);
	tcase_add_test(tests, ibdiagnet_csv);
	tcase_add_loop_test(tests, what_is_broken_is_said, 0, (int)G_N_ELEMENTS(broken));
	tcase_add_test(tests, a_cut_table_is_said);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
