/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Allocates, resets and frees the memory of a simulated run: buffers of switches, packets that wait at hosts, credits,
 * and the ring of slots for what is on cables. All is allocated once, by the sizes of the fabric and the options; a
 * reset makes it a state without packets.
 */
#include "evaluator/simulate/sim_state.h"

#include "core/base/error.h"

#include <string.h>

/* *whole becomes FALSE when memory is refused. */
static gpointer allocate(SimState *s, gboolean *whole, gsize n, gsize size)
{
	gpointer at = n <= (G_MAXSIZE - 64) / size ? g_try_malloc0(n * size + 64) : NULL;
	*whole &= at != NULL;
	s->bytes += n * size;
	return at;
}

static guint32 slowest(const SimNet *net)
{
	guint32 cost = SIM_UNIT;
	for (guint32 i = 0; i < net->n_ports + net->n_hosts; i++)
		cost = MAX(cost, net->cost[i]);
	return (cost - 1) / SIM_UNIT;
}

/* Sets the ports, targets and words of each row. Returns the words that the bits of all rows take. */
static gsize measure_rows(SimState *s)
{
	const SimNet *net = s->net;
	gsize bits = 0;
	for (guint32 i = 0; i < net->n_rows; i++) {
		SimRow *row = &s->row[i];
		row->first = net->first[i];
		row->n = net->first[i + 1] - row->first;
		row->targets = row->n << net->shift;
		row->words = (row->targets + 63) / 64;
		row->word = net->bit[row->first] / 64;
		bits += ((gsize)row->targets + 3) * row->words;
	}
	return bits;
}

static void allocate_rows(SimState *s, gboolean *whole)
{
	s->row = allocate(s, whole, s->net->n_rows, sizeof *s->row);
	s->bits = s->row ? allocate(s, whole, measure_rows(s), sizeof *s->bits) : NULL;
	guint64 *at = s->bits;
	for (guint32 i = 0; *whole && i < s->net->n_rows; i++) {
		SimRow *row = &s->row[i];
		row->asked = at;
		row->open = row->asked + row->words;
		row->used = row->open + row->words;
		row->request = row->used + row->words;
		at = row->request + (gsize)row->targets * row->words;
	}
}

static void take_wheel(SimState *s, gboolean *whole)
{
	s->n_wheel = s->options->delay + slowest(s->net) + 2;
	s->wheel = allocate(s, whole, s->n_wheel, sizeof *s->wheel);
	for (guint32 i = 0; *whole && i < s->n_wheel; i++) {
		s->wheel[i].mail = allocate(s, whole, s->net->n_words, sizeof(SimMail));
		s->wheel[i].packet = allocate(s, whole, s->net->n_ports, sizeof(SimPacket));
	}
}

static void allocate_hosts(SimState *s, gboolean *whole)
{
	gsize hosts = s->net->n_hosts;
	s->host = allocate(s, whole, hosts, sizeof *s->host);
	s->wait = allocate(s, whole, hosts * s->options->backlog, sizeof *s->wait);
	s->first = allocate(s, whole, hosts << s->net->shift, sizeof *s->first);
	s->last = allocate(s, whole, hosts << s->net->shift, sizeof *s->last);
}

/* Rows whose tables may be replaced. */
static guint32 after_rows(const SimState *s)
{
	return s->after ? s->net->n_rows : 0;
}

