/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs one slot of all switches of a simulation: each output passes on at most one packet. The outputs of a switch that
 * buffers ask for and that have credits (room at the other end) are served in turn, from a random one on. Each takes a
 * packet from one of the buffers that ask for it, drawn among those whose input has given none in this slot.
 */
#include "evaluator/simulate/sim_shape.h"

#include <string.h>

#define ONE G_GUINT64_CONSTANT(1)

/* Counts bits by shifts: the compiler's builtin calls a library where it may not assume the processor's instruction. */
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

/* One of the bits of a word that has some. Each is as likely. */
static inline guint any_bit(SimState *s, guint64 word)
{
	if (!(word & (word - 1)))
		return (guint)__builtin_ctzll(word);
	return nth_bit(word, sim_random_below(&s->random, count_bits(word)));
}

/* The same of several words, of which the bits that are set in `but` do not count; FALSE: there is none. */
static gboolean any_of_words(SimState *s, const guint64 *words, const guint64 *but, guint32 n_words, guint32 *bit)
{
	guint n = 0;
	for (guint32 w = 0; w < n_words; w++)
		n += count_bits(words[w] & ~but[w]);
	if (!n)
		return FALSE;
	guint left = sim_random_below(&s->random, n);
	for (guint32 w = 0;; w++) {
		guint64 word = words[w] & ~but[w];
		guint here = count_bits(word);
		if (left < here) {
			*bit = w * 64 + nth_bit(word, left);
			return TRUE;
		}
		left -= here;
	}
}

/* A buffer of the row that asks for a target and may give; FALSE: none. Each is as likely. */
INLINED gboolean choose_input(SimState *s, const SimRow *row, SimShape shape, guint32 target, guint32 *input)
{
	const guint64 *request = &row->request[(gsize)target * shape.words];
	if (shape.words > 1)
		return any_of_words(s, request, row->used, shape.words, input);
	guint64 word = *request & ~*row->used;
	if (word)
		*input = any_bit(s, word);
	return word != 0;
}

INLINED void ask_no_more(const SimRow *row, SimShape shape, guint32 target, guint32 input)
{
	guint64 *request = &row->request[(gsize)target * shape.words];
	guint64 any = 0;
	request[input / 64] &= ~(ONE << input % 64);
	for (guint32 w = 0; w < shape.words; w++)
		any |= request[w];
	if (!any)
		row->asked[target / 64] &= ~(ONE << target % 64);
}

/* Takes the head, which asked for `target`, out of a buffer; the next packet asks for its own target. */
INLINED SimPacket take_head(SimState *s, const SimRow *row, SimShape shape, guint32 input, guint32 target)
{
	SimBuffer *buffer = sim_buffer(s, (row->first << shape.shift) + input);
	SimPacket packet = sim_packets(s, buffer)[buffer->head];
	buffer->head = (guint16)((buffer->head + 1) & s->ring_mask);
	ask_no_more(row, shape, target, input);
	if (--buffer->n)
		sim_ask(row, shape.words, buffer->target[buffer->head], input);
	return packet;
}

/* The place of the first packet for a target in a buffer, from place i on; n: there is none. */
static inline guint32 find_target(const SimBuffer *buffer, guint32 mask, guint32 i, guint32 target)
{
	while (i < buffer->n && buffer->target[(buffer->head + i) & mask] != target)
		i++;
	return i;
}

/* Takes the oldest packet for a target out of a buffer: those before it move up. */
INLINED SimPacket take_oldest(SimState *s, const SimRow *row, SimShape shape, guint32 input, guint32 target)
{
	SimBuffer *buffer = sim_buffer(s, (row->first << shape.shift) + input);
	SimPacket *packets = sim_packets(s, buffer);
	guint32 mask = s->ring_mask, i = find_target(buffer, mask, 0, target);
	SimPacket packet = packets[(buffer->head + i) & mask];
	if (find_target(buffer, mask, i + 1, target) >= buffer->n)
		ask_no_more(row, shape, target, input);
	for (; i > 0; i--) {
		guint32 to = (buffer->head + i) & mask, from = (buffer->head + i - 1) & mask;
		packets[to] = packets[from];
		buffer->target[to] = buffer->target[from];
	}
	buffer->head = (guint16)((buffer->head + 1) & mask);
	buffer->n--;
	return packet;
}

