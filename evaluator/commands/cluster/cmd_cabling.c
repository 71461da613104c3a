/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command cabling: compares the cables of a plan with those that are there, and reports what to do at the
 * racks (orders). Nodes are matched by names (cabling.h); if few switches have the names of the plan, by the shape of
 * the network alone (plan_match.h). Without a plan, it reports what stands out (outliers.h).
 */
#include "core/base/error.h"
#include "evaluator/cabling/cabling.h"
#include "evaluator/cabling/outliers.h"
#include "evaluator/cabling/plan_match.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/spec_case.h"
#include "formats/input.h"

extern const EvalCommand command_cabling;

#define LEAST_NAMED_PART                                                                                               \
	10 /* nodes are matched by names where these find one switch of the plan in so many, else by shape */

static gboolean learn;
static char *plan_name;

static const GOptionEntry options[] = {
	{"learn", 0, 0, G_OPTION_ARG_NONE, &learn, "There is no plan: what stands out among its likes", NULL},
	{0},
};

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n < 1 || n > 2)
		return sssp_error_usage(error, "what was meant and what is there are needed: PLAN NOW, or --learn NOW");
	plan_name = n > 1 ? names[0] : NULL;
	files->topology = names[n - 1];
	return TRUE;
}

static gboolean check(GError **error)
{
	if (learn == !plan_name)
		return TRUE;
	return sssp_error_usage(error,
				learn ? "--learn takes NOW alone" : "a plan is needed: PLAN NOW, or --learn NOW");
}

/* ---- by names */

static void report_counts(Report *r, const Cabling *c)
{
	report_open_object(r, "found", "how many of each");
	for (guint kind = 0; kind < CABLING_N_KINDS; kind++)
		report_integer(r, cabling_kind_name((CablingKind)kind), c->count[kind], "");
	report_close(r);
}

static void report_orders(Report *r, const Cabling *c)
{
	report_open_array(r, "orders", "what is to be done");
	for (guint i = 0; i < c->orders->len; i++) {
		const CablingOrder *o = &g_array_index(c->orders, CablingOrder, i);
		g_autofree char *text = cabling_order_text(c, o);
		report_row(r, TEXT("kind", cabling_kind_name(o->kind)), TEXT("order", text));
	}
	report_close(r);
}

static EvalResult tell_orders(const Cabling *c, const char *topology, Report **report)
{
	Report *r = *report = report_new("Cables of %s beside those of %s", topology, plan_name);
	report_string(r, "matched_by", "names", "how nodes of both were found to be the same");
	report_integer(r, "matched", c->matched, "nodes of the plan that were found");
	report_integer(r, "right", c->right, "cables that are as planned");
	report_counts(r, c);
	report_orders(r, c);
	if (c->orders->len)
		report_verdict(r, "DIFFERS from the plan: %u orders.", c->orders->len);
	else
		report_verdict(r, "All cables are as planned.");
	return c->orders->len ? EVAL_DOES_NOT : EVAL_HOLDS;
}

/* ---- by shape */

static char *misfit_text(const Fabric *now, const PlanMisfit *m)
{
	gboolean hosts = m->b == PLAN_MATCH_NONE;
	return g_strdup_printf("%s%s%s: %u %s %s: %u, not %u", fabric_name(now, m->a), hosts ? "" : " and ",
			       hosts ? "" : fabric_name(now, m->b), MAX(m->meant, m->is) - MIN(m->meant, m->is),
			       hosts ? "hosts" : "cables", m->meant > m->is ? "missing" : "too many", m->is, m->meant);
}

static void report_misfit(Report *r, const char *kind, const char *text)
{
	report_row(r, TEXT("kind", kind), TEXT("order", text));
}

static EvalResult tell_shape(const PlanMatch *s, const Fabric *plan, const Fabric *now, const char *topology,
			     Report **report)
{
	Report *r = *report = report_new("Cables of %s beside those of %s", topology, plan_name);
	guint32 wrong = s->missing + s->surplus->len + s->misfits->len;
	report_string(r, "matched_by", "shape", "the names are others: the best matching that was found");
	report_integer(r, "switches", plan->n_switches, "of the plan");
	report_integer(r, "switches_missing", s->missing, "that nothing is left for");
	report_integer(r, "right", s->cables, "cables between switches that fit");
	report_open_array(r, "orders", "what does not fit the plan");
	for (guint i = 0; i < s->surplus->len; i++)
		report_misfit(r, "node_extra", fabric_name(now, g_array_index(s->surplus, guint32, i)));
	for (guint i = 0; i < s->misfits->len; i++) {
		const PlanMisfit *m = &g_array_index(s->misfits, PlanMisfit, i);
		g_autofree char *text = misfit_text(now, m);
		report_misfit(r, m->meant > m->is ? "missing" : "extra", text);
	}
	report_close(r);
	if (wrong)
		report_verdict(r, "DIFFERS from the plan, at most so: %u switches missing, %u extra, %u places.",
			       s->missing, s->surplus->len, s->misfits->len);
	else
		report_verdict(r, "The plan and what is there have one shape.");
	return wrong ? EVAL_DOES_NOT : EVAL_HOLDS;
}

