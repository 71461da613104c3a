/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs a slot of all switches. A row's outputs are looked at from a random one on, those alone that are asked for and
 * have credits; each takes one of the buffers that ask for it, drawn among those whose input has given nothing yet.
 */
#include "evaluator/simulate/sim_state.h"

#include <string.h>

#define ONE G_GUINT64_CONSTANT(1)

/* A packet that will be passed on: from a buffer of the row to a target. */
typedef struct {
	guint32 input, target;
} Choice;

/* The switch under work. */
typedef struct {
	SimState *s;
	const SimRow *row;
	guint32 n; /* chosen so far */
	Choice choice[FABRIC_MAX_PORTS];
} Work;

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
static inline gboolean choose_input(SimState *s, const SimRow *row, guint32 target, guint32 *input)
{
	const guint64 *request = &row->request[(gsize)target * row->words];
	if (row->words > 1)
		return any_of_words(s, request, s->used, row->words, input);
	guint64 word = *request & ~s->used[0];
	if (word)
		*input = any_bit(s, word);
	return word != 0;
}

static inline void ask_no_more(const SimRow *row, guint32 target, guint32 input)
{
	guint64 *request = &row->request[(gsize)target * row->words];
	guint64 any = 0;
	request[input / 64] &= ~(ONE << input % 64);
	for (guint32 w = 0; w < row->words; w++)
		any |= request[w];
	if (!any)
		row->asked[target / 64] &= ~(ONE << target % 64);
}

/* Takes the head out of a buffer: the next one asks. */
static SimPacket take_head(SimState *s, const SimRow *row, SimBuffer *buffer, Choice choice)
{
	SimPacket packet = sim_packets(s, buffer)[buffer->head];
	buffer->head = (guint16)((buffer->head + 1) & s->ring_mask);
	ask_no_more(row, choice.target, choice.input);
	if (--buffer->n)
		sim_ask(row, buffer->target[buffer->head], choice.input);
	return packet;
}

/* Where a target stands in a buffer, from place i on; n: nowhere. */
static inline guint32 find_target(const SimBuffer *buffer, guint32 mask, guint32 i, guint32 target)
{
	while (i < buffer->n && buffer->target[(buffer->head + i) & mask] != target)
		i++;
	return i;
}

/* Takes the oldest packet for a target out of a buffer: those before it move up. */
static SimPacket take_oldest(SimState *s, const SimRow *row, SimBuffer *buffer, Choice choice)
{
	SimPacket *packets = sim_packets(s, buffer);
	guint32 mask = s->ring_mask, i = find_target(buffer, mask, 0, choice.target);
	SimPacket packet = packets[(buffer->head + i) & mask];
	if (find_target(buffer, mask, i + 1, choice.target) >= buffer->n)
		ask_no_more(row, choice.target, choice.input);
	for (; i > 0; i--) {
		guint32 to = (buffer->head + i) & mask, from = (buffer->head + i - 1) & mask;
		packets[to] = packets[from];
		buffer->target[to] = buffer->target[from];
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
	t->received[s->net->path_host[packet->to & SIM_TO_MASK]]++;
	t->latency[sim_latency_bin(slots)]++;
	t->latency_sum += slots;
}

/* A chosen packet leaves for its target. */
static void pass(SimState *s, const SimRow *row, Choice choice)
{
	const SimNet *net = s->net;
	guint32 shift = net->shift, lane = choice.target & ((1u << shift) - 1),
		port = row->first + (choice.target >> shift);
	guint32 place = port << shift | lane, from = (row->first << shift) + choice.input;
	SimPacket packet =
		(s->options->queue == SIM_FIFO ? take_head : take_oldest)(s, row, sim_buffer(s, from), choice);
	sim_give_back(s, from);
	if (s->waiting)
		s->waiting[port]--;
	if (s->measuring)
		s->tally->use[place]++;
	if (net->peer[port] >= net->n_ports) {
		deliver(s, port, &packet);
		return;
	}
	if (--s->credit[place] == 0)
		row->open[choice.target / 64] &= ~(ONE << choice.target % 64);
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

static void choose(Work *k, guint32 input, guint32 target)
{
	SimState *s = k->s;
	use_input(s, input);
	__builtin_prefetch(sim_buffer(s, (k->row->first << s->net->shift) + input));
	k->choice[k->n++] = (Choice){input, target};
}

/* One packet by a port, on one of the lanes in `lanes`, the one whose turn it is first. */
static void serve(Work *k, guint32 out, guint32 lanes)
{
	SimState *s = k->s;
	const SimNet *net = s->net;
	guint32 port = k->row->first + out, input;
	if (!sim_cable_free(s, port))
		return;
	guint8 lane = net->n_lanes > 1 ? s->turn[port] : 0;
	for (guint i = 0; i < net->n_lanes; i++) {
		guint32 target = out << net->shift | lane;
		if (lanes >> lane & 1 && choose_input(s, k->row, target, &input)) {
			choose(k, input, target);
			if (net->n_lanes > 1)
				take_turn(s, port, lane);
			return;
		}
		lane = lane + 1 == net->n_lanes ? 0 : lane + 1;
	}
}

/* The outputs of one word of targets, those in `mask`. */
static void serve_word(Work *k, guint32 w, guint64 mask)
{
	guint32 shift = k->s->net->shift;
	guint64 group = (ONE << (1u << shift)) - 1, active = k->row->asked[w] & k->row->open[w] & mask;
	while (active) {
		guint bit = (guint)__builtin_ctzll(active) >> shift << shift;
		guint32 lanes = (guint32)(active >> bit & group);
		active &= ~(group << bit);
		serve(k, (w * 64 + bit) >> shift, lanes);
	}
}

/* First all outputs choose, so that what they chose is on its way from memory when it is passed on. */
static void serve_row(Work *k)
{
	SimState *s = k->s;
	const SimRow *row = k->row;
	guint32 start = sim_random_below(&s->random, row->n) << s->net->shift, word = start / 64;
	guint64 after = ~G_GUINT64_CONSTANT(0) << start % 64;
	memset(s->used, 0, row->words * sizeof *s->used);
	k->n = 0;
	serve_word(k, word, after);
	for (guint32 i = 1; i < row->words; i++)
		serve_word(k, word + i < row->words ? word + i : word + i - row->words, ~G_GUINT64_CONSTANT(0));
	serve_word(k, word, ~after);
	for (guint32 i = 0; i < k->n; i++)
		pass(s, row, k->choice[i]);
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
	Work k = {.s = s};
	for (guint32 i = 0; i < s->net->n_rows; i++) {
		k.row = &s->row[i];
		if (is_asked(k.row))
			serve_row(&k);
	}
}
