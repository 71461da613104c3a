/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A slot of all switches. A row's outputs are looked at from a random one on, those alone that are asked for and have
 * credits; each takes one of the buffers that ask for it, drawn among those whose input has given nothing yet.
 */
#include "evaluator/simulate/sim_state.h"

#include <string.h>

#define ONE G_GUINT64_CONSTANT(1)

/* The switch under work. */
typedef struct {
	guint32 row, first, words;
	guint64 *request, *asked, *open;
} Row;

/* Bits of a word that is counted with shifts: no call of a library where the processor's own is not assumed. */
static inline guint count_bits(guint64 x)
{
	x -= x >> 1 & G_GUINT64_CONSTANT(0x5555555555555555);
	x = (x & G_GUINT64_CONSTANT(0x3333333333333333)) + (x >> 2 & G_GUINT64_CONSTANT(0x3333333333333333));
	x = (x + (x >> 4)) & G_GUINT64_CONSTANT(0x0f0f0f0f0f0f0f0f);
	return (guint)(x * G_GUINT64_CONSTANT(0x0101010101010101) >> 56);
}

static inline guint nth_bit(guint64 x, guint n)
{
	while (n--)
		x &= x - 1;
	return (guint)__builtin_ctzll(x);
}

/* A buffer of the row that asks for a target and may give; FALSE: none. Each is as likely. */
static gboolean choose_input(SimState *s, const Row *r, guint32 target, guint32 *input)
{
	const guint64 *request = &r->request[(gsize)target * r->words];
	guint n = 0;
	for (guint32 w = 0; w < r->words; w++)
		n += count_bits(request[w] & ~s->used[w]);
	if (!n)
		return FALSE;
	guint left = n > 1 ? sim_random_below(&s->random, n) : 0;
	for (guint32 w = 0;; w++) {
		guint64 word = request[w] & ~s->used[w];
		guint here = count_bits(word);
		if (left < here) {
			*input = w * 64 + nth_bit(word, left);
			return TRUE;
		}
		left -= here;
	}
}

static void ask_no_more(const Row *r, guint32 target, guint32 input)
{
	guint64 *request = &r->request[(gsize)target * r->words];
	guint64 any = 0;
	request[input / 64] &= ~(ONE << input % 64);
	for (guint32 w = 0; w < r->words; w++)
		any |= request[w];
	if (!any)
		r->asked[target / 64] &= ~(ONE << target % 64);
}

/* Takes the head out of a buffer: the next one asks. */
static SimPacket take_head(SimState *s, const Row *r, guint32 input, guint32 target)
{
	gsize b = ((gsize)r->first << s->net->shift) + input, ring = b * s->ring;
	SimBuffer *buffer = &s->buffer[b];
	SimPacket packet = s->packet[ring + buffer->head];
	buffer->head = (guint16)((buffer->head + 1) & s->ring_mask);
	ask_no_more(r, target, input);
	if (--buffer->n)
		sim_ask(s, r->row, s->target[ring + buffer->head], input);
	return packet;
}

/* Takes the oldest packet for a target out of a buffer: those before it move up. */
static SimPacket take_oldest(SimState *s, const Row *r, guint32 input, guint32 target)
{
	gsize b = ((gsize)r->first << s->net->shift) + input, ring = b * s->ring;
	SimBuffer *buffer = &s->buffer[b];
	guint32 mask = s->ring_mask, i = 0, more;
	while (s->target[ring + ((buffer->head + i) & mask)] != target)
		i++;
	SimPacket packet = s->packet[ring + ((buffer->head + i) & mask)];
	for (more = i + 1; more < buffer->n && s->target[ring + ((buffer->head + more) & mask)] != target; more++)
		;
	if (more >= buffer->n)
		ask_no_more(r, target, input);
	for (; i > 0; i--) {
		gsize to = ring + ((buffer->head + i) & mask), from = ring + ((buffer->head + i - 1) & mask);
		s->packet[to] = s->packet[from];
		s->target[to] = s->target[from];
	}
	buffer->head = (guint16)((buffer->head + 1) & mask);
	buffer->n--;
	return packet;
}

static void use_input(SimState *s, guint32 input)
{
	guint32 shift = s->net->shift, begin = input >> shift << shift;
	s->used[begin / 64] |= ((ONE << (1u << shift)) - 1) << begin % 64;
}

