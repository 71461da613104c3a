/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Jobs over many sweeps: those that run are known to run after sweeps that asked for none, and routes are weighed for
 * those that begin whatever has happened before; tables are sound all the time.
 */
#include "core/base/error.h"
#include "core/fabric/fabric_digest.h"
#include "core/routing.h"
#include "formats/tables/fabric_id.h"
#include "formats/tables/lfts.h"
#include "formats/tables/slvl.h"
#include "formats/tables/sssp_sl.h"
#include "formats/state.h"
#include "formats/tables/table_names.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_judge.h"
#include "tests/plugin/osm_double.h"
#include "tests/plugin/osm_truth.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder;

static void put(const char *name, GString *text)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);
	ck_assert(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
	g_string_free(text, TRUE);
}

static void make_folder(void)
{
	folder = g_dir_make_tmp("check_plugin_job_sweeps.XXXXXX", NULL);
}

static void remove_folder(void)
{
	const char *const names[] = {TABLES_LFTS, TABLES_SL, TABLES_SLVL, TABLES_ID,
				     "jobs",      "state",   STATE_FILE,  TABLES_STATUS};
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = g_build_filename(folder, names[i], NULL);
		g_unlink(path);
	}
	ck_assert_int_eq(g_rmdir(folder), 0);
	g_clear_pointer(&folder, g_free);
}

/* Jobs of every fourth host, this many. */
static void write_jobs(const OsmDouble *twin, guint n)
{
	GString *text = g_string_new("");
	for (guint job = 0; job < n; job++) {
		g_string_append_printf(text, "j%u: nobody", job);
		for (guint32 e = job; e < twin->model->n_endpoints; e += 4)
			g_string_append_printf(
				text, ",0x%" G_GINT64_MODIFIER "x",
				twin->model->nodes[twin->model->ports[twin->model->endpoints[e]].node].guid);
		g_string_append_c(text, '\n');
	}
	put("jobs", text);
}

static OsmDouble *start(const char *spec, const char *more)
{
	g_autofree char *options = g_strdup_printf("threads=1 jobs=%s/jobs %s", folder, more);
	OsmDouble *twin = osm_double_new(spec, options);
	write_jobs(twin, 1);
	return twin;
}

static void judge_tables(const OsmDouble *twin)
{
	OsmTruth *truth = osm_truth_new(twin);
	const JudgeRules rules = {.max_vls = osm_truth_lanes(truth), .tables_only = TRUE};
	Verdict verdict;
	g_autoptr(Routing) tables = osm_truth_gather(twin, truth);
	ck_assert_msg(routing_judge(truth->fabric, tables, &rules, &verdict), "%s", verdict.failure);
	osm_truth_free(truth);
}

static void sweep(OsmDouble *twin)
{
	g_string_truncate(twin->log, 0);
	ck_assert_int_eq(osm_double_sweep(twin), 0);
	osm_double_done(twin);
	/* Some destinations may wait until switches have SL to VL tables. */
	if (strstr(twin->log->str, "the next sweep, which this plugin has asked OpenSM for")) {
		ck_assert_int_eq(osm_double_sweep(twin), 0);
		osm_double_done(twin);
	}
	judge_tables(twin);
}

static void sweep_tells(OsmDouble *twin, const char *what)
{
	sweep(twin);
	ck_assert_msg(strstr(twin->log->str, what) != NULL, "not '%s' but: %s", what, twin->log->str);
}

static gboolean is_cable(const Fabric *f, guint32 port)
{
	return f->ports[port].peer != FABRIC_NONE && fabric_is_switch(f, f->ports[port].node) &&
	       fabric_is_switch(f, f->ports[f->ports[port].peer].node);
}

static guint32 some_cable(const Fabric *f)
{
	guint32 port = 0;
	while (!is_cable(f, port))
		port++;
	return port;
}

/* ---- sweeps that ask for no jobs */

START_TEST(throttled_links)
{
	make_folder();
	OsmDouble *twin = start("torus:4x3,hosts=3", "");
	guint32 cable = some_cable(twin->model);
	sweep_tells(twin, "routes weighed for 1 of these jobs");
	twin->osm->subn.opt.avoid_throttled_links = TRUE;
	sweep_tells(twin, "ERR SSSP14: the jobs are ignored");
	twin->osm->subn.opt.avoid_throttled_links = FALSE;
	osm_double_cut(twin, cable, TRUE);
	sweep_tells(twin, "none of these jobs has begun");
	twin->osm->subn.opt.avoid_throttled_links = TRUE;
	sweep(twin);
	write_jobs(twin, 2);
	twin->osm->subn.opt.avoid_throttled_links = FALSE;
	sweep_tells(twin, "routes weighed for 1 of these jobs");
	osm_double_free(twin);
	remove_folder();
}
END_TEST

static void write_tables(const Fabric *fabric)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Routing) routing = routing_compute(fabric, &(RoutingOptions){.max_vls = 1}, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	FabricId id = {.fabric = fabric_digest(fabric), .engine = "psssp", .lanes = routing->vls_used};
	put(TABLES_LFTS, lfts_write(routing->lft, fabric));
	put(TABLES_SL, sssp_sl_write(routing->path_sl));
	put(TABLES_SLVL, slvl_write(routing->sl2vl, fabric));
	put(TABLES_ID, fabric_id_write(&id));
}

