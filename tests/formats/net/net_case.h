/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads texts of ibnetdiscover for its tests, and says what is in the fabrics that come of them. */
#ifndef SSSP_TESTS_FORMATS_NET_NET_CASE_H
#define SSSP_TESTS_FORMATS_NET_NET_CASE_H

#include "formats/net/ibnetdiscover.h"
#include "tests/formats/formats_common.h"

#define SW(n) G_GUINT64_CONSTANT(0x2c90200000000##n)
#define CA(n) G_GUINT64_CONSTANT(0x2c90300000000##n)

/* The fabric of a text without errors and without oddities. */
static inline Fabric *read_clean(const char *text)
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
static inline Fabric *read_odd(const char *text, const char *logged)
{
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	Fabric *fabric = ibnetdiscover_parse(text, strlen(text), "net", log, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert(fabric_check(fabric, NULL));
	assert_logged(log, logged);
	return fabric;
}

static inline const FabricPort *port_of(const Fabric *fabric, guint64 guid, guint num)
{
	guint32 node = fabric_find_node(fabric, guid);
	ck_assert_msg(node != FABRIC_NONE, "no node 0x%" G_GINT64_MODIFIER "x", guid);
	ck_assert_uint_le(num, fabric->nodes[node].n_ports);
	return &fabric->ports[fabric_port_index(fabric, node, num)];
}

static inline void assert_joined(const Fabric *fabric, guint64 a, guint na, guint64 b, guint nb)
{
	guint num;
	guint64 guid = peer_of(fabric, port_of(fabric, a, na), &num);
	ck_assert_uint_eq(guid, b);
	ck_assert_uint_eq(num, nb);
}

/* A record as ibnetdiscover writes it, and one with a cable to a host. */
#define SWITCH_1                                                                                                       \
	"vendid=0x2c9\ndevid=0xbd36\nsysimgguid=0x2c90200000000f\nswitchguid=0x2c902000000001(2c90200000000e)\n"       \
	"Switch\t36 \"S-002c902000000001\"\t\t# \"leaf 1\" enhanced port 0 lid 3 lmc 0\n"
#define PORT_TO_CA "[5]\t\"H-002c903000000001\"[2](2c903000000003) \t\t# \"node01 HCA-1\" lid 8 4xQDR\n"
#define CA_1                                                                                                           \
	"\nvendid=0x2c9\ndevid=0x1003\ncaguid=0x2c903000000001\n"                                                      \
	"Ca\t2 \"H-002c903000000001\"\t\t# \"node01 HCA-1\"\n"                                                         \
	"[2](2c903000000003) \t\"S-002c902000000001\"[5]\t\t# lid 8 lmc 2 \"leaf 1\" lid 3 4xQDR\n"
#define SIMPLE SWITCH_1 PORT_TO_CA CA_1

#endif
