/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command path: follows one route and reports each switch by name, with ports, lane and load. This helps to
 * find where a connection is slow or lost.
 */
#include "core/base/error.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/command.h"
#include "evaluator/deadlock/lanes.h"
#include "evaluator/measures/efi.h"
#include "evaluator/paths/port_find.h"
#include "evaluator/paths/route_steps.h"

extern const EvalCommand command_path;

static const char *from_name, *to_name;

static const GOptionEntry options[] = {SUBSET_OPTION, {0}};

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n != 4)
		return sssp_error_usage(error, "two files and two ports are needed: TOPOLOGY TABLES FROM TO");
	files->topology = names[0];
	files->tables = names[1];
	from_name = names[2];
	to_name = names[3];
	return TRUE;
}

/* The route that is asked for, and what was found of it. */
typedef struct {
	const Case *subject;
	guint32 from, to; /* ports */
	guint32 lid;
	guint8 sl;
	guint32 first; /* row */
	guint8 in_port;
	GArray *steps;
	RouteEnd end;
	guint32 shortest;
} Trace;

static gboolean find_ports(Trace *t, GError **error)
{
	const Fabric *fabric = t->subject->fabric;
	t->from = port_find(fabric, from_name, error);
	t->to = t->from == FABRIC_NONE ? FABRIC_NONE : port_find(fabric, to_name, error);
	if (t->to == FABRIC_NONE)
		return FALSE;
	t->lid = port_find_lid(fabric, t->to, to_name);
	if (paths_is_unsaid(t->subject->paths, t->lid))
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: these tables have no entry for LID %u",
				      t->subject->tables_name, t->lid);
	if (t->lid && t->from != t->to)
		return TRUE;
	return sssp_error_usage(error, t->lid ? "'%s' and '%s' are one port" : "'%s' has no LID",
				t->lid ? from_name : to_name, to_name);
}

/* Finds the first switch of the packet, and its SL. */
static void begin(Trace *t, const Lanes *lanes)
{
	const Paths *p = t->subject->paths;
	const FabricPort *from = &p->fabric->ports[t->from];
	if (from->num == 0) {
		t->first = p->row_of_node[from->node];
		t->sl = lanes_sl(lanes, lanes->switch_sl[t->first], t->lid);
		return;
	}
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++)
		if (p->fabric->endpoints[e] == t->from) {
			t->first = p->endpoint_row[e];
			t->in_port = p->endpoint_port[e];
			t->sl = lanes_sl(lanes, lanes->endpoint_sl[e], t->lid);
		}
}

static gboolean find_shortest(Trace *t, GError **error)
{
	const Paths *p = t->subject->paths;
	g_autofree guint32 *hops = g_try_new(guint32, p->n_rows + 1), *queue = g_try_new(guint32, p->n_rows + 1);
	if (!hops || !queue)
		return sssp_error_memory(error, "a shortest path", (p->n_rows + 1) * sizeof *hops);
	paths_shortest(p, paths_lid_row(p, t->lid), hops, queue);
	t->shortest = hops[t->first];
	return TRUE;
}

/*
 * Routes of hosts over the cable by which the route leaves a switch. On the last cable, to an endpoint, are the routes
 * to its LIDs.
 */
static guint64 load_of(const Trace *t, const RouteFacts *loads, const RouteStep *step)
{
	const Paths *p = t->subject->paths;
	const FabricPort *to = &p->fabric->ports[t->to];
	if (step->channel != PATHS_NONE)
		return loads->load[step->channel];
	if (t->end != ROUTE_ARRIVES || to->num == 0 || !paths_takes_part(p, t->to))
		return 0;
	return (guint64)(p->n_part - 1) << to->lmc;
}

static void report_step(Report *r, const Trace *t, const Lanes *lanes, const RouteFacts *loads, const RouteStep *step)
{
	const Paths *p = t->subject->paths;
	guint32 node = p->fabric->switches[step->row];
	gboolean known = step->out_port <= p->fabric->nodes[node].n_ports;
	g_autofree char *guid = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", p->fabric->nodes[node].guid);
	report_row(r, TEXT("switch", guid), TEXT("name", fabric_name(p->fabric, node)), COUNT("in_port", step->in_port),
		   COUNT("port", step->out_port),
		   COUNT("vl", known ? lanes_vl(lanes, step->row, step->in_port, step->out_port, t->sl) : t->sl),
		   COUNT("load", load_of(t, loads, step)));
}

static void add_verdicts(Report *r, const Trace *t, guint32 hops)
{
	const RouteStep *last = &g_array_index(t->steps, RouteStep, t->steps->len - 1);
	const Fabric *fabric = t->subject->fabric;
	if (t->end != ROUTE_ARRIVES)
		report_verdict(r, "DOES NOT ARRIVE: it ends at %s: %s.",
			       fabric_name(fabric, fabric->switches[last->row]), route_end_name(t->end));
	else if (hops > t->shortest)
		report_verdict(r, "It arrives over %u channels between switches where %u would do.", hops, t->shortest);
	else
		report_verdict(r, "It arrives on a shortest path.");
}

static Report *report_of(const Trace *t, const Lanes *lanes, const RouteFacts *loads)
{
	const Fabric *fabric = t->subject->fabric;
	guint32 hops = t->steps->len - 1;
	Report *r = report_new("Route by %s on %s", t->subject->tables_name, t->subject->topology_name);
	report_figures(r, TEXT("source", fabric_name_at(fabric, t->from)), COUNT("slid", fabric->ports[t->from].lid),
		       TEXT("destination", fabric_name_at(fabric, t->to)), COUNT("dlid", t->lid), COUNT("sl", t->sl),
		       FLAG("arrives", t->end == ROUTE_ARRIVES), TEXT("ends", route_end_name(t->end)));
	report_integer(r, "hops", hops, "channels between switches");
	if (t->shortest < PATHS_LOST)
		report_integer(r, "shortest", t->shortest, "over all cables");
	report_open_array(
		r, "steps",
		"the switches on the way; the load is that of the cable by which a switch is left: routes of hosts");
	for (guint i = 0; i < t->steps->len; i++)
		report_step(r, t, lanes, loads, &g_array_index(t->steps, RouteStep, i));
	report_close(r);
	add_verdicts(r, t, hops);
	return r;
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(RouteStep));
	Trace t = {.subject = subject, .steps = steps};
	if (!find_ports(&t, error))
		return EVAL_FAILED;
	g_autoptr(Lanes) lanes = lanes_new(subject->paths, subject->path_sl, subject->sl2vl, error);
	g_autoptr(RouteFacts) loads = lanes ? route_facts_new(subject->paths, error) : NULL;
	if (!loads)
		return EVAL_FAILED;
	begin(&t, lanes);
	if (!find_shortest(&t, error))
		return EVAL_FAILED;
	t.end = route_steps_follow(subject->paths, t.first, t.in_port, t.lid, steps);
	*report = report_of(&t, lanes, loads);
	return t.end == ROUTE_ARRIVES ? EVAL_HOLDS : EVAL_DOES_NOT;
}

const EvalCommand command_path = {
	.name = "path",
	.summary = "one route: its switches, ports, lanes and loads",
	.options = options,
	.name_files = subset_given_name,
	.arguments = "TOPOLOGY TABLES FROM TO",
	.take = take_arguments,
	.run = run,
};
