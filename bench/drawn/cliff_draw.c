/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * First how many hosts there shall be, evenly on a logarithmic scale; then values of the family until about so many
 * come out; then damage; and all again where that cannot be made. Last, half of the cases get GUIDs and port numbers
 * drawn anew. A generator of its own for each case.
 */
#include "bench/drawn/cliff.h"

#include "generator/synth/synth.h"

#include <math.h>
#include <string.h>

#define SIZE_TRIES 200
#define SHUFFLE_ROOM 16 /* bytes of a SPEC, for draw_shuffle() */

static gboolean per_cent(GRand *rand, guint chance)
{
	return g_rand_int_range(rand, 0, 100) < (gint32)chance;
}

static guint draw_target(GRand *rand, const CliffSizes *sizes)
{
	gboolean large = per_cent(rand, 10) && sizes->large_hosts > sizes->most_hosts;
	double least = large ? sizes->most_hosts : sizes->least_hosts;
	double most = large ? sizes->large_hosts : sizes->most_hosts;
	return (guint)(least * pow(most / least, g_rand_double(rand)));
}

/* FALSE when the family has nothing like that size. */
static gboolean draw_family(GRand *rand, guint family, guint target, const CliffSizes *sizes, GString *spec)
{
	for (guint try = 0; try < SIZE_TRIES; try++) {
		guint hosts, switches;
		cliff_family_spec(family, rand, spec, &hosts, &switches);
		if (switches > 1 && switches <= sizes->most_switches && 4 * hosts >= 3 * target &&
		    3 * hosts <= 4 * target)
			return TRUE;
	}
	return FALSE;
}

static void damage_links(GRand *rand, GString *spec)
{
	g_string_append_printf(spec, ",fail=links:%d%%", g_rand_int_range(rand, 1, 16));
}

static void damage_switches(GRand *rand, GString *spec)
{
	g_string_append_printf(spec, ",fail=switches:%d", g_rand_int_range(rand, 1, 4));
}

static void damage_hosts(GRand *rand, GString *spec)
{
	if (per_cent(rand, 50))
		g_string_append_printf(spec, ",fail=hosts:%d", g_rand_int_range(rand, 1, 10));
	else
		g_string_append_printf(spec, ",fail=hosts:%d%%", g_rand_int_range(rand, 1, 31));
}

static void draw_damage(GRand *rand, GString *spec)
{
	gint32 kind = g_rand_int_range(rand, 0, 100);
	if (kind < 30)
		return;
	gboolean several = kind >= 85;
	if (kind < 60 || several)
		damage_links(rand, spec);
	if ((kind >= 60 && kind < 75) || (several && per_cent(rand, 60)))
		damage_switches(rand, spec);
	if ((kind >= 75 && kind < 85) || (several && per_cent(rand, 60)))
		damage_hosts(rand, spec);
}

static void draw_spec(GRand *rand, guint family, const CliffSizes *sizes, GString *spec)
{
	while (!draw_family(rand, family, draw_target(rand, sizes), sizes, spec))
		;
	if (per_cent(rand, 20))
		g_string_append(spec, per_cent(rand, 50) ? ",an=leaf" : ",an=all");
	draw_damage(rand, spec);
	if (strstr(spec->str, "fail=") || g_str_has_prefix(spec->str, "random:"))
		g_string_append_printf(spec, ",seed=%d", g_rand_int_range(rand, 1, 1000));
}

static gboolean can_be_made(const char *spec, const CliffSizes *sizes)
{
	g_autoptr(Fabric) fabric = strlen(spec) < CLIFF_SPEC - SHUFFLE_ROOM ? synth_fabric(spec, NULL) : NULL;
	return fabric && fabric->n_switches > 1 && fabric->n_switches <= sizes->most_switches;
}

/* The same fabric; drawn last, so that the rest of a case is the same with and without. */
static void draw_shuffle(GRand *rand, GString *spec)
{
	if (per_cent(rand, 50))
		g_string_append_printf(spec, ",shuffle=%d", g_rand_int_range(rand, 1, 1000));
}

void cliff_name_family(CliffCase *drawn)
{
	g_strlcpy(drawn->family, drawn->spec, MIN(strcspn(drawn->spec, ":,") + 1, sizeof drawn->family));
}

CliffCase cliff_draw(guint32 seed, guint number, gboolean machines, const CliffSizes *sizes)
{
	guint family = machines ? cliff_n_families + number % cliff_n_machines : number % cliff_n_families;
	CliffCase drawn = {.number = number, .ladder = number % 10 == 9};
	guint32 seeds[] = {seed, number};
	g_autoptr(GRand) rand = g_rand_new_with_seed_array(seeds, G_N_ELEMENTS(seeds));
	g_autoptr(GString) spec = g_string_new(NULL);
	do
		draw_spec(rand, family, sizes, spec);
	while (!can_be_made(spec->str, sizes));
	drawn.budget = (guint)g_rand_int_range(rand, 1, CLIFF_BUDGETS + 1);
	drawn.asymmetric = per_cent(rand, 30);
	draw_shuffle(rand, spec);
	g_strlcpy(drawn.spec, spec->str, sizeof drawn.spec);
	cliff_name_family(&drawn);
	return drawn;
}