static gboolean allocate_all(SimState *s, GError **error)
{
	const SimNet *net = s->net;
	gsize buffers = (gsize)net->n_ports << net->shift, senders = net->n_ports + net->n_hosts;
	gboolean whole = TRUE;
	for (s->ring = 2; s->ring < s->options->buffer;)
		s->ring *= 2;
	s->ring_mask = s->ring - 1;
	s->credit = allocate(s, &whole, senders << net->shift, sizeof *s->credit);
	s->stride = (sizeof(SimBuffer) + s->ring * (sizeof(guint16) + sizeof(SimPacket)) + 3) / 4 * 4;
	s->stride = s->ring >= 4 ? (s->stride + 63) / 64 * 64 : s->stride;
	s->buffers = allocate(s, &whole, buffers, s->stride);
	s->turn = allocate(s, &whole, net->n_ports, sizeof *s->turn);
	s->left = allocate(s, &whole, net->n_ports, sizeof *s->left);
	s->waiting = s->options->adaptive ? allocate(s, &whole, net->n_ports, sizeof *s->waiting) : NULL;
	s->busy = net->equal ? NULL : allocate(s, &whole, senders, sizeof *s->busy);
	s->replaced = after_rows(s) ? allocate(s, &whole, after_rows(s), sizeof *s->replaced) : NULL;
	s->order = after_rows(s) ? allocate(s, &whole, after_rows(s), sizeof *s->order) : NULL;
	allocate_rows(s, &whole);
	allocate_hosts(s, &whole);
	take_wheel(s, &whole);
	return whole || sssp_error_memory(error, "the buffers of a simulation", s->bytes);
}

SimState *sim_state_new(const SimNet *net, const SimNet *after, const SimOptions *options, GError **error)
{
	g_autoptr(SimState) s = g_new0(SimState, 1);
	s->net = net;
	s->after = after;
	s->options = options;
	return allocate_all(s, error) ? g_steal_pointer(&s) : NULL;
}

void sim_state_free(SimState *s)
{
	if (!s)
		return;
	for (guint32 i = 0; s->wheel && i < s->n_wheel; i++) {
		g_free(s->wheel[i].mail);
		g_free(s->wheel[i].packet);
	}
	gpointer parts[] = {s->credit, s->buffers, s->row,  s->bits,  s->turn,     s->left,  s->busy,   s->host,
			    s->wait,   s->first,   s->last, s->wheel, s->replaced, s->order, s->waiting};
	for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
		g_free(parts[i]);
	g_free(s);
}

/* Opens all targets: those to a host on lane 0, where they stay open; those to a buffer on each lane. */
static void open_targets(const SimNet *net, SimRow *row)
{
	for (guint32 out = 0; out < row->n; out++) {
		guint lanes = net->peer[row->first + out] < net->n_ports ? net->n_lanes : 1;
		for (guint lane = 0; lane < lanes; lane++) {
			guint32 bit = out << net->shift | lane;
			row->open[bit / 64] |= G_GUINT64_CONSTANT(1) << bit % 64;
		}
	}
}

static void reset_rows(SimState *s)
{
	for (guint32 i = 0; i < s->net->n_rows; i++) {
		SimRow *row = &s->row[i];
		memset(row->asked, 0, ((gsize)row->targets + 3) * row->words * sizeof *row->asked);
		open_targets(s->net, row);
	}
}

static void reset_hosts(SimState *s)
{
	const SimNet *net = s->net;
	for (guint32 h = 0; h < net->n_hosts; h++)
		s->host[h] = (SimHost){.open = (guint16)((1u << net->n_lanes) - 1), .spare = SIM_NO_WAIT};
}

void sim_state_reset(SimState *s)
{
	const SimNet *net = s->net;
	gsize buffers = (gsize)net->n_ports << net->shift, senders = net->n_ports + net->n_hosts;
	for (gsize i = 0; i < senders << net->shift; i++)
		s->credit[i] = (guint16)s->options->buffer;
	for (guint32 b = 0; b < buffers; b++)
		sim_buffer(s, b)->head = sim_buffer(s, b)->n = 0;
	for (guint32 i = 0; i < net->n_ports; i++) {
		s->turn[i] = 0;
		s->left[i] = s->options->weight[net->lanes->vl[0]];
	}
	if (s->waiting)
		memset(s->waiting, 0, net->n_ports * sizeof *s->waiting);
	if (s->busy)
		memset(s->busy, 0, senders * sizeof *s->busy);
	for (guint32 row = 0; row < after_rows(s); row++)
		s->replaced[row] = FALSE;
	s->n_replaced = 0;
	reset_rows(s);
	reset_hosts(s);
	for (guint32 i = 0; i < s->n_wheel; i++)
		memset(s->wheel[i].mail, 0, net->n_words * sizeof(SimMail));
	s->now = s->wheel_at = 0;
	s->back = sim_wheel_at(s, s->options->delay);
}
