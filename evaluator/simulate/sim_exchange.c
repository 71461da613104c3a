/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Replaces the tables of switches during a simulation, one switch after the other. The order is drawn at random when
 * measuring begins; in each slot as many switches are marked as are due. A packet in a buffer keeps the output that it
 * was given. Hosts give new packets the new SLs once all switches have new tables (sim_hosts.c).
 */
#include "evaluator/simulate/sim_state.h"

static void draw_order(SimState *s)
{
	guint32 n = s->net->n_rows;
	for (guint32 i = 0; i < n; i++)
		s->order[i] = i;
	for (guint32 i = n; i > 1; i--) {
		guint32 other = sim_random_below(&s->random, i), held = s->order[i - 1];
		s->order[i - 1] = s->order[other];
		s->order[other] = held;
	}
}

/* Replaces the tables of as many switches as are due: all have new ones after half of the measured slots. */
void sim_exchange_step(SimState *s)
{
	guint32 n = s->net->n_rows, warmup = s->options->warmup, half = MAX(s->options->slots / 2, 1);
	if (!s->after || s->now < warmup)
		return;
	if (s->now == warmup)
		draw_order(s);
	guint64 due = (guint64)n * (s->now - warmup + 1) / half;
	while (s->n_replaced < n && s->n_replaced < due)
		s->replaced[s->order[s->n_replaced++]] = TRUE;
}
