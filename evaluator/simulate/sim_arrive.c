/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Ends a slot: packets that come to the end of their cable get their lane and wait, credits are there again. */
#include "evaluator/simulate/sim_state.h"

#define AHEAD 16 /* packets whose memory is asked for early */

/* A packet that is thrown away leaves its place at once. */
static void throw_away(SimState *s, guint32 buffer, guint64 *count)
{
	(*count)++;
	sim_give_back(s, buffer);
}

/* Adaptive routing: the port of the row, next on a shortest path to a host, for which fewest wait; each is as likely. */
static guint8 shortest_queue(SimState *s, guint32 number, guint32 host)
{
	const SimNet *net = s->net;
	const Paths *p = net->paths;
	const SimRow *row = &s->row[number];
	guint32 at = net->host_port[host], to = net->row[at], least = G_MAXUINT32, ties = 0;
	const guint8 *hops = s->options->adaptive->hops + (gsize)to * p->n_rows;
	guint8 best = SIM_LOST;
	if (number == to)
		return (guint8)(at - row->first);
	for (guint32 out = 0; out < row->n && hops[number] != SPREAD_FAR; out++) {
		guint32 channel = net->channel[row->first + out], waiting = s->waiting[row->first + out];
		if (channel == PATHS_NONE || hops[p->to[channel]] + 1u != hops[number] || waiting > least)
			continue;
		ties = waiting < least ? 1 : ties + 1;
		least = waiting;
		if (ties == 1 || sim_random_below(&s->random, ties) == 0)
			best = (guint8)out;
	}
	return best;
}

static void come_in(SimState *s, const SimFlight *flight)
{
	const SimNet *net = s->net;
	guint32 port = flight->buffer >> net->shift, number = net->row[port];
	const SimRow *row = &s->row[number];
	const SimNet *tables = sim_tables(s, number);
	guint32 path = flight->packet.to & SIM_TO_MASK;
	guint8 out = s->waiting ? shortest_queue(s, number, net->path_host[path])
				: tables->next[(gsize)path * net->n_rows + number];
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
	if (s->waiting)
		s->waiting[row->first + out]++;
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
