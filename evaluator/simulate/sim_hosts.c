/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs one slot of all hosts of a simulation: each may make a packet, and may send one. A new packet waits in the list
 * of its lane. Of the lanes with a packet and a credit (room in the switch's buffer), the next in turn sends.
 */
#include "evaluator/simulate/sim_state.h"

#define AHEAD 6 /* hosts whose memory is prefetched */

/* A place of the host's pool that is free. */
static guint16 take_place(SimHost *host, const SimWait *pool)
{
	guint16 place = host->spare;
	if (place == SIM_NO_WAIT)
		return host->fresh++;
	host->spare = pool[place].next;
	return place;
}

static void append(SimState *s, guint32 h, guint8 lane, guint32 to)
{
	SimHost *host = &s->host[h];
	SimWait *pool = &s->wait[(gsize)h * s->options->backlog];
	gsize list = (gsize)h << s->net->shift | lane;
	guint16 place = take_place(host, pool);
	pool[place] = (SimWait){to, s->now, SIM_NO_WAIT};
	if (host->lanes >> lane & 1)
		pool[s->last[list]].next = place;
	else
		s->first[list] = place;
	s->last[list] = place;
	host->lanes |= (guint16)(1u << lane);
	host->held++;
}

static void make_packet(SimState *s, guint32 h)
{
	const SimNet *net = s->net;
	guint32 to = sim_targets_next(&s->targets, h, &s->random);
	guint32 paths = sim_net_n_paths(net, h, to);
	guint32 path = net->first_path[to] + (paths > 1 ? sim_random_below(&s->random, paths) : 0);
	guint8 sl = sim_net_sl(s->after && s->n_replaced == net->n_rows ? s->after : net, h, path);
	append(s, h, net->host_lane[sl], path | (guint32)sl << SIM_SL_SHIFT);
	s->tally->made++;
}

/* The next lane after the one that sent last, of those in `lanes`, which is not empty. */
static guint8 next_lane(const SimHost *host, guint32 lanes)
{
	guint32 after = lanes >> host->turn >> 1;
	return (guint8)(after ? host->turn + 1 + (guint)__builtin_ctz(after) : (guint)__builtin_ctz(lanes));
}

static void send_packet(SimState *s, guint32 h, guint8 lane)
{
	const SimNet *net = s->net;
	SimHost *host = &s->host[h];
	SimWait *pool = &s->wait[(gsize)h * s->options->backlog];
	gsize list = (gsize)h << net->shift | lane;
	guint32 sender = net->n_ports + h;
	guint16 place = s->first[list];
	SimPacket packet = {pool[place].to, pool[place].born, h};
	s->first[list] = pool[place].next;
	if (pool[place].next == SIM_NO_WAIT)
		host->lanes &= (guint16) ~(1u << lane);
	pool[place].next = host->spare;
	host->spare = place;
	host->held--;
	host->turn = lane;
	if (--s->credit[(gsize)sender << net->shift | lane] == 0)
		host->open &= (guint16) ~(1u << lane);
	if (s->measuring)
		s->tally->use[(gsize)sender << net->shift | lane]++;
	sim_depart(s, sender, &packet, net->host_port[h], lane);
	s->moves++;
}

/* Credits that have come before this slot. */
static void take_credits(SimState *s)
{
	const SimNet *net = s->net;
	SimMail *mail = sim_wheel_come(s)->mail;
	guint32 first = net->bit[net->n_ports] / 64;
	guint16 *credit = &s->credit[net->n_ports << net->shift];
	for (guint32 w = first; w < net->n_words; w++) {
		for (guint64 left = mail[w].credits; left; left &= left - 1) {
			guint32 place = (w - first) * 64 + (guint)__builtin_ctzll(left);
			credit[place]++;
			s->host[place >> net->shift].open |= (guint16)(1u << (place & ((1u << net->shift) - 1)));
		}
		mail[w].credits = 0;
	}
}

/* Whether a host wants to make a packet in this slot. */
static gboolean wants(SimState *s, guint32 h)
{
	if (s->chance >> 32 && s->net->cost[s->net->n_ports + h] == SIM_UNIT)
		return TRUE;
	return (sim_random(&s->random) >> 32) * s->net->cost[s->net->n_ports + h] < s->chance * SIM_UNIT;
}

/* Prefetches what a host will need whose turn is soon: the first packet that waits, and the place for a new one. */
static inline void look_ahead(const SimState *s, guint32 h)
{
	const SimWait *pool = &s->wait[(gsize)h * s->options->backlog];
	__builtin_prefetch(&pool[s->first[(gsize)h << s->net->shift]], 1);
	__builtin_prefetch(&pool[s->host[h].spare], 1);
}

void sim_hosts_step(SimState *s)
{
	const SimNet *net = s->net;
	take_credits(s);
	for (guint32 h = 0; h < net->n_hosts; h++) {
		SimHost *host = &s->host[h];
		look_ahead(s, h + AHEAD < net->n_hosts ? h + AHEAD : h);
		if (!sim_targets_sends(&s->targets, h))
			continue;
		if (host->held < s->options->backlog) {
			if (wants(s, h))
				make_packet(s, h);
		} else if (s->measuring) {
			s->tally->held_back++;
		}
		guint32 lanes = host->lanes & host->open;
		if (lanes && sim_cable_free(s, net->n_ports + h))
			send_packet(s, h, next_lane(host, lanes));
	}
}
