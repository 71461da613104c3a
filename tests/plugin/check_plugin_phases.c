/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * How tables get into switches: the whole plugin beside a stand-in for OpenSM, whose switches take what they are sent,
 * or do not.
 */
#include "plugin/engine_state.h"
#include "tests/core/fixture.h"
#include "tests/plugin/osm_double.h"

#include <string.h>

#define SPEC "torus:5x4,hosts=2"
#define ONE_LANE "threads=1 max_vls=1" /* nothing waits for SL to VL tables */

static gboolean logged(const OsmDouble *twin, const char *text)
{
	return strstr(twin->log->str, text) != NULL;
}

static void assert_logged(const OsmDouble *twin, const char *text)
{
	ck_assert_msg(logged(twin, text), "not in the log: %s\n%s", text, twin->log->str);
}

static void sweep(OsmDouble *twin)
{
	g_string_truncate(twin->log, 0);
	twin->sent = 0;
	twin->osm->subn.force_heavy_sweep = FALSE;
	ck_assert_int_eq(osm_double_sweep(twin), 0);
}

static OsmDouble *start(const char *options)
{
	OsmDouble *twin = osm_double_new(SPEC, options);
	ck_assert_msg(twin->entry.context != NULL, "%s", twin->log->str);
	sweep(twin);
	return twin;
}

/* Takes out the first cable between switches whose loss needs two phases; returns its port. */
static guint32 cut_for_phases(OsmDouble *twin)
{
	const Fabric *f = twin->model;
	for (guint32 port = 0; port < f->n_ports; port++) {
		guint32 peer = f->ports[port].peer;
		if (peer == FABRIC_NONE || !fabric_is_switch(f, f->ports[port].node) ||
		    !fabric_is_switch(f, f->ports[peer].node))
			continue;
		osm_double_cut(twin, port, TRUE);
		sweep(twin);
		if (logged(twin, "two-phase update, as "))
			return port;
		osm_double_cut(twin, port, FALSE);
		sweep(twin);
	}
	ck_abort_msg("no cable whose loss needs two phases");
}

static const Lft *final_tables(const OsmDouble *twin)
{
	const Engine *engine = twin->entry.context;
	return engine->published->routing->lft;
}

/* All switches have the tables of the routing. */
static void assert_arrived(const OsmDouble *twin)
{
	const Lft *lft = final_tables(twin);
	for (guint32 row = 0; row < lft->n_switches; row++) {
		const osm_switch_t *sw = twin->nodes[twin->model->switches[row]]->sw;
		ck_assert(!memcmp(sw->lft, lft->port + (gsize)row * lft->n_lids, lft->n_lids));
	}
}

START_TEST(both_phases_are_sent)
{
	OsmDouble *twin = start(ONE_LANE);
	assert_logged(twin,
		      "ERR SSSP21: the update is not proven safe, packets may be lost or deadlock until all tables are "
		      "written: what tables switches had is not known");
	cut_for_phases(twin);
	ck_assert_uint_eq(twin->sent, 2);
	assert_logged(twin, "two-phase update: done after ");
	assert_arrived(twin);
	sweep(twin);
	assert_logged(twin, "nothing changed, nothing to send");
	ck_assert_uint_eq(twin->sent, 1);
	assert_arrived(twin);
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
}
END_TEST

/* The tables of the same fabric with a cable less: those of nobody whom the plugin knows. */
static Lft *tables_of_others(void)
{
	OsmDouble *twin = start(ONE_LANE);
	cut_for_phases(twin);
	Lft *lft = lft_copy(final_tables(twin), NULL);
	ck_assert_ptr_nonnull(lft);
	osm_double_free(twin);
	return lft;
}

static OsmDouble *start_over(const Lft *has, guint64 deaf, const char *options)
{
	OsmDouble *twin = osm_double_new(SPEC, options);
	twin->has = has;
	twin->deaf = deaf;
	osm_double_discover(twin);
	twin->deaf = 0;
	sweep(twin);
	return twin;
}

START_TEST(first_start_over_tables_of_others)
{
	g_autoptr(Lft) has = tables_of_others();
	OsmDouble *twin = start_over(has, 0, ONE_LANE);
	assert_logged(twin, "20 switches have tables of another subnet manager, whose SLs are not known");
	assert_logged(twin, "two-phase update, as ");
	assert_logged(twin, "two-phase update: done after ");
	ck_assert_uint_eq(twin->sent, 2);
	assert_arrived(twin);
	ck_assert(!twin->osm->subn.force_heavy_sweep);
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
}
END_TEST

