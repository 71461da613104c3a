/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* sssp.fabric, and the digests in it: what they must and must not depend on. */
#include "formats/tables/fabric_id.h"
#include "formats/net/ibnetdiscover.h"
#include "tests/formats/formats_common.h"

#define SWITCH_A "Switch 4 \"S-0000000000000010\" # \"a\" base port 0 lid 1 lmc 0\n"
#define LINKS_A                                                                                                        \
	"[1]\t\"S-0000000000000020\"[1]\t# \"b\" lid 2 4xQDR\n"                                                        \
	"[2]\t\"S-0000000000000020\"[2]\t# \"b\" lid 2 4xQDR\n"                                                        \
	"[3]\t\"H-0000000000000030\"[1](31)\t# \"h\" lid 3 4xQDR\n\n"
#define SWITCH_B                                                                                                       \
	"Switch 4 \"S-0000000000000020\" # \"b\" base port 0 lid 2 lmc 0\n"                                            \
	"[1]\t\"S-0000000000000010\"[1]\t# \"a\" lid 1 4xQDR\n"                                                        \
	"[2]\t\"S-0000000000000010\"[2]\t# \"a\" lid 1 4xQDR\n"                                                        \
	"[4]\t\"H-0000000000000040\"[1](41)\t# \"i\" lid 6 4xQDR\n\n"
#define HOST_H                                                                                                         \
	"Ca 2 \"H-0000000000000030\" # \"h\"\n[1](31)\t\"S-0000000000000010\"[3]\t# lid 3 lmc 0 \"a\" lid 1 4xQDR\n\n"
#define HOST_I                                                                                                         \
	"Ca 1 \"H-0000000000000040\" # \"i\"\n[1](41)\t\"S-0000000000000020\"[4]\t# lid 6 lmc 1 \"b\" lid 2 4xQDR\n\n"
#define NET SWITCH_A LINKS_A SWITCH_B HOST_H HOST_I

