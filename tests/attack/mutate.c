/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Each of these is a defect, a habit or a mistake that is seen in machine rooms, or one that could be. */
#include "tests/attack/attack.h"

#include <string.h>

static guint32 any_switch(const Case *c, GRand *rand)
{
	for (guint try = 0; try < 200; try++) {
		guint32 node = pick(rand, c->nodes->len);
		if (c->nodes->len && case_node(c, node)->type == FABRIC_SWITCH)
			return node;
	}
	return FABRIC_NONE;
}

static gboolean is_switch(const Case *c, guint32 node)
{
	return case_node(c, node)->type == FABRIC_SWITCH;
}

static guint32 add_any(Case *c, GRand *rand, FabricNodeType type)
{
	guint64 guid = ((guint64)g_rand_int(rand) << 20) + c->nodes->len + 1;
	return case_add_node(c, type, guid, 1 + pick(rand, type == FABRIC_SWITCH ? 36 : 2));
}

static void add_host(Case *c, GRand *rand, guint32 at)
{
	if (at != FABRIC_NONE)
		case_join(c, add_any(c, rand, once_in(rand, 40) ? FABRIC_ROUTER : FABRIC_CA), at);
}

/* ---- things that go */

static void drop_cable(Case *c, guint cable)
{
	g_array_remove_index_fast(c->cables, cable);
}

static void cut_cables(Case *c, GRand *rand)
{
	guint part = once_in(rand, 2) ? 100 : 8 + pick(rand, 30);
	for (guint i = c->cables->len; i-- > 0;)
		if (once_in(rand, part))
			drop_cable(c, i);
}

static void cut_one(Case *c, GRand *rand)
{
	if (c->cables->len)
		drop_cable(c, pick(rand, c->cables->len));
}

static void cut_nodes(Case *c, GRand *rand)
{
	g_autofree guint8 *marked = g_malloc0(c->nodes->len + 1);
	for (guint k = 1 + pick(rand, 3); k && c->nodes->len > 2; k--)
		marked[pick(rand, c->nodes->len)] = 1;
	case_remove(c, marked);
}

/* Hosts of some of the switches go: of one in a few, of most, or of all but a few. */
static void make_hostless(Case *c, GRand *rand)
{
	g_autofree guint8 *bare = g_malloc0(c->nodes->len + 1), *marked = g_malloc0(c->nodes->len + 1);
	guint percent = 30 + pick(rand, 68);
	for (guint32 i = 0; i < c->nodes->len; i++)
		bare[i] = is_switch(c, i) && pick(rand, 100) < percent;
	for (guint i = 0; i < c->cables->len; i++) {
		const CaseCable *cable = case_cable(c, i);
		if (bare[cable->a] && !is_switch(c, cable->b))
			marked[cable->b] = 1;
		if (bare[cable->b] && !is_switch(c, cable->a))
			marked[cable->a] = 1;
	}
	case_remove(c, marked);
}

/* ---- things that change */

/* All cables of one switch move to another, which then has many more ports. */
static void merge(Case *c, GRand *rand)
{
	guint32 from = any_switch(c, rand), to = any_switch(c, rand);
	if (from == FABRIC_NONE || to == FABRIC_NONE || from == to)
		return;
	for (guint i = c->cables->len; i-- > 0;) {
		const CaseCable cable = *case_cable(c, i);
		if (cable.a != from && cable.b != from)
			continue;
		drop_cable(c, i);
		case_join(c, cable.a == from ? to : cable.a, cable.b == from ? to : cable.b);
	}
	g_autofree guint8 *marked = g_malloc0(c->nodes->len + 1);
	marked[from] = 1;
	case_remove(c, marked);
}

/* One end of a cable is plugged in elsewhere. */
static void move_end(Case *c, GRand *rand)
{
	for (guint k = 1 + pick(rand, 4); k && c->cables->len; k--) {
		guint at = pick(rand, c->cables->len);
		guint32 kept = case_cable(c, at)->a, to = any_switch(c, rand);
		if (to == FABRIC_NONE)
			continue;
		drop_cable(c, at);
		case_join(c, kept, to);
	}
}

/* A switch beside another, with the same neighbours among switches. */
static void twin(Case *c, GRand *rand)
{
	guint32 of = any_switch(c, rand), n = c->cables->len;
	if (of == FABRIC_NONE)
		return;
	guint32 added = add_any(c, rand, FABRIC_SWITCH);
	for (guint i = 0; i < n; i++) {
		const CaseCable cable = *case_cable(c, i);
		guint32 other = cable.a == of ? cable.b : cable.a;
		if ((cable.a == of || cable.b == of) && is_switch(c, other) && other != added)
			case_join(c, added, other);
	}
}

static void double_cables(Case *c, GRand *rand)
{
	guint part = 1 + pick(rand, 12);
	for (guint i = 0, n = c->cables->len; i < n; i++)
		if (once_in(rand, part) && is_switch(c, case_cable(c, i)->a) && is_switch(c, case_cable(c, i)->b))
			case_join(c, case_cable(c, i)->a, case_cable(c, i)->b);
}

/* ---- things that come */

