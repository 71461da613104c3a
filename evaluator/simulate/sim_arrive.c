/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes in what has come to a switch (a row) over its cables: packets and credits. A packet is given an output by the
 * forwarding table (with adaptive routing by the number of packets that wait for each output) and a lane by the SL to
 * VL table, and waits in the buffer of its input. A packet without an output or lane is thrown away. A credit lets one
 * more packet leave. An input is a port and a lane, in one number: port << shift | lane.
 */
#include "evaluator/simulate/sim_shape.h"

/* A packet that is thrown away uses up its input for this slot. */
static void throw_away(SimState *s, const SimRow *row, guint32 input, guint64 *count)
{
	guint32 shift = s->net->shift;
	(*count)++;
	sim_use_input(row, shift, input);
	sim_give_back(s, row->first + (input >> shift), input & ((1u << shift) - 1));
}

/*
 * Adaptive routing: of the ports of the switch that are next on a shortest path to a host, the one for which fewest
 * packets wait; of several each is as likely.
 */
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

/* The output that a packet takes, and the lane there as a target; G_MAXUINT32 where it is thrown away. */
INLINED guint32 find_target(SimState *s, const SimNet *tables, const SimRow *row, SimShape shape, guint32 input,
			    guint32 to)
{
	const SimNet *net = s->net;
	guint32 number = (guint32)(row - s->row), path = to & SIM_TO_MASK;
	guint8 out = s->waiting ? shortest_queue(s, number, net->path_host[path])
				: tables->next[(gsize)number * net->n_paths + path];
	if (out == SIM_LOST) {
		throw_away(s, row, input, &s->tally->lost);
		return G_MAXUINT32;
	}
	guint8 lane = sim_net_lane(tables, number, input >> shape.shift, out, (guint8)(to >> SIM_SL_SHIFT));
	if (lane == SIM_DROP) {
		throw_away(s, row, input, &s->tally->dropped);
		return G_MAXUINT32;
	}
	if (s->waiting)
		s->waiting[row->first + out]++;
	if (lane && net->peer[row->first + out] >= net->n_ports)
		lane = 0;
	return (guint32)out << shape.shift | lane;
}

INLINED void come_in(SimState *s, const SimNet *tables, const SimRow *row, SimShape shape, guint32 input,
		     const SimPacket *packet)
{
	guint32 target = find_target(s, tables, row, shape, input, packet->to);
	if (target == G_MAXUINT32)
		return;
	SimBuffer *buffer = sim_buffer(s, (row->first << shape.shift) + input);
	guint32 at = (guint32)(buffer->head + buffer->n) & s->ring_mask;
	sim_packets(s, buffer)[at] = *packet;
	buffer->target[at] = (guint16)target;
	if (!buffer->n++ || s->options->queue == SIM_VOQ)
		sim_ask(row, shape.words, target, input);
}

INLINED void take_mail(SimState *s, const SimRow *row, SimShape shape)
{
	const SimNet *tables = sim_tables(s, (guint32)(row - s->row));
	SimWheel *wheel = sim_wheel_come(s);
	SimMail *mail = &wheel->mail[row->word];
	guint16 *credit = &s->credit[row->first << shape.shift];
	const SimPacket *packet = &wheel->packet[row->first];
	for (guint32 w = 0; w < shape.words; w++) {
		SimMail here = mail[w];
		mail[w] = (SimMail){0};
		row->open[w] |= here.credits;
		for (guint64 left = here.credits; left; left &= left - 1)
			credit[w * 64 + (guint)__builtin_ctzll(left)]++;
		for (guint64 left = here.packets; left; left &= left - 1) {
			guint32 input = w * 64 + (guint)__builtin_ctzll(left);
			come_in(s, tables, row, shape, input, &packet[input >> shape.shift]);
		}
	}
}

void sim_arrive(SimState *s, guint32 number)
{
	const SimRow *row = &s->row[number];
	SimShape shape = sim_shape(s, row);
	if (sim_is_plain(shape))
		take_mail(s, row, sim_plain);
	else
		take_mail(s, row, shape);
}

void sim_look_ahead(const SimState *s, guint32 number)
{
	const SimNet *net = s->net;
	const SimRow *row = &s->row[number];
	const SimWheel *wheel = sim_wheel_come(s);
	const guint8 *next = sim_tables(s, number)->next + (gsize)number * net->n_paths;
	for (guint32 w = 0; w < row->words; w++)
		for (guint64 left = wheel->mail[row->word + w].packets; left; left &= left - 1) {
			guint32 input = w * 64 + (guint)__builtin_ctzll(left);
			__builtin_prefetch(&next[wheel->packet[row->first + (input >> net->shift)].to & SIM_TO_MASK]);
			__builtin_prefetch(sim_buffer(s, (row->first << net->shift) + input), 1);
		}
}
