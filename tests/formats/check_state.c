/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* opensm-sssp.state: what is kept, and each way in which a file can be broken. */
#include "tests/formats/state_case.h"

#define LENGTH_AT 16 /* where the head says how long the file is */

/* The signed bytes of a fabric's routing. */
static guint8 *write_state(const Fabric *fabric, const Routing *routing, gsize *length)
{
	g_autoptr(GError) error = NULL;
	State state = {.fabric = (Fabric *)fabric,
		       .lft = routing->lft,
		       .path_sl = routing->path_sl,
		       .sl2vl = (Sl2vl *)routing_port_vls(routing),
		       .fresh_efi = routing->fresh_efi,
		       .vls_needed = routing->vls_needed,
		       .max_vls = 3,
		       .asymmetric = TRUE,
		       .older = routing->older,
		       .detours = routing->detours};
	guint8 *bytes = state_write(&state, length, &error);
	ck_assert_msg(bytes != NULL, "%s", error ? error->message : "");
	state_sign(bytes, *length);
	return bytes;
}

static guint8 *write_spec(const char *spec, gsize *length)
{
	g_autoptr(Fabric) fabric = state_case_fabric(spec);
	g_autoptr(Routing) routing = state_case_route(fabric);
	return write_state(fabric, routing, length);
}

static void assert_same_ports(const Fabric *a, const Fabric *b)
{
	ck_assert_uint_eq(a->n_nodes, b->n_nodes);
	ck_assert_uint_eq(a->n_ports, b->n_ports);
	for (guint32 i = 0; i < a->n_nodes; i++) {
		const FabricNode *x = &a->nodes[a->by_guid[i]], *y = &b->nodes[b->by_guid[i]];
		ck_assert_uint_eq(x->guid, y->guid);
		ck_assert_uint_eq(x->type, y->type);
		ck_assert_uint_eq(x->n_ports, y->n_ports);
		ck_assert_uint_eq(x->manager, y->manager);
		ck_assert_uint_eq(x->enhanced, y->enhanced);
		ck_assert_uint_eq(x->aggregation, y->aggregation);
		for (guint num = 0; num <= x->n_ports; num++) {
			const FabricPort *p = &a->ports[x->first_port + num], *q = &b->ports[y->first_port + num];
			guint here, there;
			ck_assert_uint_eq(p->lid, q->lid);
			ck_assert_uint_eq(p->lmc, q->lmc);
			ck_assert_uint_eq(p->guid, q->guid);
			ck_assert_uint_eq(peer_of(a, p, &here), peer_of(b, q, &there));
			ck_assert_uint_eq(here, there);
		}
	}
}

static void assert_same_tables(const Routing *routing, const State *state)
{
	const Lft *lft = routing->lft;
	const PathSl *sl = routing->path_sl;
	ck_assert_uint_eq(lft->n_switches, state->lft->n_switches);
	ck_assert_uint_eq(lft->n_lids, state->lft->n_lids);
	ck_assert_mem_eq(lft->guid, state->lft->guid, lft->n_switches * sizeof *lft->guid);
	ck_assert_mem_eq(lft->port, state->lft->port, (gsize)lft->n_switches * lft->n_lids);
	ck_assert((sl != NULL) == (state->path_sl != NULL));
	if (!sl)
		return;
	ck_assert_uint_eq(sl->n_sources, state->path_sl->n_sources);
	ck_assert_uint_eq(sl->n_lids, state->path_sl->n_lids);
	ck_assert_mem_eq(sl->guid, state->path_sl->guid, sl->n_sources * sizeof *sl->guid);
	ck_assert_mem_eq(sl->sl, state->path_sl->sl, (gsize)sl->n_sources * sl->n_lids);
}

static const char *const specs[] = {"karytree:4,3",        "torus:5x5,hosts=2",     "single:hosts=6",
				    "karytree:3,2,an=all", "dragonfly:a=4,p=2,h=2", "fattree:ports=36,levels=2"};

START_TEST(what_is_written_is_read)
{
	g_autoptr(Fabric) fabric = state_case_fabric(specs[_i]);
	fabric->nodes[fabric->switches[0]].manager = TRUE;
	fabric->nodes[fabric->switches[0]].enhanced = TRUE;
	g_autoptr(Routing) routing = state_case_route(fabric);
	g_autoptr(GError) error = NULL;
	g_auto(State) state = {0};
	gsize length, again;
	g_autofree guint8 *bytes = write_state(fabric, routing, &length);
	ck_assert(state_recognise(bytes, length));
	ck_assert_msg(state_parse(bytes, length, "FILE", fabric, &state, &error), "%s", error ? error->message : "");
	assert_same_ports(fabric, state.fabric);
	assert_same_tables(routing, &state);
	ck_assert(state.asymmetric);
	ck_assert_uint_eq(state.max_vls, 3);
	ck_assert_uint_eq(state.fresh_efi, routing->fresh_efi);
	ck_assert_uint_eq(state.vls_needed, routing->vls_needed);
	g_autofree guint8 *second = state_write(&state, &again, &error);
	ck_assert_uint_eq(again, length);
	state_sign(second, again);
	ck_assert_mem_eq(bytes, second, length);
}
END_TEST

