/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Whatever is broken, the rest is routed. Many fabrics, each damaged over and over by a mixture of defects drawn from a
 * seed, go through the plugin's callbacks as OpenSM calls them; what these give is judged by code that shares nothing
 * with them. `check_degraded SPEC SEED` runs one case again.
 */
#include "core/base/error.h"
#include "tests/core/fixture.h"
#include "tests/plugin/motley_fabric.h"
#include "tests/plugin/osm_damage.h"
#include "tests/plugin/osm_truth.h"
#include "tests/core/routing_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 4       /* of damage and sweep that a subnet goes through */
#define DEFECTS_MOST 5 /* in one round */
#define MANY_LANES 5   /* code of VLCap for VL0-14 */
#define ALL_SEEDS 10   /* of each SPEC */

typedef struct {
	const char *spec;
	guint32 seed;
	GRand *rand;
	OsmDouble *twin;
	GString *story;    /* what was done to it */
	gboolean lopsided; /* sl=asymmetric */
} Run;

typedef struct {
	guint sweeps, lanes;
	guint64 pairs, apart;
	guint inflicted[64]; /* times, by number of the defect */
} Tally;

static Tally tally;

static const char *const specs[] = {
	"single:hosts=4",
	"karytree:2,3",
	"fattree:ports=4,levels=2",
	"torus:3x3,hosts=2",
	"torus:5,hosts=1",
	"mesh:4x3,hosts=1",
	"hypercube:3,hosts=1",
	"clos:leaves=5,hosts=2,spines=2,links=2",
	"dragonfly:a=3,p=1,h=1",
	"random:switches=9,ports=5,hosts=2",
	"random:switches=14,ports=6,hosts=1,seed=7",
	"kautz:2,2",
};

/* ---- a subnet */

static void set_lanes(const OsmDouble *twin, guint code)
{
	for (guint32 i = 0; i < twin->model->n_nodes; i++)
		for (guint num = 0; num < twin->nodes[i]->physp_tbl_size; num++) {
			ib_port_info_t *info = &twin->nodes[i]->physp_table[num].port_info;
			info->vl_cap = (guint8)(code << 4);
			ib_port_info_set_op_vls(info, (guint8)code);
		}
}

static void start_managers(const OsmDouble *twin)
{
	for (guint32 i = 0; i < twin->model->n_nodes; i++)
		if (twin->model->nodes[i].manager)
			twin->nodes[i]->physp_table[0].port_info.capability_mask |= IB_PORT_CAP_IS_SM;
}

static Run start(const char *spec, guint32 seed)
{
	Run run = {.spec = spec, .seed = seed, .rand = g_rand_new_with_seed(seed), .story = g_string_new(NULL)};
	Fabric *model = motley_fabric(spec, run.rand);
	ck_assert_msg(model != NULL, "%s", spec);
	run.lopsided = g_rand_int_range(run.rand, 0, 4) == 0;
	run.twin = osm_double_new_of(model, run.lopsided ? "threads=1 sl=asymmetric" : "threads=1");
	set_lanes(run.twin, g_rand_int_range(run.rand, 0, 4) ? MANY_LANES : (guint)g_rand_int_range(run.rand, 0, 6));
	start_managers(run.twin);
	return run;
}

static void stop(Run *run)
{
	osm_double_free(run->twin);
	g_rand_free(run->rand);
	g_string_free(run->story, TRUE);
}

static void inflict(Run *run, guint which)
{
	osm_damages[which].inflict(run->twin, run->rand);
	g_string_append_printf(run->story, "%s%s", run->story->len ? ", " : "", osm_damages[which].name);
	tally.inflicted[which]++;
}

/* ---- what must hold after a sweep */

