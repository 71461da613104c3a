/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command rails: reports on which rail and switch each adapter is, which are cabled wrong, and with tables the
 * bandwidth of each rail. A rail is the adapters of all machines with one device number, such as 3 of mlx5_3. Machines
 * of one kind, whose names differ in digits only, mostly have each rail on switches of its own (rails.h).
 */
#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/drawn_given.h"
#include "evaluator/commands/nodes_given.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/paths/lids.h"
#include "evaluator/paths/subset.h"
#include "evaluator/rails/rails.h"

extern const EvalCommand command_rails;

#define DEFAULT_PATTERNS 200 /* of each rail */

static const GOptionEntry options[] = {
	NODES_OPTION,
	SUBSET_OPTION,
	DRAWN_OPTIONS(" of each rail (200)"),
	{0},
};

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n < 1 || n > 2)
		return sssp_error_usage(error,
					"a fabric is needed, and tables for what each rail gets: TOPOLOGY [TABLES]");
	files->topology = names[0];
	files->tables = n > 1 ? names[1] : NULL;
	return TRUE;
}

/* What was asked for, and found. */
typedef struct {
	const Fabric *fabric;
	const Machines *machines;
	const Rails *rails;
	Paths *paths;   /* NULL without tables */
	guint8 *wanted; /* [n_endpoints] of the subset; NULL: all */
} Seen;

static const char *name_of(const Seen *s, guint32 node)
{
	return node == RAILS_NONE ? "" : fabric_name(s->fabric, node);
}

/* The number of the switch's port that an endpoint is cabled to. */
static guint port_of(const Seen *s, guint32 endpoint)
{
	return s->fabric->ports[s->fabric->ports[s->fabric->endpoints[endpoint]].peer].num;
}

static gboolean is_wanted(const Seen *s, guint32 endpoint)
{
	return !s->wanted || s->wanted[endpoint];
}

static gboolean machine_wanted(const Seen *s, guint32 machine)
{
	const Machines *m = s->machines;
	for (guint32 i = m->first[machine]; i < m->first[machine + 1]; i++)
		if (is_wanted(s, m->endpoint[i]))
			return TRUE;
	return FALSE;
}

static void report_kinds(Report *r, const Seen *s)
{
	report_open_series(r, "kinds", "machines of one kind have names that differ in numbers only", "kind");
	for (guint32 k = 0; k < s->rails->n_kinds; k++) {
		const RailKind *kind = &s->rails->kinds[k];
		report_row(r, TEXT("kind", kind->name), COUNT("nodes", kind->machines),
			   COUNT("adapters", kind->adapters), COUNT("each", kind->n_devices), COUNT("mbps", kind->mbps),
			   FLAG("aligned", kind->aligned));
	}
	report_close(r);
}

static void report_leaves(Report *r, const Seen *s)
{
	report_open_series(r, "leaves", "the rail that a switch serves of a kind; others are adapters of other rails",
			   "kind rail leaf");
	for (guint i = 0; i < s->rails->leaves->len; i++) {
		const RailLeaf *leaf = &g_array_index(s->rails->leaves, RailLeaf, i);
		if (!s->rails->kinds[leaf->kind].aligned)
			continue;
		report_row(r, TEXT("kind", s->rails->kinds[leaf->kind].name), COUNT("rail", leaf->device),
			   TEXT("leaf", name_of(s, leaf->node)), COUNT("adapters", leaf->adapters),
			   COUNT("others", leaf->others));
	}
	report_close(r);
}

/* What is to be done with an adapter that is astray. */
static char *advice(const Seen *s, const RailAstray *at)
{
	if (at->swap != RAILS_NONE)
		return g_strdup_printf("swap with %s", s->machines->device_name[at->swap]);
	return at->right == RAILS_NONE ? g_strdup("") : g_strdup_printf("move to %s", name_of(s, at->right));
}