START_TEST(rows_are_told_in_runs_where_that_is_shorter)
{
	gsize length;
	g_autofree guint8 *bytes = write_spec("torus:8x8,hosts=8", &length);
	g_autoptr(Fabric) fabric = state_case_fabric("torus:8x8,hosts=8");
	ck_assert_uint_lt(length, (gsize)fabric->n_switches * fabric->n_lids * 2);
}
END_TEST

START_TEST(a_part_of_the_switches_tells_the_subnet)
{
	gsize length;
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) less = state_case_fabric("karytree:4,2,fail=switches:2"),
			  other = state_case_fabric("karytree:12,3");
	g_autofree guint8 *bytes = write_spec("karytree:4,2", &length);
	g_auto(State) state = {0};
	ck_assert_msg(state_parse(bytes, length, "FILE", less, &state, &error), "%s", error ? error->message : "");
	for (guint32 i = 0; i < other->n_nodes; i++)
		other->nodes[i].guid += 0x10000000;
	ck_assert(fabric_seal(other, NULL));
	state_case_refused(bytes, length, other, "of another subnet: 0 of its 8 switches are in this one");
}
END_TEST

/* ---- what is not */

START_TEST(what_is_no_such_file_is_refused)
{
	const char *text = "sssp-fabric 1\nswitches 20\n";
	state_case_refused((const guint8 *)text, strlen(text), NULL, "not a file of the state of a routing");
	state_case_refused((const guint8 *)"", 0, NULL, "not a file of the state of a routing");
	state_case_refused((const guint8 *)STATE_MAGIC, STATE_MAGIC_BYTES, NULL, "cut off in its first lines");
}
END_TEST

START_TEST(what_is_cut_off_is_refused)
{
	gsize length;
	g_autofree guint8 *bytes = write_spec("karytree:3,2", &length);
	for (gsize n = 0; n < length; n++)
		state_case_refused(bytes, n, NULL,
				   n < STATE_MAGIC_BYTES                       ? "not a file of the state of a routing"
				   : n < STATE_HEAD_BYTES + STATE_DIGEST_BYTES ? "cut off in its first lines"
									       : "cut off: * of * bytes");
	g_autofree guint8 *longer = g_malloc0(length + 1);
	memcpy(longer, bytes, length);
	state_case_refused(longer, length + 1, NULL, "something follows it: * of * bytes");
}
END_TEST

START_TEST(each_damaged_byte_is_noticed)
{
	gsize length;
	g_autofree guint8 *bytes = write_spec("karytree:3,2", &length);
	for (gsize i = STATE_MAGIC_BYTES; i < length; i++) {
		guint8 was = bytes[i];
		bytes[i] ^= 0x20;
		state_case_refused(bytes, length, NULL,
				   i < STATE_MAGIC_BYTES + 4   ? "version * of the format, only 1 is known"
				   : i < STATE_MAGIC_BYTES + 8 ? "*"
				   : i >= LENGTH_AT && i < LENGTH_AT + 8
					   ? "*: * of * bytes"
					   : "damaged: its checksum is that of other content");
		bytes[i] = was;
	}
}
END_TEST

START_TEST(other_versions_are_refused)
{
	gsize length;
	g_autofree guint8 *bytes = write_spec("karytree:3,2", &length);
	bytes[STATE_MAGIC_BYTES] = STATE_VERSION + 1;
	state_sign(bytes, length);
	state_case_refused(bytes, length, NULL, "version 2 of the format, only 1 is known");
	bytes[STATE_MAGIC_BYTES] = 0;
	state_case_refused(bytes, length, NULL, "version 0 of the format, only 1 is known");
}
END_TEST

