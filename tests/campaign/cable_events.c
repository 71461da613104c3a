/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Pulls and plugs cables of a fabric, at random. */
#include "tests/campaign/cable_events.h"

guint plan_pick(Plan *plan, guint n)
{
	return (guint)g_rand_int_range(plan->random, 0, (gint32)n);
}

void plan_command(Plan *plan, const char *format, ...)
{
	va_list values;

	if (plan->commands->len > 0)
		g_string_append_c(plan->commands, '|');
	va_start(values, format);
	g_string_append_vprintf(plan->commands, format, values);
	va_end(values);
}

const char *plan_id(const Plan *plan, guint node)
{
	return cabling_node(plan->cabling, node)->id;
}

gboolean plan_is_switch(const Plan *plan, guint node)
{
	return cabling_node(plan->cabling, node)->is_switch;
}

static gboolean is_host_cable(const Plan *plan, const Cable *cable)
{
	return !plan_is_switch(plan, cable->node[0]) || !plan_is_switch(plan, cable->node[1]);
}

static gboolean is_of_sm(const Plan *plan, const Cable *cable)
{
	return cable_end(cable, plan->sm) >= 0;
}

/* ---- one cable */

static void pull(Plan *plan, Cable *cable)
{
	plan_command(plan, "Unlink \"%s\"[%u]", plan_id(plan, cable->node[0]), cable->port[0]);
	cable->up = FALSE;
}

static gboolean may_be_plugged(const Plan *plan, const Cable *cable)
{
	return !cable->up && port_is_free(plan->cabling, cable->node[0], cable->port[0]) &&
	       port_is_free(plan->cabling, cable->node[1], cable->port[1]);
}

static void plug(Plan *plan, Cable *cable)
{
	plan_command(plan, "Link \"%s\"[%u] \"%s\"[%u]", plan_id(plan, cable->node[0]), cable->port[0],
		     plan_id(plan, cable->node[1]), cable->port[1]);
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
	chosen = plan_pick(plan, n);
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

gboolean link_down(Plan *plan)
{
	return change_one(plan, is_up_link, pull);
}

gboolean host_down(Plan *plan)
{
	return change_one(plan, is_up_host, pull);
}

gboolean link_up(Plan *plan)
{
	return change_one(plan, may_be_plugged, plug);
}

/* ---- one switch */

static guint pick_switch(Plan *plan)
{
	guint node;

	do
		node = plan_pick(plan, plan->cabling->nodes->len);
	while (!plan_is_switch(plan, node));
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
		if (plan_is_switch(plan, (first + i) % n) && has(plan, (first + i) % n, is))
			return (first + i) % n;
	return G_MAXUINT;
}

gboolean switch_down(Plan *plan)
{
	guint node = pick_switch_with(plan, is_up_link);

	if (node == G_MAXUINT || has(plan, node, is_of_sm))
		return FALSE;
	plan_command(plan, "Unlink \"%s\"", plan_id(plan, node));
	for (guint i = 0; i < plan->cabling->cables->len; i++)
		if (cable_end(cable_at(plan->cabling, i), node) >= 0)
			cable_at(plan->cabling, i)->up = FALSE;
	return TRUE;
}

/* All of a switch's cables that are down and may come back. */
gboolean switch_up(Plan *plan)
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

gboolean leaf_cut(Plan *plan)
{
	return cut_leaf(plan, 0);
}

gboolean one_uplink(Plan *plan)
{
	return cut_leaf(plan, 1);
}

gboolean mended(Plan *plan)
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

gboolean host_moves(Plan *plan)
{
	Cable *cable = pick_cable(plan, is_up_host);
	guint first = pick_switch(plan), n = plan->cabling->nodes->len;

	for (guint i = 0; cable && i < n; i++) {
		guint node = (first + i) % n;
		int end = plan_is_switch(plan, cable->node[1]) ? 1 : 0;

		for (guint port = 1; plan_is_switch(plan, node) && port <= cabling_node(plan->cabling, node)->ports;
		     port++)
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

gboolean hosts_swap(Plan *plan)
{
	Cable *a = pick_cable(plan, is_up_host), *b = pick_cable(plan, is_up_host);
	int end_a, end_b;
	guint node, port;

	if (!a || a == b)
		return FALSE;
	pull(plan, a);
	pull(plan, b);
	end_a = plan_is_switch(plan, a->node[0]) ? 1 : 0;
	end_b = plan_is_switch(plan, b->node[0]) ? 1 : 0;
	node = a->node[end_a], port = a->port[end_a];
	a->node[end_a] = b->node[end_b], a->port[end_a] = b->port[end_b];
	b->node[end_b] = node, b->port[end_b] = port;
	plug(plan, a);
	plug(plan, b);
	return TRUE;
}

gboolean lids_clash(Plan *plan)
{
	guint lid = 1 + plan_pick(plan, plan->cabling->nodes->len);

	for (int i = 0; i < 2; i++) {
		Cable *cable = pick_cable(plan, is_up_host);
		int end = cable && !plan_is_switch(plan, cable->node[1]) ? 1 : 0;

		if (!cable)
			return FALSE;
		plan_command(plan, "Baselid \"%s\"[%u] %u", plan_id(plan, cable->node[end]), cable->port[end], lid);
	}
	return TRUE;
}
