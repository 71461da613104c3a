/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares changed routes, maps and blocks, and who else is on a cable, with plain counts on random fabrics and tables.
 */
#include "evaluator/commands/tables/routes_others.h"
#include "evaluator/measures/update_cost.h"
#include "evaluator/measures/efi.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

static gboolean differs(const Fabric *f, const Lft *old, const Lft *new, guint32 source, guint32 lid)
{
	guint32 was[64], is[64];
	guint n_was, n_is;
	WalkEnd old_end = fixture_walk(f, old, source, lid, was, &n_was);
	WalkEnd new_end = fixture_walk(f, new, source, lid, is, &n_is);
	if (old_end != WALK_ARRIVES || new_end != WALK_ARRIVES)
		return (old_end == WALK_ARRIVES) != (new_end == WALK_ARRIVES);
	return n_was != n_is || memcmp(was, is, n_is * sizeof *is) != 0;
}

static guint changed_seen;

START_TEST(test_routes)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) f = fixture_random(rand);
	g_autoptr(Lft) old = fixture_minimal(f, rand);
	g_autoptr(Lft) new = fixture_minimal(f, rand);
	guint64 pairs = 0, changed = 0;
	ChangedRoutes routes;
	fixture_damage(_i % 2 ? old : new, rand, (guint)_i % 7);
	g_autoptr(Paths) before = paths_new(f, old, NULL);
	g_autoptr(Paths) after = paths_new(f, new, NULL);
	for (guint32 s = 0; s < f->n_endpoints; s++)
		for (guint32 lid = 1; lid < f->n_lids; lid++) {
			guint32 to = f->lid_port[lid];
			if (to == FABRIC_NONE || f->ports[to].num == 0 || to == f->endpoints[s])
				continue;
			pairs++;
			changed += differs(f, old, new, f->endpoints[s], lid);
		}
	ck_assert(update_cost_routes(before, after, &routes, NULL));
	ck_assert_uint_eq(routes.pairs, pairs);
	ck_assert_uint_eq(routes.changed, changed);
	changed_seen += changed > 0 && changed < pairs;
}
END_TEST

START_TEST(test_some_changed)
{
	ck_assert_uint_ge(changed_seen, 20);
}
END_TEST

static guint vl_at(const Sl2vl *sl2vl, guint64 guid, guint in, guint out, guint sl)
{
	gssize at = sl2vl ? sl2vl_find(sl2vl, guid) : -1;
	return at < 0 ? sl : sl2vl_get(sl2vl, (guint32)at, in, out)->vl[sl];
}

static guint64 plain_maps(const Fabric *f, const Sl2vl *a, const Sl2vl *b)
{
	guint64 changed = 0;
	for (guint32 i = 0; i < f->n_switches; i++) {
		guint32 node = f->switches[i];
		for (guint in = 0; in <= f->nodes[node].n_ports; in++)
			for (guint out = 1; out <= f->nodes[node].n_ports; out++) {
				gboolean cabled = f->ports[fabric_port_index(f, node, out)].peer != FABRIC_NONE;
				guint n = 0;
				if (in > 0 && f->ports[fabric_port_index(f, node, in)].peer == FABRIC_NONE)
					continue;
				for (guint sl = 0; sl < SL_COUNT && cabled; sl++)
					n += vl_at(a, f->nodes[node].guid, in, out, sl) !=
					     vl_at(b, f->nodes[node].guid, in, out, sl);
				changed += n > 0;
			}
	}
	return changed;
}

START_TEST(test_maps)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) f = fixture_random(rand);
	g_autoptr(PathSl) unused = NULL;
	g_autoptr(PathSl) too = NULL;
	g_autoptr(Sl2vl) old = NULL;
	g_autoptr(Sl2vl) new = NULL;
	fixture_lanes(f, rand, &unused, &old);
	fixture_lanes(f, rand, &too, &new);
	ck_assert_uint_eq(update_cost_sl2vl(f, old, new), plain_maps(f, old, new));
	ck_assert_uint_eq(update_cost_sl2vl(f, NULL, new), plain_maps(f, NULL, new));
	ck_assert_uint_eq(update_cost_sl2vl(f, old, old), 0);
	ck_assert_uint_eq(update_cost_sl2vl(f, NULL, NULL), 0);
}
END_TEST

static MftEntry group(guint64 guid, guint16 mlid, guint port)
{
	MftEntry entry = {.guid = guid, .mlid = mlid};
	mft_set(&entry.ports, port);
	return entry;
}