/* All that the SA and the link manager may ask for, sense or not. */
static void ask_anything(const Run *run, gboolean lanes)
{
	const OsmDouble *twin = run->twin;
	ib_slvl_table_t table;
	for (guint i = 0; i < 2000; i++) {
		guint slid = (guint)g_rand_int_range(run->rand, 0, 1 << 16), hint = i % 16;
		guint dlid = (guint)g_rand_int_range(run->rand, 0, i % 2 ? 1 << 16 : (gint)twin->model->n_lids + 9);
		guint sl = twin->entry.path_sl(twin->entry.context, (guint8)hint, cl_hton16((guint16)slid),
					       cl_hton16((guint16)dlid));
		ck_assert_msg(lanes ? sl < SL_COUNT : sl == hint, "SL %u", sl);
	}
	for (guint32 i = 0; i < twin->model->n_nodes; i++)
		for (guint num = 0; num < twin->nodes[i]->physp_tbl_size; num++)
			for (guint in = 0; in < 256; in += 51)
				twin->entry.update_sl2vl(twin->entry.context, &twin->nodes[i]->physp_table[num],
							 (guint8)in, (guint8)(in % 2 ? num : 255 - in), &table);
}

/* The number before some words in what the latest sweep says, 0 where it does not. */
static guint64 number_by_log(const Run *run, const char *what)
{
	const char *words = strstr(run->twin->log->str, what);
	while (words && words > run->twin->log->str && g_ascii_isdigit(words[-1]))
		words--;
	return words ? g_ascii_strtoull(words, NULL, 10) : 0;
}

static void judge_tables(const Run *run, const OsmTruth *truth)
{
	guint lanes = osm_truth_lanes(truth);
	JudgeRules rules = {.max_vls = osm_truth_most_lanes(truth), .symmetric = !run->lopsided, .tables_only = TRUE};
	Verdict verdict;
	g_autoptr(Routing) tables = osm_truth_gather(run->twin, truth);
	gboolean right = routing_judge(truth->fabric, tables, &rules, &verdict);
	ck_assert_msg(right, "%s %u: %s, after: %s", run->spec, run->seed, verdict.failure, run->story->str);
	guint64 detours = number_by_log(run, " host pairs have longer paths");
	ck_assert_msg(lanes < ROUTING_MAX_VLS || verdict.nonminimal <= detours, "%s %u: detours after: %s", run->spec,
		      run->seed, run->story->str);
	ask_anything(run, tables->path_sl != NULL);
	tally.pairs += verdict.pairs;
	tally.apart += verdict.apart;
	tally.lanes = MAX(tally.lanes, verdict.lanes);
}

static void sweep(const Run *run)
{
	g_string_truncate(run->twin->log, 0);
	int status = osm_double_sweep(run->twin);
	/* Some destinations may wait until switches have SL to VL tables. */
	if (!status && strstr(run->twin->log->str, "the next sweep, which this plugin has asked OpenSM for"))
		status = osm_double_sweep(run->twin);
	ck_assert_msg(status == 0, "%s %u: the engine returned %d (%s) after: %s", run->spec, run->seed, status,
		      run->twin->log->str, run->story->str);
	OsmTruth *truth = osm_truth_new(run->twin);
	judge_tables(run, truth);
	osm_truth_check_hops(truth);
	osm_truth_free(truth);
	tally.sweeps++;
}

/* Of published routes, which lanes do not change, so many were refused of so many. */
static guint refused, asked;

/* The same parts by core alone: every engine, SLs of both kinds. */
static void route_rest(const Run *run)
{
	OsmTruth *truth = osm_truth_new(run->twin);
	RoutingTally routed = {0};
	g_autofree char *name = g_strdup_printf("%s %u, after: %s", run->spec, run->seed, run->story->str);
	for (guint i = 0; route_engines[i]; i++)
		for (guint asymmetric = 0; asymmetric <= 1; asymmetric++) {
			RoutingOptions options = routing_case_options(route_engines[i]->name);
			options.asymmetric = asymmetric != 0;
			options.max_vls = osm_truth_lanes(truth);
			asked += routing_as_is(&options);
			Routing *routing = routing_case_judge_some(name, truth->fabric, &options, FALSE, &routed);
			refused += !routing;
			routing_free(routing);
		}
	osm_truth_free(truth);
}

static void damage_and_sweep(const char *spec, guint32 seed)
{
	Run run = start(spec, seed);
	sweep(&run);
	for (guint round = 0; round < ROUNDS; round++) {
		for (gint defects = g_rand_int_range(run.rand, 1, DEFECTS_MOST + 1); defects; defects--)
			inflict(&run, (guint)g_rand_int_range(run.rand, 0, (gint)osm_damages_count()));
		sweep(&run);
	}
	route_rest(&run);
	stop(&run);
}