/* Bytes of the head and of the first node, port and cable, signed anew after one of them is another. */
#define NODE_AT STATE_HEAD_BYTES
#define NUMBERS_AT (STATE_MAGIC_BYTES + 24)
static const struct {
	gsize at;
	guint8 value;
	const char *why;
} forged[] = {
	{STATE_MAGIC_BYTES + 4, STATE_BITS, "made with an option that is not known"},
	{STATE_MAGIC_BYTES + 4, STATE_CONNECTIONS, "fewer connections than it says"},
	{STATE_MAGIC_BYTES + 4, STATE_JOBS, "fewer hosts of jobs than it says"},
	{NUMBERS_AT, 16, "numbers of nodes, cables or LIDs that cannot be"},
	{NUMBERS_AT + 4, 16, "numbers of nodes, cables or LIDs that cannot be"},
	{NUMBERS_AT + 8 + 2, 1, "numbers of nodes, cables or LIDs that cannot be"}, /* nodes */
	{NUMBERS_AT + 8 + 3, 0xff, "numbers of nodes, cables or LIDs that cannot be"},
	{NUMBERS_AT + 12 + 3, 1, "numbers of nodes, cables or LIDs that cannot be"}, /* ports */
	{NUMBERS_AT + 16 + 3, 1, "numbers of nodes, cables or LIDs that cannot be"}, /* cables */
	{NUMBERS_AT + 20, 0, "numbers of nodes, cables or LIDs that cannot be"},     /* LIDs: none */
	{NUMBERS_AT + 20 + 1, 0xff, "numbers of nodes, cables or LIDs that cannot be"},
	{NUMBERS_AT + 20, 255, "tables of more or fewer switches or LIDs than there are"},
	{NUMBERS_AT + 24, 1, "numbers of nodes, cables or LIDs that cannot be"}, /* SLs without LIDs */
	{NUMBERS_AT + 8, 14, "*"}, /* a node less: then nothing is where it should be */
	{NODE_AT + 8, 3, "a node of no kind that is known, or more ports than can be"},
	{NODE_AT + 9, 0, "*: 0 ports, not 1..254"},
	{NODE_AT + 9, 1, "*"}, /* fewer ports than have cables */
	{NODE_AT + 10, 8, "a node of no kind that is known, or more ports than can be"},
	{NODE_AT + STATE_NODE_BYTES, 0, "*two nodes have the GUID*"},
};

START_TEST(numbers_that_cannot_be_are_refused)
{
	gsize length;
	g_autofree guint8 *bytes = write_spec("karytree:3,2", &length);
	if (forged[_i].at == NODE_AT + STATE_NODE_BYTES)
		memcpy(bytes + NODE_AT + STATE_NODE_BYTES, bytes + NODE_AT, 8);
	else
		bytes[forged[_i].at] = forged[_i].value;
	state_sign(bytes, length);
	state_case_refused(bytes, length, NULL, forged[_i].why);
}
END_TEST

/* Whatever byte is another and signed, the answer is one or a refusal; sanitizers see the rest. */
START_TEST(any_signed_byte_is_survived)
{
	gsize length;
	g_autofree guint8 *bytes = write_spec("torus:4x4,hosts=1", &length);
	for (gsize i = STATE_HEAD_BYTES; i < length - STATE_DIGEST_BYTES; i++) {
		g_autoptr(GError) error = NULL;
		g_auto(State) state = {0};
		guint8 was = bytes[i];
		bytes[i] = (guint8)(was + 1 + i % 250);
		state_sign(bytes, length);
		gboolean taken = state_parse(bytes, length, "FILE", NULL, &state, &error);
		ck_assert(taken == (error == NULL));
		ck_assert(taken || g_str_has_prefix(error->message, "FILE: "));
		bytes[i] = was;
	}
}
END_TEST

START_TEST(rows_of_other_switches_are_not_written)
{
	g_autoptr(Fabric) fabric = state_case_fabric("karytree:3,2"), other = state_case_fabric("karytree:4,2");
	g_autoptr(Routing) routing = state_case_route(fabric);
	g_autoptr(GError) error = NULL;
	gsize length;
	State state = {.fabric = other, .lft = routing->lft};
	ck_assert(!state_write(&state, &length, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("state");
	TCase *kept = tcase_create("kept"), *broken = tcase_create("broken");
	tcase_add_loop_test(kept, what_is_written_is_read, 0, G_N_ELEMENTS(specs));
	tcase_add_test(kept, rows_are_told_in_runs_where_that_is_shorter);
	tcase_add_test(kept, a_part_of_the_switches_tells_the_subnet);
	tcase_add_test(broken, what_is_no_such_file_is_refused);
	tcase_add_test(broken, what_is_cut_off_is_refused);
	tcase_add_test(broken, each_damaged_byte_is_noticed);
	tcase_add_test(broken, other_versions_are_refused);
	tcase_add_loop_test(broken, numbers_that_cannot_be_are_refused, 0, G_N_ELEMENTS(forged));
	tcase_add_test(broken, any_signed_byte_is_survived);
	tcase_add_test(broken, rows_of_other_switches_are_not_written);
	suite_add_tcase(suite, kept);
	suite_add_tcase(suite, broken);
	return run_suite(suite);
}
