/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/ibnetdiscover.h"
#include "formats/input.h"
#include "tests/formats_common.h"

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
	TCase *files = tcase_create("real files");
	tcase_set_timeout(files, 60);
	tcase_add_loop_test(files, real_files, 0, G_N_ELEMENTS(real));
	suite_add_tcase(suite, files);
	return run_suite(suite);
}
