/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks the judge of the routing tests: right tables with one thing made wrong, which it has to see and name. */
#include "tests/core/routing_case.h"

#include <string.h>

typedef struct {
	Fabric *fabric;
	Routing *routing;
	JudgeRules rules;
	Verdict verdict;
} Subject;

static void subject_clear(Subject *s)
{
	routing_free(s->routing);
	fabric_free(s->fabric);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Subject, subject_clear)

static Subject route(const char *spec)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = routing_case_options("psssp");
	options.no_spread = options.asymmetric = options.by_sl = TRUE;
	Subject s = {.fabric = routing_case_fabric(spec, 0), .rules = {ROUTING_MAX_VLS, FALSE}};
	s.routing = routing_compute(s.fabric, &options, &error);
	assert_no_error(error);
	ck_assert_msg(routing_judge(s.fabric, s.routing, &s.rules, &s.verdict), "%s: %s", spec, s.verdict.failure);
	return s;
}

static void finds(Subject *s, const char *part)
{
	ck_assert(!routing_judge(s->fabric, s->routing, &s->rules, &s->verdict));
	ck_assert_msg(strstr(s->verdict.failure, part) != NULL, "\"%s\" does not say \"%s\"", s->verdict.failure, part);
}

/* The table entry of a switch row for the LID of host number `host` (by LID). */
static guint8 *entry_of(const Subject *s, guint32 row, guint32 host)
{
	guint lid = s->fabric->ports[s->fabric->endpoints[host]].lid;
	return &s->routing->lft->port[(gsize)row * s->routing->lft->n_lids + lid];
}

/* The lowest port by which a switch row reaches another. */
static guint8 port_between(const Subject *s, guint32 from, guint32 to)
{
	const FabricNode *node = &s->fabric->nodes[s->fabric->switches[from]];
	for (guint8 num = 1; num <= node->n_ports; num++) {
		guint32 peer = s->fabric->ports[node->first_port + num].peer;
		if (peer != FABRIC_NONE && s->fabric->ports[peer].node == s->fabric->switches[to])
			return num;
	}
	ck_abort_msg("switch rows %u and %u are not joined", from, to);
}

START_TEST(counts_what_is_there)
{
	g_auto(Subject) s = route("mesh:3,hosts=2"); /* three switches in a row */
	/* 6 hosts: 30 pairs of hosts, and 18 each way between hosts and switches */
	ck_assert_uint_eq(s.verdict.pairs, 30 + 18 + 18);
	ck_assert_uint_eq(s.verdict.apart, 0);
	ck_assert_uint_eq(s.verdict.efi, 2 * 4);
	ck_assert_uint_eq(s.verdict.lanes, 1);
	ck_assert_uint_eq(s.verdict.lost + s.verdict.looping + s.verdict.nonminimal + s.verdict.stray, 0);
}
END_TEST

START_TEST(counts_pairs_between_pieces_apart)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = routing_case_options("psssp");
	g_auto(Subject) s = {.fabric = fixture_fabric("A-B C-D A:1 B:2 C:1 D:1"), .rules = {1, FALSE}};
	s.routing = routing_compute(s.fabric, &options, &error);
	assert_no_error(error);
	ck_assert_msg(routing_judge(s.fabric, s.routing, &s.rules, &s.verdict), "%s", s.verdict.failure);
	/* 3 and 2 hosts, 2 and 2 switches: hosts 3*2 + 2*1, with switches 2 * (3*2 + 2*2); apart 12 + 2 * (3*2 + 2*2)
	 */
	ck_assert_uint_eq(s.verdict.pairs, 8 + 20);
	ck_assert_uint_eq(s.verdict.apart, 12 + 20);
	*entry_of(&s, 0, 3) = 1;
	finds(&s, "cannot reach");
	ck_assert_uint_eq(s.verdict.stray, 1);
}
END_TEST

START_TEST(sees_lost_packets)
{
	g_auto(Subject) s = route("mesh:3,hosts=2");
	guint8 right = *entry_of(&s, 0, 5);
	*entry_of(&s, 0, 5) = LFT_NO_PATH;
	finds(&s, "ends at switch row 0, entry 255");
	ck_assert_uint_eq(s.verdict.lost, 2 + 1); /* from both hosts and the switch itself */
	*entry_of(&s, 0, 5) = 36;                 /* a port without a cable */
	finds(&s, "ends at switch row 0, entry 36");
	*entry_of(&s, 0, 5) = 99; /* a port that the switch does not have */
	finds(&s, "ends at switch row 0, entry 99");
	*entry_of(&s, 0, 5) = right;
	*entry_of(&s, 2, 5) = *entry_of(&s, 2, 4); /* the neighbour's port */
	finds(&s, "ends at switch row 2");
	ck_assert_uint_eq(s.verdict.lost, 5 + 3);
}
END_TEST