/* The digest of a text after each `from` in it has become `to`. */
static FabricDigest digest_with(const char *net, const char *from, const char *to)
{
	g_autoptr(GError) error = NULL;
	g_auto(GStrv) parts = g_strsplit(net, from, -1);
	ck_assert_msg(parts[1] || !*from, "nothing to replace: %s", from);
	g_autofree char *text = g_strjoinv(to, parts);
	g_autoptr(Fabric) fabric = ibnetdiscover_parse(text, strlen(text), "net", NULL, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	return fabric_digest(fabric);
}

static FabricDigest digest_of(const char *net)
{
	return digest_with(net, "lid 1 lmc", "lid 1 lmc");
}

static void assert_difference(FabricDigest other, FabricDifference wanted)
{
	FabricDigest net = digest_of(NET);
	ck_assert_str_eq(fabric_difference_text(fabric_digest_compare(&net, &other)), fabric_difference_text(wanted));
}

START_TEST(order_and_descriptions_do_not_matter)
{
	FabricDigest net = digest_of(NET);
	ck_assert_uint_eq(net.n_switches, 2);
	ck_assert_uint_eq(net.n_endpoints, 2);
	ck_assert_uint_eq(strlen(net.nodes), FABRIC_DIGEST_LENGTH);
	assert_difference(digest_of(HOST_I SWITCH_B HOST_H SWITCH_A LINKS_A), FABRIC_DIGEST_SAME);
	assert_difference(digest_with(NET, "\"a\"", "\"leaf one\""), FABRIC_DIGEST_SAME);
	assert_difference(digest_with(NET, "4xQDR", "1xSDR"), FABRIC_DIGEST_SAME);
	assert_difference(digest_with(NET, "(31)", "(99)"), FABRIC_DIGEST_SAME);
}
END_TEST

START_TEST(what_no_cable_reaches_does_not_matter)
{
	assert_difference(digest_of(NET "Switch 8 \"S-0000000000000050\" # \"off\" base port 0 lid 9 lmc 0\n\n"),
			  FABRIC_DIGEST_SAME);
	assert_difference(digest_of(NET "Ca 1 \"H-0000000000000060\" # \"off\"\n\n"), FABRIC_DIGEST_SAME);
	assert_difference(digest_with(NET, LINKS_A, "[4]\t\"S-0000000000000010\"[4]\t# \"a\" lid 1 4xQDR\n" LINKS_A),
			  FABRIC_DIGEST_SAME);
	assert_difference(digest_with(NET, "Ca 2", "Ca 4"), FABRIC_DIGEST_SAME);
	assert_difference(digest_with(NET, "base port 0 lid 1 lmc 0", "base port 0 lid 1 lmc 3"), FABRIC_DIGEST_SAME);
}
END_TEST

START_TEST(differences_are_told_apart)
{
	assert_difference(digest_with(NET, "0000000040", "0000000041"), FABRIC_DIGEST_OTHER_NODES);
	assert_difference(digest_with(NET, "Switch 4", "Switch 5"), FABRIC_DIGEST_OTHER_NODES);
	assert_difference(digest_of(NET "Ca 1 \"H-0000000000000060\" # \"new\"\n"
					"[1](61)\t\"S-0000000000000010\"[4]\t# lid 12 lmc 0 \"a\" lid 1 4xQDR\n"),
			  FABRIC_DIGEST_OTHER_NODES);
	assert_difference(digest_of(SWITCH_A "[1]\t\"S-0000000000000020\"[1]\t# \"b\" lid 2 4xQDR\n"
					     "[3]\t\"H-0000000000000030\"[1](31)\t# \"h\" lid 3 4xQDR\n\n" HOST_H HOST_I
					     "Switch 4 \"S-0000000000000020\" # \"b\" base port 0 lid 2 "
					     "lmc 0\n"),
			  FABRIC_DIGEST_OTHER_CABLING);
	assert_difference(digest_with(NET, "[3]", "[4]"), FABRIC_DIGEST_OTHER_CABLING);
	assert_difference(digest_with(NET, "lid 6", "lid 8"), FABRIC_DIGEST_OTHER_LIDS);
	assert_difference(digest_with(NET, "lid 6 lmc 1", "lid 6 lmc 0"), FABRIC_DIGEST_OTHER_LIDS);
	assert_difference(digest_with(NET, "lid 1", "lid 11"), FABRIC_DIGEST_OTHER_LIDS);
}
END_TEST

/* ---- the file */

#define SIXTEEN "0123456789abcdef"
#define SUM SIXTEEN SIXTEEN SIXTEEN SIXTEEN
#define HEAD "sssp-fabric 1\nswitches 3\nendpoints 7\n"
#define SUMS "nodes " SUM "\ncabling " SUM "\nlids " SUM "\n"
#define TAIL "engine psssp\nlanes 2\nsl asymmetric\n"

static gboolean parse(const char *text, FabricId *id, GError **error)
{
	return fabric_id_parse(text, strlen(text), "f", NULL, id, error);
}

START_TEST(what_is_written_is_read)
{
	g_autoptr(GError) error = NULL;
	FabricId id = {.fabric = digest_of(NET), .engine = "psssp", .lanes = 15, .asymmetric = TRUE}, again;
	g_autoptr(GString) text = fabric_id_write(&id);
	ck_assert_msg(parse(text->str, &again, &error), "%s", error ? error->message : "");
	ck_assert_int_eq(fabric_digest_compare(&id.fabric, &again.fabric), FABRIC_DIGEST_SAME);
	ck_assert_uint_eq(again.fabric.n_switches, 2);
	ck_assert_uint_eq(again.fabric.n_endpoints, 2);
	ck_assert_str_eq(again.engine, "psssp");
	ck_assert_uint_eq(again.lanes, 15);
	ck_assert(again.asymmetric);
	ck_assert(parse(HEAD SUMS TAIL, &id, &error));
	g_autoptr(GString) same = fabric_id_write(&id);
	ck_assert_str_eq(same->str, HEAD SUMS TAIL);
}
END_TEST

START_TEST(comments_unknown_words_and_line_ends_are_fine)
{
	FabricId id;
	ck_assert(parse("sssp-fabric 1\r\n\r\n# odd\r\nlater words go here\r\nsl  symmetric\r\nengine x-1\nlanes 1\n"
			"endpoints 0\nswitches 0\nlids " SUM "\ncabling " SUM
			"\nnodes 0123456789ABCDEF" SIXTEEN SIXTEEN SIXTEEN,
			&id, NULL));
	ck_assert_str_eq(id.fabric.nodes, SUM);
	ck_assert_str_eq(id.engine, "x-1");
	ck_assert(!id.asymmetric);
}
END_TEST

static void assert_refused(const char *text, const char *why)
{
	GError *error = NULL;
	FabricId id;
	ck_assert(!parse(text, &id, &error));
	assert_input_error(&error, why);
}

START_TEST(what_is_wrong_is_named)
{
	assert_refused("", "f:1: the first line is not `sssp-fabric 1`");
	assert_refused("\n" HEAD SUMS TAIL, "f:1: the first line is not `sssp-fabric 1`");
	assert_refused("sssp-fabric 2\n", "f:1: version 2 of the format, only 1 is known");
	assert_refused(HEAD SUMS "engine psssp\nlanes 2\n", "f: `sl` is missing");
	assert_refused(HEAD SUMS TAIL "lanes 2\n", "f:10: `lanes` for the second time");
	assert_refused(HEAD "nodes 123\n", "f:4: not a value of `nodes`");
	assert_refused(HEAD "nodes " SIXTEEN SIXTEEN SIXTEEN "0123456789abcdeg\n", "f:4: not a value of `nodes`");
	assert_refused(HEAD "lids " SUM "0\n", "f:4: not a value of `lids`");
	assert_refused(HEAD "lanes 0\n", "f:4: not a value of `lanes`");
	assert_refused(HEAD "lanes 16\n", "f:4: not a value of `lanes`");
	assert_refused(HEAD "lanes -1\n", "f:4: not a value of `lanes`");
	assert_refused(HEAD "lanes\n", "f:4: not a value of `lanes`");
	assert_refused(HEAD "lanes 2 3\n", "f:4: not a value of `lanes`");
	assert_refused(HEAD "sl both\n", "f:4: not a value of `sl`");
	assert_refused(HEAD "engine a/b\n", "f:4: not a value of `engine`");
	assert_refused(HEAD "engine " SIXTEEN SIXTEEN "\n", "f:4: not a value of `engine`");
	assert_refused("sssp-fabric 1\nswitches 4294967296\n", "f:2: not a value of `switches`");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("fabric_id");
	TCase *tcase = tcase_create("fabric_id");
	tcase_add_test(tcase, order_and_descriptions_do_not_matter);
	tcase_add_test(tcase, what_no_cable_reaches_does_not_matter);
	tcase_add_test(tcase, differences_are_told_apart);
	tcase_add_test(tcase, what_is_written_is_read);
	tcase_add_test(tcase, comments_unknown_words_and_line_ends_are_fine);
	tcase_add_test(tcase, what_is_wrong_is_named);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
