/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A family's values are drawn freely within what is usual; cliff_draw.c draws again until the size fits. What cannot be
 * cabled is found out there too.
 */
#include "bench/drawn/cliff.h"

#include <math.h>
#include <string.h>

typedef struct {
	GRand *rand;
	GString *spec;
	guint hosts, switches;
} Draw;

/* low .. high */
static guint from_to(Draw *d, guint low, guint high)
{
	return (guint)g_rand_int_range(d->rand, (gint32)low, (gint32)high + 1);
}

static guint power(guint base, guint exponent)
{
	guint64 result = 1;
	while (exponent-- > 0)
		result = MIN(result * base, 1000000);
	return (guint)result;
}

static void size(Draw *d, guint switches, guint hosts)
{
	d->switches = switches;
	d->hosts = hosts;
}

/* ---- fabrics with levels */

static void draw_karytree(Draw *d)
{
	guint n = from_to(d, 2, 4), k = from_to(d, 2, n == 2 ? 36 : n == 3 ? 18 : 8);
	g_string_printf(d->spec, "karytree:%u,%u", k, n);
	size(d, n * power(k, n - 1), power(k, n));
}

static void draw_fattree(Draw *d)
{
	guint levels = from_to(d, 2, 3), ports = 2 * from_to(d, 2, 18), over = from_to(d, 1, 5);
	over = over <= 3 ? 1 : over - 2;
	guint hosts = 2 * power(ports / 2, levels) * 2 * over / (over + 1);
	g_string_printf(d->spec, "fattree:ports=%u,levels=%u", ports, levels);
	if (over > 1)
		g_string_append_printf(d->spec, ",oversubscription=%u", over);
	size(d, (2 * levels - 1) * power(ports / 2, levels - 1), hosts);
	if (from_to(d, 1, 5) == 1 && hosts > 40) {
		d->hosts = from_to(d, hosts / 2, hosts);
		g_string_append_printf(d->spec, ",hosts=%u", d->hosts);
	}
}

static void draw_xgft(Draw *d)
{
	guint h = from_to(d, 2, 3), m[3], w[3] = {1, 1, 1}, switches = 0, hosts = 1;
	for (guint i = 0; i < h; i++) {
		m[i] = from_to(d, 2, h == 2 ? 18 : 10);
		w[i] = i ? from_to(d, 1, 8) : 1;
		hosts *= m[i];
	}
	for (guint level = 0; level < h; level++) {
		guint at = 1;
		for (guint i = 0; i < h; i++)
			at *= i > level ? m[i] : w[i];
		switches += at;
	}
	g_string_printf(d->spec, h == 2 ? "xgft:2;%u,%u;%u,%u" : "xgft:3;%u,%u,%u;%u,%u,%u", m[0], m[1],
			h == 2 ? w[0] : m[2], h == 2 ? w[1] : w[0], w[1], w[2]);
	size(d, switches, hosts);
}

static void draw_clos(Draw *d)
{
	guint leaves = from_to(d, 3, 36), links = from_to(d, 1, 3), spines = from_to(d, 2, 18),
	      hosts = from_to(d, 2, 24);
	g_string_printf(d->spec, "clos:leaves=%u,hosts=%u,spines=%u,links=%u", leaves, hosts, spines, links);
	size(d, leaves + spines, leaves * hosts);
}

static void draw_cluster(Draw *d)
{
	static const struct {
		const char *name;
		guint switches, hosts;
	} clusters[] = {
		{"odin", 18, 128}, {"chic", 116, 528},         {"deimos", 108, 724},   {"atlas", 240, 1142},
		{"tara", 8, 82},   {"thunderbird", 563, 4390}, {"ranger", 1780, 4080},
	};
	guint i = from_to(d, 0, G_N_ELEMENTS(clusters) - 1);
	g_string_assign(d->spec, clusters[i].name);
	size(d, clusters[i].switches, clusters[i].hosts);
}

/* ---- grids */

static void draw_grid(Draw *d, const char *name, guint most_dimensions, guint most_size, guint most_links)
{
	guint n = from_to(d, 1, most_dimensions), hosts = from_to(d, 1, 6), links = from_to(d, 1, 3 * most_links);
	guint switches = 1;
	g_string_printf(d->spec, "%s:", name);
	for (guint i = 0; i < n; i++) {
		guint of = from_to(d, i || n > 1 ? 2 : 5, most_size);
		g_string_append_printf(d->spec, i ? "x%u" : "%u", of);
		switches = MIN(switches * of, 100000);
	}
	g_string_append_printf(d->spec, ",hosts=%u", hosts);
	if (links > 1 && links <= most_links)
		g_string_append_printf(d->spec, ",links=%u", links);
	size(d, switches, switches * hosts);
}

static void draw_torus(Draw *d)
{
	draw_grid(d, "torus", 4, 9, 2);
}

