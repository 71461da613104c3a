/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Shapes that no SPEC has. Hosts come later, except where the shape is about them. */
#include "tests/attack/attack.h"

static guint32 add_switch(Case *c, GRand *rand)
{
	guint64 guid = ((guint64)g_rand_int(rand) << 20) + c->nodes->len + 1;
	return case_add_node(c, FABRIC_SWITCH, guid, 2 + pick(rand, 40));
}

static guint32 add_switches(Case *c, GRand *rand, guint n)
{
	guint32 first = c->nodes->len;
	for (guint i = 0; i < n; i++)
		add_switch(c, rand);
	return first;
}

/* Levels of any width; each switch has cables to some of the level above, bundles here and there. */
static void draw_levels(Case *c, GRand *rand, guint n)
{
	guint levels = 2 + pick(rand, 4), stop = c->nodes->len + n;
	guint32 above = add_switches(c, rand, 1 + pick(rand, n / 4 + 1)), n_above = c->nodes->len - above;
	for (guint level = 1; level < levels && c->nodes->len < stop; level++) {
		guint left = stop - c->nodes->len, wide = level + 1 == levels ? left : 1 + pick(rand, left / 2 + 1);
		guint32 at = add_switches(c, rand, wide);
		guint up = 1 + pick(rand, MIN(n_above, 12)), bundle = once_in(rand, 3) ? 3 : 1;
		for (guint32 v = at; v < c->nodes->len; v++)
			for (guint k = 0, from = pick(rand, n_above); k < up; k++)
				for (guint many = 1 + pick(rand, bundle); many; many--)
					case_join(c, v, above + (from + k) % n_above);
		above = at;
		n_above = c->nodes->len - at;
	}
}

/* Pods of different size, each a small tree of its own, under one level of spines. */
static void draw_pods(Case *c, GRand *rand, guint n)
{
	guint spines = 1 + pick(rand, n / 6 + 2);
	guint32 spine = add_switches(c, rand, spines), stop = spine + n;
	while (c->nodes->len < stop) {
		guint tops = 1 + pick(rand, 8), leaves = 1 + pick(rand, 18), up = 1 + pick(rand, spines);
		guint32 top = add_switches(c, rand, tops), leaf = add_switches(c, rand, leaves);
		for (guint i = 0; i < tops; i++)
			for (guint k = 0; k < MIN(up, 16); k++)
				case_join(c, top + i, spine + (i * up + k) % spines);
		for (guint i = 0; i < leaves; i++)
			for (guint k = 0; k < tops; k++)
				if (!once_in(rand, 12))
					case_join(c, leaf + i, top + k);
	}
}

static void draw_ring(Case *c, GRand *rand, guint n)
{
	guint32 first = add_switches(c, rand, n);
	guint chords = pick(rand, 4), chord = 2 + pick(rand, n);
	for (guint i = 0; i < n; i++) {
		case_join(c, first + i, first + (i + 1) % n);
		for (guint k = 0; k < chords; k++)
			case_join(c, first + i, first + (chord ? (i + chord + k) % n : pick(rand, n)));
	}
}

/* A row of full meshes; of single switches, its paths are longer than packets live. */
static void draw_row(Case *c, GRand *rand, guint n)
{
	guint size = 1 + pick(rand, 7);
	guint32 before = FABRIC_NONE, stop = c->nodes->len + MIN(n, size == 1 ? 290 : n);
	while (c->nodes->len < stop) {
		guint32 first = add_switches(c, rand, size);
		for (guint a = 0; a < size; a++)
			for (guint b = 0; b < a; b++)
				case_join(c, first + a, first + b);
		for (guint k = 1 + pick(rand, 2); before != FABRIC_NONE && k; k--)
			case_join(c, before + pick(rand, size), first + pick(rand, size));
		before = first;
	}
}

static void draw_random(Case *c, GRand *rand, guint n)
{
	guint32 first = add_switches(c, rand, n);
	guint degree = 1 + pick(rand, 6);
	for (guint i = 0; i < n; i++)
		for (guint k = 0; k < degree; k++)
			case_join(c, first + i, first + pick(rand, k || !i ? n : i));
}

/* Rows and columns, some of them rings, some steps of which skip a switch. */
static void draw_grid(Case *c, GRand *rand, guint n)
{
	guint wide = 2 + pick(rand, 20), high = n / wide + 1, skip = once_in(rand, 4);
	gboolean ring_x = once_in(rand, 2), ring_y = once_in(rand, 2);
	guint32 first = add_switches(c, rand, wide * high);
	for (guint y = 0; y < high; y++)
		for (guint x = 0; x < wide; x++) {
			guint32 at = first + y * wide + x;
			if (x + 1 < wide || (ring_x && wide > 2))
				case_join(c, at, first + y * wide + (x + 1 + (skip && once_in(rand, 9))) % wide);
			if (y + 1 < high || (ring_y && high > 2))
				case_join(c, at, first + (y + 1) % high * wide + x);
		}
}

void shape_draw(Case *c, GRand *rand, guint switches)
{
	static void (*const shapes[])(Case *, GRand *, guint) = {draw_levels, draw_pods,   draw_ring,
								 draw_row,    draw_random, draw_grid};
	shapes[pick(rand, G_N_ELEMENTS(shapes))](c, rand, MAX(switches, 1));
}