START_TEST(first_start_without_tables)
{
	OsmDouble *twin = start_over(NULL, 0, "threads=1");
	assert_logged(twin, "update at once: no switch had a route");
	ck_assert_uint_eq(twin->sent, 1);
	assert_arrived(twin);
	osm_double_free(twin);
}
END_TEST

/* One switch says nothing, all say nothing, nobody asks. */
START_TEST(first_start_over_tables_that_are_not_told)
{
	g_autoptr(Lft) has = tables_of_others();
	OsmDouble *twin = start_over(has, has->guid[3], "threads=1");
	assert_logged(twin, "some switches do not answer when asked for their tables");
	assert_arrived(twin);
	osm_double_free(twin);
	twin = start_over(has, OSM_DOUBLE_ALL, "threads=1");
	assert_logged(twin, "what tables switches had is not known");
	osm_double_free(twin);
	twin = start_over(has, 0, "threads=1 transition=fast");
	ck_assert(!logged(twin, "update"));
	ck_assert(!logged(twin, "tables of another"));
	assert_arrived(twin);
	osm_double_free(twin);
}
END_TEST

START_TEST(fast_is_at_once)
{
	OsmDouble *twin = start("threads=1 transition=fast");
	osm_double_cut(twin, fabric_port_index(twin->model, twin->model->switches[0], 1), TRUE);
	sweep(twin);
	ck_assert(!logged(twin, "update"));
	ck_assert_uint_eq(twin->sent, 1);
	assert_arrived(twin);
	osm_double_free(twin);
}
END_TEST

/*
 * Nobody answers, until all do: two more sweeps are asked for and not a third. Once all have their tables an update is
 * proven as before.
 */
START_TEST(switches_that_do_not_answer)
{
	OsmDouble *twin = start(ONE_LANE);
	guint32 port = cut_for_phases(twin);
	osm_double_cut(twin, port, FALSE);
	sweep(twin);
	osm_double_cut(twin, port, TRUE);
	twin->deaf = OSM_DOUBLE_ALL;
	for (guint i = 0; i < 2; i++) {
		sweep(twin);
		assert_logged(twin, "two-phase update, as ");
		assert_logged(twin, "switches have not taken the first phase");
		ck_assert_uint_eq(twin->sent, 2);
		ck_assert(twin->osm->subn.force_heavy_sweep);
	}
	sweep(twin);
	assert_logged(twin, "switches did not take what was sent");
	ck_assert(!twin->osm->subn.force_heavy_sweep);
	sweep(twin);
	assert_logged(twin, "switches did not take what was sent");
	twin->deaf = 0;
	sweep(twin);
	assert_arrived(twin);
	osm_double_cut(twin, port, FALSE);
	sweep(twin);
	ck_assert_msg(!logged(twin, "not proven"), "%s", twin->log->str);
	assert_arrived(twin);
	osm_double_cut(twin, port, TRUE);
	sweep(twin);
	assert_logged(twin, "two-phase update: done after ");
	assert_arrived(twin);
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
}
END_TEST

/* What is written without a plan, and nobody takes, leaves switches with what they had. */
START_TEST(an_update_without_a_plan)
{
	OsmDouble *twin = start(ONE_LANE);
	Engine *engine = twin->entry.context;
	g_autoptr(Lft) had = lft_copy(final_tables(twin), NULL);
	osm_double_cut(twin, fabric_port_index(twin->model, twin->model->switches[0], 3), TRUE);
	engine->joined_without = TRUE;
	twin->deaf = OSM_DOUBLE_ALL;
	sweep(twin);
	assert_logged(twin, "ports that joined did not take SL to VL tables");
	ck_assert_ptr_nonnull(engine->before);
	ck_assert_int_eq(memcmp(engine->before->port, had->port, (gsize)had->n_switches * had->n_lids), 0);
	engine->joined_without = FALSE;
	twin->deaf = 0;
	sweep(twin);
	ck_assert_msg(logged(twin, "two-phase update, as ") || logged(twin, "update at once: "), "%s", twin->log->str);
	assert_arrived(twin);
	ck_assert_ptr_null(engine->before);
	osm_double_free(twin);
}
END_TEST

