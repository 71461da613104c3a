/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/net/db_csv.h"
#include "formats/input.h"
#include "tests/formats/formats_common.h"

#include <glib/gstdio.h>
#include <unistd.h>

#define SW G_GUINT64_CONSTANT(0xfc6a1c0300b8e740)
#define CA G_GUINT64_CONSTANT(0xb83fd20300f1a2c0)

#define NODES                                                                                                          \
	"START_NODES\n"                                                                                                \
	"NodeDesc,NumPorts,NodeType,ClassVersion,BaseVersion,SystemImageGUID,NodeGUID,PortGUID,DeviceID,PartitionCap," \
	"revision,VendorID,LocalPortNum\n"                                                                             \
	"\"leaf 1, left \"U1\"\",41,2,1,1,0xfc6a1c0300b8e741,0xfc6a1c0300b8e740,0xfc6a1c0300b8e742,54002,32,160,713,9" \
	"\n"                                                                                                           \
	"\"host01 mlx5_0\",2,1,1,1,0xb83fd20300f1a2c0,0xb83fd20300f1a2c0,0xb83fd20300f1a2c0,4123,128,0,713,1\n"        \
	"END_NODES\n\n"
#define PORTS                                                                                                          \
	"START_PORTS\n"                                                                                                \
	"NodeGuid,PortGuid,PortNum,MKey,LID,LinkWidthActv,LinkSpeedActv,LMC,PortState,VLCap,OpVLs,FECActv\n"           \
	"0xfc6a1c0300b8e740,0xfc6a1c0300b8e743,0,0x0000000000000000,22,0,0,0,4,0,0,N/A\n"                              \
	"0xfc6a1c0300b8e740,0xfc6a1c0300b8e743,34,0x0000000000000000,0,2,1024,0,4,4,1,1\n"                             \
	"0xb83fd20300f1a2c0,0xb83fd20300f1a2c1,2,0x0000000000000000,8,2,1024,2,4,3,1,1\n"                              \
	"END_PORTS\n\n"
#define SWITCHES                                                                                                       \
	"START_SWITCHES\nNodeGUID,LinearFDBCap,ENP0,MCastFDBTop\n0xfc6a1c0300b8e740,49152,1,0\nEND_SWITCHES\n\n"
#define LINKS_HEAD "START_LINKS\nNodeGuid1,PortNum1,NodeGuid2,PortNum2\n"
#define LINKS LINKS_HEAD "0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740,34\nEND_LINKS\n"
#define OTHERS "START_PM_INFO\nNodeGUID,PortNumber\nnonsense,,\"\n,,,,,,\nEND_PM_INFO\n\nSTART_EMPTY\nEND_EMPTY\n"

