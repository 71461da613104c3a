/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Compares the difference of two sets of tables with a plain count, on random fabrics, tables and SLs. */
#include "evaluator/measures/diff.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

static guint sl_at(const PathSl *sl, guint64 ca, guint64 sw, guint32 lid)
{
	const guint8 *row = path_sl_row(sl, ca);
	row = row ? row : path_sl_row(sl, sw);
	return row && lid < sl->n_lids && row[lid] < 16 ? row[lid] : 0;
}

static guint64 plain_pairs(const Fabric *f, const PathSl *a, const PathSl *b)
{
	guint64 changed = 0;
	for (guint32 s = 0; s < f->n_endpoints; s++)
		for (guint32 d = 0; d < f->n_endpoints; d++) {
			const FabricPort *from = &f->ports[f->endpoints[s]], *to = &f->ports[f->endpoints[d]];
			guint64 ca = f->nodes[from->node].guid, sw = f->nodes[f->ports[from->peer].node].guid;
			for (guint32 lid = to->lid; s != d && lid < to->lid + (1u << to->lmc); lid++)
				changed += sl_at(a, ca, sw, lid) != sl_at(b, ca, sw, lid);
		}
	return changed;
}

/* Entries, blocks and switches that differ, looked at block by block. */
static void plain_tables(const Lft *a, const Lft *b, guint64 *entries, guint64 *blocks, guint *switches)
{
	*entries = *blocks = *switches = 0;
	for (guint32 i = 0; i < a->n_switches; i++) {
		guint64 before = *blocks;
		for (guint32 block = 0; block * 64 < MAX(a->n_lids, b->n_lids); block++) {
			guint64 in_block = 0;
			for (guint32 lid = block * 64; lid < block * 64 + 64; lid++)
				in_block += lft_port(a, lft_row(a, a->guid[i]), lid) !=
					    lft_port(b, lft_row(b, a->guid[i]), lid);
			*entries += in_block;
			*blocks += in_block > 0;
		}
		*switches += *blocks > before;
	}
}

static guint pairs_seen;

START_TEST(test_equals_a_plain_count)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) old = fixture_minimal(fabric, rand);
	g_autoptr(Lft) new = fixture_minimal(fabric, rand);
	g_autoptr(PathSl) old_sl = NULL;
	g_autoptr(PathSl) new_sl = NULL;
	Sl2vl *unused[2];
	guint64 entries, blocks;
	guint switches;
	fixture_lanes(fabric, rand, &old_sl, &unused[0]);
	fixture_lanes(fabric, rand, &new_sl, &unused[1]);
	g_autoptr(Diff) d = diff_new(old, new, old_sl, new_sl, fabric, NULL);
	g_autoptr(Diff) same = diff_new(old, old, old_sl, old_sl, fabric, NULL);
	g_autoptr(Diff) back = diff_new(new, old, new_sl, old_sl, fabric, NULL);
	ck_assert(d && same && back);
	plain_tables(old, new, &entries, &blocks, &switches);
	ck_assert_uint_eq(d->entries, entries);
	ck_assert_uint_eq(d->blocks, blocks);
	ck_assert_uint_eq(d->n_switches, switches);
	ck_assert_uint_eq(d->pairs_sl, plain_pairs(fabric, old_sl, new_sl));
	ck_assert_uint_eq(back->entries, entries);
	ck_assert_uint_eq(back->pairs_sl, d->pairs_sl);
	ck_assert_uint_eq(same->entries + same->pairs_sl + same->n_switches + same->n_added + same->n_gone, 0);
	pairs_seen += d->pairs_sl > 0;
	sl2vl_free(unused[0]);
	sl2vl_free(unused[1]);
}
END_TEST

START_TEST(test_saw_other_sls)
{
	ck_assert_uint_gt(pairs_seen, 10);
}
END_TEST

START_TEST(test_blocks_at_their_edges)
{
	g_autoptr(Lft) old = lft_new(1, 200, NULL);
	g_autoptr(Lft) new = lft_new(1, 130, NULL);
	old->guid[0] = new->guid[0] = 7;
	new->port[63] = new->port[64] = 5;
	old->port[127] = 1;
	old->port[199] = 2; /* beyond the new ones: no path there */
	g_autoptr(Diff) d = diff_new(old, new, NULL, NULL, NULL, NULL);
	ck_assert_uint_eq(d->entries, 4);
	ck_assert_uint_eq(d->blocks, 3); /* 0..63, 64..127, 192..255 */
	ck_assert_uint_eq(d->switches[0].first_lid, 63);
	ck_assert_uint_eq(d->switches[0].last_lid, 199);
}
END_TEST

START_TEST(test_a_switch_with_another_lid_is_refused)
{
	g_autoptr(Lft) old = lft_new(1, 10, NULL);
	g_autoptr(Lft) new = lft_new(1, 10, NULL);
	g_autoptr(GError) error = NULL;
	old->guid[0] = new->guid[0] = 7;
	old->port[3] = 0;
	new->port[4] = 0;
	ck_assert_ptr_null(diff_new(old, new, NULL, NULL, NULL, &error));
	ck_assert_ptr_nonnull(error);
	g_clear_error(&error);
	new->guid[0] = 8;
	ck_assert_ptr_null(diff_new(old, new, NULL, NULL, NULL, &error));
	ck_assert_ptr_nonnull(error);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_diff");
	TCase *tcase = tcase_create("diff");
	tcase_add_loop_test(tcase, test_equals_a_plain_count, 0, 60);
	tcase_add_test(tcase, test_saw_other_sls);
	tcase_add_test(tcase, test_blocks_at_their_edges);
	tcase_add_test(tcase, test_a_switch_with_another_lid_is_refused);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