static void add_loops(Case *c, GRand *rand)
{
	guint32 at = any_switch(c, rand);
	for (guint k = 1 + pick(rand, 3); at != FABRIC_NONE && k; k--)
		case_join(c, at, at);
}

/* Some switches in a row that hang on one cable. */
static void dangle(Case *c, GRand *rand)
{
	guint32 at = any_switch(c, rand);
	for (guint k = 1 + pick(rand, 4); at != FABRIC_NONE && k; k--) {
		guint32 next = add_any(c, rand, FABRIC_SWITCH);
		case_join(c, at, next);
		if (once_in(rand, 2))
			add_host(c, rand, next);
		at = next;
	}
}

static void add_island(Case *c, GRand *rand)
{
	guint32 first = c->nodes->len;
	shape_draw(c, rand, 1 + pick(rand, 6));
	if (c->nodes->len == first)
		return;
	for (guint k = pick(rand, 5); k; k--)
		add_host(c, rand, first);
}

/* Cables between neighbours of one switch: within a level. */
static void join_level(Case *c, GRand *rand)
{
	guint32 hub = any_switch(c, rand), before = FABRIC_NONE;
	for (guint i = 0, n = c->cables->len; hub != FABRIC_NONE && i < n; i++) {
		const CaseCable cable = *case_cable(c, i);
		guint32 other = cable.a == hub ? cable.b : cable.a;
		if ((cable.a != hub && cable.b != hub) || !is_switch(c, other) || once_in(rand, 3))
			continue;
		if (before != FABRIC_NONE)
			case_join(c, before, other);
		before = other;
	}
}

static void add_random_cables(Case *c, GRand *rand)
{
	for (guint k = 1 + pick(rand, 6); k; k--) {
		guint32 a = any_switch(c, rand), b = any_switch(c, rand);
		if (a != FABRIC_NONE && b != FABRIC_NONE)
			case_join(c, a, b);
	}
}

static void add_aggregation(Case *c, GRand *rand)
{
	guint part = 1 + pick(rand, 5);
	for (guint32 i = 0, n = c->nodes->len; i < n; i++) {
		if (!is_switch(c, i) || !once_in(rand, part))
			continue;
		guint32 node = add_any(c, rand, FABRIC_CA);
		case_node(c, node)->aggregation = TRUE;
		case_join(c, node, i);
	}
}

/* Hosts get another port, on any switch. */
static void add_second_ports(Case *c, GRand *rand)
{
	guint part = 1 + pick(rand, 10);
	for (guint32 i = 0, n = c->nodes->len; i < n; i++) {
		guint32 at = is_switch(c, i) || !once_in(rand, part) ? FABRIC_NONE : any_switch(c, rand);
		if (at != FABRIC_NONE)
			case_join(c, i, at);
	}
}

static void add_hosts(Case *c, GRand *rand)
{
	guint32 crowded = any_switch(c, rand);
	for (guint k = 1 + pick(rand, 30); k; k--)
		add_host(c, rand, once_in(rand, 2) ? any_switch(c, rand) : crowded);
}

/* Two hosts on one cable, which nobody else knows. */
static void add_couple(Case *c, GRand *rand)
{
	guint32 host = add_any(c, rand, FABRIC_CA);
	case_join(c, host, add_any(c, rand, FABRIC_CA));
}

/* ---- what links and switches are like */

static void set_lanes(Case *c, GRand *rand)
{
	static const guint8 lanes[] = {1, 2, 4, 8, 15};
	guint usual = pick(rand, 6), part = 1 + pick(rand, 40);
	for (guint i = 0; i < c->cables->len; i++)
		case_cable(c, i)->vls = once_in(rand, part) ? lanes[pick(rand, 5)] : usual < 5 ? lanes[usual] : 0;
}

static void set_rates(Case *c, GRand *rand)
{
	static const guint8 widths[] = {0, 1, 2, 4, 8, 12};
	guint part = 1 + pick(rand, 20);
	for (guint i = 0; i < c->cables->len; i++) {
		if (!once_in(rand, part))
			continue;
		case_cable(c, i)->width = widths[pick(rand, G_N_ELEMENTS(widths))];
		case_cable(c, i)->speed = (guint8)pick(rand, FABRIC_N_SPEEDS);
	}
}

static void set_managers(Case *c, GRand *rand)
{
	for (guint k = 1 + pick(rand, 4); k; k--) {
		guint32 at = any_switch(c, rand);
		if (at == FABRIC_NONE)
			continue;
		case_node(c, at)->manager = TRUE;
		case_node(c, at)->enhanced = once_in(rand, 2);
	}
}

void mutate(Case *c, GRand *rand)
{
	static void (*const mutations[])(Case *, GRand *) = {
		cut_cables, cut_one,   cut_nodes,   make_hostless,     make_hostless,   merge,
		move_end,   twin,      add_loops,   double_cables,     dangle,          add_island,
		join_level, add_hosts, add_couple,  add_random_cables, add_aggregation, add_second_ports,
		set_lanes,  set_rates, set_managers};
	for (guint k = pick(rand, 6); k; k--)
		mutations[pick(rand, G_N_ELEMENTS(mutations))](c, rand);
}
