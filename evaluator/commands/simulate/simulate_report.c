/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports a packet simulation: its settings, a row for each offered load, the cables that carry most, where buffers
 * wait for each other for ever, and a verdict.
 */
#include "evaluator/commands/simulate/simulate_report.h"

#include "evaluator/commands/bandwidth/paths_given.h"
#include "evaluator/commands/simulate/simulate_classes.h"
#include "evaluator/report/figures.h"

#include <stdlib.h>

static void report_setup(Report *r, const Case *subject, const SimAnswer *a)
{
	const SimOptions *o = a->options;
	const SimNet *net = a->facts->net;
	report_string(r, "traffic", o->traffic->name, "who sends to whom");
	report_integer(r, "hosts", net->n_hosts, "that take part");
	report_subset(r, subject->paths);
	report_paths(r, subject);
	report_string(r, "queue", o->queue == SIM_FIFO ? "fifo" : "voq", "which packets of a buffer may leave");
	report_integer(r, "buffer", o->buffer, "packets of an input buffer, for each port and lane");
	report_integer(r, "backlog", o->backlog, "packets that wait at a host at most");
	report_integer(r, "delay", o->delay, "slots on a cable besides");
	report_integer(r, "lanes", net->n_lanes, "virtual lanes that packets can be on");
	if (a->sl >= 0)
		report_integer(r, "sl", (guint64)a->sl, "that all packets are on");
	if (subject->second)
		report_string(r, "exchange", subject->second->tables_name,
			      "tables that switches get in the first half of the slots");
	report_integer(r, "warmup", o->warmup, "slots before those that are measured");
	report_integer(r, "slots", o->slots, "measured");
	report_integer(r, "runs", o->runs, "of each load");
	report_integer(r, "seed", o->seed, "");
	if (a->mtu)
		report_integer(r, "mtu", a->mtu, "bytes of data in a packet");
	report_integer(r, "packet_bytes", a->packet, "");
	if (net->slot_mbps && !o->equal)
		report_real(r, "slot_us", (gdouble)a->packet * 8 / net->slot_mbps,
			    "microseconds of a slot: a packet on the fastest cable");
	report_integer(r, "pairs_lost", net->pairs_lost, "pairs of hosts without a route: their packets are lost");
	report_integer(r, "memory_bytes", a->facts->bytes, "of a run");
}

static void report_load(Report *r, const SimAnswer *a, guint32 i)
{
	const SimTally *t = &a->facts->load[i];
	const SimNet *net = a->facts->net;
	report_row(r, REAL("load", a->options->load[i]), REAL("accepted", t->accepted), REAL("stddev", t->stddev),
		   REAL("least", sim_tally_least(t, &net->cost[net->n_ports])), REAL("latency", sim_tally_mean(t)),
		   COUNT("latency_50", sim_tally_latency(t, 0.5)), COUNT("latency_99", sim_tally_latency(t, 0.99)),
		   COUNT("latency_999", sim_tally_latency(t, 0.999)), COUNT("delivered", t->counted),
		   COUNT("lost", t->lost), COUNT("dropped", t->dropped), COUNT("stopped", t->stopped));
}

static void report_loads(Report *r, const SimAnswer *a)
{
	report_open_series(
		r, "loads",
		"of each host's cable: offered, and what arrives in the mean and of the host with the least; "
		"latency in slots; packets; runs that stopped",
		"load");
	for (guint32 i = 0; i < a->facts->n_loads; i++)
		report_load(r, a, i);
	report_close(r);
}

/* A lane of a cable from a switch, and how many packets it carried. */
typedef struct {
	guint64 use;
	guint32 place;
} Used;

static int more_used(const void *a, const void *b)
{
	const Used *x = a, *y = b;
	if (x->use != y->use)
		return x->use < y->use ? 1 : -1;
	return (x->place > y->place) - (x->place < y->place);
}

static void report_cable(Report *r, const SimAnswer *a, const SimTally *t, const Used *used)
{
	const SimNet *net = a->facts->net;
	const Fabric *fabric = net->paths->fabric;
	guint32 port = used->place >> net->shift, peer = net->peer[port];
	guint32 node = fabric->switches[net->row[port]];
	guint32 to = peer < net->n_ports ? fabric->switches[net->row[peer]]
					 : fabric->ports[sim_net_host_port(net, peer - net->n_ports)].node;
	g_autofree char *guid = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", fabric->nodes[node].guid);
	report_row(r, TEXT("switch", guid), TEXT("name", fabric_name(fabric, node)), COUNT("port", net->number[port]),
		   TEXT("to", fabric_name(fabric, to)),
		   COUNT("vl", net->lanes->vl[used->place & ((1u << net->shift) - 1)]),
		   REAL("use", (gdouble)used->use * net->cost[port] / SIM_UNIT / (gdouble)t->slots),
		   REAL("fill", t->looks ? (gdouble)t->fill[used->place] / (gdouble)t->looks : 0));
}