START_TEST(sees_circles)
{
	g_auto(Subject) s = route("mesh:3,hosts=1");
	*entry_of(&s, 1, 2) = port_between(&s, 1, 0);
	finds(&s, "forwarding loop");
	ck_assert_uint_eq(s.verdict.looping, 2 + 2);
}
END_TEST

START_TEST(sees_detours)
{
	g_auto(Subject) s = route("torus:5,hosts=1");
	guint8 there = port_between(&s, 0, 4), back = port_between(&s, 4, 3), on = port_between(&s, 3, 2);
	*entry_of(&s, 0, 1) = there;
	*entry_of(&s, 4, 1) = back;
	*entry_of(&s, 3, 1) = on;
	finds(&s, "nonminimal_pairs");
	ck_assert_uint_ge(s.verdict.nonminimal, 2);
	s.routing->nonminimal_pairs = s.verdict.nonminimal; /* stated, a detour is no lie */
	routing_judge(s.fabric, s.routing, &s.rules, &s.verdict);
	ck_assert_ptr_null(strstr(s.verdict.failure, "nonminimal"));
}
END_TEST

START_TEST(sees_wrong_figures)
{
	g_auto(Subject) s = route("karytree:2,2");
	s.routing->efi++;
	finds(&s, "efi");
	s.routing->efi--;
	s.routing->hops[1]++;
	finds(&s, "hops from switch row 0 to 1");
	s.routing->hops[1]--;
	s.routing->n_hosts--;
	finds(&s, "n_hosts");
	s.routing->n_hosts++;
	s.routing->n_channels += 2;
	finds(&s, "n_channels");
	s.routing->n_channels -= 2;
	s.routing->n_dests++;
	finds(&s, "n_dests");
}
END_TEST

/* A ring on one lane: minimal routes over two hops each way close the loop. */
START_TEST(sees_credit_loops)
{
	g_auto(Subject) s = route("torus:5,hosts=1");
	ck_assert_uint_eq(s.verdict.lanes, 2);
	memset(s.routing->path_sl->sl, 0, (gsize)s.routing->path_sl->n_sources * s.routing->path_sl->n_lids);
	finds(&s, "credit loops of CA ports on 1 lanes");
	memset(s.routing->path_sl->sl, 1, (gsize)s.routing->path_sl->n_sources * s.routing->path_sl->n_lids);
	finds(&s, "credit loops of CA ports on 1 lanes");
}
END_TEST

/* Every switch maps both levels to one lane. */
START_TEST(sees_loops_that_the_maps_make)
{
	g_auto(Subject) s = route("torus:5,hosts=1");
	for (guint32 i = 0; i < s.routing->sl2vl->n_maps; i++)
		memset(&s.routing->sl2vl->maps[i], 1, sizeof(SlMap));
	finds(&s, "credit loops of CA ports on 1 lanes");
	for (guint32 i = 0; i < s.routing->sl2vl->n_maps; i++)
		memset(&s.routing->sl2vl->maps[i], 15, sizeof(SlMap));
	finds(&s, "VL 15");
}
END_TEST

/* The second lane of a link is taken for the first: no loop comes of one alone. */
START_TEST(sees_maps_to_other_lanes)
{
	g_auto(Subject) s = route("torus:5,hosts=1");
	Sl2vl *maps = s.routing->sl2vl;
	const FabricNode *node = &s.fabric->nodes[s.fabric->switches[0]];
	SlMap other = *sl2vl_get(maps, 0, 0, 1);
	other.vl[1] = 0;
	for (guint in = 0; in <= node->n_ports; in++)
		ck_assert(sl2vl_set(maps, 0, in, port_between(&s, 0, 1), &other, NULL));
	finds(&s, "on other lanes than are meant");
}
END_TEST

/* Lanes by ports: one SL that goes another way is a defect, as packets may be on it. */
START_TEST(sees_lanes_by_ports_that_hang_on_sls)
{
	RoutingOptions options = routing_case_options("psssp");
	g_auto(Subject) s = {.fabric = routing_case_fabric("torus:5,hosts=1", 0), .rules = {ROUTING_MAX_VLS, FALSE}};
	s.routing = routing_compute(s.fabric, &options, NULL);
	ck_assert_ptr_nonnull(routing_port_vls(s.routing));
	ck_assert_msg(routing_judge(s.fabric, s.routing, &s.rules, &s.verdict), "%s", s.verdict.failure);
	for (guint32 i = 0; i < s.routing->sl2vl->n_maps; i++)
		s.routing->sl2vl->maps[i].vl[3] = (guint8)i;
	s.routing->sl2vl->maps[0].vl[3] = 1;
	finds(&s, "SLs go by several VLs");
}
END_TEST

START_TEST(sees_lanes_beyond_the_budget)
{
	g_auto(Subject) s = route("torus:5,hosts=1");
	s.rules.max_vls = 1;
	finds(&s, "VL 1, but the link may use 1");
	s.rules.max_vls = 2;
	ck_assert(routing_judge(s.fabric, s.routing, &s.rules, &s.verdict));
	s.routing->vls_used = 1;
	finds(&s, "2 lanes used, it says 1 of 2");
	s.routing->vls_used = 2;
	for (guint32 i = 0; i < s.fabric->n_ports; i++)
		s.fabric->ports[i].vls = 1;
	finds(&s, "but the link may use 1");
}
END_TEST