/* ---- */

START_TEST(mixtures_of_defects)
{
	tally = (Tally){0};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint32 seed = 1; seed <= ALL_SEEDS; seed++)
			damage_and_sweep(specs[i], 100 * i + seed);
	printf("%u sweeps, %" G_GUINT64_FORMAT " pairs arrive, %" G_GUINT64_FORMAT " are apart, at most %u lanes\n",
	       tally.sweeps, tally.pairs, tally.apart, tally.lanes);
	for (guint which = 0; which < osm_damages_count(); which++)
		ck_assert_msg(tally.inflicted[which], "%s: never", osm_damages[which].name);
	ck_assert_uint_gt(tally.pairs, 10 * tally.sweeps);
	ck_assert_uint_gt(tally.apart, tally.sweeps);
	ck_assert_uint_gt(tally.lanes, 1);
	printf("%u of %u times published routes had no lanes\n", refused, asked);
	/* 62 of 480 */
	ck_assert_uint_gt(asked, 400);
	ck_assert_uint_le(7 * refused, asked);
}
END_TEST

/* Each defect by itself, on a fabric that needs lanes: a failure names one. */
START_TEST(one_defect_at_a_time)
{
	for (guint which = 0; which < osm_damages_count(); which++)
		for (guint32 seed = 1; seed <= 3; seed++) {
			Run run = start("torus:5x3,hosts=1", seed);
			for (guint times = 0; times < seed; times++)
				inflict(&run, which);
			sweep(&run);
			stop(&run);
		}
}
END_TEST

/* All that there is breaks, one thing after the other. */
START_TEST(until_nothing_is_left)
{
	Run run = start("torus:4x3,hosts=1", 5);
	for (guint round = 0; round < 60; round++) {
		g_string_truncate(run.story, 0);
		for (guint defects = 0; defects < 6; defects++)
			inflict(&run, (guint)g_rand_int_range(run.rand, 0, (gint)osm_damages_count()));
		sweep(&run);
	}
	stop(&run);
}
END_TEST

/* Two adapters have one LID: the second gets no traffic, which is a danger. */
START_TEST(what_is_left_out_is_told)
{
	OsmDouble *twin = osm_double_new("torus:4x3,hosts=1", "threads=1");
	osm_physp_t *first = NULL, *second = NULL;
	ck_assert_int_eq(osm_double_sweep(twin), 0);
	ck_assert_msg(!strstr(twin->log->str, "SSSP25"), "%s", twin->log->str);
	for (guint32 i = 0; i < twin->model->n_ports && !second; i++) {
		const osm_port_t *endport = &twin->endports[i];
		if (!endport->p_physp || endport->p_node->sw)
			continue;
		second = first ? endport->p_physp : NULL;
		first = first ? first : endport->p_physp;
	}
	ck_assert_ptr_nonnull(second);
	second->port_info.base_lid = first->port_info.base_lid;
	g_autofree char *told = g_strdup_printf("ERR SSSP25: left out (the first: 0x%016" G_GINT64_MODIFIER
						"x '%s' port %u): 0 nodes, 0 unhealthy and 0 unread link ends, "
						"1 ports with unusable LIDs: these get no traffic",
						cl_ntoh64(osm_node_get_node_guid(second->p_node)),
						second->p_node->print_desc, second->port_num);
	ck_assert_int_eq(osm_double_sweep(twin), 0);
	ck_assert_msg(strstr(twin->log->str, told) != NULL, "%s", twin->log->str);
	osm_double_free(twin);
}
END_TEST

static const char *one_spec;
static guint32 one_seed;

START_TEST(one_case)
{
	damage_and_sweep(one_spec, one_seed);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {one_defect_at_a_time, mixtures_of_defects, until_nothing_is_left,
				      what_is_left_out_is_told, NULL};
	const TTest *const one[] = {one_case, NULL};
	if (argc != 3)
		return fixture_run("degraded subnets", tests);
	one_spec = argv[1];
	one_seed = (guint32)strtoul(argv[2], NULL, 10);
	return fixture_run("one degraded subnet", one);
}
