/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Simulates one run, slot after slot (a slot is the time of a packet on the fastest cable): first hosts, then switches.
 * At intervals it measures how full buffers are, and looks for buffers that wait for each other for ever. In the end
 * the packets that are left are counted.
 */
#include "evaluator/simulate/sim_run.h"

#include "core/base/error.h"

#define LOOK_STOP 256 /* slots between two looks for buffers that wait for ever, */
#define LOOK_FILL 64  /* and at how full they are */

static void look_fill(SimState *s)
{
	const SimNet *net = s->net;
	guint32 lanes = 1u << net->shift;
	s->tally->looks++;
	for (guint32 port = 0; port < net->n_ports; port++)
		for (guint32 lane = 0; lane < lanes; lane++)
			s->tally->fill[(gsize)net->peer[port] << net->shift | lane] +=
				sim_buffer(s, port << net->shift | lane)->n;
}

/* Nothing moves or is on a cable: the state stays the same as long as no host makes a packet that can leave. */
static gboolean is_frozen(const SimState *s, guint32 idle)
{
	return idle > s->n_wheel + s->options->delay && s->tally->stopped;
}

static void one_slot(SimState *s)
{
	s->moves = 0;
	sim_exchange_step(s);
	sim_hosts_step(s);
	sim_switches_step(s);
	s->now++;
	s->wheel_at = s->wheel_at + 1 == s->n_wheel ? 0 : s->wheel_at + 1;
	s->back = sim_wheel_at(s, s->options->delay);
}

/* Puts all packets that have arrived into their buffers. */
static void all_arrive(SimState *s)
{
	for (guint32 row = 0; row < s->net->n_rows; row++)
		sim_arrive(s, row);
}

static void go(SimState *s, SimStopScratch *scratch, SimTick tick, gpointer user)
{
	guint32 end = s->options->warmup + s->options->slots, idle = 0, told = 0;
	while (s->now < end && !is_frozen(s, idle)) {
		s->measuring = s->now >= s->options->warmup;
		one_slot(s);
		idle = s->moves ? 0 : idle + 1;
		if (s->now % LOOK_FILL == 0)
			all_arrive(s);
		if (s->measuring && s->now % LOOK_FILL == 0)
			look_fill(s);
		if (s->now % LOOK_STOP)
			continue;
		sim_stop_look(s, scratch);
		tick(user, s->now - told);
		told = s->now;
	}
	all_arrive(s);
	sim_stop_look(s, scratch);
	tick(user, end - told);
}

/* Counts the packets that are left at hosts and inside, and computes the mean of the hosts' throughputs. */
static void sum_up(SimState *s)
{
	const SimNet *net = s->net;
	SimTally *t = s->tally;
	gdouble sum = 0;
	t->runs = 1;
	t->slots = s->options->slots;
	t->sender_runs = s->targets.n_senders;
	for (guint32 h = 0; h < net->n_hosts; h++) {
		t->waiting += s->host[h].held;
		t->sends[h] = sim_targets_sends(&s->targets, h) ? 1 : 0;
		sum += (gdouble)t->sent[h] * net->cost[net->n_ports + h] / SIM_UNIT;
	}
	for (guint32 b = 0; b < net->n_ports << net->shift; b++)
		t->inside += sim_buffer(s, b)->n;
	for (guint32 i = 0; i < s->n_wheel; i++)
		for (guint32 w = 0; w < net->n_words; w++)
			t->inside += (guint)__builtin_popcountll(s->wheel[i].mail[w].packets);
	t->accepted = t->sender_runs ? sum / ((gdouble)t->slots * (gdouble)t->sender_runs) : 0;
}

gboolean sim_run(SimState *s, SimStopScratch *scratch, SimWhich which, SimTally *tally, SimTick tick, gpointer user,
		 GError **error)
{
	const SimOptions *o = s->options;
	g_autoptr(Arena) arena = arena_new();
	sim_state_reset(s);
	s->tally = tally;
	s->random = sim_random_of(o->seed, which.load, which.run);
	s->chance = (guint64)(o->load[which.load] * 4294967296.0);
	if (!sim_targets_draw(&s->targets, o->traffic, s->net->n_hosts, o->seed, which.run, arena, error))
		return FALSE;
	go(s, scratch, tick, user);
	sum_up(s);
	return TRUE;
}
