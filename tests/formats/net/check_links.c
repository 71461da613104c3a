/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ibdiagnet's .net_dump and iblinkinfo say of fabrics of every family is read as the fabric that it is of. */
#include "formats/net/linkinfo.h"
#include "formats/net/net_dump.h"
#include "generator/synth/synth.h"
#include "tests/formats/formats_common.h"

static const char *const specs[] = {
	"single:hosts=5",
	"fattree:ports=8,levels=3,oversubscription=2",
	"torus:4x4,hosts=2,links=2,shuffle=4",
	"dragonfly:a=4,p=2,h=2",
	"random:switches=20,ports=12,hosts=4,seed=3",
	"hyperx:3x4,hosts=2,fail=links:3,seed=5",
};

/* As these forms know it: a channel adapter has the GUID of its port, and nobody says what a node is made of. */
static Fabric *make(const char *spec)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		FabricNode *node = &fabric->nodes[i];
		node->system_guid = node->vendor_id = node->device_id = 0;
		if (!fabric_is_switch(fabric, i))
			node->guid = fabric->ports[node->first_port + 1].guid;
	}
	ck_assert(fabric_seal(fabric, NULL));
	ck_assert(fabric_set_name(fabric, 0, "a: \"b\", 0x1 : c", NULL));
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	return fabric;
}

static guint lid_of(const Fabric *f, const FabricPort *port)
{
	const FabricNode *node = &f->nodes[port->node];
	return node->type == FABRIC_SWITCH ? f->ports[node->first_port].lid : port->lid;
}

/* ---- .net_dump */

static void write_dump_port(GString *out, const Fabric *f, const FabricPort *port)
{
	g_string_append_printf(out, " 1/%u : %u : ", port->num, port->num);
	if (port->peer == FABRIC_NONE) {
		g_string_append(out, "DOWN : POLL : N/A : N/A : N/A : N/A : N/A : : : : \n");
		return;
	}
	const FabricPort *peer = &f->ports[port->peer];
	g_string_append_printf(out,
			       "ACT : LINK UP : 5 : %ux : %s : NO-FEC : NO-RTR : 0x%016" G_GINT64_MODIFIER
			       "x : %u : %u : \"%s\"\n",
			       port->width, port->speed == FABRIC_QDR ? "10" : "5", f->nodes[peer->node].guid,
			       peer->num, lid_of(f, peer), fabric_name(f, peer->node));
}

static GString *write_dump(const Fabric *f)
{
	GString *out = g_string_new("# made by a test\n");
	for (guint32 s = 0; s < f->n_switches; s++) {
		const FabricNode *node = &f->nodes[f->switches[s]];
		g_string_append_printf(out, "\"%s\", Mellanox, 0x%016" G_GINT64_MODIFIER "x, LID %u\n",
				       fabric_name(f, f->switches[s]), node->guid, f->ports[node->first_port].lid);
		g_string_append(out, " #  : IB# : Sta  : PhysSta : MTU   : LWA   : LSA : FEC mode : Retran  : Neighbor "
				     "Guid : N# : NLID  : Neighbor Description\n");
		for (guint num = 1; num <= node->n_ports; num++)
			write_dump_port(out, f, &f->ports[node->first_port + num]);
	}
	return out;
}

/* ---- iblinkinfo */

typedef struct {
	gboolean line, more;
} How;

static void write_info_port(GString *out, const Fabric *f, const FabricPort *port, How how)
{
	const FabricNode *node = &f->nodes[port->node];
	if (how.line)
		g_string_append_printf(out, "0x%016" G_GINT64_MODIFIER "x \"%30s\" ", node->guid,
				       fabric_name(f, port->node));
	else if (node->type != FABRIC_SWITCH)
		g_string_append_printf(out, "      0x%016" G_GINT64_MODIFIER "x ", port->guid);
	g_string_append_printf(out, " %6u %4u[  ] ==(", lid_of(f, port), port->num);
	if (port->peer == FABRIC_NONE) {
		g_string_append(out, "                Down/ Polling)==>             [  ] \"\" ( )\n");
		return;
	}
	const FabricPort *peer = &f->ports[port->peer];
	g_string_append_printf(out, " %uX          %s Gbps Active/  LinkUp)%s==>  ", port->width,
			       port->speed == FABRIC_QDR ? "10.0" : "5.0", how.more ? " (HOQ:18 VL_Stall:7)" : "");
	if (how.line)
		g_string_append_printf(out, "0x%016" G_GINT64_MODIFIER "x ", f->nodes[peer->node].guid);
	g_string_append_printf(out, " %6u %4u[  ] \"%s\" ( Could be 12X )\n", lid_of(f, peer), peer->num,
			       fabric_name(f, peer->node));
}

