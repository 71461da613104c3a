/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Draws fabrics that no SPEC describes, and options to route them with, from a seed. */
#include "tests/core/odd_fabric.h"

#include "tests/core/fixture.h"

typedef struct {
	GRand *rand;
	Fabric *fabric;
	guint32 n; /* switches, the first nodes */
	guint64 guids;
} Maker;

/* 0 .. n - 1 */
static guint draw(const Maker *m, guint n)
{
	return n ? (guint)g_rand_int_range(m->rand, 0, (gint)n) : 0;
}

static gboolean once_in(const Maker *m, guint n)
{
	return draw(m, n) == 0;
}

/* A port without a cable, the `skip`th; FABRIC_NONE when there is none. */
static guint32 free_port(const Fabric *fabric, guint32 node, guint skip)
{
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
		guint32 port = fabric_port_index(fabric, node, num);
		if (fabric->ports[port].peer == FABRIC_NONE && skip-- == 0)
			return port;
	}
	return FABRIC_NONE;
}

/* A cable between two nodes, or from one to itself, if they have ports left. */
static void join(Maker *m, guint32 a, guint32 b)
{
	guint32 pa = free_port(m->fabric, a, 0), pb = free_port(m->fabric, b, a == b ? 1 : 0);
	if (pa != FABRIC_NONE && pb != FABRIC_NONE)
		ck_assert(fabric_cable(m->fabric, pa, pb, NULL));
}

static guint32 add_node(Maker *m, FabricNodeType type, guint ports)
{
	guint64 guid = ((guint64)g_rand_int(m->rand) << 16) + ++m->guids;
	return fabric_add_node(m->fabric, type, guid, ports, "odd", NULL);
}

static void add_switches(Maker *m)
{
	for (guint32 i = 0; i < m->n; i++) {
		guint32 node = add_node(m, FABRIC_SWITCH, 4 + draw(m, once_in(m, 10) ? 250 : 14));
		m->fabric->nodes[node].manager = once_in(m, 12);
		m->fabric->nodes[node].enhanced = once_in(m, 8);
	}
}

/* Cables of switch i: a tree, a ring, one with chords, levels, a chain, a cube, or anything. */
static void cable_switch(Maker *m, guint32 i, guint shape, guint chord)
{
	guint32 before = i ? draw(m, i) : 0;
	if (shape == 1 || shape == 2)
		join(m, i, (i + 1) % m->n);
	if (shape == 2)
		join(m, i, (i + chord) % m->n);
	if (i && (shape == 0 || shape == 6))
		join(m, i, before);
	for (guint k = 0; i && shape == 3 && k < 2; k++)
		join(m, i, before % 4);
	if (i && shape == 4)
		join(m, i, i - 1);
	for (guint32 bit = 1; shape == 5 && bit <= i; bit *= 2)
		if ((i ^ bit) < i)
			join(m, i, i ^ bit);
	if (shape == 6)
		join(m, i, draw(m, m->n));
}

static void add_cables(Maker *m)
{
	guint shape = draw(m, 7), chord = 1 + draw(m, 6), bundle = once_in(m, 3) ? 4 : 1;
	for (guint32 i = 0; i < m->n; i++)
		for (guint k = 1 + draw(m, bundle); k; k--)
			cable_switch(m, i, shape, chord);
	for (guint extra = once_in(m, 2) ? draw(m, 5) : 0; m->n && extra; extra--)
		join(m, draw(m, m->n), draw(m, m->n));
	for (guint cut = once_in(m, 4) ? 1 + draw(m, m->n) : 0; m->n && cut; cut--)
		fabric_uncable(m->fabric, draw(m, m->fabric->n_ports));
}

/* How many hosts a switch gets: hardly any, a few, many on every third, or two. */
static guint hosts_of(const Maker *m, guint32 i, guint kind)
{
	switch (kind) {
	case 0:
		return draw(m, 2);
	case 1:
		return draw(m, 4);
	case 2:
		return i % 3 ? 0 : 1 + draw(m, 5);
	default:
		return once_in(m, 30) ? 0 : 2;
	}
}