static EvalResult compare(const Fabric *plan, const Fabric *now, const char *topology, Report **report, GError **error)
{
	g_autoptr(Cabling) c = cabling_new(plan, now, error);
	if (!c)
		return EVAL_FAILED;
	if (c->switches_matched && c->switches_matched * LEAST_NAMED_PART >= plan->n_switches)
		return tell_orders(c, topology, report);
	g_autoptr(PlanMatch) s = plan_match_new(plan, now, error);
	return s ? tell_shape(s, plan, now, topology, report) : EVAL_FAILED;
}

/* Reads the plan: a file, or else a SPEC. */
static Fabric *read_plan(const EvalSession *session, GError **error)
{
	if (!g_str_equal(plan_name, "-") && !g_file_test(plan_name, G_FILE_TEST_EXISTS) &&
	    !g_str_has_suffix(plan_name, ".csv") && !g_str_has_suffix(plan_name, ".topo"))
		return spec_fabric_new(plan_name, session, error);
	return input_plan(plan_name, session->log, error);
}

/* ---- without a plan */

static char *outlier_text(const Fabric *f, const Outlier *o)
{
	const char *name = fabric_name(f, o->node), *other = o->other == FABRIC_NONE ? "" : fabric_name(f, o->other);
	switch (o->kind) {
	case OUTLIER_UPLINKS:
		return g_strdup_printf("%s has %u cables upwards, not %u", name, o->has, o->usual);
	case OUTLIER_ABOVE:
		return g_strdup_printf("%s leads to %u switches above it, not %u", name, o->has, o->usual);
	case OUTLIER_DOWNLINKS:
		return g_strdup_printf("%s has %u cables downwards, not %u", name, o->has, o->usual);
	case OUTLIER_BUNDLE:
		return g_strdup_printf("%s has %u cables to %s, not %u", name, o->has, other, o->usual);
	case OUTLIER_RATE:
		return g_strdup_printf("%s port %u to %s runs at %u Mbit/s, not %u", name, o->port, other, o->has,
				       o->usual);
	default:
		return g_strdup_printf("0x%016" G_GINT64_MODIFIER "x has no name of its own: '%s'",
				       f->nodes[o->node].guid, name);
	}
}

static EvalResult tell_outliers(const Fabric *now, const char *topology, Report **report)
{
	g_autoptr(GArray) found = outliers_new(now);
	Report *r = *report = report_new("What stands out in %s", topology);
	report_integer(r, "switches", now->n_switches, "");
	report_integer(r, "nameless", outliers_nameless(now), "of these without a name of their own");
	report_open_array(r, "outliers", "others of the same level and as many ports are alike");
	for (guint i = 0; i < found->len; i++) {
		const Outlier *o = &g_array_index(found, Outlier, i);
		g_autofree char *text = outlier_text(now, o);
		report_row(r, TEXT("kind", outlier_kind_name(o->kind)), COUNT("level", o->level), COUNT("of", o->alike),
			   TEXT("what", text));
	}
	report_close(r);
	if (found->len)
		report_verdict(r, "STANDS OUT: %u places.", found->len);
	else
		report_verdict(r, "Nothing stands out.");
	return found->len ? EVAL_DOES_NOT : EVAL_HOLDS;
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	g_autoptr(Fabric) plan = learn ? NULL : read_plan(session, error);
	g_autoptr(Fabric) now = learn || plan ? case_topology(files, session->log, error) : NULL;
	if (!now)
		return EVAL_FAILED;
	return learn ? tell_outliers(now, files->topology, report) : compare(plan, now, files->topology, report, error);
}

const EvalCommand command_cabling = {
	.name = "cabling",
	.summary = "which cables are not where the plan has them",
	.options = options,
	.check = check,
	.arguments = "PLAN NOW | --learn NOW",
	.take = take_arguments,
	.answer = answer,
};