static Fabric *read_odd(const char *text, const char *logged)
{
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	ck_assert(db_csv_recognise(text, strlen(text)));
	Fabric *fabric = db_csv_parse(text, strlen(text), "d", log, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert(fabric_check(fabric, NULL));
	assert_logged(log, logged);
	return fabric;
}

START_TEST(all_fields)
{
	g_autoptr(Fabric) fabric = read_odd("# made by hand\n\n" NODES PORTS SWITCHES OTHERS LINKS, "");
	ck_assert_uint_eq(fabric->n_nodes, 2);
	const FabricNode *sw = &fabric->nodes[0], *ca = &fabric->nodes[1];
	ck_assert_uint_eq(sw->type, FABRIC_SWITCH);
	ck_assert_uint_eq(sw->guid, SW);
	ck_assert_uint_eq(sw->system_guid, SW + 1);
	ck_assert_uint_eq(sw->n_ports, 41);
	ck_assert_uint_eq(sw->vendor_id, 713);
	ck_assert_uint_eq(sw->device_id, 54002);
	ck_assert_uint_eq(sw->enhanced, 1);
	ck_assert_str_eq(fabric_name(fabric, 0), "leaf 1, left \"U1\"");
	ck_assert_uint_eq(fabric->ports[sw->first_port].lid, 22);
	ck_assert_uint_eq(fabric->ports[sw->first_port].guid, SW + 3);
	ck_assert_uint_eq(ca->type, FABRIC_CA);
	ck_assert_str_eq(fabric_name(fabric, 1), "host01 mlx5_0");
	const FabricPort *port = &fabric->ports[ca->first_port + 2];
	ck_assert_uint_eq(port->guid, CA + 1);
	ck_assert_uint_eq(port->lid, 8);
	ck_assert_uint_eq(port->lmc, 2);
	ck_assert_uint_eq(port->width, 4);
	ck_assert_uint_eq(port->speed, FABRIC_HDR);
	ck_assert_uint_eq(port->vls, 4);
	ck_assert_uint_eq(port->peer, sw->first_port + 34);
	ck_assert_uint_eq(fabric->ports[port->peer].vls, 4);
	ck_assert_uint_eq(fabric->n_endpoints, 1);
	ck_assert_uint_eq(count_cables(fabric), 1);
}
END_TEST

/* Sections in another order, columns in another order and case, CRLF, a mark in front, links from both ends. */
START_TEST(same_in_other_clothes)
{
	static const char *const clothes[] = {
		LINKS OTHERS SWITCHES PORTS NODES,
		"\xef\xbb\xbf#\r\n" NODES PORTS SWITCHES
		"START_LINKS\r\nportnum2, PORTNUM1 ,More,nodeguid1,NodeGUID2\r\n"
		"34,2,,0xb83fd20300f1a2c0,0xfc6a1c0300b8e740\r\n2,34,,fc6a1c0300b8e740,0XB83FD20300F1A2C0\r\nEND_"
		"LINKS\r\n",
	};
	g_autoptr(Fabric) plain = read_odd(NODES PORTS SWITCHES LINKS, "");
	g_autoptr(Fabric) dressed = read_odd(clothes[_i], "");
	assert_same_fabric(plain, dressed);
}
END_TEST

/* Without PORTS and SWITCHES the cables are still there. */
START_TEST(cables_alone)
{
	g_autoptr(Fabric) fabric = read_odd(NODES LINKS, "");
	ck_assert_uint_eq(count_cables(fabric), 1);
	const FabricPort *port = &fabric->ports[fabric->nodes[1].first_port + 2];
	ck_assert_uint_eq(port->lid, 0);
	ck_assert_uint_eq(port->guid, CA + 2); /* made: node GUID + port */
	ck_assert_uint_eq(port->width, 0);
	ck_assert_uint_eq(port->vls, 0);
	ck_assert_uint_eq(fabric->ports[fabric->nodes[0].first_port].guid, SW + 2);
}
END_TEST

START_TEST(rates)
{
	static const struct {
		const char *in_file;
		guint width, speed, vls;
	} cases[] = {
		{"1,1,1", 1, FABRIC_SDR, 1},     {"2,2,2", 4, FABRIC_DDR, 2},
		{"4,4,3", 8, FABRIC_QDR, 4},     {"8,65536,4", 12, FABRIC_FDR10, 8},
		{"16,256,5", 2, FABRIC_FDR, 15}, {"2,512,6", 4, FABRIC_EDR, 0},
		{"2,1024,0", 4, FABRIC_HDR, 0},  {"2,2048,N/A", 4, FABRIC_NDR, 0},
		{"1,4096,", 1, FABRIC_XDR, 0},   {"3,0x800,4", 0, FABRIC_NDR, 8},
		{"2,8192,4", 4, 0, 8},           {"N/A,N/A,4", 0, 0, 8},
	};
	g_autofree char *text = g_strconcat(
		NODES LINKS "START_PORTS\nNodeGuid,PortNum,LinkWidthActv,LinkSpeedActv,OpVLs\n0xfc6a1c0300b8e740,34,",
		cases[_i].in_file, "\n0xb83fd20300f1a2c0,2,", cases[_i].in_file, "\nEND_PORTS\n", NULL);
	g_autoptr(Fabric) fabric = read_odd(text, "");
	const FabricPort *port = &fabric->ports[fabric->nodes[1].first_port + 2];
	ck_assert_uint_eq(port->width, cases[_i].width);
	ck_assert_uint_eq(port->speed, cases[_i].speed);
	ck_assert_uint_eq(port->vls, cases[_i].vls);
}
END_TEST

START_TEST(oddities)
{
	static const struct {
		const char *text, *logged;
	} cases[] = {
		{NODES LINKS_HEAD "0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740,34\n0xfc6a1c0300b8e740,1,0x5,2\nEND_LINKS\n",
		 "d:10: warning: \"0x5\" has no record of its own"},
		{NODES LINKS_HEAD "0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740,34\n0x6,1,0x5,2\n0x6,2,0x5,1\nEND_LINKS\n",
		 "d:10: warning: a link between 0x0000000000000006 and 0x0000000000000005, which NODES does not have: "
		 "passed over (and 1 more links between nodes that NODES does not have)"},
		{NODES LINKS_HEAD "0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740,34,9\nEND_LINKS\n",
		 "d:9: warning: a row of 5 fields below a header of 4"},
		{NODES LINKS_HEAD
		 "0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740,34\n0xfc6a1c0300b8e740,1,0xfc6a1c0300b8e740,1\n"
		 "END_LINKS\n",
		 "d:10: warning: port 1 is joined to itself: the cable is dropped"},
		{NODES LINKS_HEAD
		 "0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740,34\n0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740,35\n"
		 "END_LINKS\n",
		 "d:10: warning: line 9 joins port 2 to another port: that one is kept\n"
		 "d:10: warning: port 35: the other end is described otherwise in line 9"},
		{NODES LINKS "START_NODES\nNodeGUID,NodeType,NumPorts\n0xb83fd20300f1a2c0,1,1\nEND_NODES\n",
		 "d:13: warning: \"0xb83fd20300f1a2c0\" has a record in line 4 already: both are taken together"},
		{NODES LINKS "START_PORTS\nNodeGuid,PortNum,LID\n0xb83fd20300f1a2c0,2,65535\nEND_PORTS\n",
		 "d:9: warning: 65535 is no unicast LID"},
		{NODES LINKS_HEAD
		 "0xb83fd20300f1a2c0,3,0xfc6a1c0300b8e740,1\n0xb83fd20300f1a2c0,1,0xfc6a1c0300b8e740,0\n"
		 "0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740,34\nEND_LINKS\n",
		 "d:9: warning: no cable can be at port 3 of 0xb83fd20300f1a2c0: passed over (and 1 more links at "
		 "ports "
		 "that cannot have any)"},
		{NODES LINKS "START_NODES\nNodeGUID,NodeType,NumPorts\n0x7,4,1\n0x8,0,2\nEND_NODES\n",
		 "d:13: warning: 0x0000000000000007 has the unknown type 4: taken as a channel adapter (and 1 more "
		 "nodes "
		 "of unknown types)"},
	};
	g_autoptr(Fabric) fabric = read_odd(cases[_i].text, cases[_i].logged);
	ck_assert_uint_eq(fabric->ports[fabric->nodes[1].first_port + 2].peer, fabric->nodes[0].first_port + 34);
}
END_TEST

START_TEST(malformed)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{"", "d: no section NODES: it does not say what the fabric consists of"},
		{"START_NODES\nNodeGUID,NodeType,NumPorts\nEND_NODES\n" LINKS, "d: section NODES is empty"},
		{LINKS, "d: no section NODES: it does not say what the fabric consists of"},
		{NODES PORTS SWITCHES, "d: no section LINKS: it does not say what is cabled"},
		{"START_NODES\nNodeDesc,NumPorts,NodeGUID\nEND_NODES\n" LINKS,
		 "d:2: section NODES has no column NodeType"},
		{NODES "START_LINKS\nNodeGuid1,PortNum1,NodeGuid2\nEND_LINKS\n",
		 "d:8: section LINKS has no column PortNum2"},
		{NODES LINKS_HEAD "0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740,34\n", "d:7: section LINKS does not end"},
		{NODES LINKS_HEAD LINKS, "d:9: section LINKS, which starts in line 7, does not end before another one"},
		{NODES LINKS_HEAD "0xb83fd20300f1a2c0,2,0xfc6a1c0300b8e740\nEND_LINKS\n",
		 "d:9: a row of 3 fields without PortNum2"},
		{NODES LINKS_HEAD "0xhost1,2,0xfc6a1c0300b8e740,1\nEND_LINKS\n", "d:9: not a GUID: 0xhost1"},
		{NODES LINKS_HEAD ",2,0xfc6a1c0300b8e740,1\nEND_LINKS\n", "d:9: not a GUID: "},
		{NODES LINKS_HEAD "0xb83fd20300f1a2c0,255,0xfc6a1c0300b8e740,1\nEND_LINKS\n",
		 "d:9: not a port number: 255"},
		{"START_NODES\nNodeGUID,NodeType,NumPorts\n0x1,256,1\nEND_NODES\n", "d:3: not a type of node: 256"},
		{"START_NODES\nNodeGUID,NodeType,NumPorts\n0x1,2,255\nEND_NODES\n",
		 "d:3: not a number of ports (1 to 254): 255"},
		{"START_NODES\nNodeGUID,NodeType,NumPorts\n0x1,2,N/A\nEND_NODES\n",
		 "d:3: not a number of ports (1 to 254): N/A"},
		{NODES LINKS "START_NODES\nNodeGUID,NodeType,NumPorts\n0xb83fd20300f1a2c0,2,1\nEND_NODES\n",
		 "d:13: \"0xb83fd20300f1a2c0\" is another kind of node in line 4"},
	};
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(db_csv_parse(cases[_i].text, strlen(cases[_i].text), "d", NULL, &error));
	assert_input_error(&error, cases[_i].error);
}
END_TEST

START_TEST(recognised)
{
	g_autoptr(GError) error = NULL;
	char *path;
	close(g_file_open_tmp("check_db_csv_XXXXXX", &path, NULL));
	ck_assert(g_file_set_contents(path, "# x\n" NODES LINKS, -1, NULL));
	g_autoptr(Fabric) fabric = input_topology(path, NULL, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(fabric->n_nodes, 2);
	ck_assert(!db_csv_recognise("", 0));
	ck_assert(!db_csv_recognise("# START_NODES\nSwitch 8 \"START_\"\n", 34));
	g_unlink(path);
	g_free(path);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("db_csv");
	TCase *reading = tcase_create("reading");
	tcase_add_test(reading, all_fields);
	tcase_add_loop_test(reading, same_in_other_clothes, 0, 2);
	tcase_add_test(reading, cables_alone);
	tcase_add_loop_test(reading, rates, 0, 12);
	tcase_add_loop_test(reading, oddities, 0, 9);
	tcase_add_loop_test(reading, malformed, 0, 16);
	tcase_add_test(reading, recognised);
	suite_add_tcase(suite, reading);
	return run_suite(suite);
}
