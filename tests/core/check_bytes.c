/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares checksums with tests/core/bytes: drawn cases (tests/attack), each routed, damaged, routed again from what
 * was there, exchanged and optimized, come out alike to the last byte and figure. It is the other half of
 * test_route_bytes.sh: what an edit alters without being meant to shows in fabrics that nobody drew, too.
 *
 * A line is CHECKSUM CHECKSUM SET FIRST: of CASES cases of a set from seed FIRST on, of the first routings and of what
 * came after events. `check_bytes --write` prints the file anew,
 * which is what a change that alters tables on purpose does in the same commit; `check_bytes SET SEED` prints what one
 * case is, part by part.
 */
#include "core/exchange/exchange.h"
#include "core/routing_optimize.h"
#include "tests/attack/attack.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 10, LINE_LEAST = 60, OPTIMIZE_STEPS = 300, OPTIMIZE_MOST = 30 };

typedef struct {
	const char *name;
	guint least, most; /* switches */
	gboolean light;
	guint cases;
} Set;

static const Set sets[] = {
	{"tiny", 2, 12, FALSE, 300},    {"small", 8, 30, FALSE, 300},  {"thin", 20, 60, TRUE, 400},
	{"medium", 60, 120, TRUE, 100}, {"large", 301, 330, TRUE, 30},
};

typedef struct {
	guint64 sum;
	gboolean verbose;
} Sum;

/* FNV-1a */
static void add_bytes(Sum *s, gconstpointer bytes, gsize n)
{
	const guint8 *b = bytes;
	for (gsize i = 0; b && i < n; i++)
		s->sum = (s->sum ^ b[i]) * 0x100000001b3u;
}

static void add_number(Sum *s, const char *what, guint64 number)
{
	add_bytes(s, &number, sizeof number);
	if (s->verbose)
		printf("%s %" G_GUINT64_FORMAT "\n", what, number);
}

static void add_table(Sum *s, const char *what, gconstpointer bytes, gsize n)
{
	Sum table = {.sum = 1};
	add_bytes(&table, bytes, n);
	add_number(s, what, bytes ? table.sum : 0);
}

static void add_sl2vl(Sum *s, const Sl2vl *maps)
{
	Sum table = {.sum = 1};
	for (guint32 row = 0; maps && row < maps->n_switches; row++)
		for (guint in = 0; in <= maps->n_ports[row]; in++)
			for (guint out = 0; out <= maps->n_ports[row]; out++)
				add_bytes(&table, sl2vl_get(maps, row, in, out), sizeof(SlMap));
	add_number(s, "SL to VL", table.sum);
}

static void add_routing(Sum *s, const Routing *r)
{
	gsize n = r->n_switches, entries = n * r->n_lids;
	add_table(s, "entries", r->lft->port, entries);
	add_table(s, "SLs", r->path_sl ? r->path_sl->sl : NULL, entries);
	add_sl2vl(s, r->sl2vl);
	add_table(s, "hops", r->hops, n * n);
	add_table(s, "tree", r->mcast, n << 8);
	add_table(s, r->strategy, r->strategy, strlen(r->strategy));
	add_number(s, "lanes", r->vls_used * 64 + r->vls_needed * 8 + r->vls_mapped);
	for (guint c = 0; c < FABRIC_N_CLASSES; c++)
		add_number(s, "lanes of a class", r->class_lanes[c]);
	add_number(s, "longer", r->nonminimal_pairs);
	add_number(s, "detours", r->detours);
	add_number(s, "longest", r->longest);
	add_number(s, "EFI", r->efi);
	add_number(s, "fresh EFI", r->fresh_efi);
	add_number(s, "unproven", r->management_pairs_unproven);
	add_number(s, "weak", r->weak_links);
	add_number(s, "how", r->rerouted * 8u + r->as_is * 4u + r->cheaper * 2u + r->lane_aware + 16 * r->passes);
	add_number(s, "changed", r->changes.changed);
	add_number(s, "must", r->changes.must);
	add_number(s, "blocks", r->changes.blocks_changed);
	add_number(s, "other SLs", r->changes.sls_changed);
	add_number(s, "of paths", r->changes.paths);
	for (guint i = 0; r->older && i < r->older->len; i++) {
		const SlOlder *o = &g_array_index(r->older, SlOlder, i);
		add_number(s, "older", o->from * 31 + o->to * 17 + o->sls);
	}
}

static void add_pairs(Sum *s, const char *what, const GArray *pairs)
{
	for (guint i = 0; pairs && i < pairs->len; i++) {
		const ExchangePair *pair = &g_array_index(pairs, ExchangePair, i);
		add_number(s, what, ((guint64)pair->row << 32) + pair->dest);
	}
}

static void add_exchange(Sum *s, const ExchangePlan *x, gsize entries)
{
	add_table(s, "stage", x->first_phase ? x->first_phase->port : NULL, entries);
	add_table(s, "SLs until then", x->sl ? x->sl->sl : NULL, entries);
	add_number(s, "exchange", (x->unproven || x->forced) * 2u + x->tables_before_last);
	add_number(s, "waiting", x->waiting + ((guint64)x->hurried << 32));
	add_number(s, "to exchange", x->changed);
	add_number(s, "pairs waiting", x->pairs_waiting);
	add_number(s, "pairs dropped", x->pairs_dropped);
	add_number(s, "pairs illegal", x->pairs_illegal);
	add_number(s, "others illegal", x->others_illegal);
	add_pairs(s, "illegal", x->illegal);
}

/* ---- a case */

