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
#include "tests/campaign/cabling.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
	Cabling *cabling;
	GRand *random;
	guint sm;          /* the node where the subnet manager is */
	GString *commands; /* of the event in work */
} Plan;

typedef gboolean (*Event)(Plan *plan); /* FALSE: nothing to do; the state is as before */

static guint pick(Plan *plan, guint n)
{
	return (guint)g_rand_int_range(plan->random, 0, (gint32)n);
}

G_GNUC_PRINTF(2, 3)
static void command(Plan *plan, const char *format, ...)
{
	va_list values;

	if (plan->commands->len > 0)
		g_string_append_c(plan->commands, '|');
	va_start(values, format);
	g_string_append_vprintf(plan->commands, format, values);
	va_end(values);
}

static const char *id_of(const Plan *plan, guint node)
{
	return cabling_node(plan->cabling, node)->id;
}

static gboolean is_switch(const Plan *plan, guint node)
{
	return cabling_node(plan->cabling, node)->is_switch;
}

static gboolean is_host_cable(const Plan *plan, const Cable *cable)
{
	return !is_switch(plan, cable->node[0]) || !is_switch(plan, cable->node[1]);
}

static gboolean is_of_sm(const Plan *plan, const Cable *cable)
{
	return cable_end(cable, plan->sm) >= 0;
}

/* ---- one cable */

static void pull(Plan *plan, Cable *cable)
{
	command(plan, "Unlink \"%s\"[%u]", id_of(plan, cable->node[0]), cable->port[0]);
	cable->up = FALSE;
}

static gboolean may_be_plugged(const Plan *plan, const Cable *cable)
{
	return !cable->up && port_is_free(plan->cabling, cable->node[0], cable->port[0]) &&
	       port_is_free(plan->cabling, cable->node[1], cable->port[1]);
}

static void plug(Plan *plan, Cable *cable)
{
	command(plan, "Link \"%s\"[%u] \"%s\"[%u]", id_of(plan, cable->node[0]), cable->port[0],
		id_of(plan, cable->node[1]), cable->port[1]);
	cable->up = TRUE;
}

static gboolean is_up_link(const Plan *plan, const Cable *cable)
{
	return cable->up && !is_host_cable(plan, cable);
}

static gboolean is_up_host(const Plan *plan, const Cable *cable)
{
	return cable->up && is_host_cable(plan, cable) && !is_of_sm(plan, cable);
}

/* One of the cables for which `is` holds; NULL if there is none. */
static Cable *pick_cable(Plan *plan, gboolean (*is)(const Plan *, const Cable *))
{
	GArray *cables = plan->cabling->cables;
	guint n = 0, chosen;

	for (guint i = 0; i < cables->len; i++)
		n += is(plan, cable_at(plan->cabling, i));
	if (n == 0)
		return NULL;
	chosen = pick(plan, n);
	for (guint i = 0;; i++)
		if (is(plan, cable_at(plan->cabling, i)) && chosen-- == 0)
			return cable_at(plan->cabling, i);
}

static gboolean change_one(Plan *plan, gboolean (*is)(const Plan *, const Cable *), void (*change)(Plan *, Cable *))
{
	Cable *cable = pick_cable(plan, is);

	if (cable)
		change(plan, cable);
	return cable != NULL;
}

static gboolean link_down(Plan *plan)
{
	return change_one(plan, is_up_link, pull);
}

static gboolean host_down(Plan *plan)
{
	return change_one(plan, is_up_host, pull);
}

static gboolean link_up(Plan *plan)
{
	return change_one(plan, may_be_plugged, plug);
}

/* ---- one switch */

static guint pick_switch(Plan *plan)
{
	guint node;

	do
		node = pick(plan, plan->cabling->nodes->len);
	while (!is_switch(plan, node));
	return node;
}

static gboolean has(const Plan *plan, guint node, gboolean (*is)(const Plan *, const Cable *))
{
	for (guint i = 0; i < plan->cabling->cables->len; i++)
		if (cable_end(cable_at(plan->cabling, i), node) >= 0 && is(plan, cable_at(plan->cabling, i)))
			return TRUE;
	return FALSE;
}

/* A switch that has a cable for which `is` holds, from a random one on; G_MAXUINT if there is none. */
static guint pick_switch_with(Plan *plan, gboolean (*is)(const Plan *, const Cable *))
{
	guint n = plan->cabling->nodes->len, first = pick_switch(plan);

	for (guint i = 0; i < n; i++)
		if (is_switch(plan, (first + i) % n) && has(plan, (first + i) % n, is))
			return (first + i) % n;
	return G_MAXUINT;
}

