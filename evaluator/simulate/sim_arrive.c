/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The end of a slot: packets that come to the end of their cable get their lane and wait, credits are there again. */
#include "evaluator/simulate/sim_state.h"

#define AHEAD 16 /* packets whose memory is asked for early */

/* A packet that is thrown away leaves its place at once. */
static void throw_away(SimState *s, guint32 buffer, guint64 *count)
{
	(*count)++;
	sim_give_back(s, buffer);
}

static void come_in(SimState *s, const SimFlight *flight)
{
	const SimNet *net = s->net;
	guint32 port = flight->buffer >> net->shift, number = net->row[port];
	const SimRow *row = &s->row[number];
	const SimNet *tables = sim_tables(s, number);
	guint8 out = tables->next[(gsize)(flight->packet.to & SIM_TO_MASK) * net->n_rows + number];
	if (out == SIM_LOST) {
		throw_away(s, flight->buffer, &s->tally->lost);
		return;
	}
	guint8 lane = sim_net_lane(tables, number, port - row->first, out, (guint8)(flight->packet.to >> SIM_SL_SHIFT));
	if (lane == SIM_DROP) {
		throw_away(s, flight->buffer, &s->tally->dropped);
		return;
	}
	if (lane && net->peer[row->first + out] >= net->n_ports)
		lane = 0;
	guint32 target = (guint32)out << net->shift | lane;
	SimBuffer *buffer = sim_buffer(s, flight->buffer);
	guint32 at = (guint32)(buffer->head + buffer->n) & s->ring_mask;
	sim_packets(s, buffer)[at] = flight->packet;
	buffer->target[at] = (guint16)target;
	if (!buffer->n++ || s->options->queue == SIM_VOQ)
		sim_ask(row, target, flight->buffer - (row->first << net->shift));
}

/* What is needed of memory for a packet that comes in soon. */
static void look_ahead(const SimState *s, const SimFlight *flight)
{
	const SimNet *net = s->net;
	guint32 row = net->row[flight->buffer >> net->shift];
	__builtin_prefetch(&net->next[(gsize)(flight->packet.to & SIM_TO_MASK) * net->n_rows + row]);
	__builtin_prefetch(sim_buffer(s, flight->buffer), 1);
}

static void take_credit(SimState *s, guint32 place)
{
	const SimNet *net = s->net;
	guint32 sender = place >> net->shift, lane = place & ((1u << net->shift) - 1);
	if (s->credit[place]++)
		return;
	if (sender >= net->n_ports) {
		s->host[sender - net->n_ports].open |= (guint16)(1u << lane);
		return;
	}
	const SimRow *row = &s->row[net->row[sender]];
	guint32 bit = place - (row->first << net->shift);
	row->open[bit / 64] |= G_GUINT64_CONSTANT(1) << bit % 64;
}

/* What is thrown away may give its credit into the wheel that is under work: after the packets. */
void sim_arrive(SimState *s)
{
	SimWheel *wheel = sim_wheel_at(s, 0);
	for (guint32 i = 0; i < wheel->n_flights; i++) {
		if (i + AHEAD < wheel->n_flights)
			look_ahead(s, &wheel->flight[i + AHEAD]);
		come_in(s, &wheel->flight[i]);
	}
	s->on_cables -= wheel->n_flights;
	for (guint32 i = 0; i < wheel->n_credits; i++)
		take_credit(s, wheel->credit[i]);
	wheel->n_flights = wheel->n_credits = 0;
}