/* Lists the cables of the highest load that carry most. Those that lead to hosts are listed only where all are. */
static void report_cables(Report *r, const Case *subject, const SimAnswer *a)
{
	const SimNet *net = a->facts->net;
	const SimTally *t = &a->facts->load[a->facts->n_loads - 1];
	guint32 n = 0;
	g_autofree Used *used = g_new(Used, ((gsize)net->n_ports << net->shift) + 1);
	for (guint32 place = 0; place < net->n_ports << net->shift; place++)
		if (t->use[place] && (subject->all_loads || net->peer[place >> net->shift] < net->n_ports))
			used[n++] = (Used){t->use[place], place};
	qsort(used, n, sizeof *used, more_used);
	report_open_series(r, "cables",
			   "that carry most at the last load: share of their time, packets in the buffer behind",
			   "switch name port to vl");
	for (guint32 i = 0; i < n && (i < a->cables || subject->all_loads); i++)
		report_cable(r, a, t, &used[i]);
	report_close(r);
}

static void report_step(Report *r, const Fabric *fabric, const SimStep *step)
{
	g_autofree char *guid = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", fabric->nodes[step->node].guid);
	report_row(r, TEXT("switch", guid), TEXT("name", fabric_name(fabric, step->node)), COUNT("port", step->port),
		   COUNT("vl", step->vl), TEXT("source", fabric_name_at(fabric, step->source)),
		   TEXT("destination", fabric_name_at(fabric, step->destination)),
		   COUNT("dlid", fabric->ports[step->destination].lid), COUNT("sl", step->sl));
}

static void report_stop(Report *r, const Case *subject, const SimAnswer *a)
{
	report_boolean(r, "stopped", a->stop != NULL, "do buffers wait for each other for ever?");
	if (!a->stop)
		return;
	report_open_object(r, "stop", "the first load with which they do");
	report_integer(r, "slot", a->stop->stopped_slot, "in which it was seen");
	report_integer(r, "buffers", a->stop->stopped_part, "that wait for ever");
	report_boolean(r, "confirmed", a->confirmed == a->stop->n_cycle, "is the cycle one of deadlock's too?");
	report_close(r);
	report_open_array(
		r, "cycle",
		"the buffer behind each port is full, and its packet waits for the next; the last for the first");
	for (guint32 i = 0; i < a->stop->n_cycle; i++)
		report_step(r, subject->fabric, &a->stop->cycle[i]);
	report_close(r);
}

static void add_verdicts(Report *r, const SimAnswer *a)
{
	const SimTally *last = &a->facts->load[a->facts->n_loads - 1];
	guint64 lost = 0, dropped = 0;
	for (guint32 i = 0; i < a->facts->n_loads; i++) {
		lost += a->facts->load[i].lost;
		dropped += a->facts->load[i].dropped;
	}
	report_verdict(r, "Of a load of %.3g a host gets %.1f %% of its cable through, the worst one %.1f %%.",
		       a->options->load[a->facts->n_loads - 1], last->accepted * 100,
		       sim_tally_least(last, &a->facts->net->cost[a->facts->net->n_ports]) * 100);
	if (a->stop)
		report_verdict(r, "STOPPED: the %u buffers above wait for each other for ever, from slot %u on.",
			       a->stop->n_cycle, a->stop->stopped_slot);
	if (a->stop && a->options->adaptive)
		report_verdict(r, "Adaptive routing follows no dependency graph that was proven: lanes would have to.");
	else if (a->stop && a->confirmed != a->stop->n_cycle)
		report_verdict(r, "The channel dependency graph has only %u of these steps: please report this.",
			       a->confirmed);
	if (lost)
		report_verdict(r, "NOT COMPLETE: %" G_GUINT64_FORMAT " packets are lost: they have no route.", lost);
	if (dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " packets are sent to VL 15.", dropped);
}

void simulate_report(Report *r, const Case *subject, const SimAnswer *a)
{
	report_setup(r, subject, a);
	report_loads(r, a);
	simulate_report_classes(r, a->facts);
	report_cables(r, subject, a);
	report_stop(r, subject, a);
	add_verdicts(r, a);
}
