/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Plans exchanges to and from lanes that switches choose by ports, and judges each phase of them. */
#include "tests/core/exchange/port_case.h"

#include "core/engines/engine.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <string.h>

const char *const port_case_kind_names[KINDS] = {"by ports", "one lane", "by SL"};

const char *const port_case_specs[PORT_CASE_SPECS] = {"dragonfly:a=4,p=2,h=2",
						      "random:switches=32,ports=16,hosts=8,seed=1",
						      "random:switches=16,ports=9,hosts=2,seed=5",
						      "torus:4x4,hosts=1",
						      "torus:5x5,hosts=2",
						      "kautz:2,3,hosts=2",
						      "hypercube:4,hosts=2"};

gboolean port_case_tells;

Routing *port_case_route(const Fabric *fabric, PortCaseKind kind, guint32 first)
{
	g_autoptr(GError) error = NULL;
	guint64 order = fabric->nodes[fabric->switches[first % fabric->n_switches]].guid;
	RoutingOptions options = {.threads = 1, .stand = TRUE, .passes = 1, .order = &order, .n_order = 1};
	options.any_sl = kind != BY_SL;
	options.max_vls = kind == ONE_LANE ? 1 : kind == BY_PORTS ? 4 : 8;
	options.engine = kind == BY_SL ? route_engine_find("p2sssp") : NULL;
	Routing *routing = routing_compute(fabric, &options, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	PortCaseKind is = routing->path_sl ? BY_SL : routing->sl2vl ? BY_PORTS : ONE_LANE;
	if (is != kind)
		g_clear_pointer(&routing, routing_free);
	return routing;
}

ExchangePlan *port_case_plan(const Fabric *then, const Routing *was, const Lft *maybe, const Fabric *now,
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

/* Fills in the tables of one switch: its own, but that VL for what leaves by ports without a cable. */
static void age_switch(const PortCaseBefore *before, guint32 row, guint8 vl, Sl2vl *aged)
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

PortCaseBefore port_case_before(const Fabric *fabric, const Routing *routing)
{
	PortCaseBefore before = {fabric, routing, {NULL}};
	const Sl2vl *sl2vl = routing->sl2vl;
	for (guint vl = 0; sl2vl && !routing->path_sl && vl < PORT_CASE_AGED; vl++) {
		before.aged[vl] = sl2vl_new(sl2vl->n_switches, sl2vl->guid, sl2vl->n_ports, NULL);
		for (guint32 row = 0; row < sl2vl->n_switches; row++)
			age_switch(&before, row, (guint8)vl, before.aged[vl]);
	}
	return before;
}

void port_case_before_clear(PortCaseBefore *before)
{
	for (guint vl = 0; vl < PORT_CASE_AGED; vl++)
		sl2vl_free(before->aged[vl]);
}

ExchangeUnionVerdict port_case_judge_phase(const Fabric *now, const PortCaseBefore *before, const Routing *is,
					   const ExchangePlan *x, const Lft *a, const Lft *b, PortCaseSides sides)
{
	const Routing *was = before->routing;
	ExchangeUnion u = {.lft = {a, b}};
	if (sides & OLD && !before->aged[0])
		u.sl2vl[u.n_sl2vl++] = was->sl2vl;
	for (guint vl = 0; sides & OLD && before->aged[0] && vl < PORT_CASE_AGED; vl++)
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

void port_case_judge_phases(const char *name, const Fabric *now, const PortCaseBefore *before, const Routing *is,
			    const ExchangePlan *x)
{
	const Lft *old = before->routing->lft;
	const Lft *first = x->first_phase ? x->first_phase : is->lft;
	assert_fine(name, x->first_phase ? "first phase" : "at once",
		    port_case_judge_phase(now, before, is, x, old, first, x->tables_after_first ? OLD : OLD | NEW));
	if (x->tables_after_first)
		assert_fine(name, "in between",
			    port_case_judge_phase(now, before, is, x, x->first_phase, NULL, OLD | NEW));
	if (x->first_phase)
		assert_fine(name, "last phase",
			    port_case_judge_phase(now, before, is, x, x->first_phase, is->lft,
						  x->tables_before_last ? NEW : OLD | NEW));
}

/* Hosts' pairs that arrive before and after, and not by the phase: no more than is said. */
static void judge_waiting(const char *name, const Fabric *f, const Routing *was, const Routing *is,
			  const ExchangePlan *x, PortCaseTally *tally)
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

void port_case_look(const char *name, const Fabric *then, const Routing *was, const Fabric *now, const Routing *is,
		    PortCaseTally *tally)
{
	PortCaseBefore before = port_case_before(then, was);
	gint64 start = g_get_monotonic_time();
	g_autoptr(ExchangePlan) x = port_case_plan(then, was, NULL, now, is);
	double ms = (double)(g_get_monotonic_time() - start) / 1e3;
	if (port_case_tells)
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
		port_case_judge_phases(name, now, &before, is, x);
	judge_waiting(name, now, was, is, x, tally);
	tally->plans++;
	tally->at_once += !x->first_phase;
	tally->two_phases += x->first_phase != NULL;
	tally->unproven += x->unproven;
	tally->needless += g_strcmp0(x->why, "a lane could have a credit loop") == 0 && !x->unproven &&
			   !port_case_judge_phase(now, &before, is, x, was->lft, is->lft, OLD | NEW).cyclic;
	tally->after_first += x->tables_after_first;
	tally->before_last += x->tables_before_last;
	port_case_before_clear(&before);
}