static void deliver(SimState *s, guint32 sender, const SimPacket *packet)
{
	SimTally *t = s->tally;
	guint32 slots = s->now - packet->born + 1 + sim_cable_delay(s, sender);
	sim_cable_take(s, sender);
	s->moves++;
	t->delivered++;
	if (!s->measuring)
		return;
	t->counted++;
	t->sent[packet->source]++;
	t->received[packet->to & SIM_TO_MASK]++;
	t->latency[sim_latency_bin(slots)]++;
	t->latency_sum += slots;
}

/* The packet that the input gives leaves for the target. */
static void pass(SimState *s, const Row *r, guint32 input, guint32 target)
{
	const SimNet *net = s->net;
	guint32 shift = net->shift, lane = target & ((1u << shift) - 1), port = r->first + (target >> shift);
	guint32 place = port << shift | lane;
	SimPacket packet = (s->options->queue == SIM_FIFO ? take_head : take_oldest)(s, r, input, target);
	use_input(s, input);
	sim_give_back(s, (r->first << shift) + input);
	if (s->measuring)
		s->tally->use[place]++;
	if (net->peer[port] >= net->n_ports) {
		deliver(s, port, &packet);
		return;
	}
	if (--s->credit[place] == 0)
		r->open[target / 64] &= ~(ONE << target % 64);
	sim_depart(s, port, &packet, net->peer[port] << shift | lane);
}

/* A lane sent a packet: whose turn is it next? */
static void take_turn(SimState *s, guint32 port, guint8 lane)
{
	const SimNet *net = s->net;
	if (s->turn[port] != lane || !s->left[port]) {
		s->turn[port] = lane;
		s->left[port] = s->options->weight[net->lanes->vl[lane]];
	}
	if (--s->left[port] == 0) {
		s->turn[port] = lane + 1 == net->n_lanes ? 0 : lane + 1;
		s->left[port] = s->options->weight[net->lanes->vl[s->turn[port]]];
	}
}

/* One packet by a port, on one of the lanes in `lanes`, the one whose turn it is first. */
static void serve(SimState *s, const Row *r, guint32 out, guint32 lanes)
{
	const SimNet *net = s->net;
	guint32 port = r->first + out, input;
	if (!sim_cable_free(s, port))
		return;
	guint8 lane = net->n_lanes > 1 ? s->turn[port] : 0;
	for (guint i = 0; i < net->n_lanes; i++) {
		guint32 target = out << net->shift | lane;
		if (lanes >> lane & 1 && choose_input(s, r, target, &input)) {
			pass(s, r, input, target);
			if (net->n_lanes > 1)
				take_turn(s, port, lane);
			return;
		}
		lane = lane + 1 == net->n_lanes ? 0 : lane + 1;
	}
}

/* The outputs of one word of targets, those in `mask`. */
static void serve_word(SimState *s, const Row *r, guint32 w, guint64 mask)
{
	guint32 shift = s->net->shift;
	guint64 group = (ONE << (1u << shift)) - 1, active = r->asked[w] & r->open[w] & mask;
	while (active) {
		guint bit = (guint)__builtin_ctzll(active) >> shift << shift;
		guint32 lanes = (guint32)(active >> bit & group);
		active &= ~(group << bit);
		serve(s, r, (w * 64 + bit) >> shift, lanes);
	}
}

static void serve_row(SimState *s, const Row *r, guint32 ports)
{
	guint32 start = sim_random_below(&s->random, ports) << s->net->shift;
	guint64 after = ~G_GUINT64_CONSTANT(0) << start % 64;
	memset(s->used, 0, r->words * sizeof *s->used);
	serve_word(s, r, start / 64, after);
	for (guint32 i = 1; i < r->words; i++)
		serve_word(s, r, (start / 64 + i) % r->words, ~G_GUINT64_CONSTANT(0));
	serve_word(s, r, start / 64, ~after);
}

static gboolean is_asked(const Row *r)
{
	for (guint32 w = 0; w < r->words; w++)
		if (r->asked[w] & r->open[w])
			return TRUE;
	return FALSE;
}

void sim_switches_step(SimState *s)
{
	const SimNet *net = s->net;
	for (guint32 row = 0; row < net->n_rows; row++) {
		Row r = {row, net->first[row], s->words[row], sim_requests(s, row, 0), &s->asked[s->bits_first[row]],
			 &s->open[s->bits_first[row]]};
		if (is_asked(&r))
			serve_row(s, &r, net->first[row + 1] - net->first[row]);
	}
}