static void draw_mesh(Draw *d)
{
	draw_grid(d, "mesh", 3, 9, 2);
}

static void draw_hyperx(Draw *d)
{
	draw_grid(d, "hyperx", 3, 9, 1);
}

static void draw_hypercube(Draw *d)
{
	guint dimension = from_to(d, 3, 10), hosts = from_to(d, 1, 8);
	g_string_printf(d->spec, "hypercube:%u,hosts=%u", dimension, hosts);
	size(d, power(2, dimension), power(2, dimension) * hosts);
}

/* ---- others */

static void draw_kautz(Draw *d)
{
	guint degree = from_to(d, 2, 5), n = from_to(d, 2, 5), hosts = from_to(d, 1, 8);
	g_string_printf(d->spec, "kautz:%u,%u,hosts=%u", degree, n, hosts);
	size(d, (degree + 1) * power(degree, n - 1), (degree + 1) * power(degree, n - 1) * hosts);
}

static void draw_random(Draw *d)
{
	guint switches = from_to(d, 5, from_to(d, 0, 3) ? 150 : 800), ports = from_to(d, 6, 36);
	guint hosts = from_to(d, 1, ports / 2);
	g_string_printf(d->spec, "random:switches=%u,ports=%u,hosts=%u", switches, ports, hosts);
	size(d, switches, switches * hosts);
}

static void draw_dragonfly(Draw *d)
{
	guint a = from_to(d, 2, 12), h = from_to(d, 1, MAX(a / 2, 1)), p = from_to(d, 1, 8), most = a * h + 1;
	guint groups = from_to(d, 0, 2) ? most : from_to(d, 2, most);
	g_string_printf(d->spec, "dragonfly:a=%u,p=%u,h=%u", a, p, h);
	if (groups < most)
		g_string_append_printf(d->spec, ",groups=%u", groups);
	size(d, a * groups, a * groups * p);
}

static void draw_slimfly(Draw *d)
{
	static const guint q[] = {3, 4, 5, 7, 8, 9, 11, 13, 16, 17};
	guint of = q[from_to(d, 0, G_N_ELEMENTS(q) - 1)], hosts = from_to(d, 1, (3 * of + 3) / 4);
	g_string_printf(d->spec, "slimfly:%u,hosts=%u", of, hosts);
	size(d, 2 * of * of, 2 * of * of * hosts);
}

static void draw_fastree(Draw *d)
{
	guint switches = from_to(d, 3, 30), hosts = from_to(d, 2, 20);
	g_string_printf(d->spec, "fastree:switches=%u,hosts=%u", switches, hosts);
	size(d, switches, switches * hosts);
}

/* ---- machines */

static void draw_directors(Draw *d)
{
	static const struct {
		guint ports, chip, chips;
	} directors[] = {{24, 24, 1},   {36, 36, 1},   {32, 8, 12},  {72, 24, 9},
			 {144, 24, 18}, {288, 24, 36}, {216, 36, 18}};
	guint i = from_to(d, 0, G_N_ELEMENTS(directors) - 1), ports = directors[i].ports;
	guint levels = from_to(d, 0, 3) ? 2 : 3, ratio = from_to(d, 1, 3), edges = from_to(d, 2, 24);
	guint hosts = edges * ports * ratio / (ratio + 1), above = (edges * ports / (ratio + 1) + ports - 1) / ports;
	hosts -= from_to(d, 0, hosts / edges - 1);
	g_string_printf(d->spec, "directors:levels=%u,ports=%u,chip=%u,ratio=%u,hosts=%u", levels, ports,
			directors[i].chip, ratio, hosts);
	size(d, (edges + (levels == 3 ? 3 : 1) * above) * directors[i].chips, hosts);
}

static void draw_rails(Draw *d)
{
	guint gpus = from_to(d, 0, 2) ? 8 : 4, units = from_to(d, 1, 8), leaves = gpus * units;
	guint ports = 2 * from_to(d, 8, 32), spines = from_to(d, ports / 4, ports / 2 - 1), storage = from_to(d, 0, 2);
	guint servers = storage * (ports * 2 / 5), most = leaves * ports / 2 + servers;
	g_string_printf(d->spec, "rails:leaves=%u,spines=%u,gpus=%u,storage=%u,ports=%u", leaves, spines, gpus, storage,
			ports);
	size(d, leaves + spines + storage, most);
	if (from_to(d, 1, 3) > 1)
		return;
	d->hosts = from_to(d, servers + (most - servers) / 2, most);
	g_string_append_printf(d->spec, ",hosts=%u", d->hosts);
}