/* It answers again before no more sweeps are asked for: nobody knows what it has, and still each step is safe. */
START_TEST(a_switch_that_answers_later)
{
	OsmDouble *twin = start(ONE_LANE);
	guint32 port = cut_for_phases(twin);
	osm_double_cut(twin, port, FALSE);
	sweep(twin);
	osm_double_cut(twin, port, TRUE);
	twin->deaf = twin->model->nodes[twin->model->ports[port].node].guid;
	sweep(twin);
	assert_logged(twin, "have not taken the first phase");
	twin->deaf = 0;
	sweep(twin);
	ck_assert(!logged(twin, "have not taken"));
	assert_arrived(twin);
	sweep(twin);
	assert_logged(twin, "nothing changed, nothing to send");
	osm_double_free(twin);
}
END_TEST

/*
 * Nobody takes the last phase, and meanwhile another cable is lost: what switches may have of either is counted with.
 */
START_TEST(an_event_in_the_last_phase)
{
	OsmDouble *twin = start(ONE_LANE);
	const Engine *engine = twin->entry.context;
	guint32 port = cut_for_phases(twin);
	osm_double_cut(twin, port, FALSE);
	sweep(twin);
	osm_double_cut(twin, port, TRUE);
	twin->deaf = OSM_DOUBLE_ALL;
	twin->deaf_from = 2;
	sweep(twin);
	assert_logged(twin, "have not taken the second phase");
	ck_assert_ptr_nonnull(engine->before);
	guint32 peer = twin->model->ports[port].peer;
	guint32 other = fabric_port_index(twin->model, twin->model->ports[peer].node,
					  twin->model->ports[peer].num == 1 ? 2 : 1);
	osm_double_cut(twin, other, TRUE);
	sweep(twin);
	ck_assert(logged(twin, "two-phase update, as ") || logged(twin, "update at once: "));
	twin->deaf = 0;
	sweep(twin);
	ck_assert_msg(!logged(twin, "not proven"), "%s", twin->log->str);
	assert_arrived(twin);
	sweep(twin);
	assert_logged(twin, "nothing changed, nothing to send");
	ck_assert_ptr_null(engine->before);
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
}
END_TEST

/* A switch is new to OpenSM while the others go on, and does not say what it has: the log names it. */
START_TEST(a_switch_that_comes_silently)
{
	OsmDouble *twin = start("threads=1");
	guint32 node = twin->model->switches[3];
	osm_switch_t *sw = twin->nodes[node]->sw;
	g_autofree char *line = g_strdup_printf("1 switches joined (the first: 0x%016" G_GINT64_MODIFIER
						"x '%s') and do not answer when asked for their tables",
						twin->model->nodes[node].guid, fabric_name(twin->model, node));
	sw->need_update = 2;
	sweep(twin);
	assert_logged(twin, line);
	assert_arrived(twin);
	sw->need_update = 0;
	sweep(twin);
	ck_assert(!logged(twin, "switches joined"));
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
}
END_TEST

/* Routes on lanes by ports that are kept keep their VLs: no SL to VL table has to be there before the last phase. */
START_TEST(lanes_by_ports_stay)
{
	OsmDouble *twin = start("threads=1");
	const Engine *engine = twin->entry.context;
	ck_assert(engine->published->routing->sl2vl && !engine->published->routing->path_sl);
	cut_for_phases(twin);
	ck_assert(engine->published->routing->rerouted && routing_port_vls(engine->published->routing));
	assert_logged(twin, "two-phase update: done after ");
	ck_assert(!logged(twin, "the second phase waits"));
	ck_assert_uint_eq(twin->sent, 2);
	sweep(twin);
	assert_logged(twin, "nothing changed, nothing to send");
	assert_arrived(twin);
	ck_assert(!twin->osm->subn.force_heavy_sweep);
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
}
END_TEST

/* One lane for applications that ask for no SL: the log has what it costs, once. */
START_TEST(any_sl_has_its_price)
{
	OsmDouble *twin = start("threads=1 sl=any");
	const Engine *engine = twin->entry.context;
	assert_logged(twin, "sl=any: ");
	ck_assert_ptr_null(engine->published->routing->path_sl);
	sweep(twin);
	ck_assert(!logged(twin, "sl=any"));
	osm_double_free(twin);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {both_phases_are_sent,
				      first_start_over_tables_of_others,
				      first_start_without_tables,
				      first_start_over_tables_that_are_not_told,
				      fast_is_at_once,
				      switches_that_do_not_answer,
				      an_update_without_a_plan,
				      a_switch_that_answers_later,
				      an_event_in_the_last_phase,
				      a_switch_that_comes_silently,
				      lanes_by_ports_stay,
				      any_sl_has_its_price,
				      NULL};
	return fixture_run("plugin phases", tests);
}