START_TEST(test_multicast_blocks)
{
	const MftEntry was[] = {group(1, 0xC000, 3), group(1, 0xC001, 3), group(1, 0xC020, 3), group(2, 0xC000, 1),
				group(3, 0xC000, 1)};
	const MftEntry is[] = {group(1, 0xC000, 4), group(1, 0xC001, 20), group(1, 0xC020, 3),
			       group(2, 0xC021, 1), group(3, 0xC000, 1),  group(4, 0xC000, 255)};
	g_autoptr(Mft) old = mft_new(was, G_N_ELEMENTS(was), NULL);
	g_autoptr(Mft) new = mft_new(is, G_N_ELEMENTS(is), NULL);
	/* switch 1: ports 0-15 and 16-31 of block 0; switch 2: blocks 0 and 1; switch 4: ports 240-255 */
	ck_assert_uint_eq(update_cost_mft_blocks(old, new), 5);
	ck_assert_uint_eq(update_cost_mft_blocks(new, old), 5);
	ck_assert_uint_eq(update_cost_mft_blocks(NULL, old), 4);
	ck_assert_uint_eq(update_cost_mft_blocks(old, old), 0);
	ck_assert_uint_eq(update_cost_mft_blocks(NULL, NULL), 0);
}
END_TEST

START_TEST(test_seconds)
{
	ck_assert_double_eq(update_cost_seconds(0, 4, 1), 0);
	ck_assert_double_eq(update_cost_seconds(1, 4, 1), 1);
	ck_assert_double_eq(update_cost_seconds(8, 4, 1), 2);
	ck_assert_double_eq(update_cost_seconds(9, 4, 0.5), 1.5);
}
END_TEST

/* Routes over a channel from and to each endpoint that does not take part, by following all of them. */
static void plain_others(const Paths *p, guint32 channel, guint64 *sends, guint64 *receives, guint64 *load)
{
	const Fabric *f = p->fabric;
	guint32 out[64], port = fabric_port_index(f, f->switches[p->from[channel]], p->out_port[channel]);
	guint n;
	*load = 0;
	for (guint32 s = 0; s < f->n_endpoints; s++)
		for (guint32 d = 0; d < f->n_endpoints; d++) {
			const FabricPort *to = &f->ports[f->endpoints[d]];
			for (guint32 lid = to->lid; s != d && lid < to->lid + (1u << to->lmc); lid++) {
				guint64 over = 0;
				if (fixture_walk(f, p->lft, f->endpoints[s], lid, out, &n) == WALK_ARRIVES)
					for (guint i = 0; i < n; i++)
						over += out[i] == port;
				*load += over;
				sends[s] += over;
				receives[d] += over;
			}
		}
}

static guint64 told(const GPtrArray *rows, guint64 rank, guint lid, const char *key)
{
	for (guint i = 0; i < rows->len; i++) {
		const GPtrArray *row = ((const Figure *)g_ptr_array_index(rows, i))->parts;
		const Figure *is_rank = g_ptr_array_index(row, 0), *is_lid = g_ptr_array_index(row, 2);
		if (is_rank->integer != (gint64)rank || is_lid->integer != lid)
			continue;
		for (guint k = 0; k < row->len; k++)
			if (g_str_equal(((const Figure *)g_ptr_array_index(row, k))->key, key))
				return (guint64)((const Figure *)g_ptr_array_index(row, k))->integer;
	}
	return 0;
}

static guint others_seen;

START_TEST(test_others)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) f = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(f, rand);
	g_autoptr(Paths) p = paths_new(f, lft, NULL);
	g_autoptr(Report) r = report_new("others");
	guint32 n = MIN(p->n_channels, 3), job[] = {0, f->n_endpoints / 2};
	g_autofree guint32 *rank = g_new(guint32, p->n_channels + 1);
	for (guint32 c = 0; c < p->n_channels; c++)
		rank[c] = c < n ? c : OTHERS_NO_RANK;
	ck_assert(paths_take_only(p, job, f->n_endpoints > 2 ? 2 : 1, NULL));
	g_autoptr(Others) others = others_new(p, rank, n, NULL);
	others_report(r, others, p);
	const GPtrArray *rows = ((const Figure *)g_ptr_array_index(r->root->parts, 0))->parts;
	others_seen += rows->len > 0;
	for (guint32 c = 0; c < n; c++) {
		guint64 load;
		g_autofree guint64 *sends = g_new0(guint64, f->n_endpoints);
		g_autofree guint64 *receives = g_new0(guint64, f->n_endpoints);
		plain_others(p, c, sends, receives, &load);
		ck_assert_uint_eq(others->load[c], load);
		for (guint32 e = 0; e < f->n_endpoints; e++) {
			gboolean own = paths_takes_part(p, f->endpoints[e]);
			guint lid = f->ports[f->endpoints[e]].lid;
			ck_assert_uint_eq(told(rows, c + 1, lid, "sends"), own ? 0 : sends[e]);
			ck_assert_uint_eq(told(rows, c + 1, lid, "receives"), own ? 0 : receives[e]);
		}
	}
}
END_TEST

START_TEST(test_others_seen)
{
	ck_assert_uint_ge(others_seen, 20);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_change");
	TCase *tcase = tcase_create("change");
	tcase_add_loop_test(tcase, test_routes, 0, 60);
	tcase_add_test(tcase, test_some_changed);
	tcase_add_loop_test(tcase, test_maps, 0, 30);
	tcase_add_test(tcase, test_multicast_blocks);
	tcase_add_test(tcase, test_seconds);
	tcase_add_loop_test(tcase, test_others, 0, 60);
	tcase_add_test(tcase, test_others_seen);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
