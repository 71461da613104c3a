/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Exchanges to and from lanes that switches choose by ports, on drawn fabrics that change: each phase is judged by what
 * follows packets through all tables that may be in force (exchange_union.h). `check_exchange_ports TOPOLOGY SEED`
 * plays one fabric again and tells of each plan.
 */
#include "bench/events/reroute.h"
#include "core/engines/engine.h"
#include "core/exchange/both.h"
#include "core/exchange/exchange.h"
#include "core/exchange/port_tables.h"
#include "tests/core/exchange/exchange_union.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *asked; /* a topology */
static guint32 asked_seed;

/* How lanes are chosen. */
typedef enum { BY_PORTS, ONE_LANE, BY_SL, KINDS } Kind;

static const char *const kind_names[KINDS] = {"by ports", "one lane", "by SL"};

typedef struct {
	guint plans, at_once, two_phases, after_first, before_last, unproven;
	guint needless; /* in two phases for a credit loop that there is none of */
	guint64 waiting, all;
} Tally;

/* NULL: that is not to be had here. Destinations behind the switch of that row are routed first. */
static Routing *route(const Fabric *fabric, Kind kind, guint32 first)
{
	g_autoptr(GError) error = NULL;
	guint64 order = fabric->nodes[fabric->switches[first % fabric->n_switches]].guid;
	RoutingOptions options = {.threads = 1, .stand = TRUE, .passes = 1, .order = &order, .n_order = 1};
	options.any_sl = kind != BY_SL;
	options.max_vls = kind == ONE_LANE ? 1 : kind == BY_PORTS ? 4 : 8;
	options.engine = kind == BY_SL ? route_engine_find("p2sssp") : NULL;
	Routing *routing = routing_compute(fabric, &options, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	Kind is = routing->path_sl ? BY_SL : routing->sl2vl ? BY_PORTS : ONE_LANE;
	if (is != kind)
		g_clear_pointer(&routing, routing_free);
	return routing;
}

static ExchangePlan *plan(const Fabric *then, const Routing *was, const Lft *maybe, const Fabric *now,
			  const Routing *is)
{
	g_autoptr(GError) error = NULL;
	const TablesInForce previous = {.lft = was->lft,
					.maybe = maybe,
					.path_sl = was->path_sl,
					.fabric = then,
					.lanes = was->vls_mapped,
					.sl2vl = was->path_sl ? NULL : was->sl2vl};
	ExchangePlan *x = exchange_plan_new(&previous, now, is->stand, is->lft, is->path_sl, &error);
	ck_assert_msg(x != NULL, "%s", error ? error->message : "");
	return x;
}

/* ---- judged */

typedef enum { OLD = 1, NEW = 2 } Sides;

/* VLs that tables of what leaves by a port without a cable may have: nobody writes these. */
#define AGED_VLS 5

/* What there was before an exchange. */
typedef struct {
	const Fabric *fabric;
	const Routing *routing;
	Sl2vl *aged[AGED_VLS]; /* the SL to VL tables, with that VL where a port had no cable; NULL: not by ports */
} Before;

/* Fills in the tables of one switch: its own, but that VL for what leaves by ports without a cable. */
static void age_switch(const Before *before, guint32 row, guint8 vl, Sl2vl *aged)
{
	const Fabric *f = before->fabric;
	const FabricPort *ports = &f->ports[f->nodes[f->switches[row]].first_port];
	SlMap old;
	memset(old.vl, vl, sizeof old.vl);
	for (guint in = 0; in <= aged->n_ports[row]; in++)
		for (guint out = 1; out <= aged->n_ports[row]; out++) {
			gboolean cabled = ports[out].peer != FABRIC_NONE;
			const SlMap *map = cabled ? sl2vl_get(before->routing->sl2vl, row, in, out) : &old;
			ck_assert(sl2vl_set(aged, row, in, out, map, NULL));
		}
}

static Before before_of(const Fabric *fabric, const Routing *routing)
{
	Before before = {fabric, routing, {NULL}};
	const Sl2vl *sl2vl = routing->sl2vl;
	for (guint vl = 0; sl2vl && !routing->path_sl && vl < AGED_VLS; vl++) {
		before.aged[vl] = sl2vl_new(sl2vl->n_switches, sl2vl->guid, sl2vl->n_ports, NULL);
		for (guint32 row = 0; row < sl2vl->n_switches; row++)
			age_switch(&before, row, (guint8)vl, before.aged[vl]);
	}
	return before;
}

static void before_clear(Before *before)
{
	for (guint vl = 0; vl < AGED_VLS; vl++)
		sl2vl_free(before->aged[vl]);
}

/* Tables of these sides are in force, and forwarding tables a and b (or NULL). */
static ExchangeUnionVerdict judge_phase(const Fabric *now, const Before *before, const Routing *is,
					const ExchangePlan *x, const Lft *a, const Lft *b, Sides sides)
{
	const Routing *was = before->routing;
	ExchangeUnion u = {.lft = {a, b}};
	if (sides & OLD && !before->aged[0])
		u.sl2vl[u.n_sl2vl++] = was->sl2vl;
	for (guint vl = 0; sides & OLD && before->aged[0] && vl < AGED_VLS; vl++)
		u.sl2vl[u.n_sl2vl++] = before->aged[vl];
	if (sides & NEW)
		u.sl2vl[u.n_sl2vl++] = is->sl2vl;
	u.sl[0] = was->path_sl;
	/* the new SLs are told once the last phase is written */
	u.sl[1] = x->sl && b != is->lft ? x->sl : is->path_sl;
	gboolean by_path = was->path_sl || is->path_sl;
	u.sls = by_path ? (was->path_sl && is->path_sl ? 0 : 1) : G_MAXUINT16;
	if (x->sl && b != is->lft && was->path_sl)
		u.sls = 0;
	return exchange_union_judge(now, &u);
}

static void assert_fine(const char *name, const char *what, ExchangeUnionVerdict v)
{
	ck_assert_msg(!v.cyclic && !v.circles && !v.lost, "%s, %s: %s, %u circles, %" G_GUINT64_FORMAT " lost", name,
		      what, v.cyclic ? "a credit loop" : "free", v.circles, v.lost);
}

static void judge_phases(const char *name, const Fabric *now, const Before *before, const Routing *is,
			 const ExchangePlan *x)
{
	const Lft *old = before->routing->lft;
	const Lft *first = x->first_phase ? x->first_phase : is->lft;
	assert_fine(name, x->first_phase ? "first phase" : "at once",
		    judge_phase(now, before, is, x, old, first, x->tables_after_first ? OLD : OLD | NEW));
	if (x->tables_after_first)
		assert_fine(name, "in between", judge_phase(now, before, is, x, x->first_phase, NULL, OLD | NEW));
	if (x->first_phase)
		assert_fine(name, "last phase",
			    judge_phase(now, before, is, x, x->first_phase, is->lft,
					x->tables_before_last ? NEW : OLD | NEW));
}

/* Hosts' pairs that arrive before and after, and not by the phase: no more than is said. */
static void judge_waiting(const char *name, const Fabric *f, const Routing *was, const Routing *is,
			  const ExchangePlan *x, Tally *tally)
{
	guint64 dropped = 0, all = 0;
	for (guint32 i = 0; i < f->n_endpoints; i++)
		for (guint32 k = 0; k < f->n_endpoints; k++) {
			guint32 peer = f->ports[f->endpoints[i]].peer, lid = f->ports[f->endpoints[k]].lid;
			guint32 node = peer == FABRIC_NONE ? FABRIC_NONE : f->ports[peer].node;
			if (node == FABRIC_NONE || f->nodes[node].type != FABRIC_SWITCH ||
			    !exchange_union_arrives(f, was->lft, node, lid) ||
			    !exchange_union_arrives(f, is->lft, node, lid))
				continue;
			all++;
			dropped += x->first_phase && !exchange_union_arrives(f, x->first_phase, node, lid);
		}
	ck_assert_msg(dropped <= x->pairs_dropped, "%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " dropped", name,
		      x->pairs_dropped, dropped);
	tally->all += all;
	tally->waiting += dropped;
}

static void look(const char *name, const Fabric *then, const Routing *was, const Fabric *now, const Routing *is,
		 Tally *tally)
{
	Before before = before_of(then, was);
	gint64 start = g_get_monotonic_time();
	g_autoptr(ExchangePlan) x = plan(then, was, NULL, now, is);
	double ms = (double)(g_get_monotonic_time() - start) / 1e3;
	if (asked)
		printf("%s: %s, %u changed, %u wait, %" G_GUINT64_FORMAT " dropped%s%s%s%s%s, %u hurried; %.1f ms\n",
		       name, x->first_phase ? "phases" : "at once", x->changed, x->waiting, x->pairs_dropped,
		       x->tables_after_first ? ", tables after first" : "",
		       x->tables_before_last ? ", tables before last" : "", x->unproven ? ", UNPROVEN" : "",
		       x->why ? "; " : "", x->why ? x->why : "", x->hurried, ms);
	/* hosts that change places bring SLs along on which what there was is in no proof */
	ck_assert_msg(!x->unproven || was->path_sl, "%s: unproven", name);
	ck_assert_msg(x->unproven || !x->forced, "%s: %u forced", name, x->forced);
	ck_assert(is->path_sl || (!x->pairs_illegal && !x->illegal->len && !x->reconnect->len));
	if (!x->illegal->len && !x->unproven)
		judge_phases(name, now, &before, is, x);
	judge_waiting(name, now, was, is, x, tally);
	tally->plans++;
	tally->at_once += !x->first_phase;
	tally->two_phases += x->first_phase != NULL;
	tally->unproven += x->unproven;
	tally->needless += g_strcmp0(x->why, "a lane could have a credit loop") == 0 && !x->unproven &&
			   !judge_phase(now, &before, is, x, was->lft, is->lft, OLD | NEW).cyclic;
	tally->after_first += x->tables_after_first;
	tally->before_last += x->tables_before_last;
	before_clear(&before);
}

/* From one way to choose lanes to another, once the fabric has changed or the order of destinations has. */
static void play(const char *spec, guint32 seed, Kind from, Kind to, Tally *tally)
{
	g_autoptr(Fabric) base = fixture_synth(spec);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	for (guint i = 0; i < seed % 3; i++)
		reroute_happen(state, reroute_draw(state));
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autofree char *name = g_strdup_printf("%s, seed %u, %s to %s", spec, seed, kind_names[from], kind_names[to]);
	for (guint i = 0; i < seed % 4; i++)
		reroute_happen(state, reroute_draw(state));
	g_autoptr(Fabric) now = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = route(then, from, 0);
	g_autoptr(Routing) is = was ? route(now, to, seed % 3) : NULL;
	if (was && is)
		look(name, then, was, now, is, tally);
}

static const char *const specs[] = {"dragonfly:a=4,p=2,h=2",
				    "random:switches=32,ports=16,hosts=8,seed=1",
				    "random:switches=16,ports=9,hosts=2,seed=5",
				    "torus:4x4,hosts=1",
				    "torus:5x5,hosts=2",
				    "kautz:2,3,hosts=2",
				    "hypercube:4,hosts=2"};

static Tally play_all(Kind from, Kind to)
{
	Tally t = {0};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint32 seed = 0; !asked && seed < 3; seed++)
			play(specs[i], seed, from, to, &t);
	if (asked)
		play(asked, asked_seed, from, to, &t);
	printf("%s to %s: %u plans, %u at once, %u in two phases (%u with tables after the first, %u before the last, "
	       "%u unproven); %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " pairs wait; %u needless\n",
	       kind_names[from], kind_names[to], t.plans, t.at_once, t.two_phases, t.after_first, t.before_last,
	       t.unproven, t.waiting, t.all, t.needless);
	ck_assert(asked || t.plans > 5);
	ck_assert_uint_eq(t.needless, 0);
	return t;
}

