/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Compares each failure with the fabric without it: who reaches whom, which routes and entries led there. */
#include "evaluator/failures/failures.h"
#include "evaluator/failures/without.h"
#include "evaluator/measures/efi.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	Fabric *fabric;
	Lft *lft;
	Paths *paths;
	Machines *machines;
} Bed;

static void bed_start(Bed *b, Fabric *fabric, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	b->fabric = fabric;
	b->lft = fixture_minimal(fabric, rand);
	b->paths = paths_new(fabric, b->lft, NULL);
	b->machines = machines_new(fabric, NULL, NULL);
}

static void bed_end(Bed *b)
{
	machines_free(b->machines);
	paths_free(b->paths);
	lft_free(b->lft);
	fabric_free(b->fabric);
}

/* Pairs of hosts, by LID, that cables join in a fabric; those of all endpoints where there is no host. */
static guint64 joined(const Fabric *f)
{
	g_autofree guint32 *far = fixture_distances(f);
	guint64 pairs = 0;
	for (guint32 a = 0; a < f->n_endpoints; a++)
		for (guint32 b = 0; b < f->n_endpoints; b++) {
			guint32 from = f->ports[f->ports[f->endpoints[a]].peer].node;
			guint32 to = f->ports[f->ports[f->endpoints[b]].peer].node;
			pairs += a != b && far[(gsize)from * f->n_nodes + to] != G_MAXUINT32;
		}
	return pairs;
}

static void check_one(const Bed *b, const Failure *f)
{
	const Paths *p = b->paths;
	guint32 node = p->fabric->switches[f->row];
	gboolean cable = f->channel != PATHS_NONE;
	guint32 port = cable ? fabric_port_index(p->fabric, node, p->out_port[f->channel]) : FABRIC_NONE;
	g_autoptr(Fabric) left = fabric_without(p->fabric, cable ? FABRIC_NONE : node, port, NULL);
	ck_assert_ptr_nonnull(left);
	ck_assert_uint_eq(left->n_switches, p->fabric->n_switches - !cable);
	ck_assert_uint_eq(f->pairs_cut, joined(p->fabric) - joined(left));
	ck_assert_uint_eq(f->own_hosts, cable ? 0 : p->hosts[f->row]);
	ck_assert_uint_ge(f->hosts_cut, p->n_part == f->own_hosts ? 0 : f->own_hosts && f->pairs_cut);
	ck_assert(!f->pairs_cut || f->hosts_cut > 0 || !cable);
	ck_assert(fabric_check(left, NULL));
}

/* Routes that cross it: those whose walk leaves or enters it. */
static guint64 routes_over(const Bed *b, const Failure *f)
{
	const Fabric *fab = b->fabric;
	guint64 over = 0;
	for (guint32 i = 0; i < fab->n_endpoints; i++)
		for (guint32 j = 0; j < fab->n_endpoints; j++) {
			const FabricPort *to = &fab->ports[fab->endpoints[j]];
			for (guint32 lid = to->lid; i != j && lid < to->lid + (1u << to->lmc); lid++) {
				guint32 out[300];
				guint n;
				gboolean hit = FALSE;
				ck_assert_int_eq(fixture_walk(fab, b->lft, fab->endpoints[i], lid, out, &n),
						 WALK_ARRIVES);
				for (guint k = 0; k < n; k++) {
					guint32 c = b->paths->port_channel
							    [(gsize)b->paths->row_of_node[fab->ports[out[k]].node] *
								     PATHS_PORTS +
							     fab->ports[out[k]].num];
					gboolean same_cable =
						f->channel != PATHS_NONE && c != PATHS_NONE &&
						(c == f->channel ||
						 (b->paths->to[c] == f->row &&
						  b->paths->in_port[c] == b->paths->out_port[f->channel]));
					hit = hit || (f->channel == PATHS_NONE
							      ? fab->ports[out[k]].node == fab->switches[f->row]
							      : same_cable);
				}
				over += hit;
			}
		}
	return over;
}

START_TEST(test_any_fabric)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	Bed b;
	bed_start(&b, fixture_random(rand), (guint32)_i);
	for (guint kind = FAILURE_SWITCH; kind <= FAILURE_CABLE; kind++) {
		FailureOptions one = {.threads = 1}, many = {.threads = 3};
		GArray *found = failures_new(b.paths, b.machines, (FailureKind)kind, &one, NULL);
		GArray *again = failures_new(b.paths, b.machines, (FailureKind)kind, &many, NULL);
		ck_assert_uint_eq(found->len, again->len);
		for (guint i = 0; i < found->len; i++) {
			const Failure *f = &g_array_index(found, Failure, i), *g = &g_array_index(again, Failure, i);
			ck_assert(f->row == g->row && f->channel == g->channel && f->pairs_cut == g->pairs_cut);
			check_one(&b, f);
			if (kind == FAILURE_CABLE)
				ck_assert_uint_eq(f->routes, routes_over(&b, f));
		}
		failures_free(found);
		failures_free(again);
	}
	bed_end(&b);
}
END_TEST