/* A lane that is said to be used must be. */
START_TEST(sees_idle_lanes)
{
	g_auto(Subject) s = route("torus:5,hosts=1");
	s.routing->vls_used = 3;
	finds(&s, "of 3 lanes those of mask 0x3 carry something");
}
END_TEST

/*
 * A ring of which two switches next to each other have hosts: the paths between hosts and far switches close the loop,
 * those among hosts do not. It is forgiven when it was said.
 */
START_TEST(tells_management_from_hosts)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = routing_case_options("psssp");
	g_auto(Subject) s = {.fabric = fixture_fabric("A-B B-C C-D D-E E-A A:1 B:1 C:1"), .rules = {8, FALSE}};
	options.max_vls = 8;
	s.routing = routing_compute(s.fabric, &options, &error);
	assert_no_error(error);
	ck_assert_msg(routing_judge(s.fabric, s.routing, &s.rules, &s.verdict), "%s", s.verdict.failure);
	for (guint32 d = 3; d < 5; d++) {
		guint32 target = s.fabric->switches[d];
		guint lid = s.fabric->ports[s.fabric->nodes[target].first_port].lid;
		for (guint32 row = 0; row < 5; row++) /* round the ring in one direction */
			if (row != d)
				s.routing->lft->port[(gsize)row * s.routing->lft->n_lids + lid] =
					port_between(&s, row, (row + 1) % 5);
	}
	for (guint32 host = 0; host < 3; host++)
		for (guint32 row = 3; row < 5; row++)
			*entry_of(&s, row, host) = port_between(&s, row, (row + 1) % 5);
	s.routing->management_pairs_unproven = 0;
	finds(&s, "credit loops on 1 lanes");
	ck_assert_uint_eq(s.verdict.cyclic_ports, 0);
	s.routing->management_pairs_unproven = 1;
	ck_assert_msg(routing_judge(s.fabric, s.routing, &s.rules, &s.verdict), "%s", s.verdict.failure);
}
END_TEST

START_TEST(sees_lopsided_levels)
{
	g_auto(Subject) s = route("mesh:2,hosts=1");
	s.routing->path_sl = path_sl_new(2, s.routing->n_lids, NULL);
	s.routing->path_sl->guid[0] = s.routing->lft->guid[0];
	s.routing->path_sl->guid[1] = s.routing->lft->guid[1];
	s.routing->vls_used = 2;
	memset(s.routing->path_sl->sl + s.routing->n_lids, 1, s.routing->n_lids);
	ck_assert_msg(routing_judge(s.fabric, s.routing, &s.rules, &s.verdict), "%s", s.verdict.failure);
	s.rules.symmetric = TRUE;
	finds(&s, "differs by direction");
	/* host - host, host - switch over there, both ways */
	ck_assert_uint_eq(s.verdict.lopsided, 2 + 4);
	s.routing->path_sl->guid[1]++;
	finds(&s, "no SLs");
}
END_TEST

/*
 * On a ring of five switches, level 1 for whoever sends to a lower number: one way round that is the routes that cross
 * from the last switch to the first, the other way round those that do not. Forward alone there is no loop on either
 * lane; with replies on the level of what they answer both have one.
 */
START_TEST(replies_are_in_the_proof)
{
	g_auto(Subject) s = route("torus:5,hosts=1");
	PathSl *sl = s.routing->path_sl;
	for (guint32 row = 0; row < 5; row++)
		for (guint32 to = 0; to < 5; to++) {
			const FabricPort *host = &s.fabric->ports[s.fabric->endpoints[to]];
			guint32 own = s.fabric->nodes[s.fabric->switches[to]].first_port;
			sl->sl[row * sl->n_lids + host->lid] = row > to;
			sl->sl[row * sl->n_lids + s.fabric->ports[own].lid] = row > to;
		}
	ck_assert_msg(routing_judge(s.fabric, s.routing, &s.rules, &s.verdict), "%s", s.verdict.failure);
	s.rules.symmetric = TRUE;
	finds(&s, "differs by direction");
	ck_assert_uint_eq(s.verdict.cyclic_lanes, 2);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		counts_what_is_there,
		counts_pairs_between_pieces_apart,
		sees_lost_packets,
		sees_circles,
		sees_detours,
		sees_wrong_figures,
		sees_credit_loops,
		sees_loops_that_the_maps_make,
		sees_maps_to_other_lanes,
		sees_lanes_by_ports_that_hang_on_sls,
		sees_lanes_beyond_the_budget,
		sees_idle_lanes,
		tells_management_from_hosts,
		sees_lopsided_levels,
		replies_are_in_the_proof,
		NULL,
	};
	return fixture_run("routing judge", tests);
}