START_TEST(from_ports_to_ports)
{
	play_all(BY_PORTS, BY_PORTS);
}
END_TEST

START_TEST(from_one_lane_to_ports)
{
	play_all(ONE_LANE, BY_PORTS);
}
END_TEST

START_TEST(from_ports_to_one_lane)
{
	play_all(BY_PORTS, ONE_LANE);
}
END_TEST

START_TEST(from_sls_to_ports)
{
	play_all(BY_SL, BY_PORTS);
}
END_TEST

START_TEST(from_ports_to_sls)
{
	play_all(BY_PORTS, BY_SL);
}
END_TEST

/* Nobody knows which switches have taken the first phase: any of them may have. */
static gboolean play_interrupted(const char *spec, guint32 seed, Kind from)
{
	g_autoptr(Fabric) fabric = fixture_synth(spec);
	g_autoptr(Routing) was = route(fabric, from, 0);
	g_autoptr(Routing) is = was ? route(fabric, BY_PORTS, seed) : NULL;
	g_autoptr(ExchangePlan) x = is ? plan(fabric, was, NULL, fabric, is) : NULL;
	if (!x || !x->first_phase)
		return FALSE;
	g_autoptr(ExchangePlan) again = plan(fabric, was, x->first_phase, fabric, is);
	ck_assert_msg(!again->unproven && !again->forced, "%s, seed %u", spec, seed);
	/*
	 * What arrives by one of these tables need not by a mixture: nobody knows which are there, and some have no
	 * route.
	 */
	const Lft *first = again->first_phase ? again->first_phase : is->lft, *then[] = {was->lft, x->first_phase};
	Before before = before_of(fabric, was);
	for (guint i = 0; i < G_N_ELEMENTS(then); i++) {
		ExchangeUnionVerdict v = judge_phase(fabric, &before, is, again, then[i], first,
						     again->tables_after_first ? OLD : OLD | NEW);
		ck_assert_msg(!v.cyclic && !v.circles, "%s, seed %u: after a first phase that failed", spec, seed);
	}
	before_clear(&before);
	return TRUE;
}

