/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports the throughput of hosts class by class, after a simulation. Hosts of a class are of one kind (hosts,
 * aggregation nodes: FabricClass), and their cables have one rate. The counters of each host are added to the row of
 * its class.
 */
#include "evaluator/commands/simulate/simulate_classes.h"

#include "core/base/by_keys.h"
#include "core/fabric/fabric_class.h"

typedef struct {
	FabricClass of;
	guint32 cost; /* of a packet on the cable, as in SimNet */
	guint32 hosts, senders;
	gdouble accepted, least; /* sum and least over senders: each a share of its cable */
} Row;

static gint by_class(gconstpointer a, gconstpointer b)
{
	const Row *x = a, *y = b;
	return BY_KEYS({x->of, y->of}, {x->cost, y->cost});
}

static Row *find_row(GArray *rows, FabricClass of, guint32 cost)
{
	for (guint i = 0; i < rows->len; i++) {
		Row *row = &g_array_index(rows, Row, i);
		if (row->of == of && row->cost == cost)
			return row;
	}
	const Row fresh = {.of = of, .cost = cost, .least = G_MAXDOUBLE};
	g_array_append_val(rows, fresh);
	return &g_array_index(rows, Row, rows->len - 1);
}

static void add_host(GArray *rows, const SimNet *net, const SimTally *t, guint32 host)
{
	guint32 cost = net->cost[net->n_ports + host];
	Row *row = find_row(rows, fabric_port_class(net->paths->fabric, sim_net_host_port(net, host)), cost);
	gdouble slots = t->runs ? (gdouble)t->slots / t->runs * t->sends[host] : 0;
	row->hosts++;
	if (slots <= 0)
		return;
	gdouble accepted = (gdouble)t->sent[host] * cost / SIM_UNIT / slots;
	row->senders++;
	row->accepted += accepted;
	row->least = MIN(row->least, accepted);
}

static void report_class(Report *r, const SimNet *net, const Row *row)
{
	report_row(r, TEXT("class", fabric_class_name(row->of)),
		   COUNT("gbps", net->slot_mbps ? ((guint64)net->slot_mbps * SIM_UNIT / row->cost + 500) / 1000 : 0),
		   COUNT("hosts", row->hosts), REAL("accepted", row->senders ? row->accepted / row->senders : 0),
		   REAL("least", row->senders ? row->least : 0));
}

void simulate_report_classes(Report *r, const SimFacts *facts)
{
	const SimNet *net = facts->net;
	g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(Row));
	for (guint32 host = 0; host < net->n_hosts; host++)
		add_host(rows, net, &facts->load[facts->n_loads - 1], host);
	if (rows->len < 2)
		return;
	g_array_sort(rows, by_class);
	report_open_series(
		r, "classes",
		"at the last load, by what hosts are and the rate of their cables: what arrives, in the mean "
		"and of the host with the least",
		"class gbps");
	for (guint i = 0; i < rows->len; i++)
		report_class(r, net, &g_array_index(rows, Row, i));
	report_close(r);
}
