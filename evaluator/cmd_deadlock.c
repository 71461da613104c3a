/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "evaluator/command.h"
#include "evaluator/deadlock.h"

extern const EvalCommand command_deadlock;

static gboolean reverse;

static const GOptionEntry options[] = {
	{"reverse", 0, 0, G_OPTION_ARG_NONE, &reverse,
	 "Follow each route also on the SL of the path the other way, which replies may use", NULL},
	{0},
};

static void report_layers(Report *r, const DeadlockFacts *facts)
{
	report_open_array(r, "layers", "the virtual lanes in use");
	for (guint i = 0; i < facts->n_layers; i++) {
		report_open_object(r, "", "");
		report_integer(r, "vl", facts->layers[i].vl, "");
		report_integer(r, "channels", facts->layers[i].channels, "");
		report_integer(r, "dependencies", facts->layers[i].dependencies, "");
		report_boolean(r, "cyclic", facts->layers[i].cyclic, "");
		report_close(r);
	}
	report_close(r);
}

static const char *port_name(const Fabric *fabric, guint32 port)
{
	return fabric_name(fabric, fabric->ports[port].node);
}

static void report_pair(Report *r, const Fabric *fabric, const LaneRoute *route)
{
	report_open_object(r, "pair", "");
	report_string(r, "source", port_name(fabric, route->source), "");
	report_integer(r, "slid", fabric->ports[route->source].lid, "");
	report_string(r, "destination", port_name(fabric, fabric->lid_port[route->lid]), "");
	report_integer(r, "dlid", route->lid, "");
	report_integer(r, "sl", route->sl, "");
	report_boolean(r, "reply", route->reply, "");
	report_close(r);
}

static void report_cycle(Report *r, const Paths *p, const DeadlockFacts *facts)
{
	report_open_array(r, "cycle",
			  "each channel is held by its pair, which waits for the next one; the last for the first");
	for (guint32 i = 0; i < facts->n_cycle; i++) {
		const DeadlockStep *step = &facts->cycle[i];
		const FabricNode *node = &p->fabric->nodes[p->fabric->switches[p->from[step->channel]]];
		g_autofree char *guid = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", node->guid);
		report_open_object(r, "", "");
		report_string(r, "switch", guid, "");
		report_string(r, "name", fabric_name(p->fabric, p->fabric->switches[p->from[step->channel]]), "");
		report_integer(r, "port", p->out_port[step->channel], "");
		report_integer(r, "vl", step->vl, "");
		report_pair(r, p->fabric, &step->route);
		report_close(r);
	}
	report_close(r);
}

static void judge(Report *r, const DeadlockFacts *facts)
{
	if (facts->free)
		report_verdict(r, "No credit loop: packets cannot deadlock.");
	else
		report_verdict(r, "CREDIT LOOP: the %u channels above can wait for each other for ever.",
			       facts->n_cycle);
	if (facts->counts.dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15.", facts->counts.dropped);
	if (facts->counts.unreachable)
		report_verdict(r, "%" G_GUINT64_FORMAT " routes do not arrive (see sssp-eval routes).",
			       facts->counts.unreachable);
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	g_autoptr(Lanes) lanes = lanes_new(subject->paths, subject->path_sl, subject->sl2vl, error);
	g_autoptr(DeadlockFacts) facts = lanes ? deadlock_facts_new(lanes, reverse, error) : NULL;
	if (!facts)
		return EVAL_FAILED;
	Report *r = *report = report_new("Credit loops of %s on %s", subject->tables_name, subject->topology_name);
	report_boolean(r, "free", facts->free, "is every virtual lane without a credit loop?");
	report_boolean(r, "reverse", reverse, "were replies on the SL of the request followed too?");
	report_integer(r, "routes", facts->counts.routes, "followed, with their SL");
	report_integer(r, "unreachable", facts->counts.unreachable, "of these: routes that do not arrive");
	report_integer(r, "dropped", facts->counts.dropped, "of these: routes that a table sends to VL 15");
	report_layers(r, facts);
	report_cycle(r, subject->paths, facts);
	judge(r, facts);
	return facts->free && !facts->counts.dropped ? EVAL_HOLDS : EVAL_DOES_NOT;
}

const EvalCommand command_deadlock = {
	.name = "deadlock",
	.summary = "is every virtual lane free of credit loops?",
	.options = options,
	.run = run,
};
