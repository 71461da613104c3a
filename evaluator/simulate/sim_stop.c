/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the packets of a simulation that will never move: a deadlock. Buffers that can move are marked and followed
 * backwards: a buffer that asks for a place in a marked buffer can move too. Buffers without a mark wait for ever.
 *
 * A row is a switch; a target is the output and lane that a packet waits for (sim_state.h). Buffers and targets have
 * the number port << shift | lane: each port has 1 << shift numbers for its lanes.
 */
#include "evaluator/simulate/sim_stop.h"

#include "core/base/error.h"

#include <string.h>

SimStopScratch *sim_stop_scratch_new(const SimNet *net, GError **error)
{
	gsize n = (gsize)net->n_ports << net->shift;
	g_autoptr(SimStopScratch) scratch = g_new0(SimStopScratch, 1);
	scratch->moves = g_try_new(guint8, n + 1);
	scratch->stack = g_try_new(guint32, n + 1);
	if (scratch->moves && scratch->stack)
		return g_steal_pointer(&scratch);
	return sssp_error_memory_null(error, "the buffers of a simulation", n * sizeof(guint32));
}

void sim_stop_scratch_free(SimStopScratch *scratch)
{
	if (!scratch)
		return;
	g_free(scratch->moves);
	g_free(scratch->stack);
	g_free(scratch);
}

/* The look under way. */
typedef struct {
	const SimState *s;
	SimStopScratch *scratch;
	guint32 depth;
} Look;

/* Marks all buffers of a row that ask for a target as moving. */
static void move_askers(Look *l, guint32 row, guint32 target)
{
	const SimState *s = l->s;
	const SimRow *at = &s->row[row];
	const guint64 *request = &at->request[(gsize)target * at->words];
	guint32 first = at->first << s->net->shift;
	for (guint32 w = 0; w < at->words; w++)
		for (guint64 word = request[w]; word; word &= word - 1) {
			guint32 buffer = first + w * 64 + (guint32)__builtin_ctzll(word);
			if (l->scratch->moves[buffer])
				continue;
			l->scratch->moves[buffer] = TRUE;
			l->scratch->stack[l->depth++] = buffer;
		}
}

/* The buffer behind a target that leads to a switch. */
static guint32 buffer_behind(const SimNet *net, guint32 row, guint32 target)
{
	guint32 port = net->first[row] + (target >> net->shift);
	return net->peer[port] << net->shift | (target & ((1u << net->shift) - 1));
}

/* Whether packets that ask for a target move for sure: it is open, or the buffer behind it is not full. */
static gboolean is_free(const SimState *s, guint32 row, guint32 target)
{
	if (s->row[row].open[target / 64] >> target % 64 & 1)
		return TRUE;
	return sim_buffer(s, buffer_behind(s->net, row, target))->n < s->options->buffer;
}

/* Marks the buffers that ask for a target that is free. */
static void begin(Look *l)
{
	const SimState *s = l->s;
	memset(l->scratch->moves, FALSE, (gsize)s->net->n_ports << s->net->shift);
	for (guint32 row = 0; row < s->net->n_rows; row++)
		for (guint32 w = 0; w < s->row[row].words; w++)
			for (guint64 word = s->row[row].asked[w]; word; word &= word - 1) {
				guint32 target = w * 64 + (guint32)__builtin_ctzll(word);
				if (is_free(s, row, target))
					move_askers(l, row, target);
			}
}

/* Marks, for each marked buffer, those at the other end of its cable that ask for a place in it; from hosts: none. */
static void follow_back(Look *l)
{
	const SimNet *net = l->s->net;
	while (l->depth) {
		guint32 buffer = l->scratch->stack[--l->depth], from = net->peer[buffer >> net->shift];
		if (from >= net->n_ports)
			continue;
		guint32 place = from << net->shift | (buffer & ((1u << net->shift) - 1));
		move_askers(l, net->row[from], place - (net->first[net->row[from]] << net->shift));
	}
}

/* The buffer that the head of a buffer waits for, where this one waits for ever. */
static guint32 waits_for(const SimState *s, guint32 buffer)
{
	const SimBuffer *at = sim_buffer(s, buffer);
	return buffer_behind(s->net, s->net->row[buffer >> s->net->shift], at->target[at->head]);
}

static SimStep step_of(const SimState *s, guint32 buffer)
{
	const SimNet *net = s->net;
	SimBuffer *at = sim_buffer(s, buffer);
	const SimPacket *packet = &sim_packets(s, at)[at->head];
	guint32 from = net->peer[buffer >> net->shift];
	return (SimStep){.node = net->paths->fabric->switches[net->row[from]],
			 .port = net->number[from],
			 .channel = net->channel[from],
			 .vl = net->lanes->vl[buffer & ((1u << net->shift) - 1)],
			 .sl = (guint8)(packet->to >> SIM_SL_SHIFT),
			 .source = sim_net_host_port(net, packet->source),
			 .destination = sim_net_host_port(net, net->path_host[packet->to & SIM_TO_MASK])};
}

/* Follows waiting buffers from one of them until they close a cycle, and tells it; `moves` marks those passed. */
static void tell_cycle(const SimState *s, SimStopScratch *scratch, guint32 buffer)
{
	SimTally *t = s->tally;
	while (!scratch->moves[buffer]) {
		scratch->moves[buffer] = TRUE;
		buffer = waits_for(s, buffer);
	}
	guint32 n = 0;
	for (guint32 at = buffer; !n || at != buffer; at = waits_for(s, at))
		n++;
	t->cycle = g_new0(SimStep, n);
	t->n_cycle = n;
	for (guint32 i = 0; i < n; i++, buffer = waits_for(s, buffer))
		t->cycle[i] = step_of(s, buffer);
}

guint32 sim_stop_look(const SimState *s, SimStopScratch *scratch)
{
	Look l = {s, scratch, 0};
	guint32 buffers = s->net->n_ports << s->net->shift, first = buffers, n = 0;
	begin(&l);
	follow_back(&l);
	for (guint32 b = buffers; b-- > 0;)
		if (sim_buffer(s, b)->n && !scratch->moves[b]) {
			first = b;
			n++;
		}
	if (n && !s->tally->stopped) {
		s->tally->stopped = 1;
		s->tally->stopped_slot = s->now;
		s->tally->stopped_part = n;
		tell_cycle(s, scratch, first);
	}
	return n;
}