static void draw_generations(Draw *d)
{
	guint levels = from_to(d, 2, 3), old = from_to(d, 2, levels == 2 ? 12 : 6),
	      new = from_to(d, 2, levels == 2 ? 18 : 10);
	guint joins = from_to(d, 1, MIN(old, 3)), hosts = power(old, levels) + power(new, levels);
	g_string_printf(d->spec, "generations:levels=%u,old=%u,new=%u,joins=%u", levels, 2 * old, 2 * new, joins);
	size(d, levels * (power(old, levels - 1) + power(new, levels - 1)), hosts);
	if (from_to(d, 1, 3) > 1)
		return;
	d->hosts = from_to(d, hosts / 2, hosts);
	g_string_append_printf(d->spec, ",hosts=%u", d->hosts);
}

static void draw_dragonfly_plus(Draw *d)
{
	guint leaves = from_to(d, 2, 16), spines = from_to(d, 2, 16), p = from_to(d, 1, 16), h = from_to(d, 1, 16);
	guint most = spines * h + 1, groups = from_to(d, 2, MIN(most, 24));
	g_string_printf(d->spec, "dragonfly+:leaves=%u,spines=%u,p=%u,h=%u,groups=%u", leaves, spines, p, h, groups);
	size(d, groups * (leaves + spines), groups * leaves * p);
}

/* One of some families into a string of its own. */
static GString *draw_inside(const Draw *d, void (*const of[])(Draw *), guint n, Draw *inside)
{
	*inside = (Draw){.rand = d->rand, .spec = g_string_new(NULL)};
	of[from_to(inside, 0, n - 1)](inside);
	return inside->spec;
}

static void draw_merged(Draw *d)
{
	static void (*const of[])(Draw *) = {draw_clos,  draw_karytree, draw_dragonfly_plus, draw_rails, draw_hyperx,
					     draw_torus, draw_mesh,     draw_dragonfly,      draw_xgft};
	Draw a, b;
	g_autoptr(GString) left = draw_inside(d, of, G_N_ELEMENTS(of), &a);
	g_autoptr(GString) right = draw_inside(d, of, G_N_ELEMENTS(of), &b);
	g_string_printf(d->spec, "merged:%s+%s,joins=%u", left->str, right->str, from_to(d, 1, 8));
	size(d, a.switches + b.switches, a.hosts + b.hosts);
}

static void draw_half(Draw *d)
{
	static void (*const of[])(Draw *) = {draw_fattree, draw_karytree, draw_xgft, draw_clos};
	Draw whole;
	g_autoptr(GString) inside = draw_inside(d, of, G_N_ELEMENTS(of), &whole);
	g_string_printf(d->spec, "half:%s", inside->str);
	size(d, whole.switches, whole.hosts);
}

/* As many rows as make no common factor with the distance of cases that try several budgets. */
static void (*const families[])(Draw *) = {
	draw_fattree, draw_torus,       draw_karytree,       draw_random,    draw_clos,      draw_dragonfly,
	draw_xgft,    draw_mesh,        draw_cluster,        draw_hypercube, draw_torus,     draw_kautz,
	draw_fattree, draw_hyperx,      draw_slimfly,        draw_random,    draw_xgft,      draw_fastree,
	draw_fattree, draw_torus,       draw_karytree,       draw_dragonfly, draw_hypercube,
	/* shapes of machines */
	draw_directors, draw_rails,   draw_generations, draw_dragonfly_plus, draw_merged,    draw_half,
};

const guint cliff_n_machines = 6; /* the last ones */
const guint cliff_n_families = G_N_ELEMENTS(families) - 6;

void cliff_family_spec(guint family, GRand *rand, GString *spec, guint *hosts, guint *switches)
{
	Draw d = {.rand = rand, .spec = spec};
	families[family](&d);
	*hosts = d.hosts;
	*switches = d.switches;
}

/* Whether the family that a SPEC begins with is one of `names`. */
static gboolean is_one_of(const char *spec, const char *const names[], guint n)
{
	gsize length = strcspn(spec, ":,");
	for (guint i = 0; i < n; i++)
		if (strlen(names[i]) == length && strncmp(spec, names[i], length) == 0)
			return TRUE;
	return FALSE;
}

gboolean cliff_is_tree(const char *spec)
{
	static const char *const trees[] = {"single", "karytree", "fattree",     "xgft",   "clos", "odin",
					    "chic",   "atlas",    "thunderbird", "ranger", "tara"};
	if (g_str_has_prefix(spec, "half:"))
		spec += strlen("half:");
	return is_one_of(spec, trees, G_N_ELEMENTS(trees));
}

gboolean cliff_is_machine(const char *spec)
{
	static const char *const machines[] = {"directors", "rails", "generations", "dragonfly+", "merged", "half"};
	return is_one_of(spec, machines, G_N_ELEMENTS(machines));
}

gboolean cliff_is_directors(const char *spec)
{
	static const char *const directors[] = {"directors"};
	return is_one_of(spec, directors, G_N_ELEMENTS(directors));
}