/* A chain of three: the middle cuts all; a cable of two beside it cuts nothing. */
START_TEST(test_a_chain)
{
	Fabric *chain = synth_fabric("mesh:3,hosts=2", NULL);
	ck_assert(fabric_assign_lids(chain, 0, NULL, NULL));
	Bed b;
	FailureOptions how = {0};
	bed_start(&b, chain, 1);
	GArray *found = failures_new(b.paths, b.machines, FAILURE_SWITCH, &how, NULL);
	const Failure *worst = &g_array_index(found, Failure, 0);
	ck_assert_uint_eq(worst->row, 1);
	ck_assert_uint_eq(worst->own_hosts, 2);
	ck_assert_uint_eq(worst->hosts_cut, 4); /* two of six are left together */
	ck_assert_uint_eq(failure_others_cut(worst), 2);
	ck_assert_uint_eq(worst->pairs_cut, 6 * 5 - 2 * 2);
	ck_assert_uint_eq(worst->routes, 2 * 5 + 8 + 8); /* from its own; to its own; of the ends with each other */
	ck_assert_uint_eq(worst->machines->len, 4);
	ck_assert_uint_eq(failure_others_cut(&g_array_index(found, Failure, 1)), 0);
	failures_free(found);
	found = failures_new(b.paths, b.machines, FAILURE_CABLE, &how, NULL);
	ck_assert_uint_eq(found->len, 2);
	ck_assert_uint_eq(g_array_index(found, Failure, 0).hosts_cut, 2);
	ck_assert_uint_eq(g_array_index(found, Failure, 0).pairs_cut, 16);
	failures_free(found);
	bed_end(&b);
}
END_TEST

/* Hosts are cut off from what is left of their own part, however many hosts other parts have: here 8 and 6 hosts. */
START_TEST(test_a_fabric_in_parts)
{
	g_autoptr(Fabric) chain = synth_fabric("mesh:7,hosts=2", NULL);
	ck_assert(fabric_assign_lids(chain, 0, NULL, NULL));
	guint32 port = chain->nodes[chain->switches[3]].first_port;
	while (chain->ports[port].peer == FABRIC_NONE ||
	       chain->ports[chain->ports[port].peer].node != chain->switches[4])
		port++;
	Bed b;
	FailureOptions how = {0};
	bed_start(&b, fabric_without(chain, FABRIC_NONE, port, NULL), 1);
	GArray *found = failures_new(b.paths, b.machines, FAILURE_CABLE, &how, NULL);
	ck_assert_uint_eq(found->len, 5);
	const Failure *worst = &g_array_index(found, Failure, 0);
	ck_assert_uint_eq(worst->row, 1);
	ck_assert_uint_eq(worst->hosts_cut, 4);
	ck_assert_uint_eq(worst->pairs_cut, 8 * 7 - 2 * 4 * 3);
	failures_free(found);
	bed_end(&b);
}
END_TEST

/* Machines with an adapter elsewhere are not cut off; entries that lead to a switch are those that others have. */
START_TEST(test_machines_and_entries)
{
	Fabric *tree = fixture_tree(3, 2, 2);
	for (guint32 i = 0, n = 0; i < tree->n_nodes; i++)
		if (!fabric_is_switch(tree, i)) {
			g_autofree char *name = g_strdup_printf("m-%u mlx5_%u", n % 2, n / 2);
			ck_assert(fabric_set_name(tree, i, name, NULL));
			n++;
		}
	Bed b;
	FailureOptions how = {0};
	bed_start(&b, tree, 1);
	ck_assert_uint_eq(b.machines->n, 2);
	GArray *found = failures_new(b.paths, b.machines, FAILURE_SWITCH, &how, NULL);
	guint64 entries = 0, leading = 0;
	for (guint i = 0; i < found->len; i++) {
		const Failure *f = &g_array_index(found, Failure, i);
		ck_assert(!f->machines || !f->machines->len);
		entries += f->entries;
		ck_assert_uint_le(f->blocks, f->entries);
	}
	for (guint32 row = 0; row < b.paths->n_rows; row++)
		for (guint32 lid = 1; lid < tree->n_lids; lid++) {
			guint8 port;
			guint32 owner = paths_lid_row(b.paths, lid),
				c = owner == PATHS_NONE ? PATHS_NONE : paths_next(b.paths, row, lid, &port);
			leading += c != PATHS_NONE && b.paths->to[c] != owner;
		}
	ck_assert_uint_eq(entries, leading);
	failures_free(found);
	bed_end(&b);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("failures");
	TCase *tcase = tcase_create("failures");
	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, test_any_fabric, 0, 60);
	tcase_add_test(tcase, test_a_chain);
	tcase_add_test(tcase, test_a_fabric_in_parts);
	tcase_add_test(tcase, test_machines_and_entries);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
