/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks that finished tables are taken over as they are when they are good, and refused with the reason when they are
 * not.
 */
#include "core/prove.h"

#include "core/base/error.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_judge.h"

#include <string.h>

#define CHAIN "A-B B-C A:2 B:1 C:2"
#define RING "A-B B-C C-D D-E E-A A:1 B:1 C:1 D:1 E:1"

typedef struct {
	Fabric *fabric;
	Routing *routing;
	RoutingOptions options;
} Case;

static Case routed(const char *picture, RoutingOptions options)
{
	g_autoptr(GError) error = NULL;
	Case made = {.fabric = fixture_fabric(picture), .options = options};
	made.routing = routing_compute(made.fabric, &options, &error);
	assert_no_error(error);
	return made;
}

static void case_clear(Case *made)
{
	routing_free(made->routing);
	fabric_free(made->fabric);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Case, case_clear)

static Routing *prove(const Case *made, GError **error)
{
	return prove_tables(made->fabric, &made->options, made->routing->lft, made->routing->path_sl,
			    routing_port_vls(made->routing), error);
}

/* Refused with this SsspError, and these words in the text. */
static void assert_refused(const Case *made, int code, const char *words)
{
	GError *error = NULL;
	ck_assert_ptr_null(prove(made, &error));
	ck_assert_msg(error && strstr(error->message, words), "'%s' lacks '%s'", error ? error->message : "", words);
	assert_error(error, code);
}

static guint8 *entry(const Case *made, char letter, guint lid)
{
	Lft *lft = made->routing->lft;
	return &lft->port[(gsize)fixture_row(made->fabric, letter) * lft->n_lids + lid];
}

static guint8 *level(const Case *made, char letter, guint lid)
{
	PathSl *sl = made->routing->path_sl;
	return &sl->sl[(gsize)fixture_row(made->fabric, letter) * sl->n_lids + lid];
}

static guint lid_of_switch(const Case *made, char letter)
{
	const Fabric *fabric = made->fabric;
	guint32 node = fabric->switches[fixture_row(fabric, letter)];
	return fabric->ports[fabric->nodes[node].first_port].lid;
}

/* The LID of the first host at a switch. */
static guint lid_at(const Case *made, char letter)
{
	const Fabric *fabric = made->fabric;
	for (guint32 i = 0; i < fabric->n_endpoints; i++) {
		const FabricPort *port = &fabric->ports[fabric->endpoints[i]];
		if (fabric->ports[port->peer].node == fabric->switches[fixture_row(fabric, letter)])
			return port->lid;
	}
	ck_abort_msg("no host");
}

/* ---- good ones */

static void assert_same(const Routing *made, const Routing *proven)
{
	gsize entries = (gsize)made->lft->n_switches * made->lft->n_lids;
	ck_assert_uint_eq(made->lft->n_lids, proven->lft->n_lids);
	ck_assert_mem_eq(made->lft->guid, proven->lft->guid, made->lft->n_switches * sizeof(guint64));
	ck_assert_mem_eq(made->lft->port, proven->lft->port, entries);
	ck_assert_uint_eq(made->path_sl != NULL, proven->path_sl != NULL);
	if (made->path_sl)
		ck_assert_mem_eq(made->path_sl->sl, proven->path_sl->sl, entries);
	ck_assert_uint_eq(made->vls_used, proven->vls_used);
	ck_assert_uint_eq(made->efi, proven->efi);
	ck_assert_uint_eq(made->nonminimal_pairs, proven->nonminimal_pairs);
	ck_assert_uint_eq(made->n_dests, proven->n_dests);
	ck_assert_uint_eq(made->mcast != NULL, proven->mcast != NULL);
}

static void assert_taken(const Case *made)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Routing) proven = prove(made, &error);
	Verdict verdict;
	JudgeRules rules = {.max_vls = made->options.max_vls, .symmetric = !made->options.asymmetric};
	assert_no_error(error);
	assert_same(made->routing, proven);
	ck_assert((proven->stand != NULL) == made->options.stand);
	ck_assert_msg(routing_judge(made->fabric, proven, &rules, &verdict), "%s", verdict.failure);
}