static void exchange(Sum *s, const Fabric *then, const Routing *was, const Fabric *now, const Routing *is)
{
	TablesInForce previous = {.lft = was->lft,
				  .path_sl = was->path_sl,
				  .fabric = then,
				  .lanes = was->vls_mapped,
				  .sl2vl = was->path_sl ? NULL : was->sl2vl};
	g_autoptr(ExchangePlan) x = exchange_plan_new(&previous, now, is->stand, is->lft, is->path_sl, NULL);
	if (x)
		add_exchange(s, x, (gsize)is->n_switches * is->n_lids);
}

static void optimize(Sum *s, const Fabric *fabric, const RoutingOptions *options, const Routing *routing)
{
	OptimizeState state = {0};
	OptimizeOptions wanted = {.seed = 1, .steps = OPTIMIZE_STEPS};
	g_autoptr(Routing) better = routing_optimize(fabric, options, routing, &wanted, &state, NULL);
	add_number(s, "better", better != NULL);
	if (better)
		add_routing(s, better);
}

static Routing *route(Sum *s, const Case *c, const Fabric *fabric, const Fabric *before, const Routing *previous)
{
	RoutingOptions options = case_options(c, fabric);
	options.lmc_routes = LMC_SHORTEST;
	PreviousTables from = {.fabric = before};
	if (previous) {
		from.lft = previous->lft;
		from.path_sl = previous->path_sl;
		from.efi = previous->fresh_efi;
		from.stand = c->wishes.stand ? previous->stand : NULL;
		from.vls_needed = previous->vls_needed;
		from.older = previous->older;
		from.detours = previous->detours;
		options.previous = &from;
	}
	options.stand = TRUE;
	Routing *routing = routing_compute(fabric, &options, NULL);
	add_number(s, "routed", routing != NULL);
	if (!routing)
		return NULL;
	add_routing(s, routing);
	if (previous && routing->stand && previous->stand)
		exchange(s, before, previous, fabric, routing);
	if (!previous && routing->stand && fabric->n_switches <= OPTIMIZE_MOST && !routing_as_is(&options))
		optimize(s, fabric, &options, routing);
	return routing;
}

static void add_case(Sum *first, Sum *later, const Set *set, guint32 seed)
{
	g_autoptr(Case) c = draw_case(seed, set->least, set->most, set->light, NULL);
	g_autoptr(Fabric) before = NULL;
	g_autoptr(Routing) previous = NULL;
	for (guint event = 0; event <= c->events->len; event++) {
		g_autoptr(Fabric) fabric = case_fabric(c, event, before);
		Routing *routing = fabric ? route(event ? later : first, c, fabric, before, previous) : NULL;
		if (!routing)
			return;
		routing_free(previous);
		fabric_free(before);
		previous = routing;
		before = g_steal_pointer(&fabric);
	}
}

/* The two of a line. */
static void sums_of(const Set *set, guint32 from, guint64 sum[2])
{
	Sum first = {.sum = 0xcbf29ce484222325u}, later = first;
	for (guint32 seed = from; seed < from + CASES; seed++)
		add_case(&first, &later, set, seed);
	sum[0] = first.sum;
	sum[1] = later.sum;
}

/* ---- all of them */

static const Set *set_of(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(sets); i++)
		if (!strcmp(sets[i].name, name))
			return &sets[i];
	return NULL;
}

START_TEST(bytes_are_what_they_were)
{
	const char *srcdir = g_getenv("srcdir");
	g_autofree char *path = g_build_filename(srcdir ? srcdir : ".", "tests", "core", "bytes", NULL), *text = NULL;
	ck_assert(g_file_get_contents(path, &text, NULL, NULL));
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	guint looked = 0;
	for (guint i = 0; lines[i]; i++) {
		char name[16];
		guint64 stated[2] = {0}, found[2];
		guint32 first = 0;
		if (sscanf(lines[i], "%" G_GINT64_MODIFIER "x %" G_GINT64_MODIFIER "x %15s %u", &stated[0], &stated[1],
			   name, &first) != 4)
			continue;
		const Set *set = set_of(name);
		ck_assert_ptr_nonnull(set);
		looked++;
		sums_of(set, first, found);
		for (guint k = 0; k < 2; k++)
			ck_assert_msg(
				found[k] == stated[k],
				"cases %s %u and on are not what they were%s: if that is meant, print %s anew with "
				"--write",
				name, first, k ? " after events" : "", path);
	}
	ck_assert_uint_ge(looked, LINE_LEAST);
}
END_TEST

static int write_all(void)
{
	printf("# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause\n"
	       "# Written by `tests/core/check_bytes --write`, which says what this is.\n");
	for (guint i = 0; i < G_N_ELEMENTS(sets); i++)
		for (guint32 first = 1; first < sets[i].cases; first += CASES) {
			guint64 sum[2];
			sums_of(&sets[i], first, sum);
			printf("%016" G_GINT64_MODIFIER "x %016" G_GINT64_MODIFIER "x %s %u\n", sum[0], sum[1],
			       sets[i].name, first);
		}
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	const TTest *const tests[] = {bytes_are_what_they_were, NULL};
	Sum s = {.verbose = TRUE};
	if (argc == 2 && !strcmp(argv[1], "--write"))
		return write_all();
	if (argc == 3 && set_of(argv[1]))
		return add_case(&s, &s, set_of(argv[1]), (guint32)atoi(argv[2])), EXIT_SUCCESS;
#ifndef __x86_64__
	printf("numbers may be rounded otherwise here\n");
	return 77;
#endif
	return fixture_run("bytes", tests);
}