static void add_hosts(Maker *m)
{
	guint kind = draw(m, 4);
	for (guint32 i = 0; i < m->n; i++)
		for (guint k = hosts_of(m, i, kind); k; k--) {
			guint32 host = add_node(m, once_in(m, 20) ? FABRIC_ROUTER : FABRIC_CA, 1 + draw(m, 3));
			join(m, host, i);
			if (once_in(m, 8))
				join(m, host, draw(m, m->n));
		}
	if (once_in(m, 10)) {
		guint32 apart = add_node(m, FABRIC_CA, 1);
		join(m, apart, add_node(m, FABRIC_CA, 1));
	}
}

static void set_links(Maker *m)
{
	static const guint8 widths[] = {0, 1, 2, 4, 8, 12}, lanes[] = {1, 2, 4, 8, 15};
	gboolean rates = once_in(m, 2);
	guint kind = draw(m, 3);
	for (guint32 i = 0; i < m->fabric->n_ports; i++) {
		FabricPort *port = &m->fabric->ports[i];
		port->width = rates ? widths[draw(m, G_N_ELEMENTS(widths))] : 4;
		port->speed = rates ? (guint8)draw(m, FABRIC_N_SPEEDS) : FABRIC_HDR;
		if (kind && port->peer != FABRIC_NONE && port->peer > i)
			port->vls = m->fabric->ports[port->peer].vls = kind == 1 ? 8 : lanes[draw(m, 5)];
	}
}

static guint64 some_guid(const Maker *m)
{
	return m->fabric->nodes[draw(m, m->fabric->n_nodes)].guid;
}

static void choose_options(Maker *m, OddCase *odd)
{
	guint engines = 0, budget = routing_vl_budget(m->fabric, 0);
	while (route_engines[engines])
		engines++;
	odd->options = (RoutingOptions){
		.engine = route_engines[once_in(m, 3) ? draw(m, engines) : 0],
		.max_vls = once_in(m, 3) ? 0 : 1 + draw(m, budget),
		.asymmetric = once_in(m, 2),
		.no_spread = once_in(m, 2),
		.passes = draw(m, 5),
		.threads = 1,
		.capacities = once_in(m, 3),
		.order = odd->order,
		.n_order = once_in(m, 3) ? draw(m, ODD_MOST) : 0,
		.ignored = odd->ignored,
		.n_ignored = once_in(m, 3) ? draw(m, ODD_MOST) : 0,
		.roots = odd->roots,
		.n_roots = once_in(m, 3) ? draw(m, ODD_MOST) : 0,
	};
	for (guint i = 0; m->fabric->n_nodes && i < ODD_MOST; i++) {
		odd->order[i] = some_guid(m);
		odd->roots[i] = some_guid(m);
		odd->ignored[i] = (SwitchPort){some_guid(m), (guint8)draw(m, 12)};
	}
}

void odd_case_init(OddCase *odd, guint32 seed, guint switches)
{
	g_autoptr(GError) error = NULL;
	Maker m = {.rand = g_rand_new_with_seed(seed), .fabric = fabric_new()};
	m.n = once_in(&m, 20) ? draw(&m, 3) : 1 + draw(&m, switches);
	add_switches(&m);
	add_cables(&m);
	add_hosts(&m);
	set_links(&m);
	fabric_assign_lids(m.fabric, once_in(&m, 3) ? draw(&m, once_in(&m, 8) ? 8 : 3) : 0, NULL, &error);
	assert_no_error(error);
	odd->fabric = m.fabric;
	choose_options(&m, odd);
	g_rand_free(m.rand);
}

void odd_case_clear(OddCase *odd)
{
	fabric_free(odd->fabric);
}