static void report_wrong(Report *r, const Seen *s)
{
	const Machines *m = s->machines;
	report_open_array(r, "wrong", "adapters on a switch that serves another rail of their kind");
	for (guint i = 0; i < s->rails->astray->len; i++) {
		const RailAstray *at = &g_array_index(s->rails->astray, RailAstray, i);
		if (!is_wanted(s, at->endpoint))
			continue;
		g_autofree char *todo = advice(s, at);
		report_row(r, TEXT("node", m->name[m->of[at->endpoint]]), TEXT("adapter", m->device_name[at->endpoint]),
			   TEXT("leaf", name_of(s, at->node)), COUNT("port", port_of(s, at->endpoint)),
			   TEXT("advice", todo));
	}
	report_close(r);
}

/* Lists machines without an adapter that most of their kind have. */
static void report_lacking(Report *r, const Seen *s)
{
	report_open_array(r, "lacking", "adapters that most of their kind have; likely is the switch they belong on");
	for (guint i = 0; i < s->rails->lacking->len; i++) {
		const RailLack *lack = &g_array_index(s->rails->lacking, RailLack, i);
		if (!machine_wanted(s, lack->machine))
			continue;
		report_row(r, TEXT("node", s->machines->name[lack->machine]), COUNT("rail", lack->device),
			   TEXT("likely", name_of(s, lack->node)));
	}
	report_close(r);
}

static void report_adapters(Report *r, const Seen *s)
{
	const Machines *m = s->machines;
	report_open_array(r, "adapters", "of each node");
	for (guint32 i = 0; i < m->first[m->n]; i++) {
		guint32 e = m->endpoint[i];
		if (!is_wanted(s, e))
			continue;
		report_open_object(r, "", "");
		report_figures(r, TEXT("node", m->name[m->of[e]]), TEXT("adapter", m->device_name[e]));
		if (m->device[e] != MACHINES_NONE)
			report_integer(r, "rail", m->device[e], "");
		else
			report_string(r, "rail", "", "");
		report_figures(r, COUNT("lid", s->fabric->ports[s->fabric->endpoints[e]].lid),
			       TEXT("leaf", name_of(s, rails_switch(s->fabric, e))), COUNT("port", port_of(s, e)));
		report_close(r);
	}
	report_close(r);
	report_hide(r);
}

/* The endpoints of a rail that are wanted. */
static GArray *rail_endpoints(const Seen *s, guint32 device)
{
	GArray *endpoints = g_array_new(FALSE, FALSE, sizeof(guint32));
	const Machines *m = s->machines;
	for (guint32 e = 0; e < s->fabric->n_endpoints; e++)
		if (m->of[e] != MACHINES_NONE && m->named[m->of[e]] && m->device[e] == device && is_wanted(s, e))
			g_array_append_val(endpoints, e);
	return endpoints;
}

static guint32 count_switches(const Seen *s, const GArray *endpoints)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	for (guint i = 0; i < endpoints->len; i++)
		g_hash_table_add(seen,
				 GUINT_TO_POINTER(rails_switch(s->fabric, g_array_index(endpoints, guint32, i)) + 1));
	return g_hash_table_size(seen);
}

/* Reports the bandwidth of a rail while it alone sends. */
static gboolean report_bandwidth(Report *r, const Seen *s, const GArray *endpoints, GError **error)
{
	const EbbOptions how = drawn_given_ebb(DEFAULT_PATTERNS);
	if (!s->paths || endpoints->len < 2)
		return TRUE;
	if (!paths_take_only(s->paths, (const guint32 *)(gconstpointer)endpoints->data, endpoints->len, error))
		return FALSE;
	g_autoptr(EbbFacts) facts = ebb_facts_new(s->paths, &how, error);
	if (facts)
		report_real(r, "ebb", facts->mean, "");
	return facts != NULL;
}