START_TEST(phases_that_failed)
{
	guint n = 0;
	for (guint i = 0; !asked && i < G_N_ELEMENTS(specs); i++)
		for (guint32 seed = 1; seed < 4; seed++)
			n += play_interrupted(specs[i], seed, seed % 2 ? BY_PORTS : ONE_LANE);
	printf("%u exchanges were interrupted\n", n);
	ck_assert(asked || n > 3);
}
END_TEST

static Routing *route_again(const Fabric *fabric, const Fabric *then, const Routing *was)
{
	const PreviousTables previous = routing_as_previous(then, was);
	RoutingOptions options = {.threads = 1,
				  .stand = TRUE,
				  .passes = 1,
				  .any_sl = TRUE,
				  .max_vls = 4,
				  .previous = &previous,
				  .budget = -1};
	Routing *routing = routing_compute(fabric, &options, NULL);
	ck_assert_ptr_nonnull(routing);
	return routing;
}

static const char *const returns[] = {"dragonfly:a=4,p=2,h=2", "kautz:2,3,hosts=2", "torus:5x5,hosts=2",
				      "dragonfly:a=3,p=2,h=2"};

/* What went away comes back. Returns how many plans there were, and adds to `tally`. */
static guint play_return(RerouteKind goes, RerouteKind comes, guint n, Tally *tally)
{
	for (guint i = 0; i < G_N_ELEMENTS(returns); i++)
		for (guint seed = 1; seed <= 6; seed++) {
			g_autofree char *name = g_strdup_printf("%s, seed %u", returns[i], seed);
			g_autoptr(Fabric) base = fixture_synth(returns[i]);
			g_autoptr(RerouteState) state = reroute_state_new(base, seed);
			for (guint k = 0; k < n; k++)
				reroute_happen(state, goes);
			g_autoptr(Fabric) then = reroute_fabric(state, NULL);
			reroute_happen(state, comes);
			g_autoptr(Fabric) now = reroute_fabric(state, NULL);
			g_autoptr(Routing) was = route(then, BY_PORTS, 0);
			g_autoptr(Routing) is = was ? route_again(now, then, was) : NULL;
			if (is && is->sl2vl)
				look(name, then, was, now, is, tally);
		}
	return tally->plans;
}