static inline void deliver(SimState *s, guint32 sender, const SimPacket *packet)
{
	SimTally *t = s->tally;
	guint32 slots = s->now - packet->born + 1 + sim_cable_delay(s, sender);
	sim_cable_take(s, sender);
	t->delivered++;
	if (!s->measuring)
		return;
	t->counted++;
	t->sent[packet->source]++;
	t->received[s->net->peer[sender] - s->net->n_ports]++;
	t->latency[sim_latency_bin(slots)]++;
	t->latency_sum += slots;
}

/* A packet that was chosen leaves for its target. Its input gives nothing more in this slot. */
INLINED void pass(SimState *s, const SimRow *row, SimShape shape, guint32 input, guint32 target)
{
	const SimNet *net = s->net;
	guint32 lane = target & ((1u << shape.shift) - 1), port = row->first + (target >> shape.shift);
	guint32 place = port << shape.shift | lane, peer = net->peer[port];
	SimPacket packet = s->options->queue == SIM_FIFO ? take_head(s, row, shape, input, target)
							 : take_oldest(s, row, shape, input, target);
	sim_use_input(row, shape.shift, input);
	sim_give_back(s, row->first + (input >> shape.shift), input & ((1u << shape.shift) - 1));
	s->moves++;
	if (s->waiting)
		s->waiting[port]--;
	if (s->measuring)
		s->tally->use[place]++;
	if (peer >= net->n_ports) {
		deliver(s, port, &packet);
		return;
	}
	if (--s->credit[place] == 0)
		row->open[target / 64] &= ~(ONE << target % 64);
	sim_depart(s, port, &packet, peer, lane);
}

/* Notes that a lane has sent a packet, and chooses the lane whose turn is next. */
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

/* Sends one packet by a port on one of the lanes in `lanes`; the lane whose turn it is comes first. */
INLINED void serve(SimState *s, const SimRow *row, SimShape shape, guint32 out, guint32 lanes)
{
	guint32 port = row->first + out, input;
	if (!sim_cable_free(s, port))
		return;
	guint8 lane = shape.lanes > 1 ? s->turn[port] : 0;
	for (guint i = 0; i < shape.lanes; i++) {
		guint32 target = out << shape.shift | lane;
		if (lanes >> lane & 1 && choose_input(s, row, shape, target, &input)) {
			pass(s, row, shape, input, target);
			if (shape.lanes > 1)
				take_turn(s, port, lane);
			return;
		}
		lane = lane + 1u == shape.lanes ? 0 : lane + 1;
	}
}

/* Serves the outputs of one word of targets, those in `mask`. */
INLINED void serve_word(SimState *s, const SimRow *row, SimShape shape, guint32 w, guint64 mask)
{
	guint64 group = (ONE << (1u << shape.shift)) - 1, active = row->asked[w] & row->open[w] & mask;
	while (active) {
		guint bit = (guint)__builtin_ctzll(active) >> shape.shift << shape.shift;
		guint32 lanes = (guint32)(active >> bit & group);
		active &= ~(group << bit);
		serve(s, row, shape, (w * 64 + bit) >> shape.shift, lanes);
	}
}

INLINED void serve_row(SimState *s, const SimRow *row, SimShape shape)
{
	guint32 start = sim_random_below(&s->random, row->n) << shape.shift, word = start / 64;
	guint64 after = ~G_GUINT64_CONSTANT(0) << start % 64;
	for (guint32 i = 0; i <= shape.words; i++) {
		guint64 mask = i == 0 ? after : i == shape.words ? ~after : ~G_GUINT64_CONSTANT(0);
		serve_word(s, row, shape, word + i < shape.words ? word + i : word + i - shape.words, mask);
	}
}

static gboolean is_asked(const SimRow *row)
{
	for (guint32 w = 0; w < row->words; w++)
		if (row->asked[w] & row->open[w])
			return TRUE;
	return FALSE;
}

void sim_switches_step(SimState *s)
{
	for (guint32 i = 0; i < s->net->n_rows; i++) {
		const SimRow *row = &s->row[i];
		SimShape shape = sim_shape(s, row);
		if (i + 1 < s->net->n_rows)
			sim_look_ahead(s, i + 1);
		sim_arrive(s, i);
		if (is_asked(row) && sim_is_plain(shape))
			serve_row(s, row, sim_plain);
		else if (is_asked(row))
			serve_row(s, row, shape);
		memset(row->used, 0, row->words * sizeof *row->used);
	}
}