static void assert_spec_taken(const char *spec, guint lmc, RoutingOptions options)
{
	g_autoptr(GError) error = NULL;
	g_auto(Case) made = {.fabric = synth_fabric(spec, &error), .options = options};
	assert_no_error(error);
	ck_assert(fabric_assign_lids(made.fabric, lmc, NULL, &error));
	made.routing = routing_compute(made.fabric, &options, &error);
	assert_no_error(error);
	assert_taken(&made);
}

START_TEST(computed_tables_are_taken_as_they_are)
{
	static const char *const pictures[] = {CHAIN, RING, "A-B A-B A:3 B:2", "A:4", "A-B C-D A:1 B:1 C:1 D:1"};
	for (gsize i = 0; i < G_N_ELEMENTS(pictures); i++)
		for (guint asymmetric = 0; asymmetric <= 1; asymmetric++) {
			RoutingOptions options = {.max_vls = 8, .asymmetric = asymmetric};
			g_auto(Case) made = routed(pictures[i], options);
			assert_taken(&made);
		}
	assert_spec_taken("torus:4x4,hosts=1", 0, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	assert_spec_taken("torus:5x3,hosts=2", 2, (RoutingOptions){.max_vls = 4});
	assert_spec_taken("torus:5x3,hosts=1", 0, (RoutingOptions){.max_vls = 1});
	assert_spec_taken("torus:5x3,hosts=1", 0, (RoutingOptions){.max_vls = 4, .stand = TRUE});
	assert_spec_taken("dragonfly:a=4,p=2,h=2", 0, (RoutingOptions){.max_vls = 8, .by_sl = TRUE, .no_spread = TRUE});
	assert_spec_taken("karytree:4,3", 1, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
}
END_TEST

/* ---- tables that do not arrive */

START_TEST(a_circle_is_refused)
{
	g_auto(Case) made = routed(CHAIN, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	guint lid = lid_at(&made, 'C');
	*entry(&made, 'B', lid) = *entry(&made, 'B', lid_at(&made, 'A'));
	assert_refused(&made, SSSP_ERROR_INPUT, "forwarding loop");
}
END_TEST

START_TEST(a_missing_entry_is_refused)
{
	g_auto(Case) made = routed(CHAIN, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	*entry(&made, 'A', lid_at(&made, 'C')) = LFT_NO_PATH;
	assert_refused(&made, SSSP_ERROR_INPUT, "no entry for LID");
}
END_TEST

START_TEST(an_entry_to_a_port_without_a_switch_is_refused)
{
	g_auto(Case) made = routed(CHAIN, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	*entry(&made, 'A', lid_at(&made, 'C')) = 200;
	assert_refused(&made, SSSP_ERROR_INPUT, "leads to no switch");
	*entry(&made, 'A', lid_at(&made, 'C')) = 0;
	assert_refused(&made, SSSP_ERROR_INPUT, "leads to no switch");
}
END_TEST

START_TEST(a_wrong_last_hop_is_refused)
{
	g_auto(Case) made = routed(CHAIN, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	guint8 *last = entry(&made, 'A', lid_at(&made, 'A')), port = *last;
	*last = (guint8)(port + 1);
	assert_refused(&made, SSSP_ERROR_INPUT, "which is behind port");
	*last = port;
	*entry(&made, 'B', lid_of_switch(&made, 'B')) = 1;
	assert_refused(&made, SSSP_ERROR_INPUT, "which is behind port 0");
}
END_TEST

START_TEST(an_entry_for_nobody_is_refused)
{
	g_auto(Case) made = routed(CHAIN, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	*entry(&made, 'A', 0) = 1;
	assert_refused(&made, SSSP_ERROR_INPUT, "LID 0, which no port has");
}
END_TEST

START_TEST(tables_of_other_switches_are_refused)
{
	g_auto(Case) made = routed(CHAIN, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	Lft *lft = made.routing->lft;
	lft->guid[2]++;
	assert_refused(&made, SSSP_ERROR_INPUT, "no table of switch 0x0000000000000043");
	lft->guid[2]--;
	g_auto(Case) larger = routed(CHAIN " C-D D:1", (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	GError *error = NULL;
	ck_assert_ptr_null(prove_tables(made.fabric, &made.options, larger.routing->lft, NULL, NULL, &error));
	assert_error(error, SSSP_ERROR_INPUT);
}
END_TEST

/* ---- lanes */

START_TEST(a_cycle_on_a_lane_is_refused)
{
	g_auto(Case) made = routed(RING, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	PathSl *sl = made.routing->path_sl;
	ck_assert_ptr_nonnull(sl);
	memset(sl->sl, 0, (gsize)sl->n_sources * sl->n_lids);
	*level(&made, 'A', lid_at(&made, 'B')) = *level(&made, 'B', lid_at(&made, 'A')) = 1;
	*level(&made, 'A', lid_of_switch(&made, 'B')) = *level(&made, 'B', lid_of_switch(&made, 'A')) = 1;
	assert_refused(&made, SSSP_ERROR_LANES, "credit loop");
	memset(sl->sl, 0, (gsize)sl->n_sources * sl->n_lids);
	assert_refused(&made, SSSP_ERROR_LANES, "credit loop");
	sl->n_sources = 0;
	assert_refused(&made, SSSP_ERROR_LANES, "credit loop");
}
END_TEST

START_TEST(a_path_without_an_sl_is_refused)
{
	g_auto(Case) made = routed(RING, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	*level(&made, 'A', lid_at(&made, 'C')) = SL_NONE;
	assert_refused(&made, SSSP_ERROR_INPUT, "no SL from switch 0x0000000000000041");
}
END_TEST

START_TEST(two_sls_for_two_directions_need_leave)
{
	g_auto(Case) made = routed(RING, (RoutingOptions){.max_vls = 8, .by_sl = TRUE, .no_spread = TRUE});
	*level(&made, 'A', lid_at(&made, 'B')) = 7;
	assert_refused(&made, SSSP_ERROR_INPUT, "are on SL");
	made.options.asymmetric = TRUE;
	GError *error = NULL;
	g_autoptr(Routing) proven = prove(&made, &error);
	assert_no_error(error);
	ck_assert_uint_eq(proven->vls_used, 8);
}
END_TEST

START_TEST(more_lanes_than_there_are_are_refused)
{
	g_auto(Case) made = routed(RING, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
	made.options.max_vls = made.routing->vls_used - 1;
	assert_refused(&made, SSSP_ERROR_LANES, "may be used");
	made.options.max_vls = 0;
	for (guint32 i = 0; i < made.fabric->n_ports; i++)
		made.fabric->ports[i].vls = 1;
	assert_refused(&made, SSSP_ERROR_LANES, "1 may be used");
	*level(&made, 'A', lid_at(&made, 'B')) = 15;
	made.options.max_vls = ROUTING_MAX_VLS;
	assert_refused(&made, SSSP_ERROR_LANES, "need 16 lanes");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {computed_tables_are_taken_as_they_are,
				      a_circle_is_refused,
				      a_missing_entry_is_refused,
				      an_entry_to_a_port_without_a_switch_is_refused,
				      a_wrong_last_hop_is_refused,
				      an_entry_for_nobody_is_refused,
				      tables_of_other_switches_are_refused,
				      a_cycle_on_a_lane_is_refused,
				      a_path_without_an_sl_is_refused,
				      two_sls_for_two_directions_need_leave,
				      more_lanes_than_there_are_are_refused,
				      NULL};
	return fixture_run("prove", tests);
}