/* What leaves by a port without a cable counts as on any VL; what comes in by it does not, as OpenSM writes that. */
START_TEST(ports_without_a_cable)
{
	g_autoptr(Fabric) now = fixture_synth("dragonfly:a=4,p=2,h=2");
	g_autoptr(Fabric) then = fixture_synth("dragonfly:a=4,p=2,h=2,fail=links:1,seed=1");
	g_autoptr(Routing) was = route(then, BY_PORTS, 0);
	g_autoptr(Routing) is = route(now, BY_PORTS, 0);
	ck_assert(was && is);
	const TablesInForce previous = {.lft = was->lft, .fabric = then, .sl2vl = was->sl2vl};
	g_autoptr(Both) both = both_new(&previous, now, is->stand, is->lft, NULL, NULL);
	PortTables *tables = port_tables_new(both, now, NULL);
	const Graph *g = is->stand->graph;
	guint n = 0;
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 node = fabric_find_node(then, g->guid[g->from[c]]);
		gboolean free = then->ports[fabric_port_index(then, node, g->port[c])].peer == FABRIC_NONE;
		guint16 vls = port_tables_vls(tables, PORT_TABLES_OLD, GRAPH_NONE, c);
		ck_assert_uint_eq(vls == (1u << tables->n_vls) - 1, free);
		for (guint32 k = g->first[g->from[c]]; k < g->first[g->from[c] + 1]; k++) {
			vls = port_tables_vls(tables, PORT_TABLES_OLD, g->reverse[k], c);
			ck_assert_uint_eq(vls == (1u << tables->n_vls) - 1, free);
		}
		n += free;
	}
	ck_assert_uint_eq(n, 2);
	port_tables_free(tables);
}
END_TEST

/* The same where updates are planned, and judged with each of these VLs. */
START_TEST(cables_that_come_back)
{
	Tally tally = {0};
	ck_assert_uint_gt(play_return(REROUTE_CUT, REROUTE_BACK, 2, &tally), 20);
	printf("cables come back: %u plans, %u at once\n", tally.plans, tally.at_once);
}
END_TEST