static GString *write_info(const Fabric *f, How how)
{
	GString *out = g_string_new(NULL);
	for (guint32 i = 0; i < f->n_nodes; i++) {
		const FabricNode *node = &f->nodes[i];
		if (!how.line && node->type == FABRIC_SWITCH)
			g_string_append_printf(out, "Switch: 0x%016" G_GINT64_MODIFIER "x %s:\n", node->guid,
					       fabric_name(f, i));
		else if (!how.line)
			g_string_append_printf(out, "CA: %s:\n", fabric_name(f, i));
		for (guint num = 1; num <= node->n_ports; num++)
			write_info_port(out, f, &f->ports[node->first_port + num], how);
	}
	return out;
}

/* ---- both */

typedef Fabric *(*Parser)(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

static void assert_read(const Fabric *f, GString *text, Parser parser)
{
	g_autoptr(GError) error = NULL;
	ParseLog *log = parse_log_new();
	g_autoptr(Fabric) again = parser(text->str, text->len, "t", log, &error);
	ck_assert_msg(again != NULL, "%s\n%s", error ? error->message : "", text->str);
	assert_logged(log, "");
	ck_assert(fabric_check(again, NULL));
	assert_same_fabric(f, again);
	g_string_free(text, TRUE);
}

static void slow_down(Fabric *f)
{
	for (guint32 i = 0; i < f->n_ports; i++)
		if (f->ports[i].peer != FABRIC_NONE)
			f->ports[i].speed = MIN(i, f->ports[i].peer) % 3 ? FABRIC_QDR : FABRIC_DDR;
}

START_TEST(is_read_as_what_it_is)
{
	g_autoptr(Fabric) f = make(specs[_i]);
	slow_down(f);
	GString *dump = write_dump(f);
	ck_assert(net_dump_recognise(dump->str, dump->len));
	assert_read(f, dump, net_dump_parse);
	for (guint how = 0; how < 4; how++) {
		GString *text = write_info(f, (How){how & 1, how & 2});
		ck_assert(linkinfo_recognise(text->str, text->len) && !net_dump_recognise(text->str, text->len));
		assert_read(f, text, linkinfo_parse);
	}
}
END_TEST

#define HEAD                                                                                                           \
	"\"s\", Mellanox, 0x10, LID 1\n # : IB# : Sta : LWA : LSA : Neighbor Guid : N# : NLID : Neighbor "             \
	"Description\n"
#define UP " ==( 4X 10.0 Gbps Active/ LinkUp)==> "

START_TEST(broken)
{
	static const struct {
		Parser parser;
		const char *text, *error;
	} cases[] = {
		{net_dump_parse, "", "t: no cable: not ibdiagnet's net_dump"},
		{net_dump_parse, HEAD, "t: no cable: not ibdiagnet's net_dump"},
		{net_dump_parse, "\"s\", Mellanox\n", "t:1: not the head of a switch"},
		{net_dump_parse, "1 : 1 : ACT\n", "t:1: not a port of a switch: 1 : 1 : ACT"},
		{net_dump_parse, HEAD "1 : 999 : ACT : 4x : 10 : 0x20 : 1 : 2 : \"h\"\n",
		 "t:3: not a port of a switch: 1 : 999 : ACT : 4x : 10 : 0x20 : 1 : 2 :"},
		{net_dump_parse, HEAD "1 : 1 : ACT : 4x : 10 : 0x20 : 0 : 2 : \"h\"\n",
		 "t:3: not a port of a switch: 1 : 1 : ACT : 4x : 10 : 0x20 : 0 : 2 : \""},
		{net_dump_parse, HEAD "1 : 1 : ACT : 4x : 10 : 0x20 : 1 : 2 : h\n",
		 "t:3: not a port of a switch: 1 : 1 : ACT : 4x : 10 : 0x20 : 1 : 2 : h"},
		{linkinfo_parse, "Switch: 0x10 s:\n 1 1[  ] ==( Down/ Polling)==> [  ] \"\" ( )\n",
		 "t: no cable that is up"},
		{linkinfo_parse, " 1 1[  ]" UP "2 1[  ] \"h\" ( )\n",
		 "t:1: not a port as iblinkinfo prints it:  1 1[  ] ==( 4X 10.0 Gbps Active/ LinkUp"},
		{linkinfo_parse, "Switch: 0x10 s:\n 1 1[  ]" UP "2 1[  ] \"h\" ( )\n",
		 "t:2: LID 2, of the other end, is that of no port here: iblinkinfo -l names it by its GUID"},
		{linkinfo_parse, "Switch: 0x10 s:\n 1 999[  ]" UP "2 1[  ] \"h\" ( )\n",
		 "t:2: not a port as iblinkinfo prints it:  1 999[  ] ==( 4X 10.0 Gbps Active/ Link"},
	};
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(cases[_i].parser(cases[_i].text, strlen(cases[_i].text), "t", NULL, &error));
	assert_input_error(&error, cases[_i].error);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lists of links");
	TCase *reading = tcase_create("reading");
	tcase_add_loop_test(reading, is_read_as_what_it_is, 0, G_N_ELEMENTS(specs));
	tcase_add_loop_test(reading, broken, 0, 11);
	suite_add_tcase(suite, reading);
	return run_suite(suite);
}
