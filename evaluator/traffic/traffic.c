/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes what each port has counted between two readings of its counters. The rows of a reading may come in any
 * order, and twice, so they are first laid out by port. Then the earlier value of each counter is subtracted from the
 * later one; counters that wrapped, stopped at their highest value or were cleared are told apart.
 */
#include "evaluator/traffic/traffic.h"

#include "core/base/error.h"
#include "formats/tables/port_guids.h"

typedef struct {
	guint has, wide;
	guint64 value[COUNTER_N];
} Reading;

static guint32 port_of_lid(const Fabric *f, guint32 lid, guint number)
{
	guint32 port = lid < f->n_lids ? f->lid_port[lid] : FABRIC_NONE;
	if (port == FABRIC_NONE)
		return FABRIC_NONE;
	const FabricNode *node = &f->nodes[f->ports[port].node];
	if (node->type == FABRIC_SWITCH)
		return number <= node->n_ports ? node->first_port + number : FABRIC_NONE;
	return f->ports[port].num == number ? port : FABRIC_NONE;
}

static guint32 port_of_guid(const Fabric *f, const PortGuids *guids, guint64 guid, guint number)
{
	guint32 node = fabric_find_node(f, guid);
	if (node == FABRIC_NONE)
		node = fabric_find_node(f, port_guids_node(guids, guid));
	if (node == FABRIC_NONE || number > f->nodes[node].n_ports)
		return FABRIC_NONE;
	return f->nodes[node].first_port + number;
}

/* A narrow value does not replace a wide one. */
static void merge(Reading *into, const CounterRow *row)
{
	for (guint c = 0; c < COUNTER_N; c++) {
		guint bit = 1u << c;
		if (!(row->has & bit) || (into->wide & ~row->wide & bit))
			continue;
		into->has |= bit;
		into->wide |= row->wide & bit;
		into->value[c] = row->value[c];
	}
}

static void lay_out(Traffic *t, const Fabric *f, const PortGuids *guids, const GArray *rows, Reading *reading)
{
	for (guint i = 0; i < rows->len; i++) {
		const CounterRow *row = &g_array_index(rows, CounterRow, i);
		guint32 port =
			row->guid ? port_of_guid(f, guids, row->guid, row->port) : port_of_lid(f, row->lid, row->port);
		if (row->port == 0 || (port != FABRIC_NONE && f->ports[port].peer == FABRIC_NONE))
			continue; /* a switch's own port, or one without a cable */
		if (port == FABRIC_NONE) {
			t->first_foreign = t->n_foreign++ ? t->first_foreign : row->guid ? row->guid : row->lid;
			continue;
		}
		merge(&reading[port], row);
	}
}

static void subtract(Traffic *t, TrafficPort *port, const Reading *before, const Reading *after, guint c)
{
	guint bit = 1u << c;
	gboolean wide = (after->wide & bit) != 0;
	guint64 was = before ? before->value[c] : 0, is = after->value[c];
	port->known |= bit;
	port->value[c] = is - was;
	if (!wide && is == G_MAXUINT64 >> (64 - counter_bits(c))) {
		port->full |= bit;
		t->n_full++;
	}
	if (is >= was) {
		t->n_risen += is > was;
		return;
	}
	if (wide && was - is > G_MAXUINT64 / 2) {
		t->n_wrapped++;
		return;
	}
	port->value[c] = is;
	t->n_cleared++;
}

static void subtract_all(Traffic *t, guint32 n_ports, const Reading *before, const Reading *after)
{
	for (guint32 i = 0; i < n_ports; i++) {
		TrafficPort *port = &t->port[i];
		t->n_alone += before && (!before[i].has != !after[i].has);
		for (guint c = 0; c < COUNTER_N; c++)
			/* in one form only: a wide value is not compared with a narrow one */
			if ((after[i].has >> c & 1) &&
			    (!before || ((before[i].has >> c & 1) && !((before[i].wide ^ after[i].wide) >> c & 1))))
				subtract(t, port, before ? &before[i] : NULL, &after[i], c);
		t->n_ports += port->known != 0;
	}
}

static gboolean fill(Traffic *t, const Fabric *f, const PortGuids *guids, const GArray *before, const GArray *after,
		     GError **error)
{
	g_autofree Reading *first = before ? g_try_new0(Reading, f->n_ports + 1) : NULL,
			   *second = g_try_new0(Reading, f->n_ports + 1);
	t->port = g_try_new0(TrafficPort, f->n_ports + 1);
	if (!t->port || !second || (before && !first))
		return sssp_error_memory(error, "the counters of ports", f->n_ports * sizeof(Reading));
	if (before)
		lay_out(t, f, guids, before, first);
	lay_out(t, f, guids, after, second);
	subtract_all(t, f->n_ports, first, second);
	if (t->n_ports)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT, "no counters of a port of this fabric%s",
			      before ? " are in both" : "");
}

Traffic *traffic_new(const Fabric *fabric, const GArray *before, const GArray *after, GError **error)
{
	g_autoptr(Traffic) t = g_new0(Traffic, 1);
	PortGuids guids;
	if (!port_guids_init(&guids, fabric, error))
		return NULL;
	gboolean done = fill(t, fabric, &guids, before, after, error);
	port_guids_clear(&guids);
	return done ? g_steal_pointer(&t) : NULL;
}

void traffic_free(Traffic *traffic)
{
	if (!traffic)
		return;
	g_free(traffic->port);
	g_free(traffic);
}
