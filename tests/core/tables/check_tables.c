/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks the plain values: forwarding tables, path SLs, SL to VL maps. */
#include "core/base/error.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"
#include "tests/core/fixture.h"

START_TEST(forwarding_tables_start_empty)
{
	g_autoptr(Lft) lft = lft_new(3, 10, NULL);
	for (guint i = 0; i < 3; i++)
		lft->guid[i] = 100 + 10 * i;
	ck_assert_ptr_null(lft_row(lft, 105));
	const guint8 *row = lft_row(lft, 110);
	ck_assert_ptr_eq(row, lft->port + 10);
	ck_assert_uint_eq(lft_port(lft, row, 9), LFT_NO_PATH);
	ck_assert_uint_eq(lft_port(lft, row, 10), LFT_NO_PATH);
	ck_assert_uint_eq(lft_port(lft, row, G_MAXUINT32), LFT_NO_PATH);
}
END_TEST

START_TEST(path_sls_start_unsaid)
{
	g_autoptr(PathSl) sl = path_sl_new(2, 4, NULL);
	sl->guid[0] = 1;
	sl->guid[1] = 9;
	ck_assert_ptr_null(path_sl_row(sl, 0));
	ck_assert_ptr_eq(path_sl_row(sl, 9), sl->sl + 4);
	ck_assert_uint_eq(path_sl_row(sl, 1)[3], SL_NONE);
}
END_TEST

START_TEST(sl2vl_maps_are_shared)
{
	const guint64 guid[] = {3, 7};
	const guint8 ports[] = {2, 36};
	g_autoptr(Sl2vl) t = sl2vl_new(2, guid, ports, NULL);
	ck_assert_int_eq(sl2vl_find(t, 7), 1);
	ck_assert_int_eq(sl2vl_find(t, 4), -1);
	SlMap two = {.vl = {0, 1, 0, 1}};
	for (guint in = 0; in <= 36; in++)
		for (guint out = 0; out <= 36; out++)
			if (out % 2)
				ck_assert(sl2vl_set(t, 1, in, out, &two, NULL));
	ck_assert_uint_eq(t->n_maps, 2);
	ck_assert_uint_eq(sl2vl_get(t, 1, 36, 35)->vl[3], 1);
	ck_assert_uint_eq(sl2vl_get(t, 1, 36, 36)->vl[3], 3);
	ck_assert_uint_eq(sl2vl_get(t, 0, 2, 2)->vl[15], 15);
	ck_assert_uint_eq(sl2vl_get(t, 0, 3, 99)->vl[14], 14);
	for (guint i = 0; i < 100; i++) {
		two.vl[5] = (guint8)(i % 16);
		two.vl[6] = (guint8)(i / 16);
		ck_assert(sl2vl_set(t, 0, 1, 2, &two, NULL));
	}
	ck_assert_uint_eq(sl2vl_get(t, 0, 1, 2)->vl[5], 99 % 16);
}
END_TEST

/* As many maps as there can be, in an order that is not theirs, and one more. */
START_TEST(sl2vl_many_maps)
{
	const guint64 guid[] = {3};
	const guint8 ports[] = {254};
	g_autoptr(Sl2vl) t = sl2vl_new(1, guid, ports, NULL);
	g_autoptr(GError) error = NULL;
	SlMap map = {.vl = {9}}; /* the identity is one of the maps */
	const guint32 most = G_MAXUINT16;
	for (guint32 i = 0; i < most; i++) {
		guint32 value = i * 40503u % 65536;
		map.vl[1] = (guint8)(value >> 8);
		map.vl[2] = (guint8)value;
		ck_assert(sl2vl_set(t, 0, i / 255 % 255, i % 255, &map, NULL));
		ck_assert(sl2vl_set(t, 0, i / 255 % 255, i % 255, &map, NULL));
	}
	ck_assert_uint_eq(t->n_maps, most + 1);
	for (guint32 i = most - 255 * 255; i < most; i++) {
		guint32 value = i * 40503u % 65536;
		ck_assert_uint_eq(sl2vl_get(t, 0, i / 255 % 255, i % 255)->vl[1], value >> 8);
		ck_assert_uint_eq(sl2vl_get(t, 0, i / 255 % 255, i % 255)->vl[2], value & 255);
	}
	map.vl[3] = 1;
	ck_assert(!sl2vl_set(t, 0, 0, 0, &map, &error));
	assert_error(error, SSSP_ERROR_MEMORY);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {forwarding_tables_start_empty, path_sls_start_unsaid, sl2vl_maps_are_shared,
				      sl2vl_many_maps, NULL};
	return fixture_run("tables", tests);
}