/* They fit the whole subnet only: the cable is out, in, and out again. */
START_TEST(loaded_tables)
{
	make_folder();
	g_autofree char *routes = g_strdup_printf("routes=%s", folder);
	OsmDouble *twin = start("torus:4x3,hosts=3", routes);
	guint32 cable = some_cable(twin->model);
	write_tables(twin->model);
	osm_double_cut(twin, cable, TRUE);
	sweep_tells(twin, "routes weighed for 1 of these jobs");
	osm_double_cut(twin, cable, FALSE);
	sweep_tells(twin, "fit this subnet and are loaded");
	osm_double_cut(twin, cable, TRUE);
	sweep_tells(twin, "none of these jobs has begun");
	osm_double_free(twin);
	remove_folder();
}
END_TEST

/* Another process starts with the whole subnet; one job began while none ran, the other when one does. */
START_TEST(restart_with_loaded_tables)
{
	make_folder();
	g_autofree char *options = g_strdup_printf("routes=%s state=%s/state", folder, folder);
	OsmDouble *twin = start("torus:4x3,hosts=3", options);
	guint32 cable = some_cable(twin->model);
	write_tables(twin->model);
	osm_double_cut(twin, cable, TRUE);
	sweep_tells(twin, "routes weighed for 1 of these jobs");
	osm_double_free(twin);
	for (guint i = 0; i < 2; i++) { /* what was loaded is kept for the next */
		twin = start("torus:4x3,hosts=3", options);
		sweep_tells(twin, "fit this subnet and are loaded");
		osm_double_free(twin);
	}
	twin = start("torus:4x3,hosts=3", options);
	sweep_tells(twin, "fit this subnet and are loaded");
	write_jobs(twin, 2);
	osm_double_cut(twin, cable, TRUE);
	sweep_tells(twin, "routes weighed for 1 of these jobs");
	osm_double_free(twin);
	remove_folder();
}
END_TEST

/* A process that loads tables and then has to route: whether the job ran, or begins. */
static void restart(const char *options, const char *job)
{
	OsmDouble *twin = start("torus:4x3,hosts=3", options);
	sweep_tells(twin, "fit this subnet and are loaded");
	osm_double_cut(twin, some_cable(twin->model), TRUE);
	sweep_tells(twin, job);
	osm_double_free(twin);
}

/*
 * SLs of the process before differ there and back. One that has them alike refuses its state, and with it the jobs that
 * ran: they begin. One that has such SLs, too, takes both. Whether the file is named or lies beside the tables.
 */
START_TEST(restart_with_refused_state)
{
	for (guint named = 0; named < 2; named++) {
		make_folder();
		g_autofree char *routes = g_strdup_printf("routes=%s", folder);
		g_autofree char *state = g_strdup_printf("state=%s/%s", folder, named ? "state" : STATE_FILE);
		g_autofree char *before = g_strdup_printf("%s sl=asymmetric", state);
		g_autofree char *alike = g_strdup_printf("%s %s", routes, named ? state : "state=none");
		g_autofree char *differ = g_strdup_printf("%s sl=asymmetric", alike);
		OsmDouble *twin = start("torus:4x3,hosts=3", before);
		sweep_tells(twin, "routes weighed for 1 of these jobs");
		write_tables(twin->model);
		osm_double_free(twin);
		restart(differ, "none of these jobs has begun");
		restart(alike, "routes weighed for 1 of these jobs");
		remove_folder();
	}
}
END_TEST

/* ---- events and jobs */

/* A cable is out at every other sweep, and jobs come and go. */
static void play(const char *spec, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	make_folder();
	OsmDouble *twin = start(spec, "sl=path"); /* on lanes by ports some routes find no room after events */
	guint32 cut = FABRIC_NONE;
	for (guint i = 0; i < 12; i++) {
		write_jobs(twin, 1 + i % 3);
		sweep(twin);
		ck_assert_msg(!strstr(twin->log->str, "no route is weighed for them"), "%s, sweep %u: %s", spec, i,
			      twin->log->str);
		if (cut != FABRIC_NONE)
			osm_double_cut(twin, cut, FALSE);
		cut = FABRIC_NONE;
		if (i % 2)
			continue;
		do
			cut = (guint32)g_rand_int_range(rand, 0, (gint)twin->model->n_ports);
		while (!is_cable(twin->model, cut));
		osm_double_cut(twin, cut, TRUE);
	}
	osm_double_free(twin);
	remove_folder();
}

/* In one of these rows the multicast tree does not fit beside all that was in use before. */
START_TEST(beside_any_tree)
{
	play("dragonfly:a=4,p=2,h=2", 2);
	play("torus:5x5,hosts=2", 1);
	play("fattree:ports=8,levels=3,fail=links:10%,seed=3", 1);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		throttled_links, loaded_tables, restart_with_loaded_tables, restart_with_refused_state,
		beside_any_tree, NULL};
	return fixture_run("job sweeps", tests);
}