static gboolean report_rails(Report *r, const Seen *s, GError **error)
{
	gboolean ok = TRUE;
	report_open_series(r, "rails",
			   s->paths ? "adapters of one number; ebb: bisection bandwidth while the rail alone sends"
				    : "adapters of one number",
			   "rail");
	for (guint i = 0; ok && i < s->rails->devices->len; i++) {
		guint32 device = g_array_index(s->rails->devices, guint32, i);
		g_autoptr(GArray) endpoints = rail_endpoints(s, device);
		if (!endpoints->len)
			continue;
		report_open_object(r, "", "");
		report_figures(r, COUNT("rail", device), COUNT("adapters", endpoints->len),
			       COUNT("leaves", count_switches(s, endpoints)));
		ok = report_bandwidth(r, s, endpoints, error);
		report_close(r);
	}
	report_close(r);
	return ok;
}

static void add_verdicts(Report *r, const Rails *rails)
{
	guint32 aligned = 0;
	for (guint32 k = 0; k < rails->n_kinds; k++)
		aligned += rails->kinds[k].aligned ? 1 : 0;
	if (!aligned)
		report_verdict(r, "No kind of node is cabled by rails, or no name tells adapters of a node apart.");
	if (rails->nameless)
		report_verdict(r, "%u adapters have no node's name: --nodes FILE can say whose they are.",
			       rails->nameless);
	if (rails->astray->len)
		report_verdict(r, "WRONG RAIL: %u adapters.", rails->astray->len);
	if (rails->lacking->len)
		report_verdict(r, "LACKING: %u adapters that other nodes of the kind have.", rails->lacking->len);
	if (aligned && rails_hold(rails))
		report_verdict(r, "Every adapter is on its rail.");
}

static EvalResult tell(const Seen *s, const char *topology, Report **report, GError **error)
{
	g_autoptr(Report) r = report_new("Rails of %s", topology);
	report_integer(r, "nodes", s->machines->n, "machines, and adapters without a node's name");
	report_integer(r, "endpoints", s->machines->first[s->machines->n], "adapters with a LID");
	report_integer(r, "nameless", s->rails->nameless, "adapters without a node's name");
	report_kinds(r, s);
	if (!report_rails(r, s, error))
		return EVAL_FAILED;
	report_leaves(r, s);
	report_wrong(r, s);
	report_lacking(r, s);
	report_adapters(r, s);
	add_verdicts(r, s->rails);
	*report = g_steal_pointer(&r);
	return rails_hold(s->rails) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

static gboolean choose(Seen *s, GError **error)
{
	if (!subset_given)
		return TRUE;
	g_autoptr(NameList) list = subset_given_read(subset_given, error);
	g_autoptr(GArray) chosen = list ? subset_endpoints(s->fabric, list, FALSE, error) : NULL;
	s->wanted = g_new0(guint8, s->fabric->n_endpoints + 1);
	for (guint i = 0; chosen && i < chosen->len; i++)
		s->wanted[g_array_index(chosen, guint32, i)] = 1;
	return chosen != NULL;
}

static EvalResult look(const Fabric *fabric, Paths *paths, const char *topology, Report **report, GError **error)
{
	g_autoptr(Machines) machines = nodes_given_read(fabric, error);
	g_autoptr(Rails) rails = machines ? rails_new(machines, error) : NULL;
	Seen s = {fabric, machines, rails, paths, NULL};
	EvalResult result = rails && choose(&s, error) ? tell(&s, topology, report, error) : EVAL_FAILED;
	g_free(s.wanted);
	return result;
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	if (files->tables) {
		g_autoptr(Case) subject = case_read(files, session->log, session->warnings, error);
		return subject ? look(subject->fabric, subject->paths, files->topology, report, error) : EVAL_FAILED;
	}
	g_autoptr(Fabric) fabric = case_topology(files, session->log, error);
	if (!fabric || (!lids_any(fabric) && !fabric_assign_lids(fabric, 0, NULL, error)))
		return EVAL_FAILED;
	return look(fabric, NULL, files->topology, report, error);
}

const EvalCommand command_rails = {
	.name = "rails",
	.summary = "which adapter of which node is on which rail, and which is cabled wrong",
	.options = options,
	.check = drawn_given_check,
	.arguments = "TOPOLOGY [TABLES]",
	.take = take_arguments,
	.answer = answer,
};