static gboolean switch_down(Plan *plan)
{
	guint node = pick_switch_with(plan, is_up_link);

	if (node == G_MAXUINT || has(plan, node, is_of_sm))
		return FALSE;
	command(plan, "Unlink \"%s\"", id_of(plan, node));
	for (guint i = 0; i < plan->cabling->cables->len; i++)
		if (cable_end(cable_at(plan->cabling, i), node) >= 0)
			cable_at(plan->cabling, i)->up = FALSE;
	return TRUE;
}

/* All of a switch's cables that are down and may come back. */
static gboolean switch_up(Plan *plan)
{
	guint node = pick_switch_with(plan, may_be_plugged);

	for (guint i = 0; node != G_MAXUINT && i < plan->cabling->cables->len; i++)
		if (cable_end(cable_at(plan->cabling, i), node) >= 0 &&
		    may_be_plugged(plan, cable_at(plan->cabling, i)))
			plug(plan, cable_at(plan->cabling, i));
	return node != G_MAXUINT;
}

/* All cables to other switches of a switch with hosts but `spared`. */
static gboolean cut_leaf(Plan *plan, guint spared)
{
	guint node = pick_switch_with(plan, is_up_host), links = 0;

	for (guint i = 0; node != G_MAXUINT && i < plan->cabling->cables->len; i++) {
		Cable *cable = cable_at(plan->cabling, i);

		if (cable_end(cable, node) >= 0 && is_up_link(plan, cable) && links++ >= spared)
			pull(plan, cable);
	}
	return links > spared;
}

static gboolean leaf_cut(Plan *plan)
{
	return cut_leaf(plan, 0);
}

static gboolean one_uplink(Plan *plan)
{
	return cut_leaf(plan, 1);
}

/* Everything that is down comes back. */
static gboolean mended(Plan *plan)
{
	gboolean any = FALSE;

	for (guint i = 0; i < plan->cabling->cables->len; i++)
		if (may_be_plugged(plan, cable_at(plan->cabling, i))) {
			plug(plan, cable_at(plan->cabling, i));
			any = TRUE;
		}
	return any;
}

/* ---- hosts */

/* A host's cable goes into a port that nothing is or was plugged into, of another switch, wherever there is one. */
static gboolean host_moves(Plan *plan)
{
	Cable *cable = pick_cable(plan, is_up_host);
	guint first = pick_switch(plan), n = plan->cabling->nodes->len;

	for (guint i = 0; cable && i < n; i++) {
		guint node = (first + i) % n;
		int end = is_switch(plan, cable->node[1]) ? 1 : 0;

		for (guint port = 1; is_switch(plan, node) && port <= cabling_node(plan->cabling, node)->ports; port++)
			if (cable->node[end] != node && port_is_free(plan->cabling, node, port)) {
				pull(plan, cable);
				cable->node[end] = node;
				cable->port[end] = port;
				plug(plan, cable);
				return TRUE;
			}
	}
	return FALSE;
}

/* Two hosts change places: each with the other's LID where the other was. */
static gboolean hosts_swap(Plan *plan)
{
	Cable *a = pick_cable(plan, is_up_host), *b = pick_cable(plan, is_up_host);
	int end_a, end_b;
	guint node, port;

	if (!a || a == b)
		return FALSE;
	pull(plan, a);
	pull(plan, b);
	end_a = is_switch(plan, a->node[0]) ? 1 : 0;
	end_b = is_switch(plan, b->node[0]) ? 1 : 0;
	node = a->node[end_a], port = a->port[end_a];
	a->node[end_a] = b->node[end_b], a->port[end_a] = b->port[end_b];
	b->node[end_b] = node, b->port[end_b] = port;
	plug(plan, a);
	plug(plan, b);
	return TRUE;
}

/* Two hosts say that they have the same LID, which belongs to a third perhaps. */
static gboolean lids_clash(Plan *plan)
{
	guint lid = 1 + pick(plan, plan->cabling->nodes->len);

	for (int i = 0; i < 2; i++) {
		Cable *cable = pick_cable(plan, is_up_host);
		int end = cable && !is_switch(plan, cable->node[1]) ? 1 : 0;

		if (!cable)
			return FALSE;
		command(plan, "Baselid \"%s\"[%u] %u", id_of(plan, cable->node[end]), cable->port[end], lid);
	}
	return TRUE;
}

/* ---- the subnet manager */

static gboolean nothing(Plan *plan G_GNUC_UNUSED)
{
	return TRUE;
}

static gboolean restart(Plan *plan)
{
	command(plan, "!restart");
	return TRUE;
}

static gboolean killed(Plan *plan)
{
	command(plan, "!kill");
	return TRUE;
}

static gboolean new_lids(Plan *plan)
{
	command(plan, "!relids");
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
		node = pick(plan, plan->cabling->nodes->len);
	while (!reached[node] || is_switch(plan, node) || node == plan->sm);
	command(plan, "%s %s", how, id_of(plan, node));
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

	command(plan, "!during");
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
		guint j = pick(plan, i + 1), kind = deck[i];

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
