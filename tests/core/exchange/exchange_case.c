/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Plans exchanges of tables, and asks the judge about each of their phases. */
#include "tests/core/exchange/exchange_case.h"

#include "formats/input.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"

#include <stdio.h>

Fabric *exchange_case_fabric(const char *topology)
{
	g_autoptr(GError) error = NULL;
	gboolean is_file = g_file_test(topology, G_FILE_TEST_IS_REGULAR);
	Fabric *fabric = is_file ? input_topology(topology, NULL, &error) : synth_fabric(topology, &error);
	ck_assert_msg(fabric && fabric_assign_lids(fabric, 0, NULL, &error), "%s", error ? error->message : "");
	return fabric;
}

Routing *exchange_case_route(const RouteEngine *engine, const Fabric *fabric, const PreviousTables *previous,
			     guint lanes)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {.engine = engine,
				  .threads = 1,
				  .stand = TRUE,
				  .previous = previous,
				  .budget = -1,
				  .max_vls = lanes,
				  .passes = 1};
	Routing *routing = routing_compute(fabric, &options, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	return routing;
}

ExchangePlan *exchange_case_plan(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is)
{
	g_autoptr(GError) error = NULL;
	TablesInForce previous = {.lft = was->lft,
				  .path_sl = was->path_sl,
				  .fabric = then,
				  .lanes = was->vls_mapped,
				  .sl2vl = was->path_sl ? NULL : was->sl2vl};
	ExchangePlan *x = exchange_plan_new(&previous, now, is->stand, is->lft, is->path_sl, &error);
	ck_assert_msg(x != NULL, "%s", error ? error->message : "");
	return x;
}

void exchange_case_print(const char *what, const ExchangeVerdict *v)
{
	printf("  %s: %u circles, %u dead ends, %u dropped, %s (old %s, new %s)\n", what, v->loops, v->dead_ends,
	       v->dropped, v->cyclic ? "CYCLIC" : "free", v->old_cyclic ? "CYCLIC" : "free",
	       v->new_cyclic ? "CYCLIC" : "free");
}

gboolean exchange_case_is_safe(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is,
			       const ExchangePlan *x, gboolean verbose)
{
	JudgedTables old = {was->lft, was->path_sl, was->sl2vl, FALSE, FALSE},
		     new = {is->lft, is->path_sl, is->sl2vl, FALSE, FALSE};
	JudgedTables phase = {x->first_phase, x->sl ? x->sl : is->path_sl, is->sl2vl, FALSE, FALSE}, late = phase;
	late.sl2vl = was->sl2vl;
	ExchangeVerdict first = exchange_judge(now, then, &old,
					       x->tables_after_first ? &late
					       : x->first_phase      ? &phase
								     : &new),
			last = {0}, between = {0};
	if (x->first_phase)
		last = exchange_judge(now, NULL, &phase, &new);
	if (x->tables_after_first)
		between = exchange_judge(now, NULL, &late, &phase);
	if (verbose)
		exchange_case_print(x->first_phase ? "first phase" : "at once", &first);
	if (verbose && x->first_phase)
		exchange_case_print("last phase", &last);
	/* Credit loops of what is said to be outside the proof: connections that have to be made anew, management. */
	if (x->illegal->len || was->management_pairs_unproven || is->management_pairs_unproven || x->unproven)
		first.cyclic = last.cyclic = between.cyclic = FALSE;
	return exchange_is_safe(&first) && exchange_is_safe(&between) && exchange_is_safe(&last);
}
