// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * campaign-plan NET SEED EVENTS: what is to befall a fabric, one line an event:
 *
 *     NUMBER KIND SWITCHES HOSTS CABLES COMMAND[|COMMAND..]
 *
 * with what the subnet manager is to see afterwards from where it is, and the commands that bring it about: ibsim's own
 * (Unlink, Link, Baselid), or, after `!`, campaign.sh's: `!during` (what follows falls into a sweep), `!restart`,
 * `!kill`, `!relids`, `!standby ID`, `!higher ID`.
 *
 * Kinds come from a deck that is shuffled again when it is used up, so that each has its turn however short a campaign
 * is. The node of the subnet manager keeps its cable, and at least two hosts stay in reach of it: with fewer there is
 * nothing to judge. A kind that finds nothing to do (no cable is down, say) makes way for the next card.
 */
#include "tests/campaign/cable_events.h"

#include <stdio.h>

/* ---- the subnet manager */

static gboolean nothing(Plan *plan G_GNUC_UNUSED)
{
	return TRUE;
}

static gboolean restart(Plan *plan)
{
	plan_command(plan, "!restart");
	return TRUE;
}

static gboolean killed(Plan *plan)
{
	plan_command(plan, "!kill");
	return TRUE;
}

static gboolean new_lids(Plan *plan)
{
	plan_command(plan, "!relids");
	return TRUE;
}

/* Another subnet manager, at a host in reach of this one. */
static gboolean other_sm(Plan *plan, const char *how)
{
	Reach reach = cabling_reach(plan->cabling, plan->sm);
	g_autofree guint8 *reached = reach.reached;
	guint node;

	if (reach.hosts < 2)
		return FALSE;
	do
		node = plan_pick(plan, plan->cabling->nodes->len);
	while (!reached[node] || plan_is_switch(plan, node) || node == plan->sm);
	plan_command(plan, "%s %s", how, plan_id(plan, node));
	plan->sm = node;
	return TRUE;
}

static gboolean standby_takes_over(Plan *plan)
{
	return other_sm(plan, "!standby");
}

static gboolean higher_takes_over(Plan *plan)
{
	return other_sm(plan, "!higher");
}

/* ---- more than one thing at once */

/* A loss begins a sweep at once, as switches send traps. */
static gboolean during_sweep(Plan *plan, Event event)
{
	gboolean any = link_down(plan);

	plan_command(plan, "!during");
	return any && event(plan);
}

static gboolean loss_in_sweep(Plan *plan)
{
	return during_sweep(plan, host_down);
}

static gboolean repair_in_sweep(Plan *plan)
{
	return during_sweep(plan, switch_up);
}

static gboolean switch_lost_in_sweep(Plan *plan)
{
	return during_sweep(plan, switch_down);
}

static const struct {
	const char *name;
	Event event;
} KINDS[] = {
	{"link-down", link_down},
	{"link-up", link_up},
	{"link-down", link_down},
	{"host-down", host_down},
	{"link-up", link_up},
	{"switch-down", switch_down},
	{"switch-up", switch_up},
	{"leaf-cut", leaf_cut},
	{"switch-up", switch_up},
	{"one-uplink", one_uplink},
	{"all-mended", mended},
	{"host-moves", host_moves},
	{"hosts-swap", hosts_swap},
	{"lids-clash", lids_clash},
	{"no-change", nothing},
	{"new-lids", new_lids},
	{"restart", restart},
	{"kill", killed},
	{"standby-takes-over", standby_takes_over},
	{"higher-takes-over", higher_takes_over},
	{"loss-in-sweep", loss_in_sweep},
	{"repair-in-sweep", repair_in_sweep},
	{"switch-lost-in-sweep", switch_lost_in_sweep},
};

/* ---- the deck */

static void shuffle(Plan *plan, guint *deck)
{
	for (guint i = 0; i < G_N_ELEMENTS(KINDS); i++)
		deck[i] = i;
	for (guint i = G_N_ELEMENTS(KINDS) - 1; i > 0; i--) {
		guint j = plan_pick(plan, i + 1), kind = deck[i];

		deck[i] = deck[j];
		deck[j] = kind;
	}
}

/* The event happens if it leaves something to judge; else everything is as before. */
static gboolean happens(Plan *plan, guint number, guint kind)
{
	g_autoptr(GArray) before = g_array_copy(plan->cabling->cables);
	guint sm = plan->sm;
	gboolean done;
	Reach reach;

	g_string_truncate(plan->commands, 0);
	done = KINDS[kind].event(plan);
	reach = cabling_reach(plan->cabling, plan->sm);
	done = done && reach.hosts >= 2;
	if (done) {
		printf("%u %s %u %u %u %s\n", number, KINDS[kind].name, reach.switches, reach.hosts, reach.cables,
		       plan->commands->str);
	} else {
		plan->sm = sm;
		g_array_unref(plan->cabling->cables);
		plan->cabling->cables = g_steal_pointer(&before);
	}
	g_free(reach.reached);
	return done;
}

/* The first host that is cabled at port 1, as campaign.sh begins there. */
static guint first_host(const Cabling *cabling)
{
	for (guint i = 0; i < cabling->nodes->len; i++)
		for (guint c = 0; !cabling_node(cabling, i)->is_switch && c < cabling->cables->len; c++) {
			int end = cable_end(cable_at(cabling, c), i);

			if (end >= 0 && cable_at(cabling, c)->port[end] == 1)
				return i;
		}
	return G_MAXUINT;
}

static int run(Plan *plan, guint events)
{
	guint deck[G_N_ELEMENTS(KINDS)], card = G_N_ELEMENTS(KINDS);

	plan->sm = first_host(plan->cabling);
	if (plan->sm == G_MAXUINT) {
		fprintf(stderr, "campaign-plan: no host is cabled at its port 1\n");
		return 2;
	}
	for (guint number = 1, refused = 0; number <= events;) {
		if (card == G_N_ELEMENTS(KINDS)) {
			shuffle(plan, deck);
			card = 0;
		}
		if (happens(plan, number, deck[card++])) {
			number++;
			refused = 0;
		} else if (++refused > 100 * G_N_ELEMENTS(KINDS)) {
			fprintf(stderr, "campaign-plan: nothing can happen to this fabric\n");
			return 2;
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Cabling) cabling = NULL;
	g_autoptr(GRand) random = NULL;
	g_autoptr(GString) commands = g_string_new(NULL);
	guint64 seed, events;

	if (argc != 4 || !g_ascii_string_to_unsigned(argv[2], 10, 0, G_MAXUINT32, &seed, &error) ||
	    !g_ascii_string_to_unsigned(argv[3], 10, 1, 1000000, &events, &error)) {
		fprintf(stderr, "usage: campaign-plan NET SEED EVENTS%s%s\n", error ? ": " : "",
			error ? error->message : "");
		return 2;
	}
	cabling = cabling_read(argv[1], &error);
	if (!cabling) {
		fprintf(stderr, "campaign-plan: %s\n", error->message);
		return 2;
	}
	random = g_rand_new_with_seed((guint32)seed);
	return run(&(Plan){.cabling = cabling, .random = random, .commands = commands}, (guint)events);
}