/* A host's port leads nowhere else, and what comes in by it has the VL that OpenSM has written. */
START_TEST(hosts_that_come_back)
{
	Tally tally = {0};
	ck_assert_uint_gt(play_return(REROUTE_LEAVE, REROUTE_APPEAR, 1, &tally), 20);
	printf("hosts come back: %u plans, %u at once\n", tally.plans, tally.at_once);
	ck_assert_uint_ge(10 * tally.at_once, 9 * tally.plans);
}
END_TEST

/* The SL from the switch of endpoint `from` to endpoint `to`; SL_NONE: there is none. */
static guint8 sl_between(const Fabric *f, const PathSl *sl, guint32 from, guint32 to)
{
	const FabricPort *port = &f->ports[f->endpoints[from]];
	guint32 node = port->peer == FABRIC_NONE ? FABRIC_NONE : f->ports[port->peer].node;
	const guint8 *row = node == FABRIC_NONE ? NULL : path_sl_row(sl, f->nodes[node].guid);
	return row ? row[f->ports[f->endpoints[to]].lid] : SL_NONE;
}

/* Pairs of endpoints on two switches of which each has an SL to the other, and another one. */
static guint count_uneven(const Fabric *f, const PathSl *sl)
{
	guint uneven = 0;
	for (guint32 i = 0; i < f->n_endpoints; i++)
		for (guint32 k = 0; k < i; k++) {
			guint8 there = sl_between(f, sl, i, k), back = sl_between(f, sl, k, i);
			uneven += there != SL_NONE && back != SL_NONE && there != back;
		}
	return uneven;
}

/* The SLs of a plan without those of paths that have no route in its first phase: nobody is told these. */
static PathSl *told(const ExchangePlan *x)
{
	const PathSl *sl = x->sl;
	PathSl *told = path_sl_new(sl->n_sources, sl->n_lids, NULL);
	for (guint32 v = 0; v < sl->n_sources; v++) {
		const guint8 *row = lft_row(x->first_phase, sl->guid[v]);
		told->guid[v] = sl->guid[v];
		for (guint32 lid = 0; lid < sl->n_lids; lid++)
			if (row && lft_port(x->first_phase, row, lid) != LFT_NO_PATH)
				told->sl[(gsize)v * sl->n_lids + lid] = sl->sl[(gsize)v * sl->n_lids + lid];
	}
	return told;
}

/* Replies are sent on the SL of requests, also where a host has joined while lanes by SL give way to lanes by ports. */
START_TEST(hosts_that_join)
{
	guint phases = 0;
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint32 seed = 1; seed <= 3; seed++) {
			g_autoptr(Fabric) base = fixture_synth(specs[i]);
			g_autoptr(RerouteState) state = reroute_state_new(base, seed);
			reroute_happen(state, REROUTE_LEAVE);
			g_autoptr(Fabric) then = reroute_fabric(state, NULL);
			reroute_happen(state, REROUTE_APPEAR);
			g_autoptr(Fabric) now = reroute_fabric(state, NULL);
			g_autoptr(Routing) was = route(then, BY_SL, 0);
			g_autoptr(Routing) is = was ? route(now, BY_PORTS, seed) : NULL;
			g_autoptr(ExchangePlan) x = is ? plan(then, was, NULL, now, is) : NULL;
			if (!x || !x->sl || x->unproven || x->forced)
				continue;
			phases++;
			ck_assert_msg(!count_uneven(now, x->sl), "%s, seed %u", specs[i], seed);
			Before before = before_of(then, was);
			PathSl *all = x->sl;
			x->sl = told(x);
			judge_phases(specs[i], now, &before, is, x);
			path_sl_free(x->sl);
			x->sl = all;
			before_clear(&before);
		}
	printf("hosts join: %u plans in two phases\n", phases);
	ck_assert_uint_gt(phases, 5);
}
END_TEST

START_TEST(nothing_to_exchange)
{
	Tally tally = {0};
	play("dragonfly:a=4,p=2,h=2", 0, BY_PORTS, BY_PORTS, &tally);
	ck_assert(tally.plans == 1 && tally.at_once == 1);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {from_ports_to_ports, from_one_lane_to_ports, from_ports_to_one_lane,
				      from_sls_to_ports,   from_ports_to_sls,      phases_that_failed,
				      nothing_to_exchange, cables_that_come_back,  hosts_that_come_back,
				      hosts_that_join,     ports_without_a_cable,  NULL};
	if (argc > 1)
		asked = argv[1];
	if (argc > 2)
		asked_seed = (guint32)strtoul(argv[2], NULL, 10);
	return fixture_run("exchange by ports", tests);
}
